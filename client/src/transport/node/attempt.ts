import type { Socket } from "node:net";
import { domainToASCII } from "node:url";
import { defaultMaxBytes } from "../../../../server/src/limits.ts";
import { defaultLimits, ResponseReader } from "../framing.ts";
import { fieldValues } from "../head.ts";
import type {
  Address,
  Change,
  FailureFacts,
  Message,
  Settled,
  Stage,
  TimeoutFailure,
  Timings,
  TlsInfo,
  Wire,
} from "../result.ts";
import { longestTimer, type SendOptions, type TransportRequest } from "../transport.ts";
import { readTlsInfo } from "./certificate.ts";
import { type Connect, type Connected, type ConnectTarget, carrierOf, isTls } from "./connect.ts";
import { withContent } from "./contentCoding.ts";
import { connectionFailure, type ExchangeResult, exchange } from "./exchange.ts";
import { usableCredentials } from "./secureOptions.ts";

/** One request and what came of it, redirects not followed. */
export interface Attempt {
  /** `performance.now()` when it began; before that the author may have been asked for a passphrase. */
  readonly startedAt: number;
  readonly timings: Omit<Timings, "total">;
  readonly remote: Address | undefined;
  readonly tls: TlsInfo | undefined;
  readonly wire: Wire;
  /** Undefined where nothing was sent. */
  readonly requestLine: string | undefined;
  /** But for the request line. */
  readonly changes: readonly Change[];
  /** The answer, or as much as came. */
  readonly message: Message | undefined;
  /** Undefined: the answer is complete. */
  readonly failure: FailureFacts | undefined;
  readonly surplus: Uint8Array;
  readonly settled: Promise<Settled>;
}

const nothing = new Uint8Array(0);

/** Connects, writes, reads. Never rejects. */
export async function sendAttempt(connect: Connect, request: TransportRequest, options: SendOptions): Promise<Attempt> {
  const target = await targetOf(request, options);
  const start = performance.now();
  const times: { dns?: number; tcp?: number; tls?: number } = {};
  if ("kind" in target) return failedAttempt(target, start, times);
  const connected = await connectWithin(connect, target, request, options, times);
  if (connected.kind !== "connected") return failedAttempt(connected, start, times);
  const { socket, proxied } = connected;
  const { bytes, requestLine, changes } = messageBytes(request, connected);
  const reader = new ResponseReader(request.method, {
    ...defaultLimits,
    head: options.maxHeadBytes ?? defaultLimits.head,
    body: options.maxBytes ?? defaultMaxBytes,
  });
  const exchanging = exchange(socket, bytes, reader, {
    signal: options.signal,
    timeToFirstByte: Math.max(1, options.timeout - (performance.now() - start)),
    timeBetween: options.timeout,
    onBytes: (stage, sentBytes, receivedBytes) => options.onProgress?.({ stage, sentBytes, receivedBytes }),
  });
  // Asked while the service works: on a closed socket neither is known any more.
  const remote = proxied ? undefined : addressOf(carrierOf(socket));
  const tls = isTls(socket) ? readTlsInfo(socket, target.tls?.certificate) : undefined;
  const result = await exchanging;
  const ended = performance.now();
  const { message, failure } = await conclude(request, options, reader, result, bytes.length, tls);
  const { firstByteAt, received } = result;
  const { state } = reader;
  return {
    startedAt: start,
    timings: {
      ...noTimings,
      ...times,
      firstByte: firstByteAt === undefined ? undefined : firstByteAt - start,
      download: firstByteAt === undefined ? undefined : ended - firstByteAt,
    },
    remote,
    tls,
    wire: { sent: bytes.subarray(0, result.sentBytes), unsent: bytes.length - result.sentBytes, received },
    requestLine,
    changes,
    message,
    failure,
    surplus: state.kind === "complete" ? received.subarray(state.end) : nothing,
    settled: result.settled,
  };
}

const noTimings = { dns: undefined, tcp: undefined, tls: undefined, firstByte: undefined, download: undefined };

function failedAttempt(failure: FailureFacts, startedAt: number, times: Partial<Timings>): Attempt {
  return {
    startedAt,
    timings: { ...noTimings, ...times },
    remote: undefined,
    tls: undefined,
    wire: { sent: nothing, received: nothing },
    requestLine: undefined,
    changes: [],
    message: undefined,
    failure,
    surplus: nothing,
    settled: Promise.resolve({ surplus: nothing, received: nothing, closed: true }),
  };
}

async function targetOf(request: TransportRequest, options: SendOptions): Promise<ConnectTarget | FailureFacts> {
  const { scheme, port } = request;
  const host = asciiHost(request.host);
  if (host === "") return { kind: "unsendable", reason: "address", detail: request.host };
  const given = scheme === "https" ? await options.tls?.(request.host, port) : undefined;
  const tls = given === undefined ? undefined : await usableCredentials(given);
  return tls !== undefined && "kind" in tls ? tls : { scheme, host, port, tls };
}

