/*
 * Parses expressions of scripts in JavaScript and Groovy whose values can be computed as text: literals, names, concatenations,
 * properties and calls. Nothing is executed.
 */

/** `source`: the expression as written. */
export type Expression = { readonly source: string } /** A literal, with the expressions that are inserted in it. */ & (
  | { readonly kind: "text"; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: "number" | "name"; readonly name: string }
  /** A property: `a.b` or `a["b"]`. */
  | { readonly kind: "member"; readonly of: Expression; readonly name: string }
  /** A call: `of.name(…)`, `name(…)` or `new name(…)`. */
  | {
      readonly kind: "call";
      readonly of: Expression | undefined;
      readonly name: string;
      readonly isNew: boolean;
      readonly args: readonly Expression[];
    }
  | { readonly kind: "sum"; readonly terms: readonly Expression[] }
);

export type ScriptLanguage = "javascript" | "groovy";

/** The expression in a text; `undefined` if the text isn't an expression of a known kind. Takes linear time. */
export function parseExpression(text: string, language: ScriptLanguage): Expression | undefined {
  const reader = new ExpressionReader(text, language);
  const expression = reader.sum(0);
  return reader.isAtEnd ? expression : undefined;
}

/** The joined names of an expression such as `a.b.c`; `undefined` for other expressions. */
export function dottedName(expression: Expression | undefined): string | undefined {
  const names: string[] = [];
  let at = expression;
  for (; at?.kind === "member"; at = at.of) names.push(at.name);
  return at?.kind === "name" ? [at.name, ...names.toReversed()].join(".") : undefined;
}

/** The text of a literal without insertions; `undefined` for other expressions. */
export function literal(expression: Expression): string | undefined {
  const [only, ...others] = expression.kind === "text" ? expression.parts : [];
  return typeof only === "string" && others.length === 0 ? only : undefined;
}

/** Maximum nesting depth of expressions, and maximum number of properties and calls behind a value. */
const deepest = 50;

const identifier = /[A-Za-z_$][\w$]*/y;
const number = /\d+(?:\.\d+)?(?![\w.])/y;
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

class ExpressionReader {
  readonly #text: string;
  readonly #language: ScriptLanguage;
  #at = 0;

  constructor(text: string, language: ScriptLanguage) {
    this.#text = text;
    this.#language = language;
  }

  get isAtEnd(): boolean {
    this.#skip();
    return this.#at === this.#text.length;
  }

  sum(depth: number): Expression | undefined {
    if (depth > deepest) return undefined;
    this.#skip();
    const start = this.#at;
    const terms: Expression[] = [];
    do {
      const term = this.#postfix(depth);
      if (!term) return undefined;
      terms.push(term);
    } while (this.#take("+"));
    const [only] = terms;
    return terms.length === 1 ? only : { kind: "sum", terms, source: this.#from(start) };
  }

  /** Reads a value with the properties and calls behind it. */
  #postfix(depth: number): Expression | undefined {
    this.#skip();
    const start = this.#at;
    let value = this.#primary(depth);
    for (let count = 0; value; count++) {
      const next = count > deepest ? undefined : this.#behind(value, start, depth);
      if (next === value) break;
      value = next;
    }
    return value;
  }

  /** Returns the value itself if nothing follows it, or `undefined` if the text behind it can't be read. */
  #behind(of: Expression, start: number, depth: number): Expression | undefined {
    if (this.#take("[")) {
      const key = this.sum(depth + 1);
      if (key?.kind !== "text" || !this.#take("]")) return undefined;
      const [name = "", ...others] = key.parts;
      if (typeof name !== "string" || others.length > 0) return undefined;
      return { kind: "member", of, name, source: this.#from(start) };
    }
    if (this.#language === "groovy" && this.#word("as")) return this.#word("String") ? of : undefined;
    if (!this.#take(".")) return of;
    this.#skip();
    const name = this.#match(identifier);
    if (name === undefined) return undefined;
    if (!this.#take("(")) return { kind: "member", of, name, source: this.#from(start) };
    const args = this.#arguments(depth);
    return args && { kind: "call", of, name, isNew: false, args, source: this.#from(start) };
  }

  #primary(depth: number): Expression | undefined {
    const start = this.#at;
    if (this.#take("(")) {
      const inner = this.sum(depth + 1);
      return inner && this.#take(")") ? { ...inner, source: this.#from(start) } : undefined;
    }
    const quote = this.#text[start] ?? "";
    if (quote === '"' || quote === "'" || (quote === "`" && this.#language === "javascript"))
      return this.#literal(quote, depth);
    const digits = this.#match(number);
    if (digits !== undefined) return { kind: "number", name: digits, source: digits };
    const isNew = this.#word("new");
    const names = [this.#match(identifier)];
    // The name of a class may contain a package.
    while (isNew && this.#text[this.#at] === "." && names.at(-1) !== undefined) {
      this.#at++;
      names.push(this.#match(identifier));
    }
    if (names.includes(undefined)) return undefined;
    const name = (isNew ? names.at(-1) : names[0]) ?? "";
    if (!this.#take("(")) return isNew ? undefined : { kind: "name", name, source: name };
    const args = this.#arguments(depth);
    return args && { kind: "call", of: undefined, name, isNew, args, source: this.#from(start) };
  }

  /** Reads arguments after the opening parenthesis. */
  #arguments(depth: number): readonly Expression[] | undefined {
    const args: Expression[] = [];
    if (this.#take(")")) return args;
    for (;;) {
      const argument = this.sum(depth + 1);
      if (!argument) return undefined;
      args.push(argument);
      if (this.#take(")")) return args;
      if (!this.#take(",")) return undefined;
    }
  }

  #literal(quote: string, depth: number): Expression | undefined {
    const start = this.#at++;
    const parts: (string | Expression)[] = [];
    let plain = "";
    const inserts = quote === "`" || (quote === '"' && this.#language === "groovy");
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === quote) {
        this.#at++;
        if (plain !== "" || parts.length === 0) parts.push(plain);
        return { kind: "text", parts, source: this.#from(start) };
      }
      if (character === "\\") {
        const escaped = this.#text.charAt(++this.#at);
        if (/[ux\dv]/.test(escaped)) return undefined;
        plain += escapes[escaped] ?? escaped;
      } else if (character === "$" && inserts && this.#text[this.#at + 1] === "{") {
        this.#at += 2;
        const inserted = this.sum(depth + 1);
        this.#skip();
        if (!inserted || this.#text[this.#at] !== "}") return undefined;
        if (plain !== "") parts.push(plain);
        parts.push(inserted);
        plain = "";
      } else if (character === "$" && inserts && this.#language === "groovy") return undefined;
      else plain += character;
    }
    return undefined;
  }

  #from(start: number): string {
    return this.#text.slice(start, this.#at);
  }

  #skip(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #take(character: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #word(word: string): boolean {
    this.#skip();
    if (!this.#text.startsWith(word, this.#at) || /[\w$]/.test(this.#text.charAt(this.#at + word.length))) return false;
    this.#at += word.length;
    this.#skip();
    return true;
  }

  #match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#text)?.[0];
    this.#at += match?.length ?? 0;
    return match;
  }
}
