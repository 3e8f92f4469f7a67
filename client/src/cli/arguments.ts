import { parseArgs } from "node:util";
import { nearest } from "../../../server/src/text/similar.ts";
import type { OptionTable } from "./options.ts";

/**
 * The arguments of a command: options anywhere, `--` before operands that look like options. A dash before anything but a
 * letter doesn't begin an option: `-#add` is the request `add` in standard input.
 */
export class Arguments {
  /** The first error, as a sentence. A method that finds a wrong value returns the default. */
  problem: string | undefined;
  readonly operands: string[] = [];
  readonly #given: { readonly name: string; readonly value: string }[] = [];

  constructor(args: readonly string[], options: OptionTable) {
    const shielded = args.map((arg) => (/^-[^A-Za-z-]/.test(arg) ? `${shield}${arg}` : arg));
    const { tokens } = parseArgs({
      args: shielded,
      options: specsOf(options),
      strict: false,
      allowPositionals: true,
      tokens: true,
    });
    for (const token of tokens) {
      if (token.kind === "positional") this.operands.push(withoutShield(token.value));
      if (token.kind !== "option") continue;
      const { name, rawName, value } = token;
      const option = Object.hasOwn(options, name) ? options[name] : undefined;
      if (!option) this.refuse(suggesting(`Unknown option: ${rawName}.`, name, Object.keys(options), "--"));
      else if (option.value !== undefined && value === undefined) this.refuse(`${rawName} requires a value.`);
      else if (option.value === undefined && value !== undefined) this.refuse(`${rawName} doesn't take a value.`);
      else if (value !== undefined && !option.repeated && this.has(name)) {
        this.refuse(`${rawName} can be given only once.`);
      }
      this.#given.push({ name, value: withoutShield(value ?? "true") });
    }
  }

  has(option: string): boolean {
    return this.#given.some(({ name }) => name === option);
  }

  all(option: string): readonly string[] {
    return this.inOrder(option).map(({ value }) => value);
  }

  /** Returns the arguments for several options with their values, in the order on the command line. */
  inOrder(...options: readonly string[]): readonly { readonly name: string; readonly value: string }[] {
    return this.#given.filter(({ name }) => options.includes(name));
  }

  last(option: string): string | undefined {
    return this.all(option).at(-1);
  }

  oneOf<T extends string>(option: string, allowed: readonly T[], otherwise: T): T {
    return this.#allowed(option, this.last(option) ?? otherwise, allowed, otherwise);
  }

  #allowed<T extends string>(option: string, typed: string, allowed: readonly T[], otherwise: T): T {
    const match = allowed.find((one) => one === typed);
    if (match === undefined) {
      this.refuse(`Invalid value for --${option}: ${typed}. Use one of ${allowed.join(", ")}.`);
    }
    return match ?? otherwise;
  }

  choice<T extends string>(option: string, choices: Readonly<Record<T, unknown>>, otherwise: NoInfer<T>): T {
    return this.chosen(option, this.last(option) ?? otherwise, choices, otherwise);
  }

  /** Like `choice`, for a part of the value. */
  chosen<T extends string>(
    option: string,
    typed: string,
    choices: Readonly<Record<T, unknown>>,
    otherwise: NoInfer<T>,
  ): T {
    // An object literal has exactly the keys of its type.
    return this.#allowed(option, typed, Object.keys(choices) as T[], otherwise);
  }

  /** The value of an option that takes a number, written as `syntax` says. */
  count(option: string, syntax: RegExp, unit: string): number | undefined {
    const typed = this.last(option);
    if (typed === undefined) return undefined;
    if (!syntax.test(typed)) this.refuse(`Invalid value for --${option}: ${typed}. Use a number of ${unit}.`);
    return Number(typed);
  }

  refuse(problem: string): void {
    this.problem ??= problem;
  }
}

function specsOf(
  options: OptionTable,
): Record<string, { readonly type: "string" | "boolean"; readonly short?: string }> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { short, value }]) => [
      name,
      { type: value === undefined ? "boolean" : "string", ...(short === undefined ? {} : { short }) },
    ]),
  );
}

/** A character that no argument of a process can contain. */
const shield = "\0";

function withoutShield(text: string): string {
  return text.startsWith(shield) ? text.slice(1) : text;
}

/** A sentence about an unknown name, followed by the known name that is most like it, if there is one. */
export function suggesting(sentence: string, typed: string, candidates: readonly string[], prefix = ""): string {
  const near = nearest(typed, candidates);
  return near === undefined ? sentence : `${sentence} Did you mean ${prefix}${near}?`;
}
