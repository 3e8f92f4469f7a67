import { bodyKind, kindSample } from "../http/bodyKind.ts";
import { type Multipart, parseMultipart } from "../http/multipart.ts";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import type { Charset } from "../text/charset.ts";
import { type MappedText, type ReplacedValue, type TextSource, withValues } from "../text/fileBody.ts";
import { afterBreak } from "../text/lines.ts";
import { referenceAt, references } from "../text/references.ts";
import { resolve } from "../text/resolved.ts";
import { countValue, type Slot, type SlottedText } from "../text/slots.ts";
import { compareSpans, contains, type Span } from "../text/span.ts";
import type { ComputedValue, Markup } from "../variables/value.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { editedOffset } from "./bodyEncryptions.ts";
import type { BodyFile, BodyFileText } from "./bodyFile.ts";
import { type BodySignatures, firstMark, noSignatures, replaceWithSignatures, xmlIn } from "./bodySignatures.ts";
import type { ByteValue, Inserted } from "./fileParts.ts";
import { insertIntoBody, insertIntoHead, insertMarkup, misplacedMarkup, type RefusedValue } from "./insertedValue.ts";
import { attachmentsIn } from "./messageAttachments.ts";
import type { MessageHead } from "./messageHead.ts";
import { findOwnValues, ownMark, ownPath, sampledMark, unknownMark } from "./ownValues.ts";
import type { VariableValue } from "./scope.ts";
import { placedValue } from "./tokenValues.ts";

/** A content coding of HTTP (RFC 9110 section 8.4.1). */
export type Compression = "gzip" | "deflate";

/**
 * A body with its variables replaced: `source[start, end)`. Its canonical end is before the line breaks at the end, which editors
 * and separators add. Line breaks after it belong to the body only if Content-Length includes them. In a chunked body, the first
 * two belong to the last chunk. Offsets are UTF-16 offsets in `source`, which is the segment's text if the body contains no
 * variable.
 */
export interface BodyText {
  readonly source: string;
  readonly start: number;
  readonly canonicalEnd: number;
  readonly end: number;
  /** False if the value of a variable is unknown, so that bytes can't be counted. */
  readonly known: boolean;
  /** Whether a value is a sample with the same length as the value that is sent. */
  readonly isSampled: boolean;
  /** The typed span in the segment's text for a span of `source`. */
  at(span: Span): Span;
  /** Bytes from offset `base` in `source` on, if the file stores the body differently than its charset encodes it. */
  readonly file?: { readonly map: MappedText; readonly base: number };
  readonly files: readonly InsertedFile[];
  readonly refused: readonly RefusedValue[];
  readonly beforeEncryption?: Pick<BodyText, "source" | "start" | "slots" | "files"> | undefined;
  readonly slots: readonly Slot[];
  readonly sources: readonly SecretSource[];
  readonly signatures: BodySignatures;
  /** The values of `{{$this.PATH}}` before the first step, by the typed offset of the reference. */
  readonly own: ReadonlyMap<number, ComputedValue>;
}

export interface InsertedFile extends Span {
  readonly bytes: Uint8Array;
}

interface BodySource extends MessageHead {
  readonly compression: Compression | undefined;
  readonly source: TextSource;
  readonly charset: { readonly charset: Charset | undefined };
  readonly multipart: Multipart | undefined;
  readonly xml: XmlDocument | undefined;
  readonly bodyFile: BodyFile | undefined;
  readonly bodyFileText: BodyFileText | undefined;
  readonly byteValues: readonly ByteValue[];
  readonly inserted: readonly Inserted[];
}

