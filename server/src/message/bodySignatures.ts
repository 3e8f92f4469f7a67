import type { MediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import type { Attachment } from "../security/attachments.ts";
import {
  type OpenSignature,
  type SignatureForms,
  type SignedText,
  type SigningContext,
  signedTexts,
} from "../security/sign.ts";
import { isSignature, readSignatureOptions, type SignatureOptions } from "../security/signatureOptions.ts";
import { type Planned, planSignature } from "../security/signaturePlan.ts";
import { longestCanonicalized } from "../text/limits.ts";
import { lazily } from "../text/memoized.ts";
import { type Reference, references } from "../text/references.ts";
import type { Resolved } from "../text/resolved.ts";
import type { Slot, SlottedText } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import type { FoundKey } from "../variables/foundKey.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { Scope } from "./scope.ts";

/** A `{{$signature …}}` in a body or a document. */
export interface BodySignature extends Planned {
  /** Its place in the text with variables. */
  readonly reference: Reference;
  readonly options: SignatureOptions;
  /** `undefined` if no key is named. */
  readonly key: FoundKey | undefined;
  /** Spans in this text: that with the placeholder, and with all other variables replaced. */
  readonly planned: Resolved;
  readonly document: XmlDocument;
  /** Its place in the document. */
  readonly place: Span;
  /** The signatures of the text that it covers, by their index. */
  readonly covers: readonly number[];
  /** Why its value can't be computed: a sentence. */
  readonly failure: string | undefined;
  /** What it is computed of, in a check with samples; `undefined` if it isn't known. */
  readonly forms: () => SignatureForms | undefined;
  /** Whether it has its value, which it gets when sending. */
  readonly isDone: boolean;
}

export interface BodySignatures {
  readonly all: readonly BodySignature[];
  /** Whether all have their values. */
  readonly areDone: boolean;
}

export const noSignatures: BodySignatures = { all: [], areDone: true };

type Insert = (name: string, start: number) => SlottedText | undefined;

/** A body or a document in which signatures may be. */
export interface SignableText {
  readonly text: string;
  readonly span: Span;
  readonly scope: Scope;
  readonly mediaType: MediaType | undefined;
  /** Whether the values of the signatures are wanted, too. */
  readonly signs: boolean;
  /** The parts of a multipart body in a text with values, by their Content-ID. */
  readonly attachmentsIn: (text: string) => ReadonlyMap<string, Attachment>;
}

/**
 * Replaces the references in a text, first those that aren't signatures: what a signature is depends on all others.
 * The slots of the result also mark the signatures.
 * @param insert the same for a reference each time
 * @param replace replaces the references with the values that a function returns
 */
export function replaceWithSignatures(
  { text, span, scope, mediaType, signs, attachmentsIn }: SignableText,
  insert: Insert,
  replace: (insert: Insert) => Resolved,
): { readonly resolved: Resolved; readonly signatures: BodySignatures } {
  const found = references(text, span.start, span.end).filter(({ name }) => isSignature(name));
  if (found.length === 0) return { resolved: replace(insert), signatures: noSignatures };
  const byStart = new Map(found.map((one, index) => [one.start, { index, one }]));
  const marked = (write: (index: number, one: Reference) => string | undefined) =>
    replace((name, start) => {
      const { index, one } = byStart.get(start) ?? {};
      if (index === undefined || !one) return insert(name, start);
      const written = write(index, one);
      const slot: Slot = { start: 0, end: written?.length ?? 0, value: firstMark - index, escape: "none" };
      return written === undefined ? undefined : { text: written, slots: [slot] };
    });
  const unsigned = marked((_, one) => text.slice(one.start, one.end));
  const places = marksIn(unsigned);
  const { xml, isXop } = xmlIn(unsigned.text, mediaType);
  const document = scope.parse(unsigned.text, xml.start, xml.end, { variables: true });
  const typed = found.map((reference, index) => {
    const at = places.get(index) ?? { start: 0, end: 0 };
    return { reference, at, options: readSignatureOptions(reference.name) };
  });
  const context = {
    document,
    isXop,
    all: typed.map(({ at }) => at),
    attachments: attachmentsIn(unsigned.text),
    signatures: typed.map(({ at, options }) => ({ at, id: options.id })),
    time: (scope.isForSending ? scope.now : undefined) ?? new Date(0),
  };
  let count = 0;
  const planned = typed.map(({ reference, at, options }, index) => {
    const key = options.key && scope.keys.find(options.key.text);
    const info = key?.kind === "key" ? key.info : undefined;
    const plan = planSignature({ ...context, at, index, references: count }, options, info);
    count += plan.references;
    const covers = [...new Set(plan.parts.flatMap(({ signatures }) => signatures))];
    return { reference, options, key, document, place: at, planned: unsigned, covers, ...plan };
  });
  const resolved = marked((index) => {
    const { key, plan } = planned[index] ?? {};
    return key?.kind === "unneeded" ? "" : plan?.text;
  });
  const starts = marksIn(resolved);
  const open = planned.flatMap(({ plan, covers }, index): readonly OpenSignature[] => {
    const { start } = starts.get(index) ?? {};
    return plan && start !== undefined ? [{ plan, start, covers }] : [];
  });
  const { operation, canonicalized, parse } = scope;
  const isKnown = resolved.known && open.length === planned.length;
  const isReady = signs && operation !== undefined && isKnown;
  const sign = (how: Pick<SigningContext, "operation" | "canonicalized">) => {
    const { xml } = xmlIn(resolved.text, mediaType);
    const attachments = attachmentsIn(resolved.text);
    return signedTexts({ text: resolved.text, xml, attachments, parse, ...how }, open);
  };
  const signed = isReady ? sign({ operation, canonicalized }) : [];
  const samples = lazily(() =>
    isKnown ? sign({ operation: () => undefined, canonicalized: { left: longestCanonicalized } }) : [],
  );
  const textOf = (one: SignedText | undefined) => (one && "text" in one ? one.text : undefined);
  const last = isReady ? marked((index) => textOf(signed[index]) ?? planned[index]?.plan?.text) : resolved;
  const all = planned.map((signature, index) => {
    const result = signed[index];
    const failure = result && "why" in result ? result.why : undefined;
    const isDone = signature.key?.kind === "unneeded" || (result !== undefined && "text" in result && result.isDone);
    const { plan, reference } = signature;
    if (plan && result?.forms)
      scope.onExplained?.({ kind: "signature", reference, text, plan, forms: result.forms, why: failure });
    return { ...signature, failure, isDone, forms: () => (isReady ? result : samples()[index])?.forms };
  });
  return { resolved: last, signatures: { all, areDone: all.every(({ isDone }) => isDone) } };
}

/** The value of the slot of the first signature; those of the others are smaller. */
export const firstMark = -1_000_000;

function marksIn({ slots }: Resolved): ReadonlyMap<number, Span> {
  return new Map(slots.flatMap((slot) => (slot.value <= firstMark ? [[firstMark - slot.value, slot]] : [])));
}

/** The XML of the message in a text, and whether its binary data may be in other parts. */
export function xmlIn(text: string, mediaType: MediaType | undefined): { readonly xml: Span; readonly isXop: boolean } {
  const whole = { start: 0, end: text.length };
  if (!mediaType?.essence.startsWith("multipart/")) return { xml: whole, isXop: false };
  const { root } = parseMultipart(text, whole, mediaType);
  return { xml: root?.body ?? whole, isXop: root?.contentType?.mediaType.essence === "application/xop+xml" };
}
