import * as l10n from "@vscode/l10n";
import { skipBlanks } from "../../expectations/words.ts";
import { xpathProblem } from "../../expectations/xpath.ts";
import { nearest } from "../../text/similar.ts";
import type { Span } from "../../text/span.ts";
import { type ValueArgument, valueArguments } from "../valueArguments.ts";
import type { StepCode } from "./decoding.ts";
import type { ComputedReference, StepText } from "./reader.ts";
import type { Step, StepArgument } from "./step.ts";
import { steps } from "./steps.ts";

const byName = new Map(steps.map((step) => [step.name, step]));
/** First words of names with two words, each with the possible second words. */
const families = new Map(
  [...new Set(steps.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0] ?? ""] : [])))].map((word) => [
    word,
    steps.flatMap(({ name }) => (name.startsWith(`${word} `) ? [name.slice(word.length + 1)] : [])),
  ]),
);

/** A step that was read from a reference. Spans are offsets in the reference. */
export interface ReadStep extends Span {
  readonly step: Step;
  /** The arguments, in the order of the text. */
  readonly arguments: readonly ReadArgument[];
  /** Span of the step's name, including the algorithm or coding. */
  readonly named: Span;
}

interface ReadArgument {
  readonly argument: StepArgument;
  readonly typed: ValueArgument;
}

export interface Problem {
  readonly code: StepCode;
  readonly why: string;
  readonly at: Span;
}

/** The steps of a reference, as far as they can be read, for completion, hover and other features. */
export function readSteps(reference: string, { steps: texts }: ComputedReference): readonly (ReadStep | undefined)[] {
  return texts.map((text) => {
    const read = readStep(reference, text);
    return "why" in read ? undefined : read;
  });
}

