/** What a host sends to get an OAuth 2 token (RFC 6749 section 4.3 and 4.4). */
export interface TokenRequest {
  /** Of the configuration, for messages. */
  readonly name: string;
  readonly url: string;
  /** The value of the Authorization header. */
  readonly authorization?: string | undefined;
  /** A form. */
  readonly body: string;
  /** What is removed from all texts about it. */
  readonly secrets: readonly string[];
}

const variable = "$auth.token";

/** The name in `$auth.token("name")`; `undefined` for other references. */
export function tokenName(reference: string): string | undefined {
  return /^\$auth\.token\([ \t]*"([^"]+)"[ \t]*\)$/.exec(reference)?.[1];
}

/** How a token is named among the secrets. */
export function tokenSecret(name: string): string {
  return `token ${name}`;
}

/** The name of a secret that is a token: hosts are asked for it where they are asked for secrets. */
export function askedToken(request: TokenRequest): string {
  return `${variable} ${JSON.stringify(request)}`;
}

/** The request for the token that a host is asked for; `undefined` for a secret or a question. */
export function readTokenRequest(asked: string): TokenRequest | undefined {
  return asked.startsWith(`${variable} {`) ? (JSON.parse(asked.slice(variable.length)) as TokenRequest) : undefined;
}
