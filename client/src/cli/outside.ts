import {
  analyze,
  type MessageKind,
  namesIn,
  type Resolver,
  type ValueDefinition,
} from "../../../server/src/service/languageService.ts";
import { type Arguments, suggesting } from "./arguments.ts";
import type { Console } from "./console.ts";
import { readBytes } from "./files.ts";
import type { OptionTable } from "./options.ts";

export const outsideOptions = {
  environment: {
    short: "e",
    value: "NAME",
    repeated: true,
    help: "use the variables of this environment of http-client.env.json; of several, the later one wins",
  },
  variable: {
    value: "NAME=VALUE",
    repeated: true,
    help: "the value of a variable, instead of that of the file and the environments; of several, the later one wins",
  },
  variables: {
    value: "FILE",
    repeated: true,
    help: "the same for all variables in FILE: a JSON object, or lines NAME=VALUE",
  },
} as const satisfies OptionTable;

export interface OutsideOptions {
  readonly environments: readonly string[];
  /** The variables of `--variable`, in the order on the command line. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
}

export function readOutsideOptions(given: Arguments): OutsideOptions {
  const variables = given.inOrder("variable", "variables");
  for (const { name, value } of variables)
    if (name === "variable" && !assignment.test(value)) given.refuse("Invalid value for --variable. Use NAME=VALUE.");
  return { environments: given.all("environment"), variables };
}

/** The environments and the values that a command was given, for all of its files. */
export class Outside {
  /** The chosen environments. The first one that has a name wins. */
  readonly environments: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  readonly definitions: Map<string, ValueDefinition>;
  /** The names of variables in the files that were read. */
  #names = new Set<string>();

  constructor({ environments }: OutsideOptions, values: Outside["values"]) {
    this.environments = environments.toReversed();
    this.values = values;
    const common = { origin: () => "--variable", secret: false, literal: true } as const;
    this.definitions = new Map([...values].map(([name, text]) => [name, { text, ...common }]));
  }

  /** Returns a copy for one environment. Variables that its files use count as used in the original, too. */
  in(environment: string): Outside {
    const own = new Outside({ environments: [environment], variables: [] }, this.values);
    own.#names = this.#names;
    for (const [name, definition] of this.definitions) own.definitions.set(name, definition);
    return own;
  }

  /** Remembers the variables in a text, so that `complain` reports only unused values. */
  see(text: string, kind: MessageKind, resolver: Resolver): void {
    if (this.values.size === 0) return;
    for (const name of namesIn(analyze(text, { kind, rules: {} }, resolver))) this.#names.add(name);
  }

  /** Reports the values that no file uses. Call it when all files have been read. */
  complain(console: Console): void {
    for (const name of this.values.keys()) {
      if (this.#names.has(name)) continue;
      const problem = `The variable ${name} of --variable is used nowhere.`;
      console.complain(suggesting(problem, name, [...this.#names]));
    }
  }
}

/** Reads the files of `--variables`. Returns the reason if one of them can't be used. */
export function readOutside(options: OutsideOptions, { cwd }: Console): Outside | string {
  const values = new Map<string, string>();
  for (const { name, value } of options.variables) {
    const read = name === "variable" ? new Map([splitAtEqual(value)]) : valuesOfFile(value, cwd);
    if (typeof read === "string") return read;
    for (const [variable, text] of read) values.set(variable, text);
  }
  return new Outside(options, values);
}

const assignment = /^\s*[^=\s][^=]*=/;

function splitAtEqual(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}

/** Messages don't contain values, which may be secrets. */
function valuesOfFile(file: string, cwd: string): ReadonlyMap<string, string> | string {
  const bytes = readBytes(file, cwd);
  if (typeof bytes === "string") return bytes;
  const text = new TextDecoder().decode(bytes);
  if (/^\s*[{[]/.test(text)) return valuesOfJson(file, text);
  const values = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (!assignment.test(line)) return `${file}:${index + 1}: the line isn't NAME=VALUE.`;
    const [name, value] = splitAtEqual(line);
    values.set(name, value.trim());
  }
  return values;
}

function valuesOfJson(file: string, text: string): ReadonlyMap<string, string> | string {
  let object: unknown;
  try {
    object = JSON.parse(text);
  } catch {
    return `${file} isn't valid JSON.`;
  }
  if (typeof object !== "object" || object === null || Array.isArray(object))
    return `${file} must contain a JSON object.`;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === "object") return `${file}: the value of ${name} must be a text, a number, true or false.`;
    values.set(name, String(value));
  }
  return values;
}
