import type { Message } from "./message.ts";
import type { Charset } from "./text/charset.ts";
import { afterBreak, lineEnd } from "./text/lines.ts";
import { references } from "./text/references.ts";
import { resolve } from "./text/resolved.ts";
import type { Span } from "./text/span.ts";
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
  /** References whose value would break the CDATA section or the comment that they stand in. */
  readonly refused: readonly RefusedValue[];
}

export interface RefusedValue extends Span {
  readonly name: string;
  /** The characters that may not stand there. */
  readonly why: string;
}

export function readBody(message: Message): BodyText | undefined {
  const { request, text } = message;
  if (!request.body) return undefined;
  if (message.bodyFile) return replacedBody(message);
  const { start, end } = request.body;
  const first = text.indexOf("{{", start);
  if (first < 0 || references(text, first, end).length === 0) {
    return { source: text, ...ends(message, text, start, end), known: true, at: (span) => span, refused: [] };
  }
  const { source, known, at, refused } = replaced(message, text, { start, end }, message.xml);
  return { source, ...ends(message, source, 0, source.length), known, at, refused };
}

/** A file is what it is: no line break at its end is an editor's. Whatever is said of it stands at its path. */
function replacedBody({ bodyFile, bodyFileText, scope }: Message): BodyText | undefined {
  if (!bodyFile?.replaced || !bodyFileText) return undefined;
  const { text, xml } = bodyFileText;
  const at = { start: bodyFile.start, end: bodyFile.end };
  const { source, known, refused } = replaced({ scope }, text, { start: 0, end: text.length }, xml);
  const end = source.length;
  return {
    ...{ source, start: 0, canonicalEnd: end, end, known },
    at: () => at,
    refused: refused.map(({ name, why }) => ({ name, why, ...at })),
  };
}

function replaced({ scope }: Pick<Message, "scope">, text: string, span: Span, xml: XmlDocument | undefined) {
  const refused: RefusedValue[] = [];
  const result = resolve(text, span, (name, offset) => {
    const value = scope.lookup(name);
    const written = value.kind === "text" ? value.text : value.kind === "atSending" ? value.sample : undefined;
    if (written === undefined) return undefined;
    const escaped = writeInto(xml, offset, written);
    if (escaped.ok) return escaped.text;
    refused.push({ name, start: offset, end: text.indexOf("}}", offset) + 2, why: escaped.why });
    return undefined;
  });
  return { source: result.text, known: result.known, at: result.at, refused };
}

/** Bytes up to the canonical end. */
export function canonicalLength(body: BodyText, charset: Charset): number {
  return charset.byteLength(body.source, body.start, body.canonicalEnd);
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
    left -= (next - at) * unit;
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

/** A line of a body that has the form of a request line. */
export function strayRequestLine({ request: { body }, text }: Message): Span | undefined {
  if (!body) return undefined;
  for (let at = text.indexOf(" HTTP/1.", body.start); at >= 0; at = text.indexOf(" HTTP/1.", at + 1)) {
    const before = Math.max(text.lastIndexOf("\n", at), text.lastIndexOf("\r", at), body.start - 1) + 1;
    const end = lineEnd(text, at);
    if (end - before < 4000 && /^[A-Z]{3,10} [^\s<>"]+ HTTP\/1\.[01]$/.test(text.slice(before, end))) {
      return { start: before, end };
    }
  }
  return undefined;
}

/** What a value becomes at a place of a body: escaped in text and attribute values, raw in CDATA and comments. */
function writeInto(
  xml: XmlDocument | undefined,
  at: number,
  value: string,
): { ok: true; text: string } | { ok: false; why: string } {
  const kind = xml && nodeAt(xml, at)?.kind;
  if (kind === "cdata") return value.includes("]]>") ? { ok: false, why: "]]>" } : { ok: true, text: value };
  if (kind === "comment") return value.includes("--") ? { ok: false, why: "--" } : { ok: true, text: value };
  return { ok: true, text: xml ? escapeXml(value, kind === "element") : value };
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
