import { parameter } from "./http/mediaType.ts";
import { type Multipart, parseMultipart } from "./http/multipart.ts";
import type { Message } from "./message.ts";
import type { Charset } from "./text/charset.ts";
import { decodeText } from "./text/decode.ts";
import { type MappedText, type ReplacedValue, withValues } from "./text/fileBody.ts";
import { afterBreak, lineEnd } from "./text/lines.ts";
import { type Reference, references } from "./text/references.ts";
import { resolve } from "./text/resolved.ts";
import type { Span } from "./text/span.ts";
import { parseXml } from "./xml/parser.ts";
import { nodeAt } from "./xml/query.ts";
import type { XmlDocument } from "./xml/tree.ts";

/**
 * A body with its variables replaced: `source[start, end)`. It ends, canonically, before the run of line breaks that
 * editors and separators add (`canonicalEnd`); as many whole line breaks of that run as Content-Length asks for belong
 * to it too. A body in chunks needs the first two: they end its last chunk. Offsets: UTF-16, in `source` (the segment's
 * text where no variable stands in the body).
 */
export interface BodyText {
  readonly source: string;
  readonly start: number;
  readonly canonicalEnd: number;
  readonly end: number;
  /** False where a variable's value is not known, so that nobody can count. */
  readonly known: boolean;
  /** The typed span, in the segment's text, of a span of `source`. */
  at(span: Span): Span;
  /** Where the body is in a file, and the text would give other bytes: those of `source`, whose `base` they begin at. */
  readonly file?: { readonly map: MappedText; readonly base: number };
  /** References whose value can't stand where they do. */
  readonly refused: readonly RefusedValue[];
}

/** A reference whose value is not replaced, since it would change what stands around it. */
export interface RefusedValue extends Span {
  readonly name: string;
  /** The characters that may not stand there. */
  readonly why: string;
  /** `head`: of the request or of a part. `section`: CDATA or a comment. */
  readonly place: "head" | "section" | "xml";
}

export function readBody(message: Message): BodyText | undefined {
  const { request, text } = message;
  if (!request.body) return undefined;
  if (message.bodyFile) return replacedBody(message);
  const { start, end } = request.body;
  const file = message.source.body;
  const first = text.indexOf("{{", start);
  if (first < 0 || references(text, first, end).length === 0) {
    const plain = { source: text, ...ends(message, text, start, end), known: true, refused: [] };
    return { ...plain, at: (span) => span, ...(file ? { file: { map: file, base: start } } : {}) };
  }
  const places = { xml: message.xml, heads: headsOf(message.multipart) };
  const { source, known, at, refused, values } = replaced(message, text, { start, end }, places);
  const map = file && message.charset.charset && withValues(file, start, values, message.charset.charset);
  return {
    ...{ source, known, at, refused, ...ends(message, source, 0, source.length) },
    ...(map ? { file: { map, base: 0 } } : {}),
  };
}

/** A file is what it is: no line break at its end is an editor's. Whatever is said of it stands at its path. */
function replacedBody({ bodyFile, bodyFileText, contentType, scope }: Message): BodyText | undefined {
  if (!bodyFile?.replaced || !bodyFileText) return undefined;
  const { text, xml } = bodyFileText;
  const at = { start: bodyFile.start, end: bodyFile.end };
  const span = { start: 0, end: text.length };
  const type = contentType?.mediaType;
  const heads = type?.essence.startsWith("multipart/") ? headsOf(parseMultipart(text, span, type)) : [];
  const { source, known, refused } = replaced({ scope }, text, span, { xml, heads });
  const end = source.length;
  return {
    ...{ source, start: 0, canonicalEnd: end, end, known },
    at: () => at,
    refused: refused.map((one) => ({ ...one, ...at })),
  };
}

/** What stands in a body, for the places that variables are in. */
interface Places {
  readonly xml: XmlDocument | undefined;
  /** The header lines of parts. */
  readonly heads: readonly Span[];
}

function headsOf(multipart: Multipart | undefined): readonly Span[] {
  return multipart?.parts.flatMap(({ headerLines }) => headerLines) ?? [];
}

