import { toBinary } from "../../../server/src/text/base64.ts";
import { defaultMaxHeadBytes, maxFields } from "../../../server/src/text/limits.ts";
import { type BodyLimits, type BodyReader, bodyReaderFor, type Ended, SpanReader } from "./bodyReader.ts";
import { LineSplitter } from "./lines.ts";
import { FieldCollector, parseStatusLine, type StatusLineFacts, valuesOfField } from "./responseHead.ts";
import type { Chunk, FramingProblem, Informational, ProtocolFailure, ResponseMessage } from "./result.ts";

interface ReaderLimits extends BodyLimits {
  /** The number of 1xx responses. */
  readonly informational: number;
}

export const defaultLimits: Omit<ReaderLimits, "body"> = {
  head: defaultMaxHeadBytes,
  fields: maxFields,
  informational: 100,
};

export type ReaderState =
  /**
   * `stage` is `response` until the first byte of the message; it starts again after a 1xx response. If `quiet` is
   * set, call `silence` after this many milliseconds without a byte, because no byte marks the end.
   */
  | { readonly kind: "reading"; readonly stage: "response" | "head" | "body"; readonly quiet: number | undefined }
  | { readonly kind: "truncated"; readonly stage: "head" | "body"; readonly expected: number | undefined }
  | Ended;

/** A message with its content coding. */
export type RawMessage = Omit<ResponseMessage, "rawBody" | "body" | "content"> & { readonly rawBody: Uint8Array };

/** For data that isn't HTTP: milliseconds without a byte after which it ends, and the maximum bytes read. */
const quietAfterGarbage = 150;
const maxGarbage = 64 * 1024;

/**
 * Reads one response message (RFC 9112) from bytes in any pieces. It tolerates errors of real services without guessing,
 * and lists them in `problems`. It never throws and never waits. Offsets count from the first received byte, with 1xx
 * responses.
 */
export class ResponseReader {
  readonly #method: string;
  readonly #limits: ReaderLimits;
  readonly #lines = new LineSplitter();
  readonly #problems = new Set<FramingProblem>();
  readonly #informational: (Omit<Informational, "head"> & { readonly start: number; readonly end: number })[] = [];
  #received = 0;
  #ended: Exclude<ReaderState, { kind: "reading" }> | undefined;
  /** Offset of the current response, including empty lines before it. */
  #start = 0;
  #firstVisible: number | undefined;
  #headStart = 0;
  #headEnd = 0;
  #status: StatusLineFacts | undefined;
  #fields = new FieldCollector();
  #body: BodyReader | undefined;
  /** Set if the first bytes are not a status line. `http09`: they look like an HTTP/0.9 response. */
  #garbage: "not-http" | "http09" | undefined;

  constructor(method: string, limits: ReaderLimits) {
    this.#method = method;
    this.#limits = limits;
  }

