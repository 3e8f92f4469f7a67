import { isUtf8 } from "node:buffer";
import {
  analyze,
  type Charset,
  type FileBody,
  findCharset,
  isEncodedAs,
  type MessageInfo,
  type MessageKind,
  messagesOf,
  readFileBody,
  utf8,
} from "../../../server/src/service/languageService.ts";

export interface SourceText {
  readonly kind: MessageKind;
  readonly text: string;
  /** Bodies whose bytes differ from their text, by their UTF-16 offsets in the text. */
  readonly bodies: ReadonlyMap<number, FileBody>;
  /** VS Code's name of the encoding; undefined if the file as a whole has none. */
  readonly encoding: string | undefined;
  /** The charset of the text outside of bodies if that isn't UTF-8, and the file as a whole has no encoding. */
  readonly headCharset?: Charset | undefined;
  readonly foreign: ForeignByte | undefined;
}

/** A charset in which each byte is a character, so that a mock service sends the bytes of its file. */
const bytewise = () => findCharset("iso-8859-1")?.charset ?? utf8;
const charsetOfHead = { request: () => utf8, response: bytewise };

/** The first byte that is not UTF-8. Bytes that are invalid in a body's own charset don't count: a rule reports them. */
export interface ForeignByte {
  readonly byte: number;
  /** UTF-16 offset of its character in the text. */
  readonly at: number;
  /** The charset in which the byte was read; undefined if it has no character. */
  readonly readAs: string | undefined;
}

/**
 * Decodes a file, or returns why it can't be decoded. Files in UTF-8, and in UTF-16 with a byte order mark, are text as
 * in an editor, without the mark. In other files, each body is read in its charset and keeps its bytes, unless it is
 * UTF-8; the text between the bodies of a mock service keeps its bytes, too.
 */
export function decodeFile(bytes: Buffer, kind: MessageKind = "request"): SourceText | string {
  try {
    return decode(bytes, kind);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG") {
      return `the file is too large to read (${bytes.length} bytes)`;
    }
    throw error;
  }
}

function decode(bytes: Buffer, kind: MessageKind): SourceText | string {
  const decoded = (text: string, encoding: string): SourceText => {
    return { kind, text, bodies: new Map(), encoding, foreign: undefined };
  };
  if (startsWith(bytes, [0xff, 0xfe])) return decoded(new TextDecoder("utf-16le").decode(bytes), "utf16le");
  if (startsWith(bytes, [0xfe, 0xff])) return decoded(new TextDecoder("utf-16be").decode(bytes), "utf16be");
  const content = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? bytes.subarray(3) : bytes;
  // NUL occurs in UTF-16 and UTF-32, ESC in ISO-2022-JP, and neither in XML.
  if (isUtf8(content) && !content.includes(0) && !content.includes(0x1b))
    return decoded(content.toString("utf8"), "utf8");
  // One UTF-16 unit for each byte keeps the offsets.
  const view = content.toString("latin1").replace(/[\x80-\xff]/g, "\ufffd");
  return readPieces(content, messagesOf(analyze(view, { rules: {}, kind })), kind);
}

function readPieces(bytes: Buffer, messages: readonly MessageInfo[], kind: MessageKind): SourceText | string {
  const reader = new PieceReader(bytes, declaredCharset(messages), charsetOfHead[kind]());
  for (const [index, { segment, message }] of messages.entries()) {
    const { body } = message.syntax;
    if (!body) continue;
    reader.readText(segment.start + body.start);
    const { source, charset } = message.charset;
    const followed = index < messages.length - 1 || segment.start + message.text.length < bytes.length;
    const governing = source === "default" ? undefined : charset;
    reader.readBody(segment.start + body.end, governing, followed, message.multipart !== undefined);
  }
  reader.readText(bytes.length);
  const isBinary = reader.hasNul && !isUtf8(bytes);
  return isBinary ? "not a text file (it contains NUL bytes and is not valid UTF-8)" : { kind, ...reader.result() };
}

class PieceReader {
  readonly #bytes: Buffer;
  readonly #declared: Charset | undefined;
  readonly #otherwise: Charset;
  readonly #bodies = new Map<number, FileBody>();
  #text = "";
  #at = 0;
  #foreign: ForeignByte | undefined;
  #headCharset: Charset | undefined;
  /** Whether there is a NUL outside of bodies. */
  hasNul = false;

  /** @param otherwise the charset of text that is neither UTF-8 nor of the declared charset */
  constructor(bytes: Buffer, declared: Charset | undefined, otherwise: Charset) {
    this.#bytes = bytes;
    this.#declared = declared;
    this.#otherwise = otherwise;
  }

  /** Reads the text outside of bodies, up to the byte `end`. */
  readText(end: number): void {
    const bytes = this.#take(end);
    this.hasNul ||= bytes.includes(0);
    const declared = this.#declared?.decode(bytes);
    const isDeclared = declared !== undefined && declared.invalid === 0;
    const readAs = isUtf8(bytes) ? utf8 : isDeclared ? this.#declared : this.#otherwise;
    if (readAs !== utf8) this.#headCharset = readAs;
    this.#add(bytes, readFileBody(bytes, readAs, false), true);
  }

  /** Reads a body, up to the byte `end`. `mixed`: no rule checks its bytes, because its parts may have other charsets. */
  readBody(end: number, charset: Charset | undefined, followed: boolean, mixed: boolean): void {
    const bytes = this.#take(end);
    const body = readFileBody(bytes, charset, followed);
    const isText = body.readAs === utf8 && body.invalid.length === 0;
    if (!isText && !isEncodedAs(body, charset ?? utf8)) this.#bodies.set(this.#text.length, body);
    this.#add(bytes, body, mixed);
  }

  result(): Omit<SourceText, "kind"> {
    return {
      text: this.#text,
      bodies: this.#bodies,
      encoding: undefined,
      headCharset: this.#headCharset,
      foreign: this.#foreign,
    };
  }

  #take(end: number): Buffer {
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  /** `reportsInvalid`: bytes without a character are reported here, because no rule reports them. */
  #add(bytes: Buffer, { text, offsets, readAs, invalid }: FileBody, reportsInvalid: boolean): void {
    if (!this.#foreign && !isUtf8(bytes)) {
      const byte = firstForeign(bytes);
      const unit = offsets.findLastIndex((offset) => offset <= byte);
      const isRead = !invalid.includes(unit);
      if (isRead || reportsInvalid) {
        const at = this.#text.length + unit;
        this.#foreign = { byte: bytes[byte] ?? 0, at, readAs: isRead ? readAs.name : undefined };
      }
    }
    this.#text += text;
  }
}

/** Returns the offset of the first byte that is not UTF-8. */
function firstForeign(bytes: Buffer): number {
  let start = 0;
  for (;;) {
    const lineFeed = bytes.indexOf(0x0a, start);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(start, end);
    if (!isUtf8(line) || lineFeed < 0) {
      const before = line.toString("utf8").split("\ufffd", 1)[0] ?? "";
      return start + Buffer.byteLength(before);
    }
    start = end;
  }
}

/** The charset of the text outside of bodies: the charset of the bodies, if all have the same one. */
function declaredCharset(messages: readonly MessageInfo[]): Charset | undefined {
  const [charset, ...others] = new Set(messages.map(({ message }) => message.charset.charset));
  return others.length === 0 ? charset : undefined;
}

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