/** A connection attempt that ends at the time limit and when the author cancels. */
async function connectWithin(
  connect: Connect,
  target: ConnectTarget,
  request: TransportRequest,
  options: SendOptions,
  times: { dns?: number; tcp?: number; tls?: number },
): Promise<Connected | FailureFacts> {
  const stop = new AbortController();
  let stage: Stage = "connect";
  const attempt = connect(target, {
    signal: stop.signal,
    stage: (next) => {
      stage = next;
      options.onProgress?.({ stage, sentBytes: 0, receivedBytes: 0 });
    },
    time: (part, milliseconds) => {
      times[part] = milliseconds;
    },
  });
  return new Promise((resolve) => {
    const settle = (outcome: Connected | FailureFacts) => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", cancel);
      resolve(outcome);
    };
    const tearDown = (failure: FailureFacts) => {
      settle(failure);
      stop.abort();
    };
    const cancel = () => tearDown({ kind: "cancelled", stage });
    const timer = setTimeout(
      () => tearDown(timeoutFailure(request, options, stage, false)),
      Math.min(options.timeout, longestTimer),
    );
    options.signal.addEventListener("abort", cancel, { once: true });
    if (options.signal.aborted) cancel();
    attempt.then((outcome) => {
      if (stop.signal.aborted && outcome.kind === "connected") outcome.socket.destroy();
      settle(outcome);
    });
  });
}

function asciiHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return /^[\x21-\x7e]*$/.test(bare) ? bare : domainToASCII(bare) || bare;
}

function messageBytes(
  request: TransportRequest,
  { absoluteForm, proxyAuthorization }: Connected,
): { readonly bytes: Uint8Array; readonly requestLine: string; readonly changes: readonly Change[] } {
  const changes: Change[] = [];
  const requestLine = absoluteForm ? request.absoluteForm : request.requestLine;
  let { head } = request;
  if (proxyAuthorization !== undefined) {
    changes.push({ kind: "added", name: "Proxy-Authorization", sent: proxyAuthorization, secret: true });
    const line = `Proxy-Authorization: ${proxyAuthorization}\r\n`;
    // Without an empty line the body's first line is a header line to the proxy: ours goes before all.
    head = request.emptyLine ? head + line : line + head;
  }
  const end = request.emptyLine ? "\r\n" : "";
  return { bytes: Buffer.concat([Buffer.from(`${requestLine}\r\n${head}${end}`), request.body]), requestLine, changes };
}

function addressOf({ remoteAddress, remotePort }: Socket): Address | undefined {
  return remoteAddress === undefined || remotePort === undefined
    ? undefined
    : { address: remoteAddress, port: remotePort };
}

async function conclude(
  request: TransportRequest,
  options: SendOptions,
  reader: ResponseReader,
  result: ExchangeResult,
  length: number,
  tls: TlsInfo | undefined,
): Promise<{ readonly message: Message | undefined; readonly failure: FailureFacts | undefined }> {
  const limit = options.maxBytes ?? defaultMaxBytes;
  const raw = reader.message(result.received);
  const decoded = raw === undefined ? undefined : await withContent(raw, limit);
  const failure = failureOf(request, options, reader, result, length, tls);
  const tooLarge: FailureFacts | undefined = decoded?.tooLarge
    ? { kind: "too-large", limit, what: "decoded" }
    : undefined;
  return { message: decoded?.message, failure: failure ?? tooLarge };
}

const shownBytes = 1024;

function failureOf(
  request: TransportRequest,
  options: SendOptions,
  reader: ResponseReader,
  { end, stage, received, sentBytes }: ExchangeResult,
  length: number,
  tls: TlsInfo | undefined,
): FailureFacts | undefined {
  const { state } = reader;
  if (end.kind === "cancelled") return { kind: "cancelled", stage };
  if (state.kind === "complete") return undefined;
  if (state.kind === "protocol") return { ...state, bytes: received.subarray(state.at, state.at + shownBytes) };
  if (state.kind === "too-large" || end.kind === "reader") {
    return { kind: "too-large", limit: options.maxBytes ?? defaultMaxBytes, what: "received" };
  }
  const { chunk, expected, bodyLength: got } = reader;
  if (end.kind === "timeout") return { ...timeoutFailure(request, options, stage, sentBytes === length), chunk };
  if (stage !== "head" && stage !== "body") {
    const informational = reader.informational(received).at(-1)?.statusLine;
    return connectionFailure(end, stage, request.host, tls?.certificate, informational);
  }
  const how = end.kind === "closed" ? "closed" : "reset";
  const facts: FailureFacts = { kind: "truncated", stage, how, expected, got, chunk };
  return stage === "head" ? { ...facts, bytes: received.subarray(0, shownBytes) } : facts;
}

function timeoutFailure(
  request: TransportRequest,
  options: SendOptions,
  stage: Stage,
  sentAll: boolean,
): TimeoutFailure {
  const typed = fieldValues(request.fields, "content-length").find((value) => /^\d{1,15}$/.test(value));
  const declaredLength = typed === undefined ? undefined : Number(typed);
  return { kind: "timeout", stage, limit: options.timeout, declaredLength, bodyLength: request.body.length, sentAll };
}
