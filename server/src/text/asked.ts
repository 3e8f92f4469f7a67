/** `$ask "Colour" red "dark green"` */
export interface Question {
  readonly text: string;
  /** Empty if any answer is accepted. */
  readonly choices: readonly string[];
}

/** The question of a reference to `$ask`, which hosts ask for where they ask for secrets; `undefined` for other names. */
export function readQuestion(reference: string): Question | undefined {
  const [name, text, ...choices] = reference.match(/"[^"]*"|[^\s"]+/g) ?? [];
  if (name !== "$ask" || !text?.startsWith('"') || unquoted(text).trim() === "") return undefined;
  return { text: unquoted(text), choices: choices.map(unquoted) };
}

/** What a host keeps a secret or an answer by: no secret has the key of a question, which is the same with other choices. */
export function askedKey(name: string): string {
  const question = readQuestion(name);
  return question ? `$ask "${question.text}"` : name;
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1) : word;
}

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
