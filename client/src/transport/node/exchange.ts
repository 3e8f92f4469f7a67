import type { Socket } from "node:net";
import { BytePieces, concatBytes } from "../bytes.ts";
import type { ResponseReader } from "../framing.ts";
import type { Settled, Stage } from "../result.ts";
import { longestTimer } from "../transport.ts";
import { describedError } from "./connectFailure.ts";

/** Why reading ended. `reader`: the state of the reader shows the reason. */
type ExchangeEnd =
  | { readonly kind: "reader" }
  | { readonly kind: "closed" }
  /** `whole`: whether bytes kept arriving until the limit for the whole response. */
  | { readonly kind: "timeout"; readonly whole: boolean }
  | { readonly kind: "cancelled" }
  | { readonly kind: "error"; readonly code: string; readonly detail: string };

export interface ExchangeResult {
  readonly end: ExchangeEnd;
  readonly stage: Stage;
  /** Number of bytes of the message that the connection took. */
  readonly sentBytes: number;
  readonly received: Uint8Array;
  /** Time of the first byte, as `performance.now()`. */
  readonly firstByteAt: number | undefined;
  readonly settled: Promise<Settled>;
  /** Whether the connection is open, paused and unused. */
  readonly isOpen: boolean;
}

/** A message in two parts: joining them would copy the body. */
export interface MessageBytes {
  readonly head: Uint8Array;
  readonly body: Uint8Array;
}

export function lengthOf({ head, body }: MessageBytes): number {
  return head.length + body.length;
}

/** Returns bytes of a message. If all of them are in the body, they aren't copied. */
export function sliceOf({ head, body }: MessageBytes, from: number, to: number): Uint8Array {
  const ofBody = body.subarray(Math.max(0, from - head.length), Math.max(0, to - head.length));
  return from < head.length ? concatBytes([head.subarray(from, to), ofBody]) : ofBody;
}

export interface ExchangeParts {
  readonly socket: Socket;
  readonly message: MessageBytes;
  /** Bytes that are written before the service responds with 100 (Continue); undefined: all. */
  readonly writtenFirst?: number | undefined;
  readonly reader: ResponseReader;
  readonly signal: AbortSignal;
  /** Maximum milliseconds to the first byte. */
  readonly timeToFirstByte: number;
  /** Maximum milliseconds between two bytes. */
  readonly timeBetween: number;
  /** Maximum milliseconds to the end of the response. */
  readonly timeToComplete: number;
  /** Milliseconds to read on after a complete response without further bytes; default `surplusWait`. */
  readonly surplusWait: number | undefined;
  /** Leaves the connection open after a complete response without surplus. */
  readonly keepsConnection: boolean;
  readonly onBytes: (stage: Stage, sentBytes: number, receivedBytes: number) => void;
}

/** Milliseconds of reading after a complete response: the reaction to a too small Content-Length arrives then. */
const surplusWait = 150;
/** Milliseconds after which the body is sent without 100 (Continue): many services never send it (RFC 9110 section 10.1.1). */
const continueWait = 1_000;
const maxSurplus = 1024 * 1024;
/** Maximum bytes of a single write, small enough to see the progress of a slow upload. */
const writePiece = 256 * 1024;
/** Maximum received bytes besides the body, such as chunk sizes. It limits tiny chunks. */
const maxOverhead = 4 * 1024 * 1024;

/**
 * Writes a message to a connection and reads the response. Resolves when the response is complete or can't become
 * complete. Never rejects. Then it reads the connection for a short time and destroys it.
 */
export function exchange(parts: ExchangeParts): Promise<ExchangeResult> {
  return new Promise((resolve) => new Exchange(parts, resolve).start());
}

class Exchange {
  readonly #parts: ExchangeParts;
  readonly #length: number;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #pieces = new BytePieces();
  #sentBytes = 0;
  #firstByteAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wholeTimer: NodeJS.Timeout | undefined;
  #timerLimit = 0;
  #continueTimer: NodeJS.Timeout | undefined;
  /** Whether 100 (Continue) is no longer waited for. */
  #hasWaited = false;
  /** Number of bytes of the message that may be written so far. */
  #writable: number;
  #ended = false;
  #settle: ((closed: boolean) => void) | undefined;
  /** Error of a failed write, after which reading continues. */
  #writeError: Error | undefined;
  #restoreWrite: (() => void) | undefined;

