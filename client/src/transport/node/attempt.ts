import type { Socket } from "node:net";
import { domainToASCII } from "node:url";
import { defaultMaxBytes } from "../../../../server/src/text/limits.ts";
import { lazily } from "../../../../server/src/text/memoized.ts";
import { withoutBrackets } from "../authority.ts";
import { chunkedContent } from "../bodyReader.ts";
import { defaultLimits, ResponseReader } from "../framing.ts";
import { listTokens, valuesOfField } from "../responseHead.ts";
import type {
  ExchangeFacts,
  FailureFacts,
  MessageChange,
  RemoteAddress,
  ResponseMessage,
  Settled,
  Stage,
  Timings,
  TlsInfo,
  UnsendableFailure,
  WireBytes,
} from "../result.ts";
import { longestTimer, type SendOptions, type TransportRequest, timeToComplete } from "../transport.ts";
import { readTlsInfo } from "./certificate.ts";
import { type Connect, type Connected, type ConnectTarget, carrierOf, isTls } from "./connect.ts";
import { connectionFailure } from "./connectFailure.ts";
import { withContent } from "./decoder.ts";
import { type ExchangeResult, exchange, lengthOf, type MessageBytes, sliceOf } from "./exchange.ts";
import { usableCredentials } from "./secureOptions.ts";

/** A request and its result, without redirects. */
export interface Attempt extends Pick<ExchangeFacts, "remote" | "proxy" | "tls" | "wire"> {
  /** Start of the attempt, after questions for a passphrase, as `performance.now()`. */
  readonly startedAt: number;
  readonly timings: Omit<Timings, "total">;
  /** The sent request line; undefined if nothing was sent. */
  readonly requestLine: string | undefined;
  /** Changes to the typed message, except for the request line. */
  readonly changes: readonly MessageChange[];
  /** The response, or the part that was received. */
  readonly message: ResponseMessage | undefined;
  /** Why there is no complete response; undefined if there is one. */
  readonly failure: FailureFacts | undefined;
  readonly surplus: Uint8Array;
  readonly settled: Promise<Settled>;
  /** The connection, if it was to be kept and the service hasn't closed it. */
  readonly kept: Connected | undefined;
}

type ConnectTimes = { -readonly [Part in "dns" | "tcp" | "tls"]?: number };

const nothing = new Uint8Array(0);

/** Whether the body waits for a response with 100 (Continue). */
function waitsForContinue({ emptyLine, fields, body }: TransportRequest): boolean {
  return emptyLine && body.length > 0 && listTokens(fields, "expect").includes("100-continue");
}

