import type { Fact } from "../http/facts.ts";
import type { Span } from "../text/span.ts";

/** An option of `$signature` or `$encrypted`. Readers, completion, hover and the tests of the docs use the tables. */
export interface SecurityOption extends Fact {
  /** The allowed values; undefined if any text is allowed. */
  readonly choices?: readonly string[];
  /** Whether the option has one or more values, separated by blanks. */
  readonly several?: true;
}

/** The value of an option. Its span is without quotes. */
export interface OptionValue extends Span {
  readonly text: string;
}

export type OptionProblem = { readonly at: Span; readonly text: string } & (
  | { readonly kind: "key" | "unreadable" | "option" | "repeated" | "parts" | "policy" }
  /** `choice`: the value isn't an allowed value of the option. `name`: the value isn't a name. */
  | { readonly kind: "choice" | "name"; readonly option: string }
);

/** A word of `$signature …` or `$encrypted …`, with the value of the option. */
interface OptionWord extends Span {
  /** Name of the option; `undefined` for the name of the key. */
  readonly option: OptionValue | undefined;
  readonly value: OptionValue;
}

/** Splits the text between the braces into words. Text in double quotes is one word. */
function optionWords(reference: string): readonly (OptionWord | (Span & { readonly option: "unreadable" }))[] {
  const words: ReturnType<typeof optionWords>[number][] = [];
  for (let at = /^\$\w+(?=[ \t]|$)/.exec(reference)?.[0].length ?? 0; at < reference.length; ) {
    if (isBlank(reference, at)) at++;
    else {
      const end = endOfWord(reference, at);
      words.push(wordIn(reference, { start: at, end }));
      at = end;
    }
  }
  return words;
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** The end of a word. Blanks in quotes don't end it. */
function endOfWord(text: string, start: number): number {
  let quoted = false;
  let at = start;
  for (; at < text.length && (quoted || !isBlank(text, at)); at++) if (text[at] === '"') quoted = !quoted;
  return at;
}

function wordIn(reference: string, { start, end }: Span): ReturnType<typeof optionWords>[number] {
  const word = reference.slice(start, end);
  const equals = word.indexOf("=");
  if (equals < 0) {
    if (word.includes('"')) return { option: "unreadable", start, end };
    return { option: undefined, value: { text: word, start, end }, start, end };
  }
  const option = word.slice(0, equals);
  const given = word.slice(equals + 1);
  const isQuoted = given.length >= 2 && given.startsWith('"') && given.endsWith('"');
  const text = isQuoted ? given.slice(1, -1) : given;
  if (text.includes('"') || !/^[A-Za-z\d]+$/.test(option)) return { option: "unreadable", start, end };
  const from = start + equals + (isQuoted ? 2 : 1);
  return {
    option: { text: option, start, end: start + equals },
    value: { text, start: from, end: from + text.length },
    start,
    end,
  };
}

/** The typed options and their problems. Spans are offsets in the text between the braces. */
export interface TypedOptions {
  readonly key: OptionValue | undefined;
  readonly values: ReadonlyMap<string, OptionValue>;
  /** Problems of the options. Readers of the values add further problems. */
  readonly problems: OptionProblem[];
  chosen(name: string): readonly string[] | undefined;
  /** Span of an option's value; span of the key if the option is missing. */
  at(option: string): Span;
}

/** @param reference the text between the braces: `$name KEY option=value …` */
export function readOptions(reference: string, options: readonly SecurityOption[]): TypedOptions {
  const problems: OptionProblem[] = [];
  const values = new Map<string, OptionValue>();
  let key: OptionValue | undefined;
  const add = (kind: "unreadable" | "option" | "repeated" | "parts", { text, start, end }: OptionValue) =>
    problems.push({ kind, at: { start, end }, text });
  for (const word of optionWords(reference)) {
    const { start, end } = word;
    const text = reference.slice(start, end);
    if (word.option === "unreadable") add("unreadable", { text, start, end });
    else if (word.option === undefined) {
      if (key) add("unreadable", word.value);
      else key = word.value;
    } else {
      const { option, value } = word;
      if (options.every(({ name }) => name !== option.text)) add("option", option);
      else if (values.has(option.text)) add("repeated", option);
      else values.set(option.text, value);
    }
  }
  const whole = { start: 0, end: reference.length };
  if (!key) problems.push({ kind: "key", at: whole, text: "" });
  const parts = values.get("parts");
  if (parts && parts.text.trim() === "") add("parts", parts);
  const chosen = (name: string): readonly string[] | undefined => {
    const value = values.get(name);
    const { choices, several } = options.find((option) => option.name === name) ?? {};
    if (!value || !choices) return undefined;
    const given = several ? wordsIn(value) : [value];
    for (const { text, start, end } of given.length > 0 ? given : [value])
      if (!choices.includes(text)) problems.push({ kind: "choice", option: name, at: { start, end }, text });
    return given.map(({ text }) => text);
  };
  return { key, values, problems, chosen, at: (option) => values.get(option) ?? key ?? whole };
}

export function wordsIn({ text, start }: OptionValue): readonly OptionValue[] {
  return Array.from(text.matchAll(/\S+/g), (word) => {
    const from = start + word.index;
    return { text: word[0], start: from, end: from + word[0].length };
  });
}
