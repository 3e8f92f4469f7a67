import type { Socket } from "node:net";
import { concatBytes } from "../bytes.ts";
import type { ResponseReader } from "../framing.ts";
import type { Certificate, FailureFacts, Settled, Stage } from "../result.ts";
import { longestTimer } from "../transport.ts";
import { describe, tlsReason } from "./connectFailure.ts";

/** Why reading ended. `complete` and `too-large` and `protocol` are the reader's; the rest is the connection's. */
export type ExchangeEnd =
  | { readonly kind: "reader" }
  | { readonly kind: "closed" }
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "error"; readonly code: string; readonly detail: string };

export interface ExchangeResult {
  readonly end: ExchangeEnd;
  readonly stage: Stage;
  /** As many bytes of the message as the connection has taken. */
  readonly sentBytes: number;
  readonly received: Uint8Array;
  /** `performance.now()` at the first byte. */
  readonly firstByteAt: number | undefined;
  readonly settled: Promise<Settled>;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** Milliseconds to the first byte. */
  readonly timeToFirstByte: number;
  /** Milliseconds between two bytes. */
  readonly timeBetween: number;
  readonly onBytes: (stage: Stage, sentBytes: number, receivedBytes: number) => void;
}

/** How long a connection is read after a complete answer: what a too small request Content-Length provokes comes then. */
const surplusWait = 150;
const maxSurplus = 1024 * 1024;
/** Small enough to see that a slow upload moves, large enough to cost nothing. */
const writePiece = 256 * 1024;
/** Of what is received beside the body: chunk sizes, heads. Tiny chunks would fill the memory otherwise. */
const maxOverhead = 4 * 1024 * 1024;

/**
 * Writes a message to a connection and reads the answer. Resolves when the answer is complete or can't become so, and
 * never rejects; after that the connection is read for `surplusWait` and destroyed.
 */
export function exchange(
  socket: Socket,
  message: Uint8Array,
  reader: ResponseReader,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  return new Promise((resolve) => new Exchange(socket, message, reader, options, resolve).start());
}

class Exchange {
  readonly #socket: Socket;
  readonly #message: Uint8Array;
  readonly #reader: ResponseReader;
  readonly #options: ExchangeOptions;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #pieces: Uint8Array[] = [];
  #receivedBytes = 0;
  #sentBytes = 0;
  #firstByteAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerLimit = 0;
  #ended = false;
  #settle: ((closed: boolean) => void) | undefined;
  /** Writing has failed, reading goes on. */
  #writeError: Error | undefined;

  constructor(
    socket: Socket,
    message: Uint8Array,
    reader: ResponseReader,
    options: ExchangeOptions,
    resolve: (result: ExchangeResult) => void,
  ) {
    this.#socket = socket;
    this.#message = message;
    this.#reader = reader;
    this.#options = options;
    this.#resolve = resolve;
  }

