/** A question of `$ask`, such as `$ask "Colour" red "dark green"`. */
export interface Question {
  readonly text: string;
  /** The answers to choose from. Empty if any answer is accepted. */
  readonly choices: readonly string[];
}

/** The question of a reference to `$ask`; `undefined` for other references. Hosts ask it together with the secrets. */
export function readQuestion(reference: string): Question | undefined {
  const [name, text, ...choices] = reference.match(/"[^"]*"|[^\s"]+/g) ?? [];
  if (name !== "$ask" || !text?.startsWith('"') || unquoted(text).trim() === "") return undefined;
  return { text: unquoted(text), choices: choices.map(unquoted) };
}

/** The key under which a host stores a secret or an answer. It differs for both, and doesn't depend on the choices. */
export function askedKey(name: string): string {
  const question = readQuestion(name);
  return question ? `$ask "${question.text}"` : name;
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1) : word;
}

/** The name of the token in `$auth.token("name")`; `undefined` for other references. */
export function tokenName(reference: string): string | undefined {
  return /^\$auth\.token\([ \t]*"([^"]+)"[ \t]*\)$/.exec(reference)?.[1];
}

export function tokenSecret(name: string): string {
  return `token ${name}`;
}

/** The name under which a host stores a value that it was asked for. It contains no values of a token request. */
export function nameOfAsked(asked: string | { readonly name: string }): string {
  return typeof asked === "string" ? asked : `$auth.token ${asked.name}`;
}
