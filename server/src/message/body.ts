import { type Multipart, parseMultipart } from "../http/multipart.ts";
import type { Charset } from "../text/charset.ts";
import { encodePart, type MappedText, type ReplacedValue, type TextSource, withValues } from "../text/fileBody.ts";
import { afterBreak } from "../text/lines.ts";
import { referenceAt, references } from "../text/references.ts";
import { resolve } from "../text/resolved.ts";
import type { Slot, SlottedText } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { BodyFile, BodyFileText } from "./bodyFile.ts";
import { insertIntoBody, insertIntoHead, type RefusedValue } from "./insertedValue.ts";
import type { RequestHead } from "./requestHead.ts";
import type { Scope } from "./scope.ts";

/**
 * A body with its variables replaced: `source[start, end)`. Its canonical end is before the line breaks at the end, which
 * editors and separators add; as many of these as Content-Length includes belong to the body too. In a body in chunks,
 * the first two belong to the last chunk. Offsets: UTF-16, in `source`, which is the segment's text if the body contains
 * no variable.
 */
export interface BodyText {
  readonly source: string;
  readonly start: number;
  readonly canonicalEnd: number;
  readonly end: number;
  /** False if a variable's value is unknown, so that bytes can't be counted. */
  readonly known: boolean;
  /** The typed span, in the segment's text, of a span of `source`. */
  at(span: Span): Span;
  /** The bytes of a body in a file if its text would be encoded differently; they begin at `base` in `source`. */
  readonly file?: { readonly map: MappedText; readonly base: number };
  readonly refused: readonly RefusedValue[];
  /** In `source`. */
  readonly slots: readonly Slot[];
}

interface BodySource extends RequestHead {
  readonly source: TextSource;
  readonly charset: { readonly charset: Charset | undefined };
  readonly multipart: Multipart | undefined;
  readonly xml: XmlDocument | undefined;
  readonly bodyFile: BodyFile | undefined;
  readonly bodyFileText: BodyFileText | undefined;
}

export function readBodyText(message: BodySource): BodyText | undefined {
  const { request, text } = message;
  if (!request.body) return undefined;
  if (message.bodyFile) return replacedFile(message);
  const { start, end } = request.body;
  const file = message.source.body;
  const first = text.indexOf("{{", start);
  if (first < 0 || references(text, first, end).length === 0) {
    const plain = { source: text, ...ends(message, text, start, end), known: true, refused: [], slots: [] };
    return { ...plain, at: (span) => span, ...(file ? { file: { map: file, base: start } } : {}) };
  }
  const heads = partHeads(message.multipart);
  const { values, ...body } = replaceVariables(message.scope, text, request.body, message.xml, heads);
  const map = file && message.charset.charset && withValues(file, start, values, message.charset.charset);
  return { ...body, ...ends(message, body.source, 0, body.source.length), ...(map ? { file: { map, base: 0 } } : {}) };
}

/** A body file ends where it ends, with its line breaks. Diagnostics about it are shown at its path. */
function replacedFile({ bodyFile, bodyFileText, contentType, scope }: BodySource): BodyText | undefined {
  if (!bodyFile?.replaced || !bodyFileText) return undefined;
  const { text, xml } = bodyFileText;
  const at = { start: bodyFile.start, end: bodyFile.end };
  const span = { start: 0, end: text.length };
  const type = contentType?.mediaType;
  const heads = type?.essence.startsWith("multipart/") ? partHeads(parseMultipart(text, span, type)) : [];
  const { source, known, refused, slots } = replaceVariables(scope, text, span, xml, heads);
  const end = source.length;
  const moved = refused.map((one) => ({ ...one, ...at }));
  return { source, start: 0, canonicalEnd: end, end, known, at: () => at, refused: moved, slots };
}

function partHeads(multipart: Multipart | undefined): readonly Span[] {
  return multipart?.parts.flatMap(({ headerLines }) => headerLines) ?? [];
}

function replaceVariables(
  scope: Scope,
  text: string,
  span: Span,
  xml: XmlDocument | undefined,
  heads: readonly Span[],
) {
  const refused: RefusedValue[] = [];
  const values: ReplacedValue[] = [];
  let head = 0;
  const {
    text: source,
    known,
    at,
    slots,
  } = resolve(text, span, (name, start) => {
    const value = scope.lookup(name);
    const sample = value.kind === "atSending" ? value.sample : undefined;
    const written = value.kind === "text" ? value : sample === undefined ? undefined : { text: sample };
    if (!written) return undefined;
    // Both references and heads are in the order of the text.
    while ((heads[head]?.end ?? Number.POSITIVE_INFINITY) <= start) head++;
    const inHead = (heads[head]?.start ?? Number.POSITIVE_INFINITY) <= start;
    const inserted = inHead ? insertIntoHead(written) : insertIntoBody(xml, start, written);
    const end = referenceAt(text, start)?.end ?? start;
    if ("text" in inserted) {
      for (const part of partsOf(inserted))
        values.push({ start: values.at(-1)?.end === end ? end : start, end, text: part });
      return inserted;
    }
    refused.push({ name, start, end, ...inserted });
    return undefined;
  });
  return { source, known, at, refused, values, slots };
}