export function readStep(reference: string, { start, end, word }: StepText): ReadStep | Problem {
  const at = { start, end: start + word.length };
  if (word === "") return { code: "step-unknown", why: l10n.t("A step is missing after |."), at: { start, end } };
  const second = families.get(word);
  if (!second) {
    const step = byName.get(word);
    if (!step) return { code: "step-unknown", why: unknownStep(word), at };
    return withArguments(reference, step, { start, end, named: at });
  }
  const rest = reference.slice(at.end, end);
  const algorithm = /^[ \t]+([^\s"]+)/.exec(rest);
  if (!algorithm?.[1])
    return { code: "step-argument", why: l10n.t("{0} needs one of {1}.", word, second.join(", ")), at };
  const named = { start, end: at.end + algorithm[0].length };
  const step = byName.get(`${word} ${algorithm[1]}`);
  if (step) return withArguments(reference, step, { start, end, named });
  const why = unknownChoice(word, algorithm[1], second);
  return { code: "step-argument", why, at: { start: named.end - algorithm[1].length, end: named.end } };
}

export function isVariable(argument: StepArgument): boolean {
  return argument.kind === "value" || (argument.kind === "option" && !argument.choices);
}

/** The arguments that may follow a text that begins with a step; `undefined` without a step and a blank. */
export function nextArguments(text: string): readonly StepArgument[] | undefined {
  const name = [...byName.keys()].findLast((one) => text.startsWith(`${one} `));
  const step = name === undefined ? undefined : byName.get(name);
  if (!step || name === undefined) return undefined;
  const { left } = assigned(step, valueArguments(text, { start: name.length, end: text.length }));
  const needed = left.find(({ optional }) => !optional);
  return needed ? [needed] : left;
}

/** Assigns the typed arguments to the step's arguments. Required arguments are first; words may follow in any order. */
function assigned(step: Step, all: readonly ValueArgument[]) {
  const left = [...step.arguments];
  const read: ReadArgument[] = [];
  for (const typed of all) {
    const index = left.findIndex((one) => !one.optional || fits(one, typed));
    const argument = left[index];
    if (!argument || !fits(argument, typed)) return { read, left, wrong: typed };
    left.splice(index, 1);
    read.push({ argument, typed: argument.kind === "option" ? optionValue(argument, typed) : typed });
  }
  const algorithm = read.find(({ argument }) => argument.usage === algorithmUsage)?.typed;
  const asVariable = (read: ReadArgument): ReadArgument => {
    const { argument, typed } = read;
    if (argument.kind !== "key" || !argument.isVariable?.(algorithm?.kind === "name" ? algorithm.name : undefined))
      return read;
    return { argument: { kind: "value", usage: argument.usage, secret: true }, typed };
  };
  return { read: read.map(asVariable), left, wrong: undefined };
}

function typedArguments(reference: string, step: Step, span: Span): readonly ValueArgument[] {
  if (step.arguments[0]?.kind !== "path") return valueArguments(reference, span);
  const start = skipBlanks(reference, span);
  return start < span.end ? [{ kind: "text", text: reference.slice(start, span.end), start, end: span.end }] : [];
}

/** Usage of the argument that names the algorithm of a key. */
const algorithmUsage = "ALGORITHM";

function fits(argument: StepArgument, typed: ValueArgument): boolean {
  if (argument.kind === "word") return typed.kind === "name" && argument.choices.includes(typed.name);
  if (argument.kind !== "option") return !argument.optional || typed.kind !== "name" || !typed.name.includes("=");
  const value =
    typed.kind === "name" && typed.name.startsWith(`${argument.usage}=`) ? optionValue(argument, typed) : undefined;
  return value?.kind === "name" && value.name !== "" && (argument.choices?.includes(value.name) ?? true);
}

/** The value after the `=` of an option. */
function optionValue({ usage }: StepArgument, typed: ValueArgument): ValueArgument {
  if (typed.kind !== "name") return typed;
  const length = usage.length + "=".length;
  return { kind: "name", name: typed.name.slice(length), start: typed.start + length, end: typed.end };
}

function withArguments(reference: string, step: Step, span: Omit<ReadStep, "step" | "arguments">): ReadStep | Problem {
  const { read, left, wrong } = assigned(
    step,
    typedArguments(reference, step, { start: span.named.end, end: span.end }),
  );
  if (wrong) {
    const text = reference.slice(wrong.start, wrong.end);
    const named = left.filter(({ kind, usage }) => kind === "option" && text.startsWith(`${usage}=`));
    const choices = (named.length > 0 ? named : left).flatMap((argument) =>
      argument.kind === "word" ? argument.choices : argument.kind === "option" ? optionTexts(argument) : [],
    );
    const why = choices.length > 0 ? unknownChoice(step.name, text, choices) : usageProblem(step);
    return { code: "step-argument", why, at: wrong };
  }
  if (left.some(({ optional }) => !optional)) return { code: "step-argument", why: usageProblem(step), at: span.named };
  const path = read.find(({ argument }) => argument.kind === "path" && step.takes === "xml")?.typed;
  const problem = path?.kind === "text" ? xpathProblem(path.text) : undefined;
  if (path && problem) return { code: "step-argument", why: problem.why, at: path };
  return { step, ...span, arguments: read };
}

/** The texts that can be typed for an option. */
function optionTexts({ usage, choices }: Extract<StepArgument, { readonly kind: "option" }>): readonly string[] {
  return choices?.map((one) => `${usage}=${one}`) ?? [`${usage}=NAME`];
}

/** The name of a step that is most similar to a word. */
export function similarStep(word: string): string | undefined {
  return nearest(word, [...families.keys(), ...steps.map(({ name }) => name)]);
}

function unknownStep(word: string): string {
  const similar = similarStep(word);
  return similar === undefined
    ? l10n.t("The step {0} is unknown.", word)
    : l10n.t("The step {0} is unknown. Did you mean {1}?", word, similar);
}

function unknownChoice(step: string, word: string, choices: readonly string[]): string {
  return l10n.t("{0} can't be {1}. Use {2}.", step, word, choices.join(", "));
}

function usageProblem({ name, arguments: all }: Step): string {
  if (all.length === 0) return l10n.t("{0} has no arguments.", name);
  const usage = [name, ...all.map((one) => (one.optional ? `[${usageOf(one)}]` : usageOf(one)))].join(" ");
  return l10n.t("Use {0}.", usage);
}

function usageOf({ kind, usage }: StepArgument): string {
  return kind === "option" ? `${usage}=NAME` : usage;
}
