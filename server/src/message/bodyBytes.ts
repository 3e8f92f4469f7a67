import { joinedBytes } from "../text/bytes.ts";
import type { Charset } from "../text/charset.ts";
import { encodePart } from "../text/fileBody.ts";
import { afterBreak } from "../text/lines.ts";
import type { Slot } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import type { BodyText, InsertedFile } from "./body.ts";
import type { MessageHead } from "./messageHead.ts";

export function byteSlots(body: SourceOfBytes, charset: Charset): readonly Slot[] {
  let [at, bytes] = [body.start, markLength(body, charset)];
  const to = (offset: number) => {
    for (const piece of pieces(body, at, offset)) bytes += pieceBytes(body, charset, piece).length;
    at = offset;
    return bytes;
  };
  return body.slots.map((slot) => ({ ...slot, start: to(slot.start), end: to(slot.end) }));
}

type SourceOfBytes = Pick<BodyText, "file" | "source" | "start" | "slots" | "files">;

/** The spans of text in a part of the source, and the files between them. */
function* pieces({ files }: Pick<BodyText, "files">, start: number, end: number): Iterable<Span | InsertedFile> {
  let at = start;
  for (const file of files) {
    if (file.start < at || file.end > end) continue;
    yield { start: at, end: file.start };
    yield file;
    at = file.end;
  }
  yield { start: at, end };
}

/** The bytes of a text or a file, without a byte order mark. */
function pieceBytes({ file, source }: SourceOfBytes, charset: Charset, piece: Span | InsertedFile): Uint8Array {
  if ("bytes" in piece) return piece.bytes;
  const { start, end } = piece;
  return file
    ? file.map.bytes.subarray(byteAt(file, start), byteAt(file, end))
    : encodePart(source.slice(start, end), charset);
}

/** Number of bytes of the byte order mark. A body that consists only of bytes has none. */
function markLength({ file, files, start }: SourceOfBytes, charset: Charset): number {
  return file || files[0]?.start === start ? 0 : charset.byteLength("a") - encodePart("a", charset).length;
}

export function canonicalLength(body: BodyText, charset: Charset): number {
  const { file, files, source, start, canonicalEnd } = body;
  if (files.length > 0) {
    let length = markLength(body, charset);
    for (const piece of pieces(body, start, canonicalEnd)) length += pieceBytes(body, charset, piece).length;
    return length;
  }
  return file ? byteAt(file, canonicalEnd) - byteAt(file, start) : charset.byteLength(source, start, canonicalEnd);
}

/** The bytes up to an offset in `source`. */
export function bytesUpTo(body: SourceOfBytes, charset: Charset, end: number): Uint8Array {
  const { file, files, source, start } = body;
  if (files.length > 0) {
    const [first, ...others] = pieces(body, start, end);
    const hasText = first && markLength(body, charset) + first.end - first.start > 0;
    const before = hasText ? bytesUpTo({ ...body, files: [] }, charset, first.end) : new Uint8Array(0);
    return joinedBytes([before, ...others.map((piece) => pieceBytes(body, charset, piece))]);
  }
  if (!file) return charset.encode(source.slice(start, end));
  return file.map.bytes.subarray(byteAt(file, start), byteAt(file, end));
}

/** Characters that the charset doesn't contain. If the body is stored as bytes, only inserted values are checked. */
export function unencodable(body: BodyText, charset: Charset, max?: number): readonly Span[] {
  const { source, start, canonicalEnd, files } = body;
  const texts = body.file ? (body.file.map.values ?? []) : [...pieces(body, start, canonicalEnd)];
  const isPath = (span: Span) => files.some((one) => one.start <= span.start && span.end <= one.end);
  return texts.filter((one) => !isPath(one)).flatMap((one) => charset.unencodable(source, one.start, one.end, max));
}

function byteAt({ map, base }: NonNullable<BodyText["file"]>, at: number): number {
  return map.offsets[at - base] ?? map.bytes.length;
}

/** Offset after `declared` bytes; `undefined` unless it is the canonical end, or the end of a line break after it. */
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

/** The end of the sent text in the body's source. It includes the line breaks after the body that Content-Length includes. */
export function sentEnd(head: MessageHead, body: BodyText, charset: Charset, canonical: number): number {
  const declared = head.field("content-length")?.value.text ?? "";
  if (!/^\d{1,16}$/.test(declared)) return body.canonicalEnd;
  return acceptedEnd(body, charset, Number(declared), canonical) ?? body.canonicalEnd;
}

/** The canonical length with other line endings, and the number of line breaks after the canonical end. */
export function lengthWith(body: BodyText, charset: Charset, canonical: number, lineEnds: "\n" | "\r\n") {
  const unit = breakUnit(charset);
  const part = body.source.slice(body.start, body.canonicalEnd);
  const after = body.source.slice(body.canonicalEnd, body.end);
  const length = lineEnds === "\n" ? canonical - pairsIn(part) * unit : canonical + singlesIn(part) * unit;
  return { length, perBreak: lineEnds.length * unit, trailing: pairsIn(after) + singlesIn(after) };
}

function pairsIn(text: string): number {
  return count(text, "\r\n");
}

/** The number of CR and LF characters that aren't part of CRLF. */
function singlesIn(text: string): number {
  return count(text, "\n") + count(text, "\r") - 2 * pairsIn(text);
}

function count(text: string, string: string): number {
  let count = 0;
  for (let at = text.indexOf(string); at >= 0; at = text.indexOf(string, at + string.length)) count++;
  return count;
}

/** Number of bytes of one line break character, without the byte order mark. */
function breakUnit(charset: Charset): number {
  return charset.byteLength("\n\n") - charset.byteLength("\n");
}
