import type { OutgoingAuthentication } from "../../../../server/src/protocol/protocol.ts";
import type { Authenticator, OpenConnection } from "../authentication/authenticator.ts";
import { DigestSessions } from "../authentication/digestAuthenticator.ts";
import { KerberosAuthenticator } from "../authentication/kerberosAuthenticator.ts";
import { NtlmAuthenticator } from "../authentication/ntlmAuthenticator.ts";
import { changesBetween, followRedirect, isRedirect, requestLineChange, urlOf } from "../redirect.ts";
import { valuesOfField } from "../responseHead.ts";
import type {
  AuthenticationProblem,
  AuthenticationStep,
  ExchangeFacts,
  FailureFacts,
  MessageChange,
  Redirect,
  SendResult,
  UnsendableFailure,
} from "../result.ts";
import type { Capabilities, SendOptions, Transport, TransportRequest } from "../transport.ts";
import { type Attempt, failedAttempt, loginWithin, sendAttempt } from "./attempt.ts";
import { certificateBytes } from "./certificate.ts";
import { type Connect, type Connected, isTls } from "./connect.ts";
import { hostConnect } from "./hostSocket.ts";
import type { FoundKerberos } from "./kerberosModule.ts";
import { withRequestProxies } from "./throughProxy.ts";

const capabilities: Capabilities = {
  seesWire: true,
  bodyOnGet: true,
  plainHttp: "anywhere",
  seesRedirects: true,
};

/** Maximum number of redirects, as in browsers. */
const maxRedirects = 20;

/**
 * Sends the typed bytes over a socket and frames the response itself. `connect` makes the connections, by default through
 * the host; `proxyEnvironment.ts` does it for the command line. With `Expect: 100-continue`,
 * the body is sent when the service responds with 100 (which is then in `informational`), or after a second without a
 * response. After a final response it isn't sent at all.
 */
export function nodeTransport(
  connect: Connect = withRequestProxies(hostConnect),
  kerberos: () => FoundKerberos = () => ({ why: undefined }),
): Transport {
  const sessions = new DigestSessions();
  return {
    capabilities,
    send: (request, options) => new Sending({ connect, sessions, kerberos, options }, request).result(),
  };
}

interface SendingParts {
  readonly connect: Connect;
  readonly sessions: DigestSessions;
  readonly kerberos: () => FoundKerberos;
  readonly options: SendOptions;
}

class Sending {
  readonly #parts: SendingParts;
  readonly #typed: TransportRequest;
  readonly #redirects: Redirect[] = [];
  readonly #authentication: AuthenticationStep[] = [];
  #start: number | undefined;
  /** The request after redirects, without an answer to a challenge. */
  #request: TransportRequest;

  constructor(parts: SendingParts, typed: TransportRequest) {
    this.#parts = parts;
    this.#typed = typed;
    this.#request = typed;
  }

