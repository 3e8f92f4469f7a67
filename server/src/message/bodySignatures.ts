import type { MediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import { isSignature, readSignatureOptions, type SignatureOptions } from "../security/signatureOptions.ts";
import { type Planned, planSignature } from "../security/signaturePlan.ts";
import { type Reference, references } from "../text/references.ts";
import type { Resolved } from "../text/resolved.ts";
import type { Slot, SlottedText } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import type { FoundKey } from "../variables/foundKey.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { Scope } from "./scope.ts";

/** A `{{$signature …}}` in a body. */
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
  /** The start of the element in the text with all variables replaced. */
  readonly start: number;
}

export interface BodySignatures {
  readonly all: readonly BodySignature[];
  /** The XML of the message in the text with all variables replaced. */
  readonly xml: Span;
}

export const noSignatures: BodySignatures = { all: [], xml: { start: 0, end: 0 } };

type Insert = (name: string, start: number) => SlottedText | undefined;

/**
 * Replaces the references in a text, first those that aren't signatures: what a signature is depends on all others.
 * @param insert the same for a reference each time
 * @param replace replaces the references with the values that a function returns
 * @param mediaType of the body
 */
export function replaceWithSignatures(
  text: string,
  span: Span,
  scope: Scope,
  mediaType: MediaType | undefined,
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
  const document = parsedXml(unsigned.text, mediaType);
  const all = [...places.values()];
  const planned = found.map((reference, index) => {
    const at = places.get(index) ?? { start: 0, end: 0 };
    const options = readSignatureOptions(reference.name);
    const key = options.key && scope.keys.find(options.key.text);
    const info = key?.kind === "key" ? key.info : undefined;
    const plan = planSignature({ document, at, all }, options, info);
    return { reference, options, key, document, place: at, planned: unsigned, ...plan };
  });
  const resolved = marked((index) => {
    const { key, plan } = planned[index] ?? {};
    return key?.kind === "unneeded" ? "" : plan?.text;
  });
  const starts = marksIn(resolved);
  const placed = planned.map((one, index) => ({ ...one, start: starts.get(index)?.start ?? 0 }));
  const slots = resolved.slots.filter(({ value }) => value > firstMark);
  return { resolved: { ...resolved, slots }, signatures: { all: placed, xml: xmlSpan(resolved.text, mediaType) } };
}

/** The value of the slot of the first signature; those of the others are smaller. */
const firstMark = -1000;

function marksIn({ slots }: Resolved): ReadonlyMap<number, Span> {
  return new Map(slots.flatMap((slot) => (slot.value <= firstMark ? [[firstMark - slot.value, slot]] : [])));
}

function parsedXml(text: string, mediaType: MediaType | undefined) {
  const { start, end } = xmlSpan(text, mediaType);
  return parseXml(text, start, end, { variables: true });
}

function xmlSpan(text: string, mediaType: MediaType | undefined): Span {
  const whole = { start: 0, end: text.length };
  if (!mediaType?.essence.startsWith("multipart/")) return whole;
  return parseMultipart(text, whole, mediaType).root?.body ?? whole;
}
