/** The name in `$auth.token("name")`; `undefined` for other references. */
export function tokenName(reference: string): string | undefined {
  return /^\$auth\.token\([ \t]*"([^"]+)"[ \t]*\)$/.exec(reference)?.[1];
}

/** How a token is named among the secrets. */
export function tokenSecret(name: string): string {
  return `token ${name}`;
}

/** The name under which a host gives what it was asked for. It contains no values of a token request. */
export function nameOfAsked(asked: string | { readonly name: string }): string {
  return typeof asked === "string" ? asked : `$auth.token ${asked.name}`;
}
