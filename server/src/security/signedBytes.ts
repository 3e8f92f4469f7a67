import * as l10n from "@vscode/l10n";
import { childElements } from "../soap/envelope.ts";
import { securityNamespace, xopNamespace } from "../soap/facts.ts";
import { toBase64 } from "../text/base64.ts";
import { joinedBytes } from "../text/bytes.ts";
import { parseXml } from "../xml/parser.ts";
import { attributeValue, elements, elementsIn, textContent, textOfAttribute } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { c14nMethods, type SignedBytes, type Transform, unsupported } from "./algorithms.ts";
import { type Attachment, attachmentBytes, attachmentId } from "./attachments.ts";
import { type C14nMethod, canonicalBytes } from "./c14n.ts";
import { elementWithId, type FoundId, idIndex } from "./ids.ts";
import { valueTypes } from "./names.ts";

/** A message with signatures, prepared for resolving their references. */
export interface SignedMessage {
  readonly document: XmlDocument;
  readonly ids: ReadonlyMap<string, readonly FoundId[]>;
  readonly attachments: ReadonlyMap<string, Attachment>;
}

export interface SignedReference {
  readonly uri: string;
  readonly transforms: readonly Transform[];
  /** Whether an `xop:Include` is signed as the Base64 text of its attachment. */
  readonly isXop: boolean;
}

/** The content that a URI refers to. `comments`: whether comments belong to it (XML Signature section 4.4.3.3). */
export type Target =
  | { readonly kind: "elements"; readonly elements: readonly XmlElement[]; readonly comments: boolean }
  | { readonly kind: "attachment"; readonly attachment: Attachment }
  | { readonly kind: "missing" }
  | { readonly kind: "unsupported" };

