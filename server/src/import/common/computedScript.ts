import type { ComputedStep, PreambleLine, Text } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { type Expression, parseExpression, type ScriptLanguage } from "./expressions.ts";
import { explainCount, statementSpans, withoutSpans } from "./script.ts";

/*
 * Scripts without conditions and loops whose values can be computed as text: each assignment becomes a definition
 * `@name = {{value | step}}`. A statement that isn't understood stays, and so does everything that uses its value.
 */

/** A value of a script: a text, or bytes, after the steps. */
export interface ScriptValue {
  readonly kind: "text" | "bytes";
  readonly text: Text;
  readonly steps: readonly ComputedStep[];
}

/** What calls of a library return before they have a value, such as a Mac. Its parts are added by other statements. */
export interface ScriptObject {
  readonly kind: "object";
  readonly type: string;
  readonly values: Map<string, ScriptValue>;
  readonly words: Map<string, string>;
}

export type Evaluated = ScriptValue | ScriptObject;
export type Evaluate = (expression: Expression) => Evaluated | undefined;

/** How the scripts of a tool compute, read and set values. */
export interface Dialect {
  readonly language: ScriptLanguage;
  /** Returns the value of a call or a property; `undefined` if there is no step for it. */
  readonly value: (expression: Expression, evaluate: Evaluate) => Evaluated | undefined;
  /** The variable that a call sets, by the name in the source, and the expression of its value. */
  readonly setter: (expression: Expression) => { readonly name: string; readonly value: Expression } | undefined;
  /** Bytes in the place of a text. */
  readonly textOf: (bytes: ScriptValue) => ScriptValue | undefined;
  /** Statements that change no value, such as `import`. */
  readonly isIgnored: (statement: string) => boolean;
  /** A statement that changes an object. Returns false if it is none. */
  readonly changes: (expression: Expression, evaluate: Evaluate) => boolean;
}

interface Definition {
  /** The name in the source; behind the name of a local variable, `\0` and an id make it unique. */
  readonly name: string;
  readonly value: Text;
}

interface ComputedScript {
  readonly definitions: readonly Definition[];
  /** The script without the statements that are translated. */
  readonly rest: string;
  /** The number of translated statements. */
  readonly count: number;
}

export function textValue(...text: Text): ScriptValue {
  return { kind: "text", text, steps: [] };
}

export function withStep(value: ScriptValue, kind: ScriptValue["kind"], word: string, ...args: Text[]): ScriptValue {
  const isHex = word === "upper" && value.steps.at(-1)?.word === "hex";
  const steps = isHex ? value.steps.slice(0, -1) : value.steps;
  return { ...value, kind, steps: [...steps, { word: isHex ? "HEX" : word, args }] };
}

/** A typed key is a secret. */
export function keyText(key: ScriptValue): Text {
  const [only, ...others] = key.text;
  const isTyped = typeof only === "string" && only !== "" && others.length === 0;
  return asText(isTyped ? { ...key, text: [{ kind: "secret", name: "key", value: only }] } : key);
}

/** `undefined` for an object. */
export function scriptValue(value: Evaluated | undefined): ScriptValue | undefined {
  return value?.kind === "object" ? undefined : value;
}

/** The value as a part of a text. */
function asText({ text, steps }: ScriptValue): Text {
  return steps.length === 0 ? text : [{ kind: "computed", source: text, steps }];
}

export function computedScript(script: string, dialect: Dialect, id: string): ComputedScript {
  const source = script.replace(/\r\n?/g, "\n");
  const translator = new Translator(dialect, id);
  let mayHaveEnded = false;
  const translated = statementSpans(source).filter(({ start, end, isUnfinished }) => {
    const statement = source.slice(start, end).trim().replace(/;$/, "").trimEnd();
    mayHaveEnded ||=
      isUnfinished || /^(?:if|for|while|do|switch|try|return|throw|function|class|async)\b/.test(statement);
    return !mayHaveEnded && translator.statement(statement);
  });
  const { definitions } = translator;
  if (definitions.length === 0) return { definitions, rest: source, count: 0 };
  return { definitions, rest: withoutSpans(source, translated).trim(), count: translated.length };
}

/** The definitions as lines of a request, with the rest as a comment; the item of the script is in the first. */
export function computedLines(
  { definitions, rest, count }: ComputedScript,
  item: Item,
): { readonly lines: readonly PreambleLine[]; readonly item: Item | undefined } {
  const lines = definitions.map((one): PreambleLine => ({ kind: "define", ...one }));
  if (rest === "") return { lines, item };
  explainCount(item, count);
  return { lines: [...lines, { kind: "comment", item, text: rest }], item: undefined };
}

