import * as l10n from "@vscode/l10n";
import type { KeyOperation, KeyResult } from "../protocol/protocol.ts";
import { toBase64 } from "../text/base64.ts";
import { longestCanonicalized } from "../text/limits.ts";
import { memoized } from "../text/memoized.ts";
import type { Span } from "../text/span.ts";
import type { parseXml } from "../xml/parser.ts";
import { elementAt, elementsIn } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { digested } from "./algorithms.ts";
import type { Attachment } from "./attachments.ts";
import { canonicalBytes } from "./c14n.ts";
import { signatureNamespace } from "./names.ts";
import type { SignaturePlan } from "./signaturePlan.ts";
import type { WrittenReference } from "./signatureText.ts";
import { messageOf, signedBytes, targetOf, tooLong } from "./signedBytes.ts";

export interface OpenSignature {
  readonly plan: SignaturePlan;
  readonly start: number;
  /** Indexes of the signatures that this one covers. They are computed before it. */
  readonly covers: readonly number[];
}

/** The text of a signature. `isDone`: whether it contains the signature value. `why`: a sentence about why it can't be computed. */
export type SignedText = ({ readonly text: string; readonly isDone: boolean } | { readonly why: string }) & {
  readonly forms?: SignatureForms;
};

/** The canonical forms that a signature was computed from. */
export interface SignatureForms {
  readonly references: readonly SignedReferenceForm[];
  /** Canonical form of SignedInfo; `undefined` if a reference failed. */
  readonly info: CanonicalForm | undefined;
}

interface SignedReferenceForm extends WrittenReference, CanonicalForm {
  /** Digest of the form in Base64. */
  readonly digest: string;
}

export interface CanonicalForm {
  readonly beginning: Uint8Array;
  /** Length of the whole form in bytes. */
  readonly length: number;
}

/** Maximum length of the shown beginning of a canonical form, in bytes. */
const longestBeginning = 64 * 1024;

function beginningOf(bytes: Uint8Array): CanonicalForm {
  return { beginning: bytes.slice(0, longestBeginning), length: bytes.length };
}

export interface SigningContext {
  readonly text: string;
  readonly xml: Span;
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** Returns the result of an operation that only the host can compute; `undefined` if it isn't computed yet. */
  readonly operation: (operation: KeyOperation) => KeyResult | undefined;
  /** `left`: number of bytes that may still be canonicalized. */
  readonly canonicalized: { left: number };
  readonly parse: typeof parseXml;
}

/**
 * The signatures of a text with their digests and values, in the order of the text. A covered signature is computed
 * before the signature that covers it. A signature that covers one without value is returned as planned.
 */
export function signedTexts(context: SigningContext, signatures: readonly OpenSignature[]): readonly SignedText[] {
  const texts = new Map<number, SignedText>();
  let document: XmlDocument | undefined;
  let inDocument = new Set<number>();
  for (const index of inOrder(signatures)) {
    const signature = signatures[index];
    if (!signature) continue;
    const { plan } = signature;
    const covered = signature.covers.map((one) => texts.get(one));
    if (covered.some((one) => !one || "why" in one || !one.isDone)) {
      texts.set(index, { text: plan.text, isDone: false });
      continue;
    }
    // Signatures are as long as planned, so that offsets in the text don't change.
    if (!document || signature.covers.some((one) => !inDocument.has(one))) {
      const text = withTexts(context.text, signatures, texts);
      document = context.parse(text, context.xml.start, context.xml.end);
      inDocument = new Set(texts.keys());
    }
    texts.set(index, signedText(context, document, signature));
  }
  return signatures.map(({ plan }, index) => texts.get(index) ?? { text: plan.text, isDone: false });
}

export function withTexts(
  text: string,
  signatures: readonly Pick<OpenSignature, "start" | "plan">[],
  texts: ReadonlyMap<number, SignedText>,
): string {
  if (texts.size === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const [index, { start, plan }] of signatures.entries()) {
    const signed = texts.get(index);
    pieces.push(text.slice(at, start), signed && "text" in signed ? signed.text : plan.text);
    at = start + plan.text.length;
  }
  return pieces.join("") + text.slice(at);
}

/** The indexes of the signatures in the order of computing: covered signatures first. Omits signatures that cover each other. */
function inOrder(signatures: readonly Pick<OpenSignature, "covers">[]): readonly number[] {
  const order = new Set<number>();
  const isNext = (index: number) => !order.has(index) && signatures[index]?.covers.every((one) => order.has(one));
  for (let next = [...signatures.keys()]; next.length > 0; ) {
    next = [...signatures.keys()].filter(isNext);
    for (const index of next) order.add(index);
  }
  return [...order];
}

