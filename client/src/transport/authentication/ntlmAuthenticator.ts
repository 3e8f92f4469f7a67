import { readCertificate } from "../../../../server/src/crypto/certificate.ts";
import { hashes } from "../../../../server/src/crypto/hashes.ts";
import { algorithmOf } from "../../../../server/src/crypto/verify.ts";
import type { PasswordLogin } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { withoutBrackets } from "../authority.ts";
import { concatBytes } from "../bytes.ts";
import { editFields, editHead } from "../headLines.ts";
import type { AuthenticationProblem, ResponseMessage } from "../result.ts";
import type { TransportRequest } from "../transport.ts";
import {
  type Authenticator,
  challengesOf,
  type OpenConnection,
  tokenBytes,
  unansweredProblem,
  withAuthorization,
} from "./authenticator.ts";
import type { Challenge } from "./challenges.ts";
import { md5 } from "./hashes.ts";
import {
  authenticateMessage,
  firstSignature,
  isNtlm,
  type NtlmService,
  negotiateMessage,
  readChallenge,
} from "./ntlm.ts";
import { firstToken, mechTypes, messageIn, nextToken } from "./spnego.ts";

/** The schemes and forms in which the first message is sent, in the order in which they are tried. */
const carriers = [
  { scheme: "ntlm", first: (message: Uint8Array) => `NTLM ${toBase64(message)}` },
  // curl and Windows services send it in this form.
  { scheme: "negotiate", first: (message: Uint8Array) => `Negotiate ${toBase64(message)}` },
  { scheme: "negotiate", first: (message: Uint8Array) => `Negotiate ${toBase64(firstToken(message))}` },
] as const;

/**
 * Sends the first message without the body, and the last one with the whole request, over the same connection. If the
 * service doesn't offer NTLM, the messages go in Negotiate (RFC 4559): without SPNEGO, or in SPNEGO if the service
 * requires it.
 */
export class NtlmAuthenticator implements Authenticator {
  problem: AuthenticationProblem | undefined;
  readonly #request: TransportRequest;
  readonly #login: PasswordLogin;
  readonly #negotiate = negotiateMessage();
  #carrier = 0;
  #stage: "begun" | "answered" | "plain" = "begun";

  constructor(request: TransportRequest, login: PasswordLogin) {
    this.#request = request;
    this.#login = login;
  }

  get keepsConnection(): boolean {
    return this.#stage === "begun";
  }

  first(): TransportRequest {
    return withAuthorization(
      withoutBody(this.#request),
      (carriers[this.#carrier] ?? carriers[0]).first(this.#negotiate),
    );
  }

  next(response: ResponseMessage, connection: OpenConnection | undefined): TransportRequest | undefined {
    const challenges = challengesOf(response);
    if (this.#stage !== "begun") {
      if (challenges)
        this.problem = this.#stage === "plain" ? unansweredProblem("ntlm", challenges) : { kind: "refused" };
      return undefined;
    }
    if (!challenges) {
      // The service requires no credentials here, so the request is sent unchanged.
      this.#stage = "plain";
      return this.#request;
    }
    const scheme = carriers[this.#carrier]?.scheme;
    const token = challenges.find((one) => one.scheme.toLowerCase() === scheme && one.token !== undefined)?.token;
    const received = token === undefined ? new Uint8Array(0) : tokenBytes(token);
    const isBare = isNtlm(received);
    const challenge = readChallenge(isBare ? received : (messageIn(received) ?? received));
    if (!challenge) return this.#withNextCarrier(challenges);
    if (!connection) {
      this.problem = { kind: "connection-closed", scheme: "ntlm" };
      return undefined;
    }
    this.#stage = "answered";
    const { message, sessionKey } = authenticateMessage(this.#negotiate, challenge, this.#login, {
      clientChallenge: crypto.getRandomValues(new Uint8Array(8)),
      now: Date.now(),
      service: this.#service(connection),
    });
    const mic = this.#carrier === carriers.length - 1 ? firstSignature(sessionKey, mechTypes()) : undefined;
    const answer = isBare ? message : nextToken(message, mic);
    return withAuthorization(this.#request, `${scheme === "ntlm" ? "NTLM" : "Negotiate"} ${toBase64(answer)}`);
  }

  /** Returns the first message in Negotiate, if the service offers Negotiate and not NTLM. */
  #withNextCarrier(challenges: readonly Challenge[]): TransportRequest | undefined {
    const offers = (scheme: string) => challenges.some((one) => one.scheme.toLowerCase() === scheme);
    if (offers("ntlm") || !offers("negotiate")) this.problem = unansweredProblem("ntlm", challenges);
    else if (this.#carrier === carriers.length - 1) this.problem = { kind: "not-negotiated" };
    if (this.problem) return undefined;
    this.#carrier++;
    return this.first();
  }

  #service({ certificate }: OpenConnection): NtlmService {
    const principal = `HTTP/${withoutBrackets(this.#request.host)}`;
    return { principal, bindings: certificate && channelBindings(certificate) };
  }
}

/** Returns the request without its body, with `Content-Length: 0` if a length or transfer coding is typed. */
function withoutBody(request: TransportRequest): TransportRequest {
  if (request.body.length === 0) return request;
  const names = request.fields.map(({ name }) => name.toLowerCase());
  const hasLength = names.includes("content-length");
  const edit = (name: string) => {
    if (/^content-length$/i.test(name)) return "0";
    if (/^expect$/i.test(name)) return false;
    return !/^transfer-encoding$/i.test(name);
  };
  const added = hasLength ? "" : "Content-Length: 0\r\n";
  const fields = editFields(request.fields, edit);
  return {
    ...request,
    body: new Uint8Array(0),
    head: editHead(request.head, edit) + added,
    fields: hasLength ? fields : [...fields, { name: "Content-Length", value: "0" }],
  };
}

/**
 * The MD5 of the channel bindings `tls-server-end-point` (RFC 5929 section 4.1) of a service's certificate in DER, as
 * gss_channel_bindings_struct (MS-NLMP section 3.1.5.1.2). Undefined for certificates for which RFC 5929 defines none, such
 * as those that are signed with Ed25519.
 */
export function channelBindings(certificate: Uint8Array): Uint8Array | undefined {
  const read = readCertificate(certificate);
  const signedWith = read && algorithmOf(read.signature)?.hash;
  if (signedWith === undefined) return undefined;
  const hash = hashes[signedWith === "SHA-1" ? "SHA-256" : signedWith];
  const data = concatBytes([new TextEncoder().encode("tls-server-end-point:"), hash(certificate)]);
  // The addresses of both ends are empty.
  const head = new DataView(new ArrayBuffer(20));
  head.setUint32(16, data.length, true);
  return md5(concatBytes([new Uint8Array(head.buffer), data]));
}