export function readBodyText(message: BodySource): BodyText | undefined {
  const { syntax, text } = message;
  if (!syntax.body) return undefined;
  if (message.bodyFile) return replacedFile(message);
  const { start, end } = syntax.body;
  const file = message.source.body;
  const first = text.indexOf("{{", start);
  if (first < 0 || references(text, first, end).length === 0) {
    const known = areKnown(message.inserted);
    const files = filesIn(message.inserted, (at) => at);
    const plain = {
      source: text,
      ...ends(message, text, start, end),
      known,
      isSampled: false,
      files,
      refused: [],
      slots: [],
      sources: [],
    };
    const unsigned = { ...plain, signatures: noSignatures, own: new Map<number, ComputedValue>() };
    return { ...unsigned, at: (span) => span, ...(file ? { file: { map: file, base: start } } : {}) };
  }
  const { values, inSource, inPlain, plain, ciphertexts, ...body } = replaceVariables(
    message,
    text,
    syntax.body,
    () => message.xml,
    message.multipart,
  );
  // The encrypted parts are text.
  const isEncrypted = body.signatures.encryptions.length > 0;
  const map =
    file && !isEncrypted && message.charset.charset && withValues(file, start, values, message.charset.charset);
  const known = body.known && areKnown(message.inserted);
  const files = withCiphertexts(filesIn(message.inserted, inSource), body.source, message, ciphertexts);
  const { length } = body.source;
  return {
    ...body,
    known,
    files,
    ...(plain === undefined ? {} : { beforeEncryption: plainBody(plain, filesIn(message.inserted, inPlain)) }),
    ...ends(message, body.source, 0, length),
    ...(map ? { file: { map, base: 0 } } : {}),
  };
}

function areKnown(inserted: readonly Inserted[]): boolean {
  return inserted.every(({ bytes }) => bytes !== undefined);
}

/** @param inSource converts an offset in the typed text to an offset in the body's source */
function filesIn(inserted: readonly Inserted[], inSource: (typed: number) => number): readonly InsertedFile[] {
  return inserted.flatMap(({ content, bytes }) => {
    return bytes ? [{ start: inSource(content.start), end: inSource(content.end), bytes }] : [];
  });
}

function plainBody(source: string, files: readonly InsertedFile[]): BodyText["beforeEncryption"] {
  return { source, start: 0, slots: [], files };
}

/** @param ciphertexts the encrypted parts by Content-ID */
function withCiphertexts(
  files: readonly InsertedFile[],
  source: string,
  { contentType }: MessageHead,
  ciphertexts: ReadonlyMap<string, Uint8Array>,
): readonly InsertedFile[] {
  if (ciphertexts.size === 0 || !contentType) return files;
  const { parts } = parseMultipart(source, { start: 0, end: source.length }, contentType.mediaType);
  const encrypted = parts.flatMap(({ body, contentId }): readonly InsertedFile[] => {
    const bytes = contentId && ciphertexts.get(contentId.id);
    return body && bytes ? [{ ...body, bytes }] : [];
  });
  const others = files.filter((file) => !encrypted.some((one) => contains(one, file)));
  return [...others, ...encrypted].sort(compareSpans);
}

/** The text of a body file, with all of its line breaks. Findings about it are shown at its path. */
function replacedFile(message: BodySource): BodyText | undefined {
  const { bodyFile, bodyFileText, contentType } = message;
  if (!bodyFile?.replaced || !bodyFileText) return undefined;
  const { text, xml } = bodyFileText;
  const at = { start: bodyFile.start, end: bodyFile.end };
  const span = { start: 0, end: text.length };
  const type = contentType?.mediaType;
  const multipart = type?.essence.startsWith("multipart/") ? parseMultipart(text, span, type) : undefined;
  const { values, inSource, inPlain, plain, ciphertexts, ...body } = replaceVariables(
    message,
    text,
    span,
    () => xml,
    multipart,
  );
  const end = body.source.length;
  const refused = body.refused.map((one) => ({ ...one, ...at }));
  const files = withCiphertexts([], body.source, message, ciphertexts);
  const beforeEncryption = plain === undefined ? undefined : plainBody(plain, []);
  return { ...body, start: 0, canonicalEnd: end, end, at: () => at, files, refused, beforeEncryption };
}

type XmlOf = () => XmlDocument | undefined;

