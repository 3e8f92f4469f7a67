import type { ComputedStep, PreambleLine, Text } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { type Expression, parseExpression, type ScriptLanguage } from "./expressions.ts";
import { explainCount, statementSpans, withoutSpans } from "./script.ts";

/*
 * Translates scripts without conditions and loops whose values can be computed as text: each assignment becomes a definition
 * `@name = {{value | step}}`. A statement that the importer doesn't understand stays in the script, like all statements that use
 * its value.
 */

/** A value of a script: a text or bytes, after its steps. */
export interface ScriptValue {
  readonly kind: "text" | "bytes";
  readonly text: Text;
  readonly steps: readonly ComputedStep[];
}

/** The result of a library call that has no value yet, such as a Mac. Other statements add its parts. */
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
  /** Returns the variable that a call sets, by its name in the source, and the expression of its value. */
  readonly setter: (expression: Expression) => { readonly name: string; readonly value: Expression } | undefined;
  /** Converts bytes that are used as text. */
  readonly textOf: (bytes: ScriptValue) => ScriptValue | undefined;
  /** Returns whether a statement has no effect on values, such as `import`. */
  readonly isIgnored: (statement: string) => boolean;
  /** Applies a statement that changes an object. Returns false if the statement doesn't. */
  readonly changes: (expression: Expression, evaluate: Evaluate) => boolean;
}

interface Definition {
  /** The name in the source. For a local variable, `\0` and an id are appended to make it unique. */
  readonly name: string;
  readonly value: Text;
}

interface ComputedScript {
  readonly definitions: readonly Definition[];
  /** The script without the translated statements. */
  readonly rest: string;
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

/** The text of a key. A literal key is a secret. */
export function keyText(key: ScriptValue): Text {
  const [only, ...others] = key.text;
  const isTyped = typeof only === "string" && only !== "" && others.length === 0;
  return asText(isTyped ? { ...key, text: [{ kind: "secret", name: "key", value: only }] } : key);
}

/** The value; `undefined` if it is an object. */
export function scriptValue(value: Evaluated | undefined): ScriptValue | undefined {
  return value?.kind === "object" ? undefined : value;
}

/** The value as a part of another text. */
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

/** The definitions as lines, and the rest as a comment with the item, which is returned if there is no rest. */
export function computedLines(
  { definitions, rest, count }: ComputedScript,
  item: Item,
): { readonly lines: readonly PreambleLine[]; readonly item: Item | undefined } {
  const lines = definitions.map((one): PreambleLine => ({ kind: "define", ...one }));
  if (rest === "") return { lines, item };
  explainCount(item, count);
  return { lines: [...lines, { kind: "comment", item, text: rest }], item: undefined };
}

/** The variable to which a statement assigns its value. `equals`: the offset of the first `=`. */
function assignedName(text: string, equals: number): string | undefined {
  if (equals < 0 || equals > 200 || /[=~]/.test(text.charAt(equals + 1))) return undefined;
  const words = text.slice(0, equals).trim().split(/\s+/);
  const name = words.pop() ?? "";
  const isDeclared = words.length <= 2 && words.every((word) => declarations.test(word));
  return isDeclared && /^[A-Za-z_$][\w$]{0,99}$/.test(name) ? name : undefined;
}

/** Words that may stand before the name in a declaration. The name of a class is also possible. */
const declarations = /^(?:var|let|const|def|final|byte\[\]|[A-Z]\w*)$/;

class Translator {
  readonly definitions: Definition[] = [];
  readonly #dialect: Dialect;
  readonly #id: string;
  /** Local variables by name; `undefined` for an unknown value. */
  readonly #locals = new Map<string, Evaluated | undefined>();
  readonly #unknown = new Set<string>();

  constructor(dialect: Dialect, id: string) {
    this.#dialect = dialect;
    this.#id = id;
  }

  /** Whether a statement is translated completely. */
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
    // A text or another variable is inserted where the variable is used, instead of being defined.
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
        // A sum of numbers is a number, not a text.
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

/** Maximum length in characters. */
const longestStatement = 5_000;

/** Whether a text contains line breaks, which a definition can't contain. */
function hasBreaks(text: Text): boolean {
  return text.some((part) =>
    typeof part === "string"
      ? /[\r\n\0]/.test(part)
      : part.kind === "computed" &&
        (hasBreaks(part.source) || part.steps.some(({ args }) => args.some((argument) => hasBreaks(argument)))),
  );
}
