import { escapeXml } from "./escapes.ts";

/** HTML text. Only the function `html` creates it, so that all inserted text is escaped. */
export class Markup {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** Joins literal parts unchanged with escaped texts between them. */
  static of(parts: readonly string[], values: readonly Content[]): Markup {
    return new Markup(parts.map((part, at) => part + (at < values.length ? written(values[at] ?? "") : "")).join(""));
  }

  toString(): string {
    return this.#text;
  }
}

type Content = string | number | Markup | readonly Markup[];

/** Template tag for HTML. Values are allowed in content and in attribute values in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return Markup.of(parts, values);
}

export const nothing = html``;

function written(value: Content): string {
  if (typeof value === "string") return escaped(value);
  return Array.isArray(value) ? value.join("") : String(value);
}

/**
 * Escapes a text for HTML. Characters that would reverse, hide or end a line become visible, as do lone surrogates,
 * which UTF-8 can't encode. A build server that prints the page finds no commands in it, such as `##[error]`.
 */
function escaped(text: string): string {
  return escapeXml(text.replace(/\r\n?/g, "\n"), /[&<>"']|#(?=#)|:(?=:)/g).replace(
    /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu,
    (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`,
  );
}