/** Returns the XML at an offset of a body, called in the order of the text; `undefined` for parts of another type. */
function xmlPlaces(text: string, span: Span, xmlOf: XmlOf, type: string, multipart?: Multipart) {
  const isXml = ({ start, end }: Span, essence: string) => {
    const beginning = text.slice(start, Math.min(end, start + kindSample));
    const isUndeclared = essence === "" && /^\s*</.test(beginning);
    return isUndeclared || bodyKind(essence, beginning) === "xml";
  };
  if (!multipart) {
    const isAll = isXml(span, type);
    return () => (isAll ? xmlOf() : undefined);
  }
  let next = 0;
  let inPart: XmlDocument | undefined;
  return (at: number): XmlDocument | undefined => {
    while (next < multipart.parts.length && (multipart.parts[next]?.start ?? 0) <= at) {
      const { body, contentType } = multipart.parts[next++] ?? {};
      const isXmlPart = body && isXml(body, contentType?.mediaType.essence ?? "");
      inPart = undefined;
      if (isXmlPart && body.end > at) {
        const xml = body === multipart.root?.body ? xmlOf() : undefined;
        inPart = xml ?? parseXml(text, body.start, body.end, { variables: true });
      }
    }
    return inPart;
  };
}

function replaceVariables(
  message: BodySource,
  text: string,
  span: Span,
  xmlOf: XmlOf,
  multipart: Multipart | undefined,
) {
  const { scope, contentType, byteValues } = message;
  const mediaType = contentType?.mediaType;
  const xmlAt = xmlPlaces(text, span, xmlOf, mediaType?.essence ?? "", multipart);
  const heads = multipart?.parts.flatMap(({ headerLines }) => headerLines) ?? [];
  const refused: RefusedValue[] = [];
  const sources: SecretSource[] = [];
  const inserted = new Map<number, SlottedText | undefined>();
  let head = 0;
  let isSampled = false;
  const placed = new Map<number, VariableValue>();
  // Each reference has one value, even if it is used twice, such as a Nonce that is also part of a digest.
  const own = new Map<number, ComputedValue>();
  const valueAt = (name: string, start: number): VariableValue => {
    const value = placed.get(start) ?? placedValue(scope, xmlOf, name, start, valueAt, () => own.get(start));
    placed.set(start, value);
    return value;
  };
  const atPlace = (isInHead: boolean, start: number, written: SlottedText, markup: Markup | undefined) => {
    if (markup) return isInHead ? misplacedMarkup() : insertMarkup(xmlAt(start), start, written, markup);
    return isInHead ? insertIntoHead(written) : insertIntoBody(xmlAt(start), start, written);
  };
  const insertAt = (name: string, start: number): SlottedText | undefined => {
    if (scope.isText(name)) return { text: `{{${name}` };
    const whole = byteValues.find((one) => one.start === start);
    if (whole) {
      isSampled ||= whole.isSampled;
      sources.push(...(whole.value.sources ?? []));
      return { text: whole.shown };
    }
    const value = valueAt(name, start);
    const sample = value.kind === "atSending" ? value.sample : undefined;
    const written = value.kind === "text" ? value : sample === undefined ? undefined : { text: sample };
    const markup = "markup" in value ? value.markup : undefined;
    if (!written && !markup) return undefined;
    isSampled ||= value.kind === "atSending";
    // Both references and part headers are in the order of the text.
    while ((heads[head]?.end ?? Number.POSITIVE_INFINITY) <= start) head++;
    const inHead = (heads[head]?.start ?? Number.POSITIVE_INFINITY) <= start;
    const text = atPlace(inHead, start, written ?? { text: "" }, markup);
    if (value.kind === "text") sources.push(...(value.sources ?? []));
    if ("text" in text) return written && text;
    refused.push({ name, start, end: referenceEnd(start), ...text });
    return undefined;
  };
  const insert = (name: string, start: number) => {
    if (!inserted.has(start)) inserted.set(start, insertAt(name, start));
    return inserted.get(start);
  };
  const referenceEnd = (start: number) => referenceAt(text, start)?.end ?? start;
  let values: ReplacedValue[] = [];
  let replaced: { readonly end: number; readonly longer: number }[] = [];
  const replace = (filled: typeof insert) => {
    [values, replaced] = [[], []];
    return resolve(text, span, (name, start) => {
      const value = filled(name, start);
      if (!value) return undefined;
      const end = referenceEnd(start);
      replaced.push({ end, longer: value.text.length - (end - start) });
      for (const part of partsOf(value))
        values.push({ start: values.at(-1)?.end === end ? end : start, end, text: part });
      return value;
    });
  };
  const made = new Map<string, Uint8Array>();
  const { randomBytes } = scope;
  const random =
    randomBytes &&
    ((purpose: string, size: number) => {
      const bytes = made.get(purpose) ?? randomBytes(size, purpose);
      made.set(purpose, bytes);
      return bytes;
    });
  const render = (insertOne: typeof insert, signs: boolean, encrypts = false) => {
    const inParts = (resolved: string) => attachmentsIn(message, resolved);
    const how = { text, span, scope, mediaType, signs, encrypts, random, attachmentsIn: inParts };
    return replaceWithSignatures(how, insertOne, replace);
  };
  const places = references(text, span.start, span.end).filter(({ name }) => ownPath(name) !== undefined);
  findOwnValues({ places, scope, sources }, own, (signs) => {
    const indexes = new Map(places.map(({ start }, index) => [start, index]));
    const marked = (name: string, start: number): SlottedText => {
      const index = indexes.get(start);
      const isOpen = index !== undefined && !own.has(start);
      const value = isOpen ? { text: "" } : insert(name, start);
      const written = value?.text ?? text.slice(start, referenceEnd(start));
      const mark = (value: number): Slot => ({ start: 0, end: written.length, value, escape: "none" });
      const isLater = !isOpen && placed.get(start)?.kind === "atSending";
      const marks = value === undefined ? [mark(unknownMark)] : isLater ? [mark(sampledMark)] : [];
      return { text: written, slots: [...(index === undefined ? [] : [mark(ownMark - index)]), ...marks] };
    };
    const { resolved, signatures } = render(marked, signs);
    const signature = ({ value }: Slot) => {
      if (value > firstMark) return undefined;
      const signature = signatures.all[firstMark - value];
      return signature && (signature.isDone ? "done" : "open");
    };
    const { slots } = resolved;
    return { text: resolved.text, xml: xmlIn(resolved.text, mediaType).xml, slots, signature };
  });
  const { resolved, signatures, edits, attachments, plain } = render(insert, true, true);
  isSampled ||= !signatures.areDone;
  const { text: source, known, at } = resolved;
  const slots = resolved.slots.filter(({ value }) => value >= countValue);
  const inPlain = (typed: number) => {
    let offset = typed - span.start;
    for (const { end, longer } of replaced) if (end <= typed) offset += longer;
    return offset;
  };
  const inSource = (typed: number) => editedOffset(edits, inPlain(typed));
  const facts = { known, isSampled, refused, values, slots, sources, signatures, own };
  return { source, ...facts, at, inSource, inPlain, plain, ciphertexts: attachments };
}

/** The texts of the slots, and the texts between them. */
function partsOf({ text, slots = [] }: SlottedText): readonly string[] {
  const edges = [0, ...slots.flatMap(({ start, end }) => [start, end]), text.length];
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
}

function ends({ isInChunks, compression }: BodySource, source: string, start: number, end: number) {
  let canonicalEnd = end;
  while (canonicalEnd > start && /[\r\n]/.test(source.charAt(canonicalEnd - 1))) canonicalEnd--;
  // The first line break ends the last chunk or the last trailer field, the second ends the trailer section (RFC 9112 section
  // 7.1).
  if (isInChunks) canonicalEnd = afterBreak(source, afterBreak(source, canonicalEnd, end), end);
  // A compressed body can't include line breaks after its canonical end.
  return { start, canonicalEnd, end: compression ? canonicalEnd : end };
}
