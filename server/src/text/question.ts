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
