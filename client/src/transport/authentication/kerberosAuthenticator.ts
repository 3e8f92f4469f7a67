import { withoutBrackets } from "../authority.ts";
import type { AuthenticationProblem, ResponseMessage } from "../result.ts";
import type { TransportRequest } from "../transport.ts";
import { type Authenticator, challengesOf, tokenBytes, unansweredProblem, withAuthorization } from "./authenticator.ts";
import { readChallenges } from "./challenges.ts";
import { isNtlm } from "./ntlm.ts";
import { messageIn } from "./spnego.ts";

/** The functions of the npm package kerberos that are used. Tokens are in Base64. */
export interface KerberosModule {
  readonly GSS_MECH_OID_SPNEGO: number;
  initializeClient(service: string, options: { readonly mechOID: number }): Promise<KerberosClient>;
}

interface KerberosClient {
  step(challenge: string): Promise<string | null>;
}

/** Answers a challenge of Negotiate once, with the ticket of the logged-in user (RFC 4559). */
export class KerberosAuthenticator implements Authenticator {
  readonly keepsConnection = false;
  problem: AuthenticationProblem | undefined;
  readonly #request: TransportRequest;
  readonly #module: KerberosModule;
  readonly #service: string;
  #client: KerberosClient | undefined;

  constructor(request: TransportRequest, module: KerberosModule) {
    this.#request = request;
    this.#module = module;
    this.#service = `HTTP@${withoutBrackets(request.host)}`;
  }

  first(): TransportRequest {
    return this.#request;
  }

  async next(response: ResponseMessage): Promise<TransportRequest | undefined> {
    const challenges = challengesOf(response);
    const offered = readChallenges(response.fields).find(({ scheme }) => scheme.toLowerCase() === "negotiate");
    if (!challenges) await this.#verify(offered?.token);
    else if (!offered) this.problem = unansweredProblem("negotiate", challenges);
    else if (this.#client) this.problem = { kind: "ticket-refused", isEncrypted: this.#request.scheme === "https" };
    else return this.#answer();
    return undefined;
  }

  async #answer(): Promise<TransportRequest | undefined> {
    const service = this.#service;
    try {
      this.#client = await this.#module.initializeClient(service, { mechOID: this.#module.GSS_MECH_OID_SPNEGO });
      const token = (await this.#client.step("")) ?? "";
      const bytes = tokenBytes(token);
      // Windows and GSSAPI may choose NTLM if they have no ticket.
      if (isNtlm(messageIn(bytes) ?? bytes)) this.problem = { kind: "ticket-missing", service, detail: undefined };
      else return withAuthorization(this.#request, `Negotiate ${token.replace(/[^\w+/=]/g, "")}`);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.problem = { kind: "ticket-missing", service, detail: text.replace(/\s+/g, " ").slice(0, 500) };
    }
    return undefined;
  }

  /** Verifies that the service is the one of the ticket. */
  async #verify(token: string | undefined): Promise<void> {
    if (!this.#client || token === undefined) return;
    try {
      await this.#client.step(token);
    } catch {
      this.problem = { kind: "unproven", scheme: "negotiate" };
    }
  }
}
