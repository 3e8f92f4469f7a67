import { longestResolved, longestValue } from "../../text/limits.ts";
import type { Text, Variable } from "../collection.ts";
import { merged } from "./texts.ts";

/** The variables that a text can use, the file's before the project's. */
export class Values {
  readonly #byName: ReadonlyMap<string, Variable>;
  readonly #outer: Values | undefined;
  readonly #inXml = new Map<Variable, WrittenValue | undefined>();
  readonly #elsewhere = new Map<Variable, WrittenValue | undefined>();
  #depth = 0;

  constructor(variables: readonly Variable[], outer?: Values) {
    // As in a file, the last definition counts.
    this.#byName = new Map(variables.map((one) => [one.name, one]));
    this.#outer = outer;
  }

  readonly find = (name: string): Variable | undefined => this.#byName.get(name) ?? this.#outer?.find(name);

  readonly lookup = (name: string): Text | undefined => this.find(name)?.value;

  /**
   * A text with values in place of the variables whose values mean something else when they are inserted: they have line
   * breaks, or markup, which is escaped in XML.
   * @param isXml whether the text is XML
   * @param used is called with each of these variables
   */
  writtenOut(text: Text, isXml: boolean, used: (variable: Variable) => void): Text {
    if (!text.some((part) => typeof part !== "string" && part.kind === "variable")) return text;
    let length = 0;
    return merged(
      text.flatMap((part): Text => {
        const variable = typeof part !== "string" && part.kind === "variable" ? this.find(part.name) : undefined;
        const value = variable && this.#writtenValue(variable, isXml);
        if (!value || length + value.length > longestResolved) return [part];
        length += value.length;
        for (const variable of value.variables) used(variable);
        return value.text;
      }),
    );
  }

  /** The value of a variable that is written out; undefined if the variable stays, as one that refers to itself does. */
  #writtenValue(variable: Variable, isXml: boolean): WrittenValue | undefined {
    const cache = isXml ? this.#inXml : this.#elsewhere;
    if (cache.has(variable)) return cache.get(variable);
    if (variable.isSecret || this.#depth > deepest) return undefined;
    cache.set(variable, undefined);
    const variables = new Set([variable]);
    this.#depth++;
    const text = this.writtenOut(variable.value, isXml, (one) => variables.add(one));
    this.#depth--;
    const lost = isXml ? /[<&\r\n\0]/ : /[\r\n\0]/;
    const isNeeded = variables.size > 1 || text.some((part) => typeof part === "string" && lost.test(part));
    const length = text.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 1), 0);
    const value = isNeeded && length <= longestValue ? { text, length, variables } : undefined;
    cache.set(variable, value);
    return value;
  }
}

/** Values that use each other. */
const deepest = 100;

interface WrittenValue {
  readonly text: Text;
  readonly length: number;
  readonly variables: ReadonlySet<Variable>;
}

/** Whether a value can stand behind `@name =`: one line, without blanks at its ends. */
export function isLine(value: Text): boolean {
  const parts = merged(value);
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const blankAtEnd =
    (typeof first === "string" && /^\s/.test(first)) || (typeof last === "string" && last !== last.trimEnd());
  return !blankAtEnd && !parts.some((part) => typeof part === "string" && /[\r\n\0]/.test(part));
}