/** Connects, writes, reads. Never rejects. `given`: an open connection to the service of the request. */
export async function sendAttempt(
  connect: Connect,
  request: TransportRequest,
  options: SendOptions,
  { given, keeps = false }: { readonly given?: Connected | undefined; readonly keeps?: boolean } = {},
): Promise<Attempt> {
  const target = await targetOf(request, options);
  const start = performance.now();
  const times: ConnectTimes = {};
  if ("kind" in target) return failedAttempt(target, start, times);
  const connected = given ?? (await connectWithin(connect, target, request, options, times));
  if (connected.kind !== "connected") return failedAttempt(connected, start, times);
  const { socket, proxied } = connected;
  const { message, requestLine, changes } = messageOf(request, connected);
  const { maxHeadBytes: head = defaultLimits.head, maxBytes: body = defaultMaxBytes } = options;
  const reader = new ResponseReader(request.method, { ...defaultLimits, head, body });
  const exchanging = exchange({
    socket,
    message,
    writtenFirst: waitsForContinue(request) ? message.head.length : undefined,
    reader,
    signal: options.signal,
    timeToFirstByte: Math.max(1, options.timeout - (performance.now() - start)),
    timeBetween: options.timeout,
    timeToComplete: wholeLimit(options),
    surplusWait: options.surplusWait,
    keepsConnection: keeps,
    onBytes: (stage, sentBytes, receivedBytes) => options.onProgress?.({ stage, sentBytes, receivedBytes }),
  });
  // Read before the socket is closed: afterwards, both are unknown.
  const remote = proxied ? undefined : addressOf(carrierOf(socket));
  const tls = isTls(socket) ? readTlsInfo(socket, target.tls?.certificate) : undefined;
  const result = await exchanging;
  const ended = performance.now();
  const { firstByteAt, received, sentBytes } = result;
  const raw = reader.message(received);
  const decoded = raw === undefined ? undefined : await withContent(raw, body);
  const failure = failureOf(request, options, reader, result, lengthOf(message), tls);
  const tooLarge: FailureFacts = { kind: "too-large", limit: body, what: "decoded" };
  const { state } = reader;
  const isKept = result.isOpen && decoded !== undefined && failure === undefined && isPersistent(decoded.message);
  if (result.isOpen && !isKept) socket.destroy();
  return {
    startedAt: start,
    timings: {
      ...noTimings,
      ...times,
      firstByte: firstByteAt === undefined ? undefined : firstByteAt - start,
      download: firstByteAt === undefined ? undefined : ended - firstByteAt,
    },
    remote,
    proxy: connected.via,
    tls,
    wire: wireBytes(message, sentBytes, received),
    requestLine,
    changes,
    message: decoded?.message,
    failure: failure ?? (decoded?.tooLarge ? tooLarge : undefined),
    surplus: state.kind === "complete" ? received.subarray(state.end) : nothing,
    settled: result.settled,
    kept: isKept ? connected : undefined,
  };
}

/** Whether the service keeps the connection open after a response (RFC 9112 section 9.3). */
function isPersistent({ version, fields, framing }: ResponseMessage): boolean {
  const options = listTokens(fields, "connection");
  if (framing === "close" || options.includes("close")) return false;
  return /^HTTP\/1\.[1-9]/i.test(version) || options.includes("keep-alive");
}

const noTimings = { dns: undefined, tcp: undefined, tls: undefined, firstByte: undefined, download: undefined };

/** An attempt that has sent nothing, because it failed before. */
export function failedAttempt(failure: FailureFacts, startedAt: number, times: ConnectTimes = {}): Attempt {
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
    kept: undefined,
  };
}

async function targetOf(request: TransportRequest, options: SendOptions): Promise<ConnectTarget | UnsendableFailure> {
  const { scheme, port } = request;
  const host = asciiHost(request.host);
  if (host === "") return { kind: "unsendable", reason: "address", detail: request.host };
  const given = scheme === "https" ? await options.tls?.(request.host, port, request.tls) : undefined;
  if (given !== undefined && "kind" in given) return given;
  const tls = given === undefined ? undefined : await usableCredentials(given);
  return tls !== undefined && "kind" in tls ? tls : { scheme, host, port, tls, proxy: request.proxy };
}

async function connectWithin(
  connect: Connect,
  target: ConnectTarget,
  request: TransportRequest,
  options: SendOptions,
  times: ConnectTimes,
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
  const outcome = await withinLimit(attempt, options, (kind) =>
    kind === "cancelled" ? { kind, stage } : timeoutFailure(request, options, stage, false),
  );
  if ("given" in outcome) return outcome.given;
  stop.abort();
  void attempt.then((late) => late.kind === "connected" && late.socket.destroy());
  return outcome.failure;
}

function asciiHost(host: string): string {
  const bare = withoutBrackets(host);
  return /^[\x21-\x7e]*$/.test(bare) ? bare : domainToASCII(bare) || bare;
}

