import { BytePieces } from "./bytes.ts";
import { LineSplitter } from "./lines.ts";
import { FieldCollector, listTokens, valuesOfField } from "./responseHead.ts";
import type { Chunk, Framing, FramingProblem, ProtocolFailure, ReceivedField } from "./result.ts";

/** How reading ended. `end`: the offset after the message; `at`: the offset to show. */
export type Ended =
  | { readonly kind: "complete"; readonly end: number }
  | { readonly kind: "too-large" }
  | {
      readonly kind: "protocol";
      readonly reason: ProtocolFailure["reason"];
      readonly at: number;
      readonly limit?: number;
    };

/** Reads a body with one framing. Offsets count from the first byte of the connection. */
export type BodyReader = SpanReader | ChunkedReader;

export interface BodyLimits {
  /** Maximum bytes of the body without its transfer coding. */
  readonly body: number;
  /** Maximum bytes of the header section, of each 1xx response, and of the trailers. */
  readonly head: number;
  readonly fields: number;
}

/** Milliseconds without a byte that end a body whose Content-Length is not a number. */
const quietAfterBadLength = 1000;
const maxChunkLine = 16 * 1024;

/** Returns a reader for the framing of a response (RFC 9112 section 6.3). `start`: the offset of the body. */
export function bodyReaderFor(
  message: { readonly method: string; readonly status: number; readonly fields: readonly ReceivedField[] },
  start: number,
  limits: BodyLimits,
  problems: Set<FramingProblem>,
): BodyReader {
  // The coding `identity` is obsolete since RFC 7230, so it is ignored.
  const codings = listTokens(message.fields, "transfer-encoding").filter((coding) => coding !== "identity");
  const lengths = valuesOfField(message.fields, "content-length");
  if (codings.length > 0 && lengths.length > 0) problems.add("transfer-encoding-with-content-length");
  if (hasNoBody(message.method, message.status)) return new SpanReader("none", start, limits.body, 0);
  if (codings.at(-1) === "chunked") return new ChunkedReader(limits);
  if (codings.length > 0) problems.add("transfer-encoding-not-chunked");
  if (codings.length > 0 || lengths.length === 0) return new SpanReader("close", start, limits.body);
  return readerByLength(lengths, start, limits, problems);
}

/** The body of a request without its chunks; undefined if they aren't complete. */
export function chunkedContent(body: Uint8Array): Uint8Array | undefined {
  const reader = new ChunkedReader({ body: body.length, head: body.length, fields: body.length });
  for (let at = 0; at < body.length && !reader.ended; ) at = reader.push(body, at, 0);
  return reader.ended?.kind === "complete" ? reader.bytes() : undefined;
}

function hasNoBody(method: string, status: number): boolean {
  if (method === "HEAD" || status === 204 || status === 304 || status === 101) return true;
  return method === "CONNECT" && status >= 200 && status < 300;
}

function readerByLength(
  values: readonly string[],
  start: number,
  limits: BodyLimits,
  problems: Set<FramingProblem>,
): BodyReader {
  const typed = values.flatMap((value) => value.split(",")).map((value) => value.trim());
  const lengths = typed.filter((value) => /^\d{1,15}$/.test(value)).map(Number);
  if (lengths.length < typed.length) problems.add("content-length-invalid");
  if (new Set(lengths).size > 1) problems.add("content-lengths-differ");
  if (lengths.length === 0) return new SpanReader("close", start, limits.body, undefined, quietAfterBadLength);
  return new SpanReader("content-length", start, limits.body, Math.min(...lengths));
}

/** A body that is one part of the received bytes: of a known length, or up to the end of the connection. */
export class SpanReader {
  readonly framing: Framing;
  /** Declared number of bytes, if known. */
  readonly expected: number | undefined;
  /** Milliseconds without a byte after which the body ends, if nothing else can mark its end. */
  readonly quiet: number | undefined;
  readonly endsWithConnection: boolean;
  readonly hasLastChunk = false;
  readonly chunk = undefined;
  readonly trailers: readonly ReceivedField[] = [];
  ended: Ended | undefined;
  readonly #start: number;
  readonly #limit: number;
  #end: number;