  constructor(parts: ExchangeParts, resolve: (result: ExchangeResult) => void) {
    this.#parts = parts;
    this.#resolve = resolve;
    this.#length = lengthOf(parts.message);
    this.#writable = parts.writtenFirst ?? this.#length;
  }

  start(): void {
    const { socket, signal, timeToFirstByte } = this.#parts;
    if (signal.aborted) {
      this.#end({ kind: "cancelled" });
      return;
    }
    signal.addEventListener("abort", this.#cancel, { once: true });
    const { take, closed, failed } = this.#listeners;
    socket.on("data", take).on("end", closed).on("close", closed).on("error", failed);
    this.#restoreWrite = keepReading(socket, (error) => this.#writeFailed(error));
    this.#arm(timeToFirstByte);
    this.#write(0);
    socket.resume();
  }

  #write(from: number): void {
    const { socket, message, timeToFirstByte } = this.#parts;
    if (from >= this.#writable || socket.destroyed || this.#writeError !== undefined) return;
    const to = Math.min(this.#writable, from + writePiece);
    socket.write(sliceOf(message, from, to), (error) => {
      if (error) return;
      this.#sentBytes = to;
      if (this.#ended) return;
      // A long upload doesn't count as waiting for the service.
      if (to > writePiece || to < this.#length) this.#timer?.refresh();
      this.#report();
      if (this.#ended) return;
      this.#write(to);
      if (to === this.#writable && to < this.#length) {
        const waited = () => {
          this.#hasWaited = true;
          this.#continue();
        };
        this.#continueTimer = setTimeout(waited, Math.min(continueWait, timeToFirstByte / 2));
      }
    });
  }

  #continue(): void {
    clearTimeout(this.#continueTimer);
    const { state } = this.#parts.reader;
    if (this.#ended || this.#writable === this.#length || state.kind !== "reading") return;
    if (state.stage !== "response") return;
    // If a write is running, its callback writes the rest.
    const isIdle = this.#sentBytes === this.#writable;
    this.#writable = this.#length;
    if (isIdle) this.#write(this.#sentBytes);
  }

  #take(piece: Uint8Array): void {
    const { reader, timeBetween } = this.#parts;
    this.#pieces.append(piece);
    if (this.#ended) {
      if (this.#pieces.length - reader.bodyLength > maxOverhead + maxSurplus) this.#settle?.(false);
      return;
    }
    if (this.#firstByteAt === undefined) {
      this.#firstByteAt = performance.now();
      const late = () => this.#end({ kind: "timeout", whole: true });
      this.#wholeTimer = setTimeout(late, this.#parts.timeToComplete);
    }
    reader.push(piece);
    const { state } = reader;
    if (state.kind !== "reading" || this.#pieces.length > 2 * reader.bodyLength + maxOverhead) {
      this.#end({ kind: "reader" });
      return;
    }
    this.#arm(this.#writeError === undefined ? (state.quiet ?? timeBetween) : surplusWait);
    this.#report();
    if (reader.hasContinue || this.#hasWaited) this.#continue();
  }

  #arm(limit: number): void {
    if (this.#timer !== undefined && limit === this.#timerLimit) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timerLimit = limit;
    this.#timer = setTimeout(() => this.#silent(), Math.min(limit, longestTimer));
  }

  /** Notes the error of a failed write. A response that the service sent before may still arrive. */
  #writeFailed(error: Error): void {
    this.#writeError = error;
    if (!this.#ended) this.#arm(surplusWait);
  }

  #silent(): void {
    if (this.#writeError !== undefined) this.#failed(this.#writeError);
    else this.#end(this.#parts.reader.silence() ? { kind: "reader" } : { kind: "timeout", whole: false });
  }

  readonly #listeners = {
    take: (piece: Uint8Array) => this.#take(piece),
    closed: () => this.#closed(),
    failed: (error: Error) => this.#failed(error),
  };

  readonly #cancel = () => this.#end({ kind: "cancelled" });

  #closed(): void {
    if (this.#ended) {
      this.#settle?.(true);
      return;
    }
    const stage = this.#stage();
    this.#parts.reader.end();
    this.#end({ kind: "closed" }, stage);
  }

  #failed(error: Error): void {
    if (this.#ended) this.#settle?.(true);
    else if (this.#parts.reader.broken()) this.#end({ kind: "closed" }, "body");
    else this.#end({ kind: "error", ...describedError(error) });
  }

  #stage(): Stage {
    const { state } = this.#parts.reader;
    if (state.kind !== "reading") return "body";
    if (state.stage !== "response") return state.stage;
    return this.#sentBytes < this.#length ? "send" : "response";
  }

  #report(): void {
    this.#parts.onBytes(this.#stage(), this.#sentBytes, this.#pieces.length);
  }

  #end(end: ExchangeEnd, stage = this.#stage()): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#wholeTimer);
    clearTimeout(this.#continueTimer);
    this.#parts.signal.removeEventListener("abort", this.#cancel);
    const received = this.#pieces.whole();
    const waits = this.#parts.reader.state.kind === "complete" && end.kind === "reader";
    const kept = waits ? this.#kept(received) : undefined;
    if (kept) {
      const [sentBytes, firstByteAt] = [this.#sentBytes, this.#firstByteAt];
      this.#resolve({ end, stage, sentBytes, received, firstByteAt, settled: Promise.resolve(kept), isOpen: true });
      return;
    }
    const settled = waits ? this.#readSurplus(received) : Promise.resolve(this.#stop(received, end.kind === "closed"));
    const [sentBytes, firstByteAt] = [this.#sentBytes, this.#firstByteAt];
    this.#resolve({ end, stage, sentBytes, received, firstByteAt, settled, isOpen: false });
  }

  /** Leaves the connection open for the next request; undefined if it can't be used again. */
  #kept(received: Uint8Array): Settled | undefined {
    const { socket, reader, keepsConnection } = this.#parts;
    const isWhole = reader.state.kind === "complete" && reader.state.end === received.length;
    if (!keepsConnection || !isWhole || this.#sentBytes < this.#length || socket.destroyed) return undefined;
    const { take, closed, failed } = this.#listeners;
    socket.pause();
    socket.off("data", take).off("end", closed).off("close", closed).off("error", failed);
    this.#restoreWrite?.();
    // Errors are ignored until the connection is used again.
    socket.on("error", () => {});
    return { surplus: new Uint8Array(0), received, closed: false };
  }

  #stop(received: Uint8Array, closed: boolean): Settled {
    const { socket, reader } = this.#parts;
    socket.destroy();
    const end = reader.state.kind === "complete" ? reader.state.end : received.length;
    return { surplus: received.subarray(end), received, closed };
  }

  #readSurplus(received: Uint8Array): Promise<Settled> {
    const { reader } = this.#parts;
    const hasSurplus = reader.state.kind === "complete" && reader.state.end < received.length;
    const wait = hasSurplus ? surplusWait : (this.#parts.surplusWait ?? surplusWait);
    return new Promise((resolve) => {
      const settle = (closed: boolean) => {
        clearTimeout(timer);
        this.#settle = undefined;
        resolve(this.#stop(this.#pieces.whole(), closed));
      };
      let timer = setTimeout(() => {
        // Bytes that have arrived in the meantime are read first.
        setImmediate(() => {
          if (wait === surplusWait || this.#pieces.length === received.length) settle(false);
          else timer = setTimeout(() => settle(false), surplusWait);
        });
      }, wait);
      this.#settle = settle;
    });
  }
}

/**
 * Hides a failed write from the stream. Otherwise Node would discard received bytes that are not yet read: the response of
 * a service that didn't read all of a long request (RFC 9112 section 9.6).
 * Returns a function that undoes it.
 */
function keepReading(socket: Socket, failed: (error: Error) => void): () => void {
  const original = socket._write;
  const write = original.bind(socket);
  socket._write = (bytes, encoding, done) => write(bytes, encoding, (error) => (error ? failed(error) : done()));
  return () => {
    socket._write = original;
  };
}
