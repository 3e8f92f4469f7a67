import * as l10n from "@vscode/l10n";
import type { BodyEncryption } from "../message/bodyEncryptions.ts";
import type { BodySignature, BodySignatures } from "../message/bodySignatures.ts";
import { encryptionElements } from "../security/encryption/readEncrypted.ts";
import { isSecurity } from "../security/header.ts";
import { signatureNamespace } from "../security/names.ts";
import { noVerification } from "../security/verification/verification.ts";
import { childElements, readEnvelope } from "../soap/envelope.ts";
import { type PresentedVerification, trustText } from "../testing/responseSignatures.ts";
import { addTo, grouped } from "../text/grouped.ts";
import { htmlPage } from "../text/htmlPage.ts";
import { shortened } from "../text/lines.ts";
import { html, type Markup, nothing } from "../text/markup.ts";
import { contains } from "../text/span.ts";
import { elementAt } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

/** Maximum listed children of an element, and maximum listed elements inside of one part. */
const maxListed = 500;
/** Maximum names in the path of an element inside of a part. */
const maxNames = 5;
/** Maximum length of a name in UTF-16 units. */
const longestName = 200;

/** State of an element and its content, such as `signed`, and the text that describes it. */
interface Mark {
  readonly element: XmlElement;
  readonly kind: "signed" | "invalid" | "unknown" | "encrypted" | "clear";
  readonly text: string;
}

/** A message with marks for its signed and encrypted elements. `sentences`: statements about the whole message. */
export interface MarkedMessage {
  readonly document: XmlDocument;
  readonly marks: readonly Mark[];
  readonly sentences: readonly string[];
}

/** The elements that the placeholders of a request will sign and encrypt when it is sent. */
export function markedRequest(document: XmlDocument, { all, encryptions }: BodySignatures): MarkedMessage {
  const signed = all.flatMap(({ parts, options, ...signature }) => {
    const isPossible = !isImpossible(signature);
    const text = isPossible
      ? l10n.t("signed with the key {0}", nameOf(options.key?.text ?? ""))
      : l10n.t("the signature can't be computed");
    return parts.flatMap(({ elements }) =>
      elements.map((element): Mark => ({ element, kind: isPossible ? "signed" : "invalid", text })),
    );
  });
  const encrypted = encryptions.flatMap(({ parts, options, ...encryption }) =>
    parts.flatMap(({ element, form }): readonly Mark[] => {
      if (!element) return [];
      if (isImpossible(encryption)) return [{ element, kind: "clear", text: l10n.t("it can't be encrypted") }];
      const key = nameOf(options.key?.text ?? "");
      const text =
        form === "Content"
          ? l10n.t("content encrypted with the key {0}", key)
          : l10n.t("encrypted with the key {0}", key);
      return [{ element, kind: "encrypted", text }];
    }),
  );
  const problems = [...all, ...encryptions].some(isImpossible);
  return {
    document: all[0]?.document ?? encryptions[0]?.document ?? document,
    marks: [...signed, ...encrypted],
    sentences: problems ? [l10n.t("Something can't be signed or encrypted. The Problems view says why.")] : [],
  };
}

function isImpossible({
  key,
  problems,
  failure,
}: Pick<BodySignature | BodyEncryption, "key" | "problems" | "failure">) {
  return key?.kind === "missing" || key?.kind === "refused" || problems.length > 0 || failure !== undefined;
}

/** The elements of a response that are signed or were encrypted; undefined if the response isn't XML. */
export function markedResponse({
  content,
  verification,
  isCut,
  lines,
  encryption,
}: PresentedVerification): MarkedMessage | undefined {
  const { xml: document, decryption } = content;
  if (!document) return undefined;
  const sentences = [...encryption, ...lines];
  if (isCut) {
    const text = l10n.t("the signature isn't verified");
    const marks = document.root ? [{ element: document.root, kind: "unknown" as const, text }] : [];
    return { document, marks, sentences };
  }
  const { signatures } = verification ?? noVerification;
  const signed = signatures.flatMap(({ state, signer, trust, elements }) => {
    const name = nameOf(signer?.subject ?? l10n.t("unknown certificate"));
    const mark = {
      valid: { kind: "signed", text: l10n.t("signed by {0}, {1}", name, trustText(trust)) },
      invalid: { kind: "invalid", text: l10n.t("the signature is invalid") },
      notVerified: { kind: "unknown", text: l10n.t("the signature isn't verified") },
    } as const;
    return elements.map((element): Mark => ({ element, ...mark[state.kind] }));
  });
  const decrypted = (decryption?.spans ?? []).flatMap((span): readonly Mark[] => {
    const element = elementAt(document, span.start);
    if (!element) return [];
    // If the element isn't inside of the decrypted text, only its content was encrypted.
    const text = contains(span, element) ? l10n.t("was encrypted") : l10n.t("content was encrypted");
    return [{ element, kind: "encrypted", text }];
  });
  const closed = encryptionElements(document, "EncryptedData").map((element): Mark => {
    return { element, kind: "encrypted", text: l10n.t("encrypted, not decrypted") };
  });
  return { document, marks: [...signed, ...decrypted, ...closed], sentences };
}

