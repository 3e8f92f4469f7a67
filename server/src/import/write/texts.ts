import type { ComputedStep, Text, TextInsertion } from "../collection.ts";

/*
 * Writes texts of the source as parts of a `.soaphttp` file. Only variables of the source become variables: two braces in plain
 * text that would begin a variable are written in another way.
 */

/** Returns the names in a collection and in one of its files. */
export interface Naming {
  variable(name: string): string;
  /** Returns the name of the variable with a variable's host, such as `x.host` for `x`. */
  host(name: string): string;
  /** Returns the `# @name` of a step. */
  step(name: string): string;
  /** Returns the name of a variable whose value is an opening brace. */
  brace(): string;
  /** Returns the name of a variable that the writer adds to the file for a text. */
  added(name: string, text: Text): string;
}

/** Braces in plain text that would begin a variable. */
const opening = /\{\{(?=[A-Za-z_$])/g;

export function insertionText(insertion: TextInsertion, naming: Naming): string {
  switch (insertion.kind) {
    case "variable":
      return `{{${naming.variable(insertion.name)}}}`;
    case "host":
      return `{{${naming.host(insertion.name)}}}`;
    case "exchange":
      return `{{${naming.step(insertion.step)}.${withoutBreaks(insertion.rest)}}}`;
    case "builtIn":
      return `{{${withoutBreaks(insertion.name)}}}`;
    case "secret":
      return `{{${naming.variable(insertion.name)}}}`;
    case "computed":
      return `{{${[sourceText(insertion.source, naming), ...insertion.steps.map((step) => stepText(step, naming))].join(" | ")}}}`;
    case "credentials":
      return `{{${[insertion.name, ...insertion.args.map((one) => credentialText(one, naming))].join(" ")}}}`;
  }
}

/** The text before the first step of a computed value. */
function sourceText(source: Text, naming: Naming): string {
  const [only, ...others] = merged(source);
  if (only !== undefined && typeof only !== "string" && only.kind !== "computed" && others.length === 0)
    return insertionText(only, naming).slice(2, -2);
  const parts = merged(source).map((part) => argumentText([part], naming, "part"));
  return ["$concat", ...(parts.length === 0 ? ['""'] : parts)].join(" ");
}

function stepText({ word, args }: ComputedStep, naming: Naming): string {
  return [word, ...args.map((one) => argumentText(one, naming, "key"))].join(" ");
}

/** An argument of `$basic` or `# @auth`: the name of a variable, or a text in quotes. */
export function credentialText(text: Text, naming: Naming): string {
  return argumentText(text, naming, "credential");
}

/** An argument of a step. `name`: of the variable that is added for a text that can't be an argument. */
function argumentText(text: Text, naming: Naming, name: string): string {
  const [only, ...others] = merged(text);
  if (only === undefined) return '""';
  if (others.length === 0 && typeof only !== "string" && only.kind === "variable") return naming.variable(only.name);
  const plain = plainText(text);
  if (plain === undefined || /\{\{|\\$|[\r\n\0]/.test(plain)) return naming.added(name, text);
  return `"${plain.replaceAll('"', '\\"')}"`;
}

/** A text on one line: a value of a header or a variable, or an expectation. */
export function lineText(text: Text, naming: Naming): string {
  return rendered(text, naming, (plain) => withBraces(withoutBreaks(plain), naming));
}

/**
 * A text in a request target. Characters that a target can't contain become percent-encoded UTF-8 (RFC 3986 section 2.1). A
 * placeholder such as `{id}` isn't changed, so that the check reports it.
 */
export function targetText(text: Text, naming: Naming): string {
  return rendered(text, naming, (plain) => plain.replace(placeholderOrIllegal, encoded));
}

const placeholderOrIllegal = /(?<!\{)\{\w{1,100}\}(?!\})|[^\x21-\x7e]+|["<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/g;

function encoded(matched: string): string {
  if (/^\{\w/.test(matched)) return matched;
  const bytes = new TextEncoder().encode(matched);
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** A body whose line breaks are LF. No line can be mistaken for a separator, nor the text for the path of a file. */
export function bodyText(text: Text, naming: Naming): string {
  const markup = isXml(text) ? new Markup() : undefined;
  const body = rendered(text, naming, (plain) => {
    const lines = plain.replace(/\r\n?/g, "\n");
    return markup ? markup.withBraces(lines, naming) : withBraces(lines, naming);
  });
  const separated = body.replace(/^###/gm, " ###");
  return /^<@?[ \t]+\S[^\n]*$/.test(separated.trim()) ? `\n${separated}` : separated;
}

/** Whether a text begins like XML. */
export function isXml(text: Text): boolean {
  const first = text.find((part) => typeof part !== "string" || part.trim() !== "");
  return typeof first === "string" && first.trimStart().startsWith("<");
}

/** The content of an XML body, and the places where an XML reference can replace a brace. */
class Markup {
  #end: string | undefined;

  withBraces(plain: string, naming: Naming): string {
    return plain
      .split(/(<!\[CDATA\[|\]\]>|<!--|-->)/)
      .map((piece) => {
        if (this.#end === undefined && piece === "<![CDATA[") this.#end = "]]>";
        else if (this.#end === undefined && piece === "<!--") this.#end = "-->";
        else if (piece === this.#end) this.#end = undefined;
        return this.#end === undefined ? piece.replace(opening, "&#123;{") : withBraces(piece, naming);
      })
      .join("");
  }
}

function withBraces(plain: string, naming: Naming): string {
  return plain.replace(opening, () => `{{${naming.brace()}}}{`);
}

/** A text without CR, LF and NUL, which would end a line or a header section. */
export function withoutBreaks(text: string): string {
  return text.replace(/[\r\n\0\u2028\u2029]+/g, " ");
}

function rendered(text: Text, naming: Naming, write: (plain: string) => string): string {
  return merged(text)
    .map((part) => (typeof part === "string" ? write(part) : insertionText(part, naming)))
    .join("");
}

/** A text in which adjacent plain texts are joined; the same object if there are none. */
export function merged(text: Text): Text {
  if (!text.some((part, at) => part === "" || (typeof part === "string" && typeof text[at - 1] === "string")))
    return text;
  const parts: (string | TextInsertion)[] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else if (part !== "") parts.push(part);
  }
  return parts;
}

/** The plain text, if the text contains no insertions; otherwise undefined. */
function plainText(text: Text): string | undefined {
  const [first = "", ...rest] = merged(text);
  return typeof first === "string" && rest.length === 0 ? first : undefined;
}