/** The cycles of signatures that cover each other, as indexes. Each signature covers the next one. */
export function coverCycles(signatures: readonly Pick<OpenSignature, "covers">[]): readonly (readonly number[])[] {
  const visited = new Set(inOrder(signatures));
  const open = new Set([...signatures.keys()].filter((index) => !visited.has(index)));
  const cycles: (readonly number[])[] = [];
  for (const start of open) {
    const way: number[] = [];
    let next: number | undefined = start;
    while (next !== undefined && !visited.has(next)) {
      visited.add(next);
      way.push(next);
      next = signatures[next]?.covers.find((one) => open.has(one));
    }
    if (next !== undefined && way.includes(next)) cycles.push(way.slice(way.indexOf(next)));
  }
  return cycles;
}

function signedText(context: SigningContext, document: XmlDocument, { plan, start }: OpenSignature): SignedText {
  const kept = formsOf(document);
  const form = kept.get(start) ?? signedForm(context, document, plan, start);
  kept.set(start, form);
  if ("why" in form) return form;
  const { references, info } = form;
  const forms = { references, info: beginningOf(info) };
  const result = context.operation({ kind: "sign", key: plan.key, algorithm: plan.method, data: info });
  if (result?.kind === "failed") return { why: result.why, forms };
  const value = result && toBase64(result.value);
  const place = plan.places.find(({ kind }) => kind === "value");
  if (value !== undefined && value.length !== (place ? place.end - place.start : 0))
    return { why: l10n.t("The signature of the key {0} has an unexpected length.", plan.key) };
  const digests = references.map(({ digest }) => digest);
  let at = 0;
  let written = "";
  for (const { kind, start: from, end } of plan.places) {
    written +=
      plan.text.slice(at, from) + ((kind === "digest" ? digests.shift() : value) ?? plan.text.slice(from, end));
    at = end;
  }
  return { text: written + plan.text.slice(at), isDone: value !== undefined, forms };
}

/** The references with their digests, and the canonical form of SignedInfo. `why`: a sentence about why a reference failed. */
type SignedForm =
  | { readonly references: readonly SignedReferenceForm[]; readonly info: Uint8Array }
  | { readonly why: string; readonly forms?: SignatureForms };

/** The forms of signatures that were computed in an earlier round, by their start offset. */
const formsOf = memoized((_: XmlDocument) => new Map<number, SignedForm>());

function signedForm(
  { attachments, canonicalized }: SigningContext,
  document: XmlDocument,
  plan: SignaturePlan,
  start: number,
): SignedForm {
  const first = elementAt(document, start);
  const signature = plan.isBare ? first?.parent : first;
  if (!first || !signature) return { why: tooLong() };
  const message = messageOf(document, attachments);
  const references: SignedReferenceForm[] = [];
  for (const { uri, transforms } of plan.references) {
    const target = targetOf(message, uri);
    if (target.kind !== "elements" && target.kind !== "attachment")
      return { why: l10n.t("No element has the id {0}.", uri) };
    // A signature never covers itself, with any transforms.
    const signed = signedBytes(message, target, { uri, transforms, isXop: plan.isXop }, signature, true);
    if ("why" in signed) {
      const why = l10n.t("{0} can't be signed: {1}", uri || "/", signed.why);
      return { why, forms: { references, info: undefined } };
    }
    canonicalized.left -= signed.bytes.length;
    if (canonicalized.left < 0) {
      const most = longestCanonicalized / 1_000_000;
      return { why: l10n.t("All that is canonicalized for one message has at most {0} MB.", most) };
    }
    const digest = toBase64(digested(plan.digest, signed.bytes));
    references.push({ uri, transforms, digest, ...beginningOf(signed.bytes) });
  }
  const digests = references.map(({ digest }) => digest);
  const info = plan.isBare ? first : [...elementsIn(first.markup)].find(({ local }) => local === "SignedInfo");
  const form = info && canonicalBytes(document, info, plan.c14n, digestElements(info, digests));
  return form ? { references, info: form } : { why: tooLong() };
}

/** Replacements for DigestValue elements: their canonical forms with the computed digests. */
function digestElements(info: XmlElement, digests: readonly string[]): ReadonlyMap<XmlElement, string> {
  const digestValues = [...elementsIn(info.markup)].filter(
    ({ local, namespace }) => local === "DigestValue" && namespace === signatureNamespace,
  );
  return new Map(digestValues.map((one, index) => [one, `<${one.name}>${digests[index] ?? ""}</${one.name}>`]));
}