  get state(): ReaderState {
    if (this.#ended !== undefined) return this.#ended;
    if (this.#body !== undefined) return { kind: "reading", stage: "body", quiet: this.#body.quiet };
    return { kind: "reading", stage: this.#received === this.#start ? "response" : "head", quiet: undefined };
  }

  /** Whether a response with 100 (Continue) has arrived. */
  get hasContinue(): boolean {
    return this.#informational.some(({ status }) => status === 100);
  }

  /** Returns the number of received bytes of the body. */
  get bodyLength(): number {
    return this.#body?.length ?? 0;
  }

  get chunk(): Chunk | undefined {
    return this.#body?.chunk;
  }

  /** Returns the declared number of bytes of the body, if known. */
  get expected(): number | undefined {
    return this.#body?.expected;
  }

  push(piece: Uint8Array): void {
    const base = this.#received;
    this.#received += piece.length;
    let at = 0;
    while (at < piece.length && this.#ended === undefined) {
      at = this.#body === undefined ? this.#readHead(piece, at, base) : this.#readBody(this.#body, piece, at, base);
    }
  }

  /** Must be called when the connection has ended. */
  end(): void {
    if (this.#ended !== undefined) return;
    if (this.#garbage !== undefined) this.#fail(this.#garbage, this.#start);
    else if (this.#body?.endsWithConnection) this.#ended = { kind: "complete", end: this.#received };
    else if (this.#body?.hasLastChunk) {
      this.#problems.add("chunked-end-missing");
      this.#ended = { kind: "complete", end: this.#received };
    } else {
      const stage = this.#body === undefined ? "head" : "body";
      this.#ended = { kind: "truncated", stage, expected: this.#body?.expected };
    }
  }

  /** Must be called after `quiet` milliseconds or the time limit. Returns whether the response ends here. */
  silence(): boolean {
    if (this.#garbage === undefined && this.#body?.quiet === undefined && !this.#body?.hasLastChunk) return false;
    this.end();
    return true;
  }

  /** Must be called when the connection broke. Returns whether the response is complete. */
  broken(): boolean {
    if (!this.#body?.hasLastChunk) return false;
    this.end();
    return true;
  }

  /** Undefined before the header section is complete. `received`: all bytes that were pushed. */
  message(received: Uint8Array): RawMessage | undefined {
    const body = this.#body;
    const status = this.#garbage === "http09" ? noStatus : this.#status;
    if (body === undefined || status === undefined) return undefined;
    const fields = this.#fields.fields();
    return {
      ...status,
      fields,
      head: received.subarray(this.#headStart, this.#headEnd),
      rawBody: body.bytes(received),
      framing: body.framing,
      contentLengths: valuesOfField(fields, "content-length"),
      informational: this.informational(received),
      trailers: body.trailers,
      truncated: this.#ended?.kind !== "complete" && this.#garbage === undefined,
      problems: [...this.#problems],
    };
  }

  informational(received: Uint8Array): readonly Informational[] {
    return this.#informational.map(({ start, end, ...rest }) => ({ ...rest, head: received.subarray(start, end) }));
  }

  #readHead(piece: Uint8Array, at: number, base: number): number {
    const next = this.#lines.push(piece, at, base);
    const line = this.#lines.text();
    // Only the new bytes are searched, because there may be any number of blanks.
    this.#firstVisible ??= piece.subarray(at, next).find((byte) => !invisible.has(byte));
    if (this.#status === undefined) this.#takeStatusLine(line, this.#firstVisible);
    else if (line === "") this.#endHead(this.#status, base + next);
    else if (line !== undefined) this.#fields.add(line);
    if (this.#garbage !== undefined) return at;
    if (this.#body === undefined && this.#ended === undefined) this.#checkLimits(base + next);
    return next;
  }

  #takeStatusLine(line: string | undefined, first: number | undefined): void {
    if (first === undefined) {
      if (line !== undefined) this.#problems.add("leading-empty-lines");
      return;
    }
    if (!mayBeStatusLine(this.#lines.bytes)) {
      this.#beginGarbage(first);
      return;
    }
    if (line === undefined) return;
    this.#headStart = this.#lines.start;
    this.#status = parseStatusLine(line);
    if (this.#status === undefined) this.#fail("status-line", this.#lines.start);
  }

  #endHead(line: StatusLineFacts, end: number): void {
    const { status } = line;
    if (this.#lines.loneLineFeed) this.#problems.add("lf-line-ends");
    if (this.#lines.loneCarriageReturn) this.#problems.add("cr-alone");
    if (this.#fields.malformed) this.#problems.add("field-malformed");
    if (status >= 100 && status < 200 && status !== 101) {
      this.#endInformational(line, end);
      return;
    }
    this.#headEnd = end;
    const message = { method: this.#method, status, fields: this.#fields.fields() };
    this.#body = bodyReaderFor(message, end, this.#limits, this.#problems);
    this.#ended = this.#body.ended;
  }

  /** There may be any number of 1xx responses before the final one (RFC 9110 section 15.2). */
  #endInformational({ version: _, ...line }: StatusLineFacts, end: number): void {
    this.#informational.push({ ...line, fields: this.#fields.fields(), start: this.#headStart, end });
    if (this.#informational.length > this.#limits.informational) this.#fail("too-many-informational", this.#headStart);
    this.#status = undefined;
    this.#fields = new FieldCollector();
    this.#firstVisible = undefined;
    this.#start = end;
  }

  #readBody(body: BodyReader, piece: Uint8Array, at: number, base: number): number {
    const next = body.push(piece, at, base);
    if (this.#garbage === "not-http" && body.ended !== undefined) this.#fail("not-http", this.#start);
    else this.#ended = body.ended;
    return next;
  }

  /** All bytes after the last 1xx response belong to data that isn't HTTP, including leading empty lines. */
  #beginGarbage(first: number): void {
    // An HTTP/0.9 service sends only the body, here XML or HTML.
    const markup = first === lessThan;
    this.#garbage = markup ? "http09" : "not-http";
    this.#body = markup
      ? new SpanReader("http09", this.#start, this.#limits.body)
      : new SpanReader("none", this.#start, maxGarbage, undefined, quietAfterGarbage);
  }

  #checkLimits(received: number): void {
    const limit = this.#limits.head;
    if (received - this.#start > limit)
      this.#ended = { kind: "protocol", reason: "head-too-large", at: this.#start, limit };
    else if (this.#fields.count > this.#limits.fields) this.#fail("too-many-fields", this.#start);
  }

  #fail(reason: ProtocolFailure["reason"], at: number): void {
    this.#ended = { kind: "protocol", reason, at };
  }
}

const noStatus = { statusLine: "", version: "HTTP/0.9", status: 0, reason: "" };

/** Whether a line or its beginning matches `HTTP/`, case-insensitively. */
function mayBeStatusLine(bytes: Uint8Array): boolean {
  return "http/".startsWith(toBinary(bytes.subarray(0, 5)).toLowerCase());
}

const lessThan = 0x3c;

/** Blanks, line endings and the bytes of a byte order mark. */
const invisible = new Set([0x20, 0x09, 0x0d, 0x0a, 0xef, 0xbb, 0xbf]);