function replaced({ scope }: Pick<Message, "scope">, text: string, span: Span, { xml, heads }: Places) {
  const refused: RefusedValue[] = [];
  let head = 0;
  const values: ReplacedValue[] = [];
  const result = resolve(text, span, (name, offset) => {
    const value = scope.lookup(name);
    const written = value.kind === "text" ? value.text : value.kind === "atSending" ? value.sample : undefined;
    if (written === undefined) return undefined;
    // References come in the order of the text, and so do heads.
    while ((heads[head]?.end ?? Number.POSITIVE_INFINITY) <= offset) head++;
    const inHead = (heads[head]?.start ?? Number.POSITIVE_INFINITY) <= offset;
    const escaped = inHead ? writeIntoHead(written) : writeInto(xml, offset, written);
    const end = text.indexOf("}}", offset) + 2;
    if (escaped.ok) {
      values.push({ start: offset, end, text: escaped.text });
      return escaped.text;
    }
    const { why, place } = escaped;
    refused.push({ name, start: offset, end, why, place });
    return undefined;
  });
  return { source: result.text, known: result.known, at: result.at, refused, values };
}

/** Bytes up to the canonical end. */
export function canonicalLength(body: BodyText, charset: Charset): number {
  const { file, source, start, canonicalEnd } = body;
  return file ? byteAt(file, canonicalEnd) - byteAt(file, start) : charset.byteLength(source, start, canonicalEnd);
}

/** The bytes up to an end that the body can have. */
export function bytesUpTo(body: BodyText, charset: Charset, end: number): Uint8Array {
  const { file, source, start } = body;
  return file
    ? file.map.bytes.subarray(byteAt(file, start), byteAt(file, end))
    : charset.encode(source.slice(start, end));
}

/** Characters that no bytes stand for: in a file only those of values that were put in. */
export function unencodable(body: BodyText, charset: Charset, max?: number): readonly Span[] {
  if (!body.file) return charset.unencodable(body.source, body.start, body.canonicalEnd, max);
  return (body.file.map.values ?? []).flatMap(({ start, end }) => charset.unencodable(body.source, start, end, max));
}

function byteAt({ map, base }: NonNullable<BodyText["file"]>, at: number): number {
  return map.offsets[at - base] ?? map.bytes.length;
}

/**
 * The offset up to which `declared` bytes of the body reach, where that is the canonical end or the end of a whole line
 * break after it; else `undefined`.
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

/** The canonical count if all line breaks were `lineEnds`, and how many breaks could follow it. */
export function lengthWith(body: BodyText, charset: Charset, canonical: number, lineEnds: "\n" | "\r\n") {
  const unit = breakUnit(charset);
  let pairs = 0;
  let singles = 0;
  const pattern = /\r\n?|\n/g;
  pattern.lastIndex = body.start;
  let trailing = 0;
  for (let match = pattern.exec(body.source); match && match.index < body.end; match = pattern.exec(body.source)) {
    if (match.index >= body.canonicalEnd) trailing++;
    else if (match[0].length === 2) pairs++;
    else singles++;
  }
  const length = lineEnds === "\n" ? canonical - pairs * unit : canonical + singles * unit;
  return { length, perBreak: lineEnds.length * unit, trailing };
}

/** A line below the request line, in the head or in the body, that has the form of one too. */
export function strayRequestLine({ request, text }: Message): Span | undefined {
  const from = request.line?.end ?? request.body?.start;
  if (from === undefined) return undefined;
  for (let at = text.indexOf(" HTTP/1.", from); at >= 0; at = text.indexOf(" HTTP/1.", at + 1)) {
    const before = Math.max(text.lastIndexOf("\n", at), text.lastIndexOf("\r", at), from - 1) + 1;
    const end = lineEnd(text, at);
    if (isRequestLine(text, { start: before, end })) return { start: before, end };
  }
  return undefined;
}