  constructor(framing: Framing, start: number, limit: number, expected?: number, quiet?: number) {
    this.framing = framing;
    this.expected = framing === "content-length" ? expected : undefined;
    this.quiet = quiet;
    this.endsWithConnection = expected === undefined;
    this.#start = start;
    this.#end = start;
    this.#limit = Math.min(limit, expected ?? limit);
    if (expected === 0) this.ended = { kind: "complete", end: start };
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /** Reads from `at` of a piece that begins at offset `base`. Returns the index after what it read. */
  push(piece: Uint8Array, at: number, base: number): number {
    const next = Math.min(piece.length, at + this.#limit - this.length);
    this.#end = base + next;
    if (this.length === this.expected) this.ended = { kind: "complete", end: this.#end };
    else if (next < piece.length) this.ended = { kind: "too-large" };
    return next;
  }

  bytes(received: Uint8Array): Uint8Array {
    return received.subarray(this.#start, this.#end);
  }
}

/** Reads a body in chunks (RFC 9112 section 7.1). Ignores chunk extensions. */
export class ChunkedReader {
  readonly framing = "chunked";
  readonly expected = undefined;
  readonly quiet = undefined;
  readonly endsWithConnection = false;
  ended: Ended | undefined;
  readonly #limits: BodyLimits;
  readonly #lines = new LineSplitter();
  readonly #trailers = new FieldCollector();
  readonly #data = new BytePieces();
  #phase: "size" | "data" | "data-end" | "trailers" = "size";
  #size = 0;
  #missing = 0;
  #trailerBytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#data.length;
  }

  get trailers(): readonly ReceivedField[] {
    return this.#trailers.fields();
  }

  /** Whether only the empty line after the last chunk is missing (RFC 9112 section 8). */
  get hasLastChunk(): boolean {
    return this.#phase === "trailers" && !this.#lines.isInLine;
  }

  get chunk(): Chunk | undefined {
    return this.#phase === "data" ? { size: this.#size, got: this.#size - this.#missing } : undefined;
  }

  bytes(): Uint8Array {
    return this.#data.whole();
  }

  push(piece: Uint8Array, at: number, base: number): number {
    return this.#phase === "data" ? this.#takeData(piece, at) : this.#takeLine(piece, at, base);
  }

  #takeData(piece: Uint8Array, at: number): number {
    const next = Math.min(piece.length, at + this.#missing, at + this.#limits.body - this.length);
    this.#data.append(piece.subarray(at, next));
    this.#missing -= next - at;
    if (this.#missing === 0) this.#phase = "data-end";
    else if (next < piece.length) this.ended = { kind: "too-large" };
    return next;
  }

  #takeLine(piece: Uint8Array, at: number, base: number): number {
    const next = this.#lines.push(piece, at, base);
    const line = this.#lines.text();
    if (this.#phase === "trailers") this.#takeTrailer(line, next - at, base + next);
    else if (this.#lines.bytes.length > maxChunkLine) this.#fail("chunk-line-too-long");
    else if (this.#phase === "data-end") this.#takeDataEnd(line);
    else if (line !== undefined) this.#takeSize(line);
    return next;
  }

  #takeSize(line: string): void {
    const size = /^([0-9a-f]+)[ \t]*(?:;.*)?$/i.exec(line)?.[1]?.replace(/^0+(?=.)/, "");
    if (size === undefined || size.length > 12) {
      this.#fail(size === undefined ? "chunk-size" : "chunk-size-too-large");
      return;
    }
    this.#size = Number.parseInt(size, 16);
    this.#missing = this.#size;
    this.#phase = this.#missing === 0 ? "trailers" : "data";
  }

  #takeDataEnd(line: string | undefined): void {
    if (line === "") this.#phase = "size";
    else if (line !== undefined || this.#lines.bytes.length > 1) this.#fail("chunk-end");
  }

  #takeTrailer(line: string | undefined, bytes: number, end: number): void {
    this.#trailerBytes += bytes;
    if (line === "") this.ended = { kind: "complete", end };
    else if (line !== undefined) this.#trailers.add(line);
    if (this.#trailerBytes > this.#limits.head || this.#trailers.count > this.#limits.fields) {
      this.#fail("trailers-too-large");
    }
  }

  #fail(reason: ProtocolFailure["reason"]): void {
    this.ended = { kind: "protocol", reason, at: this.#lines.start };
  }
}
