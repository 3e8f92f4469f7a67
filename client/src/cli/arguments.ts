import { parseArgs } from "node:util";

export type OptionSpecs = Readonly<Record<string, { readonly type: "string" | "boolean"; readonly short?: string }>>;

/**
 * The arguments of a command: options anywhere, `--` before operands that look like options. A dash before anything but a
 * letter doesn't begin an option: `-#add` is the request `add` in standard input.
 */
export class Arguments {
  /** The first error, as a sentence. A method that finds a wrong value returns the default. */
  problem: string | undefined;
  readonly operands: string[] = [];
  readonly #values = new Map<string, string[]>();

  constructor(args: readonly string[], options: OptionSpecs) {
    const shielded = args.map((arg) => (/^-[^A-Za-z-]/.test(arg) ? `${shield}${arg}` : arg));
    const { tokens } = parseArgs({ args: shielded, options, strict: false, allowPositionals: true, tokens: true });
    for (const token of tokens) {
      if (token.kind === "positional") this.operands.push(withoutShield(token.value));
      if (token.kind !== "option") continue;
      const { name, rawName, value } = token;
      const option = Object.hasOwn(options, name) ? options[name] : undefined;
      if (!option) this.refuse(suggesting(`Unknown option: ${rawName}.`, name, Object.keys(options), "--"));
      else if (option.type === "string" && value === undefined) this.refuse(`${rawName} requires a value.`);
      else if (option.type === "boolean" && value !== undefined) this.refuse(`${rawName} doesn't take a value.`);
      this.#values.set(name, [...this.all(name), withoutShield(value ?? "true")]);
    }
  }

  has(option: string): boolean {
    return this.#values.has(option);
  }

  /** The values of an option, in order. */
  all(option: string): readonly string[] {
    return this.#values.get(option) ?? [];
  }

  last(option: string): string | undefined {
    return this.all(option).at(-1);
  }

  /** The last value of an option that takes one of a few. */
  oneOf<T extends string>(option: string, allowed: readonly T[], otherwise: T): T {
    const typed = this.last(option) ?? otherwise;
    const found = allowed.find((one) => one === typed);
    if (found === undefined) {
      this.refuse(`Invalid value for --${option}: ${typed}. Use one of ${allowed.join(", ")}.`);
    }
    return found ?? otherwise;
  }

  /** The last value of an option that takes a number, written as `syntax` says. */
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

/** No argument of a process contains it. */
const shield = "\0";

function withoutShield(text: string): string {
  return text.startsWith(shield) ? text.slice(1) : text;
}

/** A sentence about an unknown name, followed by the known name that is most like it, if there is one. */
export function suggesting(sentence: string, typed: string, known: readonly string[], prefix = ""): string {
  const near = nearest(typed, known);
  return near === undefined ? sentence : `${sentence} Did you mean ${prefix}${near}?`;
}

/** The candidate that shares the most pairs of letters with what was typed, if it shares at least half of them. */
function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const scored = candidates.map((candidate) => ({ candidate, score: likeness(typed, candidate) }));
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best && best.score >= 0.5 ? best.candidate : undefined;
}

/** Dice's coefficient of the letter pairs: 0 to 1. */
function likeness(a: string, b: string): number {
  const left = pairs(a);
  const right = pairs(b);
  const shared = left.filter((pair) => {
    const at = right.indexOf(pair);
    if (at >= 0) right[at] = "";
    return at >= 0;
  });
  return (2 * shared.length) / Math.max(1, left.length + right.length);
}

function pairs(text: string): string[] {
  const framed = `^${text.toLowerCase()}$`;
  return Array.from({ length: framed.length - 1 }, (_, at) => framed.slice(at, at + 2));
}
