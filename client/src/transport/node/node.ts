import { changesBetween, followRedirect, isRedirect, requestLineChange, urlOf } from "../redirect.ts";
import type { Exchange, FailureFacts, Redirect, SendResult } from "../result.ts";
import type { Capabilities, SendOptions, Transport, TransportRequest } from "../transport.ts";
import type { Connect } from "./connect.ts";
import { type Hop, sendHop } from "./hop.ts";
import { hostConnect } from "./hostSocket.ts";

const capabilities: Capabilities = {
  exactHead: true,
  seesWire: true,
  bodyOnGet: true,
  plainHttp: "anywhere",
  tlsOptions: true,
  seesRedirects: true,
};

/** As many as browsers follow. */
const maxRedirects = 20;

/*
 * `Expect: 100-continue` is the author's text like any other: the body follows at once (RFC 9110 section 10.1.1 lets a
 * client do so), and the 100 that comes is among the answer's `informational`. Nobody waits for a service that never
 * sends one.
 */

/**
 * Sends the author's bytes over a socket and frames the answer itself. `connect` makes the connections: the default is
 * the host's own way, `proxyEnvironment.ts` has another for the command line.
 */
export function nodeTransport(connect: Connect = hostConnect): Transport {
  return { capabilities, send: (request, options) => send(connect, request, options) };
}

async function send(connect: Connect, typed: TransportRequest, options: SendOptions): Promise<SendResult> {
  let start: number | undefined;
  const redirects: Redirect[] = [];
  let request = typed;
  for (;;) {
    const hop = await sendHop(connect, request, options);
    start ??= hop.startedAt;
    const total = performance.now() - start;
    const done = (failure: FailureFacts | undefined = hop.failure) => {
      const line = hop.requestLine === undefined ? [] : requestLineChange(typed, hop.requestLine);
      const changes = [...line, ...changesBetween(typed, request), ...hop.changes];
      return toResult(hop, failure, { ...exchangeFacts(hop, request, total), redirects, changes });
    };
    const { message } = hop;
    const follows = hop.failure === undefined && message !== undefined && isRedirect(message.status);
    if (!follows || options.redirects === "never") return done();
    const follow = followRedirect(request, message);
    // There is nothing to follow: the response is as complete as any other.
    if (follow.kind === "location-missing") return done();
    if (follow.kind === "location-invalid") {
      return done({ kind: "redirect", reason: follow.kind, location: follow.location });
    }
    if (options.redirects === "sameOrigin" && !follow.sameOrigin) return done();
    if (follow.unencrypted && !(await options.mayGoUnencrypted?.(urlOf(follow.request)))) return done();
    if (redirects.length === maxRedirects) {
      return done({ kind: "redirect", reason: "too-many", location: urlOf(follow.request) });
    }
    const { status } = message;
    const { method } = request;
    redirects.push({ url: urlOf(request), method, status, location: follow.location, message, wire: hop.wire });
    request = follow.request;
  }
}

function exchangeFacts(hop: Hop, request: TransportRequest, total: number): Omit<Exchange, "redirects" | "changes"> {
  return {
    url: urlOf(request),
    method: request.method,
    timings: { ...hop.timings, total },
    remote: hop.remote,
    tls: hop.tls,
    wire: hop.wire,
    known: "all",
  };
}

function toResult(hop: Hop, failure: FailureFacts | undefined, exchange: Exchange): SendResult {
  const { message, surplus, settled } = hop;
  if (failure !== undefined) return { ...exchange, ...failure, partial: message };
  if (message === undefined) throw new Error("a complete answer has a message");
  return { kind: "response", ...exchange, ...message, surplus, settled };
}