  async result(): Promise<SendResult> {
    for (;;) {
      const login = this.#request.authentication;
      const authenticator = login && authenticatorFor(this.#request, login, this.#parts);
      if (authenticator && "kind" in authenticator) {
        const attempt = failedAttempt(authenticator, performance.now());
        return this.#done({ attempt, sent: this.#request, problem: undefined }, authenticator);
      }
      const answered = await this.#answered(authenticator);
      const next = await this.#redirected(answered);
      if ("kind" in next) return next;
      this.#request = next.request;
    }
  }

  /** The last attempt, after all challenges. */
  async #answered(authenticator: Authenticator | undefined): Promise<Answered> {
    const { connect, options } = this.#parts;
    let sent = authenticator?.first() ?? this.#request;
    let given: Connected | undefined;
    for (;;) {
      const attempt = await sendAttempt(connect, sent, options, {
        given,
        keeps: authenticator?.keepsConnection ?? false,
      });
      this.#start ??= attempt.startedAt;
      const { message, failure, kept, wire } = attempt;
      const answer = failure || !message ? undefined : authenticator?.next(message, kept && openConnection(kept));
      const answered = answer && (await loginWithin(answer, this.#request, options));
      const next = answered && "given" in answered ? answered.given : undefined;
      if (!next || !message) {
        kept?.socket.destroy();
        const ended = answered && "failure" in answered ? { ...attempt, failure: answered.failure } : attempt;
        return { attempt: ended, sent, problem: authenticator?.problem };
      }
      const { method, authentication } = this.#request;
      const scheme = authentication?.scheme ?? "digest";
      const { status } = message;
      const redirects = this.#redirects.length;
      this.#authentication.push({ scheme, url: urlOf(this.#request), method, status, message, wire, redirects });
      sent = next;
      given = kept;
    }
  }

  /** The request that follows a redirect, or the result if there is none to follow. */
  async #redirected(answered: Answered): Promise<SendResult | { readonly request: TransportRequest }> {
    const { options } = this.#parts;
    const { attempt } = answered;
    const request = this.#request;
    const done = (failure: FailureFacts | undefined = attempt.failure) => this.#done(answered, failure);
    const { message } = attempt;
    const follows = attempt.failure === undefined && message !== undefined && isRedirect(message.status);
    if (!follows || options.redirects === "never") return done();
    const follow = followRedirect(request, message);
    // The response is complete, but has no address to follow, or one that must not get the secrets of the request.
    if (follow.kind === "location-missing" || follow.kind === "secrets") return done();
    if (follow.kind === "location-invalid") {
      return done({ kind: "redirect", reason: follow.kind, location: follow.location });
    }
    if (options.redirects === "sameOrigin" && !follow.sameOrigin) return done();
    if (follow.unencrypted && !(await options.mayGoUnencrypted?.(urlOf(follow.request)))) return done();
    if (this.#redirects.length === maxRedirects) {
      return done({ kind: "redirect", reason: "too-many", location: urlOf(follow.request) });
    }
    const { status } = message;
    const { method } = request;
    const { location } = follow;
    this.#redirects.push({ url: urlOf(request), method, status, location, message, wire: attempt.wire });
    return { request: follow.request };
  }

  #done({ attempt, sent, problem }: Answered, failure: FailureFacts | undefined): SendResult {
    const request = this.#request;
    const line = attempt.requestLine === undefined ? [] : requestLineChange(this.#typed, attempt.requestLine);
    const changes = [
      ...line,
      ...changesBetween(this.#typed, request),
      ...answerChanges(request, sent),
      ...attempt.changes,
    ];
    return toResult(attempt, failure, {
      url: urlOf(request),
      method: request.method,
      timings: { ...attempt.timings, total: performance.now() - (this.#start ?? attempt.startedAt) },
      remote: attempt.remote,
      proxy: attempt.proxy,
      tls: attempt.tls,
      wire: attempt.wire,
      redirects: this.#redirects,
      authentication: this.#authentication,
      authenticationProblem: problem,
      changes,
      known: "all",
    });
  }
}

interface Answered {
  readonly attempt: Attempt;
  readonly sent: TransportRequest;
  readonly problem: AuthenticationProblem | undefined;
}

function authenticatorFor(
  request: TransportRequest,
  login: OutgoingAuthentication,
  { sessions, kerberos }: SendingParts,
): Authenticator | UnsendableFailure {
  if (login.scheme === "ntlm") return new NtlmAuthenticator(request, login);
  if (login.scheme === "digest") return sessions.authenticator(request, login);
  const module = kerberos();
  if ("why" in module) return { kind: "unsendable", reason: "kerberos", detail: module.why ?? "" };
  return new KerberosAuthenticator(request, module);
}

function openConnection({ socket }: Connected): OpenConnection {
  return { certificate: isTls(socket) ? certificateBytes(socket) : undefined };
}

/** Returns the changes that an answer to a challenge makes. */
function answerChanges(request: TransportRequest, sent: TransportRequest): readonly MessageChange[] {
  const value = sent === request ? undefined : valuesOfField(sent.fields, "authorization")[0];
  if (value === undefined) return [];
  const added: MessageChange = { kind: "added", name: "Authorization", sent: value, secret: true };
  const { length } = request.body;
  return sent.body.length < length ? [added, { kind: "body-dropped", bytes: length }] : [added];
}

function toResult(attempt: Attempt, failure: FailureFacts | undefined, exchange: ExchangeFacts): SendResult {
  const { message, surplus, settled } = attempt;
  if (failure !== undefined) return { ...exchange, ...failure, partial: message };
  if (message === undefined) throw new Error("a complete response has a message");
  return { kind: "response", ...exchange, ...message, surplus, settled };
}
