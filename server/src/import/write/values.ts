import { longestResolved, longestValue } from "../../text/limits.ts";
import type { Text, Variable } from "../collection.ts";
import { merged } from "./texts.ts";

/** The variables that a text can use. Variables of the file take precedence over variables of the project. */
export class Values {
  readonly #byName: ReadonlyMap<string, Variable>;
  readonly #outer: Values | undefined;
  readonly #inXml = new Map<Variable, WrittenValue | undefined>();
  readonly #elsewhere = new Map<Variable, WrittenValue | undefined>();
  #depth = 0;

  constructor(variables: readonly Variable[], outer?: Values) {
    // As in a file, the last definition of a name is used.
    this.#byName = new Map(variables.map((one) => [one.name, one]));
    this.#outer = outer;
  }

  readonly find = (name: string): Variable | undefined => this.#byName.get(name) ?? this.#outer?.find(name);

  readonly lookup = (name: string): Text | undefined => this.find(name)?.value;

  /**
   * A text in which some variables are replaced with their values, because the values would have another meaning when they are
   * inserted: they contain line breaks, or markup, which would be escaped in XML.
   * @param isXml whether the text is XML
   * @param used called with each replaced variable
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

  /** The value that replaces a variable; undefined if it isn't replaced, for example because it refers to itself. */
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

/** Maximum depth of variables in values of variables. */
const deepest = 100;

interface WrittenValue {
  readonly text: Text;
  readonly length: number;
  readonly variables: ReadonlySet<Variable>;
}

/** Whether a value can be written behind `@name =`: a single line, without blanks at its ends. */
export function isLine(value: Text): boolean {
  const parts = merged(value);
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const blankAtEnd =
    (typeof first === "string" && /^\s/.test(first)) || (typeof last === "string" && last !== last.trimEnd());
  return !blankAtEnd && !parts.some((part) => typeof part === "string" && /[\r\n\0]/.test(part));
}