/** The attribute in a URI such as `#xpointer(//*[@Id='a'])`; `undefined` for other URIs. */
function attributeTest(uri: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, quoted, value = quoted?.slice(1, -1)] =
    /^#xpointer\(\/\/\*\[@([\w.:-]+)=('[^']*'|"[^"]*")\]\)$/.exec(uri) ??
    /^#xpointer\((id)\(('[^']*'|"[^"]*")\)\)$/.exec(uri) ??
    [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Prepares a message. Its index of ids is created when a reference needs it. */
export function messageOf(document: XmlDocument, attachments: SignedMessage["attachments"]): SignedMessage {
  return {
    document,
    attachments,
    get ids() {
      return idIndex(document);
    },
  };
}

export function targetOf(message: SignedMessage, uri: string): Target {
  const { document, attachments } = message;
  const { root } = document;
  if (uri === "" || uri === "#xpointer(/)")
    return root ? { kind: "elements", elements: [root], comments: uri !== "" } : { kind: "missing" };
  if (uri.startsWith("cid:")) {
    const attachment = attachmentOf(attachments, uri);
    return attachment ? { kind: "attachment", attachment } : { kind: "missing" };
  }
  const test = attributeTest(uri);
  const isId = test?.name === "id" && uri.startsWith("#xpointer(id(");
  if (test && !isId) {
    const matching: XmlElement[] = [];
    for (const element of elements(document)) {
      const own = element.attributes.find(({ name }) => name === test.name);
      const isInside = (matching.at(-1)?.end ?? 0) > element.start;
      if (own && !isInside && attributeValue(document, own) === test.value) matching.push(element);
    }
    return matching.length > 0 ? { kind: "elements", elements: matching, comments: true } : { kind: "missing" };
  }
  if (!isId && !/^#[^(]+$/.test(uri)) return { kind: "unsupported" };
  const [first] = message.ids.get(isId ? test.value : uri.slice(1)) ?? [];
  return first ? { kind: "elements", elements: [first.element], comments: isId } : { kind: "missing" };
}

function attachmentOf(attachments: SignedMessage["attachments"], uri: string): Attachment | undefined {
  return attachments.get(attachmentId(attachments, uri) ?? "");
}

/** The target's bytes after the transforms. `signature`: what `enveloped` excludes, with `isOwn` always. */
export function signedBytes(
  message: SignedMessage,
  target: Extract<Target, { readonly kind: "elements" | "attachment" }>,
  { uri, transforms, isXop }: SignedReference,
  signature: XmlElement,
  isOwn = false,
): SignedBytes {
  if (target.kind === "attachment") return attachmentBytes(target.attachment, transforms);
  const { document } = message;
  const instead = new Map<XmlElement, string>(isOwn ? [[signature, ""]] : []);
  if (isXop) {
    for (const include of includesIn(document, target.elements)) {
      const cid = textOfAttribute(document, include, "href");
      const bytes = attachmentOf(message.attachments, cid)?.bytes();
      if (!bytes)
        return { why: l10n.t("{0} contains xop:Include, and there is no part {1}.", uri, cid.replace(/^cid:/, "")) };
      instead.set(include, toBase64(bytes));
    }
  }
  let bytes: Uint8Array | undefined;
  const canonicalize = (method: C14nMethod): SignedBytes => {
    if (bytes) {
      const again = parseXml(new TextDecoder().decode(bytes));
      if (!again.root || again.problems.length > 0) return { why: l10n.t("the result of a transform isn't XML.") };
      return formOf(canonicalBytes(again, undefined, method));
    }
    const given = { ...method, comments: method.comments && target.comments };
    if (uri === "" || uri === "#xpointer(/)") return formOf(canonicalBytes(document, undefined, given, instead));
    return joined(target.elements.map((one) => canonicalBytes(document, one, given, instead)));
  };
  for (const transform of transforms) {
    let next: SignedBytes | undefined;
    if (transform.kind === "enveloped" && !bytes) instead.set(signature, "");
    else if (transform.kind === "c14n") next = canonicalize(transform.method);
    else if (transform.kind === "token" && !bytes) next = tokenForm(message, target.elements, transform.method);
    else return { why: unsupported(transform) };
    if (next && "why" in next) return next;
    bytes = next?.bytes ?? bytes;
  }
  // Without a canonicalization, the inclusive method is used (XML Signature section 4.4.3.2).
  return bytes
    ? { bytes }
    : canonicalize(c14nMethods.get("inclusive") ?? { kind: "inclusive", comments: false, prefixes: [] });
}

export function tooLong(): string {
  return l10n.t("the canonical form of the signed content is too long.");
}

function formOf(bytes: Uint8Array | undefined): SignedBytes {
  return bytes ? { bytes } : { why: tooLong() };
}

function joined(forms: readonly (Uint8Array | undefined)[]): SignedBytes {
  const present = forms.flatMap((form) => form ?? []);
  return present.length < forms.length
    ? { why: tooLong() }
    : { bytes: present.length === 1 ? (present[0] ?? new Uint8Array(0)) : joinedBytes(present) };
}

/** The `xop:Include` elements in elements. They are placeholders for the content of attachments. */
export function includesIn({ text }: XmlDocument, roots: readonly XmlElement[]): readonly XmlElement[] {
  const isPossible = roots.some(({ start, end }) => text.slice(start, end).includes("Include"));
  if (!isPossible) return [];
  return [...elementsIn(roots)].filter((one) => one.local === "Include" && one.namespace === xopNamespace);
}

/** The result of STR-Transform for a SecurityTokenReference (WS-Security 1.1 section 8.3). */
function tokenForm(message: SignedMessage, [reference]: readonly XmlElement[], method: C14nMethod): SignedBytes {
  const token = reference && tokenOf(message, reference);
  if (!token) return { why: l10n.t("the token of the SecurityTokenReference isn't in the message.") };
  const form = canonicalBytes(message.document, token, method);
  if (!form) return { why: tooLong() };
  // Adds xmlns="" if the default namespace isn't declared.
  const text = new TextDecoder().decode(form);
  const name = /^<[^\s>]+/.exec(text)?.[0] ?? "";
  const isDeclared = /^[^>]*? xmlns="/.test(text);
  return isDeclared
    ? { bytes: form }
    : { bytes: new TextEncoder().encode(`${name} xmlns=""${text.slice(name.length)}`) };
}

export function tokenOf({ document }: SignedMessage, reference: XmlElement): XmlElement | undefined {
  if (reference.namespace !== securityNamespace || reference.local !== "SecurityTokenReference") return undefined;
  for (const child of childElements(reference)) {
    if (child.namespace !== securityNamespace) continue;
    const value = (name: string) => textOfAttribute(document, child, name);
    if (child.local === "Reference" && value("URI").startsWith("#"))
      return elementWithId(document, value("URI").slice(1));
    if (child.local === "Embedded") return childElements(child)[0];
    // A KeyIdentifier of a certificate doesn't contain the id of an element.
    if (child.local === "KeyIdentifier" && !Object.values<string>(valueTypes).includes(value("ValueType")))
      return elementWithId(document, textContent(document, child).trim());
  }
  return undefined;
}
