import { defaultMaxHeadBytes, maxFields } from "../../../server/src/limits.ts";
import { type BodyReader, bodyReaderFor, type Ended, SpanReader } from "./bodyReader.ts";
import { FieldCollector, fieldValues, parseStatusLine, type StatusLine } from "./head.ts";
import { LineSplitter } from "./lines.ts";
import type { Chunk, FramingProblem, Informational, Message, ProtocolFailure } from "./result.ts";

export interface ReaderLimits {
  /** Bytes of the status line with the fields, of each 1xx response, and of the trailers. */
  readonly head: number;
  readonly fields: number;
  /** How many 1xx responses. */
  readonly informational: number;
  /** Bytes of the body without its transfer coding. */
  readonly body: number;
}

export const defaultLimits: Omit<ReaderLimits, "body"> = {
  head: defaultMaxHeadBytes,
  fields: maxFields,
  informational: 100,
};

export type ReaderState =
  /**
   * `stage` is `answer` until the first byte of the wanted message; a 1xx response begins the wait anew.
   * `quiet`: no byte will tell the end; after that many milliseconds of silence `silence` is to be called.
   */
  | { readonly kind: "reading"; readonly stage: "answer" | "head" | "body"; readonly quiet: number | undefined }
  | { readonly kind: "truncated"; readonly stage: "head" | "body"; readonly expected: number | undefined }
  | Ended;

/** A message as read, its content coding not undone. */
export type RawMessage = Omit<Message, "rawBody" | "body" | "content"> & { readonly rawBody: Uint8Array };

/** Silence after which what isn't HTTP is taken as over, and the amount of it that is enough to show. */
const quietAfterGarbage = 150;
const maxGarbage = 64 * 1024;

/**
 * Reads one response message (RFC 9112) from bytes that come in any pieces. As tolerant as it can be without guessing:
 * what real services get wrong is read and noted in `problems`. It never throws and never waits.
 * Offsets count from the first byte received, 1xx responses included.
 */
export class ResponseReader {
  readonly #method: string;
  readonly #limits: ReaderLimits;
  readonly #lines = new LineSplitter();
  readonly #problems = new Set<FramingProblem>();
  readonly #informational: (Omit<Informational, "head"> & { readonly start: number; readonly end: number })[] = [];
  #received = 0;
  #ended: Exclude<ReaderState, { kind: "reading" }> | undefined;
  /** Of the response that is being read: where its status line, and what follows its head, begin. */
  #start = 0;
  #firstVisible: number | undefined;
  #headStart = 0;
  #headEnd = 0;
  #status: (StatusLine & { readonly statusLine: string }) | undefined;
  #fields = new FieldCollector();
  #body: BodyReader | undefined;
  /** The first bytes were no status line; `markup`: they look like an HTTP/0.9 answer. */
  #garbage: "not-http" | "http09" | undefined;

  constructor(method: string, limits: ReaderLimits) {
    this.#method = method;
    this.#limits = limits;
  }

  get state(): ReaderState {
    if (this.#ended !== undefined) return this.#ended;
    if (this.#body !== undefined) return { kind: "reading", stage: "body", quiet: this.#body.quiet };
    return { kind: "reading", stage: this.#received === this.#start ? "answer" : "head", quiet: undefined };
  }

  /** Bytes of the body so far. */
  get bodyLength(): number {
    return this.#body?.length ?? 0;
  }

  /** The chunk whose data is being read. */
  get chunk(): Chunk | undefined {
    return this.#body?.chunk;
  }

  /** Bytes of the body that were announced, where they were. */
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

  /** The connection has ended. */
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

  /** The service has been silent for `quiet`, or for the time limit. False: that is no end here, but a failure. */
  silence(): boolean {
    if (this.#garbage === undefined && this.#body?.quiet === undefined && !this.#body?.hasLastChunk) return false;
    this.end();
    return true;
  }

  /** The connection broke. False: the response is incomplete. */
  broken(): boolean {
    if (!this.#body?.hasLastChunk) return false;
    this.end();
    return true;
  }

  /** The message so far; undefined before its head is complete. `received`: all bytes that were pushed. */
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
      contentLengths: fieldValues(fields, "content-length"),
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
    // Only what is new is looked at: blanks may come one by one without end.
    this.#firstVisible ??= piece.subarray(at, next).find(isVisible);
    if (this.#status === undefined) this.#takeStatusLine(line, this.#firstVisible);
    else if (line !== undefined) this.#takeField(line, base + next);
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
    const parsed = parseStatusLine(line);
    this.#headStart = this.#lines.start;
    if (parsed === undefined) this.#fail("status-line", this.#lines.start);
    else this.#status = { ...parsed, statusLine: line };
  }

  #takeField(line: string, end: number): void {
    if (line === "") this.#endHead(end);
    else this.#fields.add(line);
  }

  #endHead(end: number): void {
    const status = this.#status;
    if (status === undefined) return;
    if (this.#lines.loneLineFeed) this.#problems.add("lf-line-ends");
    if (this.#lines.loneCarriageReturn) this.#problems.add("cr-alone");
    if (this.#fields.malformed) this.#problems.add("field-malformed");
    if (status.status >= 100 && status.status < 200 && status.status !== 101) {
      this.#endInformational(status, end);
      return;
    }
    this.#headEnd = end;
    const fields = this.#fields.fields();
    this.#body = bodyReaderFor(
      { method: this.#method, status: status.status, fields },
      end,
      this.#limits,
      this.#problems,
    );
    this.#ended = this.#body.ended;
  }

  /** RFC 9110 section 15.2: any number of 1xx responses may come before the final one. */
  #endInformational({ statusLine, status, reason }: StatusLine & { readonly statusLine: string }, end: number): void {
    const fields = this.#fields.fields();
    this.#informational.push({ statusLine, status, reason, fields, start: this.#headStart, end });
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

  /** What came since the last 1xx response is all of it, lines before the first text included. */
  #beginGarbage(first: number): void {
    // An HTTP/0.9 service sends the body alone: in this field XML or HTML.
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
const protocolName = Uint8Array.from("http/", (letter) => letter.charCodeAt(0));

/** Begins like `HTTP/`, in either case, as far as it goes. */
function mayBeStatusLine(bytes: Uint8Array): boolean {
  return protocolName.every((letter, at) => {
    const byte = bytes[at];
    return byte === undefined || byte === letter || (byte >= 0x41 && byte <= 0x5a && byte + 0x20 === letter);
  });
}

const lessThan = 0x3c;

const invisible = new Set([0x20, 0x09, 0x0d, 0x0a, 0xef, 0xbb, 0xbf]);

/** No blank, no line end, no part of a byte order mark. */
function isVisible(byte: number): boolean {
  return !invisible.has(byte);
}
