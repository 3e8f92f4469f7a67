import type { PasswordLogin } from "../../../../server/src/protocol/protocol.ts";
import { hexOf } from "../../../../server/src/text/bytes.ts";
import { authorityOf } from "../authority.ts";
import { chunkedContent } from "../bodyReader.ts";
import { listTokens, valuesOfField } from "../responseHead.ts";
import type { AuthenticationProblem, ResponseMessage } from "../result.ts";
import type { TransportRequest } from "../transport.ts";
import { type Authenticator, challengesOf, unansweredProblem, withAuthorization } from "./authenticator.ts";
import { readChallenges } from "./challenges.ts";
import { chooseDigest, type DigestChallenge, digestAuthorization, serviceProof } from "./digest.ts";

interface Session {
  readonly challenge: DigestChallenge;
  /** The same for all requests if the algorithm ends in `-sess`, because its key depends on it. */
  readonly clientNonce: string;
  count: number;
}

const maxSessions = 1000;

/** The nonces of a run or a window, by origin, user and password. */
export class DigestSessions {
  readonly #sessions = new Map<string, Session>();

  authenticator(request: TransportRequest, login: PasswordLogin): Authenticator {
    return new DigestAuthenticator(request, login, this);
  }

  get(key: string): Session | undefined {
    return this.#sessions.get(key);
  }

  begin(key: string, challenge: DigestChallenge): Session {
    const session = { challenge, clientNonce: newClientNonce(), count: 0 };
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return session;
  }

  end(key: string): void {
    this.#sessions.delete(key);
  }
}

/**
 * Answers challenges of Digest. With a known nonce, the credentials are sent at once. A challenge is answered once, and
 * once more if the service says that the nonce was too old, or if the nonce was from an earlier request.
 */
class DigestAuthenticator implements Authenticator {
  readonly keepsConnection = false;
  problem: AuthenticationProblem | undefined;
  readonly #request: TransportRequest;
  readonly #login: PasswordLogin;
  readonly #sessions: DigestSessions;
  readonly #key: string;
  #used: Session | undefined;
  /** The `rspauth` that the service must send for this request. */
  #proof: string | undefined;
  #answers = 0;
  #isStale = false;

  constructor(request: TransportRequest, login: PasswordLogin, sessions: DigestSessions) {
    this.#request = request;
    this.#login = login;
    this.#sessions = sessions;
    this.#key = JSON.stringify([request.scheme, authorityOf(request).toLowerCase(), login.user, login.password]);
  }

  first(): TransportRequest {
    const session = this.#sessions.get(this.#key);
    return session ? this.#with(session) : this.#request;
  }

  next(response: ResponseMessage): TransportRequest | undefined {
    const challenges = challengesOf(response);
    if (!challenges) {
      this.#readInfo(response);
      return undefined;
    }
    const challenge = chooseDigest(challenges);
    if (!challenge) {
      this.problem = unansweredProblem("digest", challenges);
      return undefined;
    }
    if (!this.#mayAnswer(challenge)) {
      this.#sessions.end(this.#key);
      this.problem = { kind: "refused" };
      return undefined;
    }
    this.#answers++;
    return this.#with(this.#sessions.begin(this.#key, challenge));
  }

  /** A nonce of an earlier request may be too old even if the service doesn't say so. */
  #mayAnswer({ stale, nonce }: DigestChallenge): boolean {
    if (!this.#used) return true;
    const isEarlier = this.#answers === 0 && nonce !== this.#used.challenge.nonce;
    if (isEarlier) return true;
    const isFirstStale = stale && !this.#isStale;
    this.#isStale ||= stale;
    return isFirstStale;
  }

  #with(session: Session): TransportRequest {
    session.count++;
    this.#used = session;
    const { method, target } = this.#request;
    const { challenge, count } = session;
    const clientNonce = challenge.isSession ? session.clientNonce : newClientNonce();
    const body = challenge.quality === "auth-int" ? entityOf(this.#request) : this.#request.body;
    const use = { count, clientNonce };
    this.#proof = serviceProof(challenge, this.#login, { target }, use);
    const value = digestAuthorization(challenge, this.#login, { method, target, body }, use);
    return withAuthorization(this.#request, value);
  }

  /** Reads `rspauth` and `nextnonce` (RFC 7616 section 3.5). */
  #readInfo({ fields }: ResponseMessage): void {
    const [info] = valuesOfField(fields, "authentication-info");
    if (!this.#used || info === undefined) return;
    const [read] = readChallenges([{ name: "WWW-Authenticate", value: `Digest ${info.slice(0, 10_000)}` }]);
    const proof = read?.parameters.get("rspauth")?.toLowerCase();
    if (proof !== undefined && this.#proof !== undefined && proof !== this.#proof)
      this.problem = { kind: "unproven", scheme: "digest" };
    const nonce = read?.parameters.get("nextnonce");
    const { challenge } = this.#used;
    if (nonce !== undefined && isUsableNonce(nonce)) this.#sessions.begin(this.#key, { ...challenge, nonce });
  }
}

function isUsableNonce(nonce: string): boolean {
  return nonce !== "" && nonce.length <= 4096 && !/[\0-\x08\x0a-\x1f\x7f]/.test(nonce);
}

function entityOf({ fields, body }: TransportRequest): Uint8Array {
  return listTokens(fields, "transfer-encoding").at(-1) === "chunked" ? (chunkedContent(body) ?? body) : body;
}

function newClientNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}