/** An HTML page that shows the envelope of a message as boxes, which show whether each element is signed. Never throws. */
export function signedPartsPage(title: string, { document, marks, sentences }: MarkedMessage): string {
  const tree = new Boxes(document, marks);
  const body = html`<header><h1>${title}</h1></header>
<main>${sentences.map((one) => html`<p>${one}</p>\n`)}${tree.all()}</main>`;
  return htmlPage(title, l10n.t("en"), body);
}

class Boxes {
  readonly #roots: readonly XmlElement[];
  readonly #body: XmlElement | undefined;
  /** The elements with their own box, because their position has a meaning in SOAP. */
  readonly #children = new Map<XmlElement, readonly XmlElement[]>();
  /** Marks of the elements in `#children`, and of the elements inside of them. */
  readonly #marks = new Map<XmlElement, Mark[]>();

  constructor(document: XmlDocument, marks: readonly Mark[]) {
    const envelope = readEnvelope(document);
    this.#roots = document.root ? [document.root] : [];
    this.#body = envelope?.body;
    for (const root of this.#roots) this.#children.set(root, envelope ? childElements(root).slice(0, maxListed) : []);
    for (const part of envelope ? childElements(envelope.element).slice(0, maxListed) : []) {
      const blocks = part === envelope?.header ? childElements(part).slice(0, maxListed) : [];
      this.#children.set(part, blocks);
      for (const block of blocks) {
        const inner = isSecurity(block) ? childElements(block).slice(0, maxListed) : [];
        this.#children.set(block, inner);
        for (const child of inner) this.#children.set(child, []);
      }
    }
    const parts = new Map<XmlElement, XmlElement>();
    for (const mark of marks) {
      const climbed: XmlElement[] = [];
      let part: XmlElement | undefined = mark.element;
      for (; part && !this.#children.has(part) && !parts.has(part); part = part.parent) climbed.push(part);
      part = part && (parts.get(part) ?? part);
      if (!part) continue;
      for (const ancestor of climbed) parts.set(ancestor, part);
      addTo(this.#marks, part, mark);
    }
  }

  all(): Markup {
    return this.#list(this.#roots, []);
  }

  #list(elements: readonly XmlElement[], around: readonly Mark[]): Markup {
    if (elements.length === 0) return nothing;
    return html`<ul class="boxes">${elements.map((one) => this.#box(one, around))}</ul>\n`;
  }

  #box(element: XmlElement, around: readonly Mark[]): Markup {
    const marks = this.#marks.get(element) ?? [];
    const whole = [...around, ...marks.filter((one) => one.element === element)];
    const inner = marks.filter((one) => one.element !== element);
    const deeper = [...grouped(inner, (one) => one.element)]
      .slice(0, maxListed)
      .map(([one, own]) => item(pathOf(one, element), [...whole, ...own], false, nothing));
    const children = this.#children.get(element) ?? [];
    const below = html`${this.#list(children, whole)}${deeper.length > 0 ? html`<ul class="boxes">${deeper}</ul>\n` : nothing}`;
    const isAround = children.length > 0 || isSignature(element);
    return item(nameOf(element.name), whole, element === this.#body, below, isAround);
  }
}

/** @param isAround whether the element only contains parts, so that it needs no signature itself */
function item(name: string, marks: readonly Mark[], isBody: boolean, below: Markup, isAround = false): Markup {
  const of = (kind: Mark["kind"]) => [...new Set(marks.flatMap((one) => (one.kind === kind ? [one.text] : [])))];
  const [signed, invalid, unknown, encrypted] = [of("signed"), of("invalid"), of("unknown"), of("encrypted")];
  const clear = of("clear");
  const isUnsigned = signed.length + invalid.length + unknown.length === 0;
  const facts = [
    ...[...clear, ...invalid].map((text) => html`<span class="failed">✗ ${text}</span>`),
    ...signed.map((text) => html`<span class="passed">✓ ${text}</span>`),
    ...unknown.map((text) => html`<span>? ${text}</span>`),
    ...(isUnsigned && isBody
      ? [html`<span class="failed">✗ ${l10n.t("not signed: it can be changed on the way")}</span>`]
      : isUnsigned && !isAround
        ? [html`<span class="soft">○ ${l10n.t("not signed")}</span>`]
        : []),
    ...encrypted.map((text) => html`<span>■ ${text}</span>`),
  ];
  const state =
    clear.length + invalid.length > 0 || (isUnsigned && isBody) ? "unsigned" : signed.length > 0 ? "signed" : "other";
  const words = facts.map((fact, at) => html`${at === 0 ? " " : ", "}${fact}`);
  return html`<li class="${state}"><code>${name}</code>${words}\n${below}</li>\n`;
}

function isSignature({ local, namespace }: XmlElement): boolean {
  return local === "Signature" && namespace === signatureNamespace;
}

/** The path of names from a child of a part to an element in the part. */
function pathOf(element: XmlElement, part: XmlElement): string {
  const names: string[] = [];
  for (let ancestor: XmlElement | undefined = element; ancestor && ancestor !== part; ancestor = ancestor.parent) {
    if (names.length === maxNames) {
      names.push("…");
      break;
    }
    names.push(nameOf(ancestor.name));
  }
  return names.reverse().join("/");
}

function nameOf(name: string): string {
  return shortened(name, longestName);
}
