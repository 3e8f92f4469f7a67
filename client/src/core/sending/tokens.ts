import * as l10n from "@vscode/l10n";
import type { TokenRequest } from "../../../../server/src/protocol/protocol.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { ownRequest } from "../../transport/ownRequest.ts";
import type { SendOptions, Transport } from "../../transport/transport.ts";
import type { Shell } from "../failures/explanation.ts";
import { explain } from "../failures/failures.ts";

/** Maximum milliseconds of a token request. */
const longestRequest = 30_000;
const validByDefault = 5 * 60_000;
/** Milliseconds before its expiry at which a token is renewed. */
const early = 30_000;
/** Maximum characters of an error of the service. */
const longestError = 200;
/** Minimum milliseconds for which a token is used, and after which a failed request is repeated. */
const shortest = 5_000;

type Outcome = { readonly token: string } | { readonly why: string };

interface TokenHost {
  readonly transport: Pick<Transport, "send">;
  readonly shell: Shell;
  readonly tls: SendOptions["tls"];
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
  now(): number;
}

/** OAuth 2 tokens: each is requested once, and again when it has expired. */
export class Tokens {
  readonly #host: TokenHost;
  /** Tokens by their request with all its values, because requests with other values get other tokens. */
  readonly #kept = new Map<string, { readonly outcome: Outcome; readonly until: number }>();
  readonly #pending = new Map<string, Promise<Outcome>>();

  constructor(host: TokenHost) {
    this.#host = host;
  }

  /** A valid token; undefined if it has to be requested. */
  known(request: TokenRequest): string | undefined {
    const kept = this.#valid(JSON.stringify(request));
    return kept && "token" in kept ? kept.token : undefined;
  }

  /** A token, or why there is none, as a sentence. Never rejects. */
  async get(request: TokenRequest): Promise<Outcome> {
    const asked = JSON.stringify(request);
    const current = this.#valid(asked) ?? this.#pending.get(asked);
    if (current) return current;
    const pending = this.#request(asked, request).finally(() => this.#pending.delete(asked));
    this.#pending.set(asked, pending);
    return pending;
  }

  /** Forgets tokens that a service has refused, so that the next request gets new ones. */
  forget(values: readonly string[]): void {
    for (const [asked, { outcome }] of this.#kept)
      if ("token" in outcome && values.includes(outcome.token)) this.#kept.delete(asked);
  }

  #valid(asked: string): Outcome | undefined {
    const kept = this.#kept.get(asked);
    return kept && kept.until > this.#host.now() ? kept.outcome : undefined;
  }

  async #request(asked: string, { name, url, authorization, body, secrets }: TokenRequest): Promise<Outcome> {
    const { transport, shell, tls, signal, now } = this.#host;
    const failed = (why: string): Outcome => ({ why: l10n.t("No token {0}: {1}", name, redactor(secrets)(why)) });
    const keep = (outcome: Outcome, milliseconds: number) => {
      this.#kept.set(asked, { outcome, until: now() + Math.max(milliseconds, shortest) });
      return outcome;
    };
    const address = webAddress(url);
    if (!address) return failed(l10n.t("Token URL must be an http or https URL."));
    const content = new TextEncoder().encode(body);
    const fields = [
      { name: "Accept", value: "application/json" },
      ...(authorization === undefined ? [] : [{ name: "Authorization", value: authorization }]),
      { name: "Content-Type", value: "application/x-www-form-urlencoded" },
      { name: "Content-Length", value: String(content.length) },
    ];
    const result = await transport.send(ownRequest("POST", address, fields, content), {
      signal: AbortSignal.any([AbortSignal.timeout(longestRequest), ...(signal ? [signal] : [])]),
      timeout: longestRequest,
      redirects: "never",
      maxBytes: 1_000_000,
      surplusWait: 0,
      ...(tls ? { tls } : {}),
    });
    if (result.kind !== "response") {
      const { title, cause } = explain(result, shell);
      return keep(failed(`${title}. ${cause}`), 0);
    }
    const answer = objectIn(result.body);
    const { access_token: token, expires_in: seconds = validByDefault / 1000 } = answer;
    if (result.status === 200 && typeof token === "string" && token !== "") {
      // Some services write the number in quotes.
      const valid = Number.isFinite(Number(seconds)) ? Number(seconds) * 1000 : validByDefault;
      return keep({ token }, Math.max(valid - early, valid / 2));
    }
    const said = [answer["error"], answer["error_description"]].filter((one) => typeof one === "string").join(": ");
    // Secrets are redacted before the text is cut, because a part of a secret isn't recognized.
    const line = redactor(secrets)(said).replace(/\s+/g, " ").slice(0, longestError);
    const detail = line === "" ? l10n.t("without a token") : trimTrailing(line, ".");
    return keep(failed(l10n.t("{0} responded with status {1} ({2}).", address.host, result.status, detail)), 0);
  }
}

/** The host and port that a token is requested from. */
export function tokenHost({ url }: TokenRequest): string {
  return webAddress(url)?.host ?? "";
}

function webAddress(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

function objectIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