  start(): void {
    const socket = this.#socket;
    if (this.#options.signal.aborted) {
      this.#end({ kind: "cancelled" });
      return;
    }
    this.#options.signal.addEventListener("abort", this.#cancel, { once: true });
    socket.on("data", (piece: Uint8Array) => this.#take(piece));
    socket.on("end", () => this.#closed());
    socket.on("close", () => this.#closed());
    socket.on("error", (error) => this.#failed(error));
    keepReading(socket, (error) => this.#writeFailed(error));
    this.#arm(this.#options.timeToFirstByte);
    this.#write(0);
    socket.resume();
  }

  #write(from: number): void {
    if (from >= this.#message.length || this.#socket.destroyed || this.#writeError !== undefined) return;
    const to = Math.min(this.#message.length, from + writePiece);
    this.#socket.write(this.#message.subarray(from, to), (error) => {
      if (error) return;
      this.#sentBytes = to;
      if (this.#ended) return;
      // What a long request takes is not the service's time.
      if (to > writePiece || to < this.#message.length) this.#timer?.refresh();
      this.#tell();
      this.#write(to);
    });
  }

  #take(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#receivedBytes += piece.length;
    if (this.#ended) {
      if (this.#receivedBytes - this.#reader.bodyLength > maxOverhead + maxSurplus) this.#settle?.(false);
      return;
    }
    this.#firstByteAt ??= performance.now();
    this.#reader.push(piece);
    const state = this.#reader.state;
    if (state.kind !== "reading") this.#end({ kind: "reader" });
    else if (this.#receivedBytes > 2 * this.#reader.bodyLength + maxOverhead) this.#end({ kind: "reader" });
    else {
      this.#arm(this.#writeError === undefined ? (state.quiet ?? this.#options.timeBetween) : surplusWait);
      this.#tell();
    }
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

  /** What the service has answered before may still be on its way out of the system. */
  #writeFailed(error: Error): void {
    this.#writeError = error;
    if (!this.#ended) this.#arm(surplusWait);
  }

  #silent(): void {
    if (this.#writeError !== undefined) {
      this.#failed(this.#writeError);
      return;
    }
    this.#end(this.#reader.silence() ? { kind: "reader" } : { kind: "timeout" });
  }

  readonly #cancel = () => this.#end({ kind: "cancelled" });

  #closed(): void {
    if (this.#ended) {
      this.#settle?.(true);
      return;
    }
    const stage = this.#stage();
    this.#reader.end();
    this.#end({ kind: "closed" }, stage);
  }

  #failed(error: Error): void {
    if (this.#ended) this.#settle?.(true);
    else if (this.#reader.broken()) this.#end({ kind: "closed" }, "body");
    else this.#end({ kind: "error", ...describe(error) });
  }

  #stage(): Stage {
    const { state } = this.#reader;
    if (state.kind !== "reading") return "body";
    if (state.stage !== "answer") return state.stage;
    return this.#sentBytes < this.#message.length ? "send" : "answer";
  }

  #tell(): void {
    this.#options.onBytes(this.#stage(), this.#sentBytes, this.#receivedBytes);
  }

  #end(end: ExchangeEnd, stage = this.#stage()): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#options.signal.removeEventListener("abort", this.#cancel);
    const received = concatBytes(this.#pieces);
    const waits = this.#reader.state.kind === "complete" && end.kind === "reader";
    const settled = waits ? this.#readSurplus(received) : this.#stop(received, end.kind === "closed");
    const sentBytes = this.#sentBytes;
    this.#resolve({ end, stage, sentBytes, received, firstByteAt: this.#firstByteAt, settled });
  }

  #stop(received: Uint8Array, closed: boolean): Promise<Settled> {
    this.#socket.destroy();
    return Promise.resolve({ surplus: this.#surplusOf(received), received, closed });
  }

  #readSurplus(received: Uint8Array): Promise<Settled> {
    const before = this.#pieces.length;
    return new Promise((resolve) => {
      const settle = (closed: boolean) => {
        clearTimeout(timer);
        this.#settle = undefined;
        const more = this.#pieces.slice(before);
        const all = more.length === 0 ? received : concatBytes([received, ...more]);
        resolve(this.#stop(all, closed));
      };
      const timer = setTimeout(() => settle(false), surplusWait);
      this.#settle = settle;
    });
  }

  #surplusOf(received: Uint8Array): Uint8Array {
    const { state } = this.#reader;
    return received.subarray(state.kind === "complete" ? state.end : received.length);
  }
}

/**
 * Node gives a connection up where writing fails, and with it what has come and is not read yet: the answer of a service
 * that did not want to hear all of a long request (RFC 9112 section 9.6). So the stream never learns of the failure.
 */
function keepReading(socket: Socket, failed: (error: Error) => void): void {
  const write = socket._write.bind(socket);
  socket._write = (bytes, encoding, done) => write(bytes, encoding, (error) => (error ? failed(error) : done()));
}

/** What an ended connection means, where the answer was not complete. */
export function connectionFailure(
  end: Extract<ExchangeEnd, { kind: "closed" | "error" }>,
  stage: Stage,
  host: string,
  certificate: Certificate | undefined,
  informational: string | undefined,
): FailureFacts {
  if (end.kind === "closed") return { kind: "reset", stage, how: "closed", code: undefined, informational };
  const reason = tlsReason(end.code, end.detail);
  const code = end.code === "" ? undefined : end.code;
  if (reason === undefined) return { kind: "reset", stage, how: "reset", code, informational };
  return { kind: "tls", reason, code: end.code, detail: end.detail, host, certificate };
}