/** The texts of the slots, and those between them. */
function partsOf({ text, slots = [] }: SlottedText): readonly string[] {
  const edges = [0, ...slots.flatMap(({ start, end }) => [start, end]), text.length];
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
}

/** The places of the slots in the bytes. */
export function byteSlots(
  { file, source, start, slots }: Pick<BodyText, "file" | "source" | "start" | "slots">,
  charset: Charset,
): readonly Slot[] {
  if (file) return slots.map((slot) => ({ ...slot, start: byteAt(file, slot.start), end: byteAt(file, slot.end) }));
  // The byte order mark.
  let [at, bytes] = [start, charset.byteLength("a") - encodePart("a", charset).length];
  const to = (offset: number) => {
    bytes += encodePart(source.slice(at, offset), charset).length;
    at = offset;
    return bytes;
  };
  return slots.map((slot) => ({ ...slot, start: to(slot.start), end: to(slot.end) }));
}

export function canonicalLength(body: BodyText, charset: Charset): number {
  const { file, source, start, canonicalEnd } = body;
  return file ? byteAt(file, canonicalEnd) - byteAt(file, start) : charset.byteLength(source, start, canonicalEnd);
}

/** The bytes up to an offset in `source`. */
export function bytesUpTo({ file, source, start }: BodyText, charset: Charset, end: number): Uint8Array {
  if (!file) return charset.encode(source.slice(start, end));
  return file.map.bytes.subarray(byteAt(file, start), byteAt(file, end));
}

/** Characters that the charset doesn't include; in a file, only those of inserted values. */
export function unencodable(body: BodyText, charset: Charset, max?: number): readonly Span[] {
  if (!body.file) return charset.unencodable(body.source, body.start, body.canonicalEnd, max);
  return (body.file.map.values ?? []).flatMap(({ start, end }) => charset.unencodable(body.source, start, end, max));
}

function byteAt({ map, base }: NonNullable<BodyText["file"]>, at: number): number {
  return map.offsets[at - base] ?? map.bytes.length;
}

/**
 * The offset after the first `declared` bytes of the body; `undefined` if it isn't the canonical end or the end of a line
 * break after it.
 */
export function acceptedEnd(body: BodyText, charset: Charset, declared: number, canonical: number): number | undefined {
  const unit = breakUnit(charset);
  let left = declared - canonical;
  let at = body.canonicalEnd;
  while (left > 0 && at < body.end) {
    const next = afterBreak(body.source, at, body.end);
    left -= body.file ? byteAt(body.file, next) - byteAt(body.file, at) : (next - at) * unit;
    at = next;
  }
  return left === 0 ? at : undefined;
}

/** The canonical length with other line endings, and the number of line breaks after the canonical end. */
export function lengthWith(body: BodyText, charset: Charset, canonical: number, lineEnds: "\n" | "\r\n") {
  const unit = breakUnit(charset);
  const part = body.source.slice(body.start, body.canonicalEnd);
  const after = body.source.slice(body.canonicalEnd, body.end);
  const length = lineEnds === "\n" ? canonical - pairsIn(part) * unit : canonical + singlesIn(part) * unit;
  return { length, perBreak: lineEnds.length * unit, trailing: pairsIn(after) + singlesIn(after) };
}

/** The number of CRLF. */
function pairsIn(text: string): number {
  return count(text, "\r\n");
}

/** The number of CR and LF that aren't part of CRLF. */
function singlesIn(text: string): number {
  return count(text, "\n") + count(text, "\r") - 2 * pairsIn(text);
}

function count(text: string, string: string): number {
  let found = 0;
  for (let at = text.indexOf(string); at >= 0; at = text.indexOf(string, at + string.length)) found++;
  return found;
}

function ends({ isInChunks }: RequestHead, source: string, start: number, end: number) {
  let canonicalEnd = end;
  while (canonicalEnd > start && /[\r\n]/.test(source.charAt(canonicalEnd - 1))) canonicalEnd--;
  // RFC 9112 section 7.1: one ends the last chunk or the last trailer field, the other the trailer section.
  if (isInChunks) canonicalEnd = afterBreak(source, afterBreak(source, canonicalEnd, end), end);
  return { start, canonicalEnd, end };
}

/** Bytes of a line break's character, without the charset's byte order mark. */
function breakUnit(charset: Charset): number {
  return charset.byteLength("\n\n") - charset.byteLength("\n");
}
