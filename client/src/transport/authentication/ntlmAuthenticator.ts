import type { OutgoingAuthentication } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { editFields, editHead } from "../headLines.ts";
import type { AuthenticationProblem, ResponseMessage } from "../result.ts";
import type { TransportRequest } from "../transport.ts";
import { type Authenticator, challengesOf, unansweredProblem, withAuthorization } from "./authenticator.ts";
import type { Challenge } from "./challenges.ts";
import { authenticateMessage, negotiateMessage, readChallenge } from "./ntlm.ts";

/** Sends the first message without the body, and the last one with the whole request, over the same connection. */
export class NtlmAuthenticator implements Authenticator {
  problem: AuthenticationProblem | undefined;
  readonly #request: TransportRequest;
  readonly #login: OutgoingAuthentication;
  readonly #negotiate = negotiateMessage();
  #stage: "begun" | "answered" | "plain" = "begun";

  constructor(request: TransportRequest, login: OutgoingAuthentication) {
    this.#request = request;
    this.#login = login;
  }

  get keepsConnection(): boolean {
    return this.#stage === "begun";
  }

  first(): TransportRequest {
    return withAuthorization(withoutBody(this.#request), `NTLM ${toBase64(this.#negotiate)}`);
  }

  next(response: ResponseMessage, isOpen: boolean): TransportRequest | undefined {
    const challenges = challengesOf(response);
    if (this.#stage !== "begun") {
      if (challenges)
        this.problem = this.#stage === "plain" ? unansweredProblem("ntlm", challenges) : { kind: "refused" };
      return undefined;
    }
    if (!challenges) {
      // The service requires no credentials here: the request is sent as it is.
      this.#stage = "plain";
      return this.#request;
    }
    const token = challenges.find((one) => one.scheme.toLowerCase() === "ntlm" && one.token !== undefined)?.token;
    const challenge = token === undefined ? undefined : readChallenge(bytesOf(token));
    if (!challenge) this.problem = this.#withoutChallenge(challenges);
    else if (!isOpen) this.problem = { kind: "connection-closed", scheme: "ntlm" };
    if (!challenge || this.problem) return undefined;
    this.#stage = "answered";
    const choices = { clientChallenge: crypto.getRandomValues(new Uint8Array(8)), now: Date.now() };
    const message = authenticateMessage(this.#negotiate, challenge, this.#login, choices);
    return withAuthorization(this.#request, `NTLM ${toBase64(message)}`);
  }

  #withoutChallenge(challenges: readonly Challenge[]): AuthenticationProblem {
    return unansweredProblem("ntlm", challenges);
  }
}

/** Empty if the text isn't Base64. */
function bytesOf(token: string): Uint8Array {
  try {
    return fromBase64(token);
  } catch {
    return new Uint8Array(0);
  }
}

/** The request without its body, with `Content-Length: 0` where its length or coding is typed. */
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