function messageOf(
  request: TransportRequest,
  { absoluteForm, proxyAuthorization }: Connected,
): { readonly message: MessageBytes; readonly requestLine: string; readonly changes: readonly MessageChange[] } {
  const changes: MessageChange[] = [];
  const requestLine = absoluteForm ? request.absoluteRequestLine : request.requestLine;
  let { head } = request;
  if (proxyAuthorization !== undefined) {
    changes.push({ kind: "added", name: "Proxy-Authorization", sent: proxyAuthorization, secret: true });
    const line = `Proxy-Authorization: ${proxyAuthorization}\r\n`;
    // Without an empty line, a proxy reads the beginning of the body as a header, so the added line must come before
    // the head.
    head = request.emptyLine ? head + line : line + head;
  }
  const end = request.emptyLine ? "\r\n" : "";
  const message = { head: Buffer.from(`${requestLine}\r\n${head}${end}`), body: request.body };
  return { message, requestLine, changes };
}

/** Joins the bytes that were sent when they are first read: few results show them, and a body may be large. */
function wireBytes(message: MessageBytes, sentBytes: number, received: Uint8Array): WireBytes {
  const sent = lazily(() => sliceOf(message, 0, sentBytes));
  return {
    get sent() {
      return sent();
    },
    unsent: lengthOf(message) - sentBytes,
    received,
  };
}

function addressOf({ remoteAddress: address, remotePort: port }: Socket): RemoteAddress | undefined {
  return address === undefined || port === undefined ? undefined : { address, port };
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
  if (end.kind === "timeout") {
    const failure = { ...timeoutFailure(request, options, stage, sentBytes === length), chunk };
    return end.whole ? { ...failure, limit: wholeLimit(options), whole: true } : failure;
  }
  if (stage !== "head" && stage !== "body") {
    const informational = reader.informational(received).at(-1)?.statusLine;
    return connectionFailure(end, { stage, host: request.host, certificate: tls?.certificate }, informational);
  }
  const how = end.kind === "closed" ? "closed" : "reset";
  const facts: FailureFacts = { kind: "truncated", stage, how, expected, got, chunk };
  return stage === "head" ? { ...facts, bytes: received.subarray(0, shownBytes) } : facts;
}

function wholeLimit(options: SendOptions): number {
  return options.timeToComplete ?? timeToComplete(options.timeout);
}

function timeoutFailure(
  request: TransportRequest,
  options: SendOptions,
  stage: Stage,
  sentAll: boolean,
): Extract<FailureFacts, { kind: "timeout" }> {
  const typed = valuesOfField(request.fields, "content-length").find((value) => /^\d{1,15}$/.test(value));
  const declaredLength = typed === undefined ? undefined : Number(typed);
  const { length: bodyLength } = request.body;
  const missing = missingPart(request);
  return { kind: "timeout", stage, limit: options.timeout, declaredLength, bodyLength, sentAll, missing };
}

/** Waits for the system during a login, until the time limit or until the user cancels. */
export function loginWithin<T>(given: T | Promise<T>, request: TransportRequest, options: SendOptions) {
  return withinLimit(given, options, (kind) =>
    kind === "cancelled" ? { kind, stage: "login" } : timeoutFailure(request, options, "login", true),
  );
}

/** Waits until the time limit, or until the user cancels. `failure`: creates the failure for either of them. */
async function withinLimit<T>(
  given: T | Promise<T>,
  { signal, timeout }: SendOptions,
  failure: (kind: "cancelled" | "timeout") => FailureFacts,
): Promise<{ readonly given: T } | { readonly failure: FailureFacts }> {
  let stop = () => {};
  const stopped = new Promise<{ readonly failure: FailureFacts }>((resolve) => {
    const cancel = () => resolve({ failure: failure("cancelled") });
    const timer = setTimeout(() => resolve({ failure: failure("timeout") }), Math.min(timeout, longestTimer));
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    };
  });
  return Promise.race([Promise.resolve(given).then((result) => ({ given: result })), stopped]).finally(stop);
}

/** Returns the part that a service may still wait for although it has the whole request. */
function missingPart({ method, fields, body }: TransportRequest): "body" | "chunks" | undefined {
  if (listTokens(fields, "transfer-encoding").at(-1) === "chunked") return chunkedContent(body) ? undefined : "chunks";
  return body.length === 0 && /^(?:POST|PUT|PATCH)$/.test(method) ? "body" : undefined;
}
