import { parseArgs } from "node:util";
import * as l10n from "@vscode/l10n";

export interface OptionSpec {
  readonly type: "string" | "boolean";
  readonly short?: string;
}

export type ReadArguments =
  | {
      readonly kind: "arguments";
      /** The values that each option was given, in order; `true` for one that takes none. */
      readonly values: ReadonlyMap<string, readonly string[]>;
      readonly operands: readonly string[];
    }
  | WrongUsage;

/** What is wrong with the arguments, in words. */
export interface WrongUsage {
  readonly kind: "wrong";
  readonly problem: string;
}

/**
 * Takes a command's arguments apart: options anywhere, `--` before operands that look like options. A dash before
 * anything but a letter begins no option: `-#add` is the request add of standard input.
 */
export function readArguments(args: readonly string[], options: Readonly<Record<string, OptionSpec>>): ReadArguments {
  const shielded = args.map((arg) => (/^-[^A-Za-z-]/.test(arg) ? `${shield}${arg}` : arg));
  const { tokens } = parseArgs({ args: shielded, options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(withoutShield(token.value));
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) return wrong(unknown(rawName, Object.keys(options)));
    if (option.type === "string" && value === undefined) return wrong(l10n.t("{0} requires a value.", rawName));
    if (option.type === "boolean" && value !== undefined) return wrong(l10n.t("{0} doesn't take a value.", rawName));
    values.set(name, [...(values.get(name) ?? []), withoutShield(value ?? "true")]);
  }
  return { kind: "arguments", values, operands };
}

/** No argument of a process holds it. */
const shield = "\0";

function withoutShield(text: string): string {
  return text.startsWith(shield) ? text.slice(1) : text;
}

export function wrong(problem: string): WrongUsage {
  return { kind: "wrong", problem };
}

/** The last value of an option that has to be one of a few. */
export function oneOf<T extends string>(
  values: ReadonlyMap<string, readonly string[]>,
  option: string,
  allowed: readonly T[],
  otherwise: T,
): T | WrongUsage {
  const typed = values.get(option)?.at(-1);
  if (typed === undefined) return otherwise;
  const found = allowed.find((one) => one === typed);
  return found ?? wrong(l10n.t("Invalid value for --{0}: {1}. Use one of {2}.", option, typed, allowed.join(", ")));
}

function unknown(typed: string, known: readonly string[]): string {
  const near = nearest(typed.replace(/^-+/, ""), known);
  return near === undefined
    ? l10n.t("Unknown option: {0}.", typed)
    : l10n.t("Unknown option: {0}. Did you mean --{1}?", typed, near);
}

/** The candidate that shares the most pairs of letters with what was typed, if that is at least half of them. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
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