/** The variable that a statement assigns its value to. @param equals the offset of the first `=` */
function assignedName(text: string, equals: number): string | undefined {
  if (equals < 0 || equals > 200 || /[=~]/.test(text.charAt(equals + 1))) return undefined;
  const words = text.slice(0, equals).trim().split(/\s+/);
  const name = words.pop() ?? "";
  const isDeclared = words.length <= 2 && words.every((word) => declarations.test(word));
  return isDeclared && /^[A-Za-z_$][\w$]{0,99}$/.test(name) ? name : undefined;
}

/** Also the name of a class. */
const declarations = /^(?:var|let|const|def|final|byte\[\]|[A-Z]\w*)$/;

class Translator {
  readonly definitions: Definition[] = [];
  readonly #dialect: Dialect;
  readonly #id: string;
  /** `undefined`: the value isn't known. */
  readonly #locals = new Map<string, Evaluated | undefined>();
  readonly #unknown = new Set<string>();

  constructor(dialect: Dialect, id: string) {
    this.#dialect = dialect;
    this.#id = id;
  }

  /** Whether a statement is translated as a whole. */
  statement(text: string): boolean {
    if (text === "" || this.#dialect.isIgnored(text)) return true;
    const equals = text.indexOf("=");
    const name = assignedName(text, equals);
    if (name !== undefined) return this.#assign(name, this.#evaluated(text.slice(equals + 1)));
    const expression = this.#parsed(text);
    if (!expression) return false;
    const set = this.#dialect.setter(expression);
    if (!set) return this.#dialect.changes(expression, this.#evaluate);
    const value = this.#evaluate(set.value);
    const written = value && value.kind !== "object" ? this.#textOf(value) : undefined;
    if (!written || hasBreaks(written)) {
      this.#unknown.add(set.name);
      return false;
    }
    this.#unknown.delete(set.name);
    this.definitions.push({ name: set.name, value: written });
    return true;
  }

  #assign(name: string, value: Evaluated | undefined): boolean {
    this.#locals.set(name, value);
    if (!value || value.kind === "object") return value !== undefined;
    const text = asText(value);
    if (hasBreaks(text)) {
      this.#locals.set(name, undefined);
      return false;
    }
    const [only] = text;
    // A text, or another variable: used in its place.
    if (value.steps.length === 0 && text.length <= 1 && (typeof only === "string" || only?.kind === "variable"))
      return true;
    const own = `${name}\0${this.#id}${this.definitions.length}`;
    this.definitions.push({ name: own, value: text });
    this.#locals.set(name, { kind: value.kind, text: [{ kind: "variable", name: own }], steps: [] });
    return true;
  }

  #parsed(text: string): Expression | undefined {
    return text.length > longestStatement ? undefined : parseExpression(text, this.#dialect.language);
  }

  #evaluated(text: string): Evaluated | undefined {
    const expression = this.#parsed(text);
    return expression && this.#evaluate(expression);
  }

  readonly #evaluate = (expression: Expression): Evaluated | undefined => {
    switch (expression.kind) {
      case "text":
        return this.#joined(
          expression.parts.map((part) => (typeof part === "string" ? textValue(part) : this.#evaluate(part))),
        );
      case "sum":
        // The sum of numbers is a number.
        if (expression.terms.every(({ kind }) => kind === "number")) return undefined;
        return this.#joined(expression.terms.map((term) => this.#evaluate(term)));
      case "number":
        return textValue(expression.name);
      case "name":
        if (this.#locals.has(expression.name)) return this.#locals.get(expression.name);
    }
    const value = this.#dialect.value(expression, this.#evaluate);
    const isUnknown = value && value.kind !== "object" && value.text.some((part) => this.#isUnknown(part));
    return isUnknown ? undefined : value;
  };

  #isUnknown(part: Text[number]): boolean {
    return typeof part !== "string" && part.kind === "variable" && this.#unknown.has(part.name);
  }

  #joined(values: readonly (Evaluated | undefined)[]): ScriptValue | undefined {
    const texts = values.map((value) => (value && value.kind !== "object" ? this.#textOf(value) : undefined));
    return texts.includes(undefined) ? undefined : textValue(...texts.flatMap((text) => text ?? []));
  }

  #textOf(value: ScriptValue): Text | undefined {
    const text = value.kind === "bytes" ? this.#dialect.textOf(value) : value;
    return text && asText(text);
  }
}

/** In characters. */
const longestStatement = 5_000;

/** A definition is one line. */
function hasBreaks(text: Text): boolean {
  return text.some((part) =>
    typeof part === "string"
      ? /[\r\n\0]/.test(part)
      : part.kind === "computed" &&
        (hasBreaks(part.source) || part.steps.some(({ args }) => args.some((argument) => hasBreaks(argument)))),
  );
}
