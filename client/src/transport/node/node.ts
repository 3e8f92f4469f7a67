import { changesBetween, followRedirect, isRedirect, requestLineChange, urlOf } from "../redirect.ts";
import type { ExchangeFacts, FailureFacts, Redirect, SendResult } from "../result.ts";
import type { Capabilities, SendOptions, Transport, TransportRequest } from "../transport.ts";
import { type Attempt, sendAttempt } from "./attempt.ts";
import type { Connect } from "./connect.ts";
import { hostConnect } from "./hostSocket.ts";

const capabilities: Capabilities = {
  seesWire: true,
  bodyOnGet: true,
  plainHttp: "anywhere",
  seesRedirects: true,
};

/** The limit of browsers. */
const maxRedirects = 20;

/**
 * Sends the typed bytes over a socket and frames the response itself. `connect` makes the connections, by default through
 * the host; `proxyEnvironment.ts` does it for the command line. `Expect: 100-continue` is sent like any other header: the
 * body follows at once (RFC 9110 section 10.1.1), and a response with 100 is in `informational`.
 */
export function nodeTransport(connect: Connect = hostConnect): Transport {
  return { capabilities, send: (request, options) => send(connect, request, options) };
}

async function send(connect: Connect, typed: TransportRequest, options: SendOptions): Promise<SendResult> {
  let start: number | undefined;
  const redirects: Redirect[] = [];
  let request = typed;
  for (;;) {
    const attempt = await sendAttempt(connect, request, options);
    start ??= attempt.startedAt;
    const total = performance.now() - start;
    const done = (failure: FailureFacts | undefined = attempt.failure) => {
      const line = attempt.requestLine === undefined ? [] : requestLineChange(typed, attempt.requestLine);
      const changes = [...line, ...changesBetween(typed, request), ...attempt.changes];
      return toResult(attempt, failure, {
        url: urlOf(request),
        method: request.method,
        timings: { ...attempt.timings, total },
        remote: attempt.remote,
        tls: attempt.tls,
        wire: attempt.wire,
        redirects,
        changes,
        known: "all",
      });
    };
    const { message } = attempt;
    const follows = attempt.failure === undefined && message !== undefined && isRedirect(message.status);
    if (!follows || options.redirects === "never") return done();
    const follow = followRedirect(request, message);
    // It is a complete response without an address to follow.
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
    redirects.push({ url: urlOf(request), method, status, location: follow.location, message, wire: attempt.wire });
    request = follow.request;
  }
}

function toResult(attempt: Attempt, failure: FailureFacts | undefined, exchange: ExchangeFacts): SendResult {
  const { message, surplus, settled } = attempt;
  if (failure !== undefined) return { ...exchange, ...failure, partial: message };
  if (message === undefined) throw new Error("a complete response has a message");
  return { kind: "response", ...exchange, ...message, surplus, settled };
}
