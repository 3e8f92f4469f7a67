/*
 * The values and calls in lines of JavaScript that expectations can say, too. Nothing is run.
 */

export type Literal = string | number | boolean | null | readonly Literal[];

/** The literals between the parentheses of a call, with commas between them; undefined if there is anything else. */
export function literals(text: string): readonly Literal[] | undefined {
  const reader = new LiteralReader(text);
  const literals = reader.list(undefined);
  return reader.isAtEnd ? literals : undefined;
}

/** The string literal at an offset, and the offset behind it. */
export function stringAt(text: string, at: number): { readonly value: string; readonly end: number } | undefined {
  const quote = text[at];
  if (quote !== '"' && quote !== "'" && quote !== "`") return undefined;
  let value = "";
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === quote) return { value, end: index + 1 };
    if (quote === "`" && character === "$" && text[index + 1] === "{") return undefined;
    if (character === "\\") value += escapes[text[++index] ?? ""] ?? text[index] ?? "";
    else value += character;
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0" };

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    this.#skip();
    return this.#at === this.#text.length;
  }

  /** Up to the closing bracket, or the end of the text. */
  list(close: string | undefined): readonly Literal[] | undefined {
    const literals: Literal[] = [];
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === close) {
        if (close !== undefined) this.#at++;
        return literals;
      }
      if (literals.length > 0) {
        if (this.#text[this.#at] !== ",") return undefined;
        this.#at++;
        this.#skip();
      }
      const value = this.#value();
      if (value === undefined) return undefined;
      literals.push(value);
    }
  }

  #value(): Literal | undefined {
    const string = stringAt(this.#text, this.#at);
    if (string) {
      this.#at = string.end;
      return string.value;
    }
    if (this.#text[this.#at] === "[") {
      this.#at++;
      // No expectation compares nested lists.
      return this.#text.slice(this.#at).includes("[") ? undefined : this.list("]");
    }
    const [word = ""] =
      /^(?:-?\d+(?:\.\d+)?|true|false|null)(?![\w.])/.exec(this.#text.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += word.length;
    if (word === "") return undefined;
    return word === "true" ? true : word === "false" ? false : word === "null" ? null : Number(word);
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }
}

/** The JSONPath of `data.a[0]["b c"]`, if `data` is one of the names of the response's JSON. */
export function jsonPathOf(expression: string, names: ReadonlySet<string>): string | undefined {
  const root = [...names, "pm.response.json()"].find((name) => {
    return expression.startsWith(name) && !/[\w$(]/.test(expression[name.length] ?? "");
  });
  if (root === undefined) return undefined;
  let path = "$";
  for (let at = root.length; at < expression.length; ) {
    const [step] = /^(?:\.[A-Za-z_$][\w$]*|\[\d+\])/.exec(expression.slice(at, at + 200)) ?? [];
    const key = expression[at] === "[" ? stringAt(expression, at + 1) : undefined;
    if (step !== undefined) {
      // A property of lists and texts, which JSON doesn't have.
      if (step === ".length") return undefined;
      path += step;
      at += step.length;
    } else if (key && expression[key.end] === "]" && !/['\\\r\n]/.test(key.value)) {
      path += `['${key.value}']`;
      at = key.end + 1;
    } else return undefined;
  }
  return path;
}