/** Whether a line has the form of a request line. */
export function isRequestLine(text: string, { start, end }: Span): boolean {
  return end - start < 4000 && /^[A-Z]{3,10} [^\s<>"]+ HTTP\/1\.[01]$/.test(text.slice(start, end));
}

type Written =
  | { readonly ok: true; readonly text: string }
  | ({ readonly ok: false } & Pick<RefusedValue, "why" | "place">);

function writeIntoHead(value: string): Written {
  const why = headBreaker(value);
  return why === undefined ? { ok: true, text: value } : { ok: false, why, place: "head" };
}

/** What a value becomes at a place of a body: escaped in text and attribute values, raw in CDATA and comments. */
function writeInto(xml: XmlDocument | undefined, at: number, value: string): Written {
  if (!xml) return { ok: true, text: value };
  const foreign = notInXml.exec(value)?.[0];
  if (foreign !== undefined) return { ok: false, why: codeOf(foreign), place: "xml" };
  const kind = nodeAt(xml, at)?.kind;
  const ends = kind === "cdata" ? "]]>" : kind === "comment" ? "--" : undefined;
  if (ends !== undefined) {
    return value.includes(ends) ? { ok: false, why: ends, place: "section" } : { ok: true, text: value };
  }
  return { ok: true, text: escapeXml(value, kind === "element") };
}

/** What of a value would begin a line in a head, or hide the rest of one; `undefined` where nothing would. */
export function headBreaker(value: string): string | undefined {
  const found = /[\r\n\0]/.exec(value)?.[0];
  return found === undefined ? undefined : found === "\r" ? "CR" : found === "\n" ? "LF" : "NUL";
}

/** All but the characters of XML 1.0 section 2.2; escaped they are none either. */
const notInXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** `inAttribute`: quotes and line breaks too, which a parser would else end the value at or normalise (XML 3.3.3). */
function escapeXml(value: string, inAttribute: boolean): string {
  return value.replace(inAttribute ? /[&<>"'\t\r\n]/g : /[&<>\r]/g, (character) => {
    return escapes[character] ?? `&#${character.charCodeAt(0)};`;
  });
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function ends(
  message: Message,
  source: string,
  start: number,
  end: number,
): Pick<BodyText, "start" | "canonicalEnd" | "end"> {
  let canonicalEnd = end;
  while (canonicalEnd > start && isBreak(source.charCodeAt(canonicalEnd - 1))) canonicalEnd--;
  if (message.isInChunks) {
    // RFC 9112 section 7.1: one ends the last chunk or the last trailer field, the other the trailer section.
    canonicalEnd = afterBreak(source, afterBreak(source, canonicalEnd, end), end);
  }
  return { start, canonicalEnd, end };
}

/** Bytes of one character of a line break; a charset's mark doesn't count here. */
function breakUnit(charset: Charset): number {
  return charset.byteLength("\n\n") - charset.byteLength("\n");
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** A body file's text. All spans: UTF-16 offsets in `text`. */
export interface BodyFileText {
  readonly text: string;
  readonly references: readonly Reference[];
  /** Where it is XML, for the places that variables stand in. */
  readonly xml: XmlDocument | undefined;
  /** The encoding that its XML declaration names. */
  readonly declared: string | undefined;
  /** Byte sequences that stand for no character; what they were is lost when the text is encoded again. */
  readonly invalid: number;
}

export function readBodyFile({ bodyFile, contentType }: Message): BodyFileText | undefined {
  if (bodyFile?.file.kind !== "bytes") return undefined;
  return keptText(bodyFile.file.bytes, parameter(contentType?.mediaType, "charset")?.value);
}

/** The text goes with the bytes, so that an edit of the request doesn't read its file anew. */
const keptByBytes = new WeakMap<Uint8Array, { readonly named: string | undefined; readonly text: BodyFileText }>();

function keptText(bytes: Uint8Array, named: string | undefined): BodyFileText {
  const kept = keptByBytes.get(bytes);
  if (kept && kept.named === named) return kept.text;
  const text = understood(bytes, named);
  keptByBytes.set(bytes, { named, text });
  return text;
}

function understood(bytes: Uint8Array, named: string | undefined): BodyFileText {
  const { text, invalid } = decodeText(bytes, named);
  const xml = /^\s*</.test(text) ? parseXml(text, 0, text.length, { variables: true }) : undefined;
  const encoding = xml?.declaration?.encoding;
  return {
    ...{ text, xml, invalid },
    references: references(text),
    declared: encoding && text.slice(encoding.start, encoding.end),
  };
}
