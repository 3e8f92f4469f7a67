import * as l10n from "@vscode/l10n";
import type { SecretSource } from "../../protocol/sendingProtocol.ts";
import { toBinary } from "../../text/base64.ts";
import { findCharset } from "../../text/charset.ts";
import { maxSteps } from "../../text/limits.ts";
import { nearest } from "../../text/similar.ts";
import type { Span } from "../../text/span.ts";
import type { Lookup } from "../sending.ts";
import type { BytesValue, ComputedValue, VariableValue } from "../value.ts";
import { argumentSources, unreadableArgument, type ValueArgument, valueArguments } from "../valueArguments.ts";
import { StepError } from "./decoding.ts";
import type { ComputedReference, StepText } from "./reader.ts";
import { applyStep, asBytes, asText, type Content, type Kind, type Step, type StepArguments, steps } from "./steps.ts";

const byName = new Map(steps.map((step) => [step.name, step]));
/** Words that need a second one, with what it can be. */
const families = new Map(
  [...new Set(steps.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0] ?? ""] : [])))].map((word) => [
    word,
    steps.flatMap(({ name }) => (name.startsWith(`${word} `) ? [name.slice(word.length + 1)] : [])),
  ]),
);

/** Of the rules that report what is wrong with steps. */
export const stepCodes = ["step-unknown", "step-argument", "step-input"] as const;
type StepCode = (typeof stepCodes)[number];

/** A step of a reference, read. Offsets: in the reference. */
export interface ReadStep extends Span {
  readonly step: Step;
  /** Behind the name. */
  readonly arguments: readonly ValueArgument[];
  /** The span of the name, with the algorithm or coding. */
  readonly named: Span;
}

interface Problem {
  readonly code: StepCode;
  readonly why: string;
  readonly at: Span;
}

/** A value on its way through the steps. */
interface State {
  readonly kind: Kind;
  /** `undefined` if it isn't known before sending. */
  readonly content: Content | undefined;
  /** In bytes, if it is known. */
  readonly length: number | undefined;
  /** The step that gave bytes which can't be text. */
  readonly opaque: string | undefined;
}

/**
 * The value of a reference with steps. In a check, what is known only when sending has the length of its value, if that is
 * known.
 * @param reference the text between the braces
 * @param source the value before the first step
 * @param lookup returns the values of variables that are arguments
 */
export function computedValue(
  reference: string,
  { source: name, steps: texts }: ComputedReference,
  source: ComputedValue,
  lookup: Lookup,
): ComputedValue {
  if (texts.length > maxSteps) {
    const at = texts[maxSteps] ?? { start: 0, end: 0 };
    return undefinedBy({ code: "step-argument", why: l10n.t("A value has at most {0} steps.", maxSteps), at });
  }
  const read = texts.map((text) => readStep(reference, text));
  const problem = read.find((one) => "why" in one);
  if (problem && "why" in problem) return undefinedBy(problem);
  const start = stateOf(source);
  // The source has a place of its own, where its problem is reported.
  if (!start) return { kind: "broken", name: reference, missing: name };
  if ("slots" in source && source.slots?.length) return notExported(texts);
  let state = start;
  let isSecret = "secret" in source && source.secret;
  const secrets = new Set("secrets" in source ? source.secrets : []);
  const sources = new Map<string, SecretSource>();
  const addSources = (all: readonly SecretSource[] = []) => {
    for (const source of all) sources.set(JSON.stringify(source), source);
  };
  if ("sources" in source) addSources(source.sources);
  const keepSecret = ({ content }: State) => {
    if (content !== undefined && content.length > 0)
      secrets.add(typeof content === "string" ? content : toBinary(content));
  };
  if (isSecret) keepSecret(state);
  for (const step of read) {
    if ("why" in step) continue;
    const given = argumentsOf(reference, step, lookup);
    if ("problem" in given) return undefinedBy(given.problem);
    if ("exported" in given) return notExported(texts);
    if ("without" in given) return { kind: "broken", name: reference, missing: given.without };
    if (step.step.arguments.some(({ secret }) => secret)) {
      addSources(argumentSources(step.arguments, lookup));
      if (given.value) secrets.add(textOrBinary(given.value));
    }
    const next = applied(step, state, given);
    if ("code" in next) return undefinedBy(next);
    state = next;
    isSecret &&= !step.step.hides;
    if (isSecret) keepSecret(state);
  }
  const facts = {
    origin: l10n.t("the steps"),
    secret: isSecret,
    secrets: [...secrets],
    sources: [...sources.values()],
  };
  if (state.kind === "bytes") {
    const bytes = state.content === undefined ? undefined : asBytes(state.content);
    return { kind: "bytes", bytes, length: state.length, opaque: state.opaque, ...facts };
  }
  if (state.content !== undefined) return { kind: "text", text: asText(state.content), ...facts };
  return { kind: "atSending", sample: state.length === undefined ? undefined : "0".repeat(state.length) };
}

/** The steps of a reference as far as they can be read, for completion, hover and other features. */
export function readSteps(reference: string, { steps: texts }: ComputedReference): readonly (ReadStep | undefined)[] {
  return texts.map((text) => {
    const read = readStep(reference, text);
    return "why" in read ? undefined : read;
  });
}

function readStep(reference: string, { start, end, word }: StepText): ReadStep | Problem {
  const at = { start, end: start + word.length };
  if (word === "") return { code: "step-unknown", why: l10n.t("A step is missing after |."), at: { start, end } };
  const second = families.get(word);
  if (!second) {
    const step = byName.get(word);
    if (!step) return { code: "step-unknown", why: unknownStep(word), at };
    return { step, start, end, named: at, arguments: valueArguments(reference, { start: at.end, end }) };
  }
  const rest = reference.slice(at.end, end);
  const algorithm = /^[ \t]+([^\s"]+)/.exec(rest);
  const choices = second.join(", ");
  if (!algorithm?.[1]) return { code: "step-argument", why: l10n.t("{0} needs one of {1}.", word, choices), at };
  const named = { start, end: at.end + algorithm[0].length };
  const step = byName.get(`${word} ${algorithm[1]}`);
  if (!step) {
    const why = l10n.t("{0} can't be {1}. Use {2}.", word, algorithm[1], choices);
    return { code: "step-argument", why, at: { start: named.end - algorithm[1].length, end: named.end } };
  }
  return { step, start, end, named, arguments: valueArguments(reference, { start: named.end, end }) };
}

/** The name of the step that is most like a word. */
export function similarStep(word: string): string | undefined {
  return nearest(word, [...families.keys(), ...steps.map(({ name }) => name)]);
}

function unknownStep(word: string): string {
  const similar = similarStep(word);
  return similar === undefined
    ? l10n.t("The step {0} is unknown.", word)
    : l10n.t("The step {0} is unknown. Did you mean {1}?", word, similar);
}

/** `isUnknown`: the value of one is only known when sending. */
type GivenArguments = StepArguments & { readonly isUnknown?: true };

/** The values of a step's arguments, why they can't be used, or the name of the variable that has no value. */
function argumentsOf(
  reference: string,
  { step, named, arguments: given, end }: ReadStep,
  lookup: Lookup,
):
  | GivenArguments
  | { readonly problem: Problem }
  | { readonly without: string | undefined }
  | { readonly exported: true } {
  const wrong = (why: string, at: Span = { start: named.start, end }) => ({
    problem: { code: "step-argument", why, at } as const,
  });
  const unreadable = given.find(({ kind }) => kind === "unreadable");
  if (unreadable) return wrong(unreadableArgument(), unreadable);
  const surplus = given[step.arguments.length];
  if (surplus) return wrong(usageProblem(step), surplus);
  let all: GivenArguments = {};
  for (const [index, { kind, optional }] of step.arguments.entries()) {
    const argument = given[index];
    if (!argument) {
      if (optional) continue;
      return wrong(usageProblem(step), named);
    }
    if (argument.kind === "unreadable") return wrong(unreadableArgument(), argument);
    if (kind === "text") {
      if (argument.kind !== "text") return wrong(l10n.t("Text must be in double quotes."), argument);
      all = { ...all, text: argument.text };
    } else if (kind === "charset") {
      const charset = argument.kind === "name" ? findCharset(argument.name) : undefined;
      if (!charset)
        return wrong(l10n.t("The charset {0} is unknown.", reference.slice(argument.start, argument.end)), argument);
      all = { ...all, charset: charset.charset };
    } else {
      const value = argument.kind === "text" ? argument : lookup(argument.name);
      if ("slots" in value && value.slots?.length) return { exported: true };
      if (value.kind === "text") all = { ...all, value: asBytes(value.text) };
      else if (value.kind === "bytes" && value.bytes) all = { ...all, value: value.bytes };
      else if (value.kind === "bytes" || value.kind === "atSending") all = { ...all, isUnknown: true };
      else return { without: argument.kind === "name" ? argument.name : undefined };
    }
  }
  return all;
}

function usageProblem({ name, arguments: all }: Step): string {
  if (all.length === 0) return l10n.t("{0} has no arguments.", name);
  const usage = [name, ...all.map((one) => (one.optional ? `[${one.usage}]` : one.usage))].join(" ");
  return l10n.t("Use {0}.", usage);
}

function applied(
  { step, named }: ReadStep,
  { content, opaque, length: before }: State,
  given: GivenArguments,
): State | Problem {
  const wrong = (why: string): Problem => ({ code: "step-input", why, at: named });
  if (step.takes === "text" && opaque !== undefined)
    return wrong(l10n.t("{0} needs text, but {1} gives bytes.", step.name, opaque));
  const next = {
    kind: step.gives,
    opaque: step.isOpaque ? step.name : step.gives === "bytes" && step.takes === "bytes" ? opaque : undefined,
  };
  if (content === undefined || given.isUnknown) return { ...next, content: undefined, length: step.length?.(before) };
  try {
    const result = applyStep(step, content, given);
    return { ...next, content: result, length: asBytes(result).length };
  } catch (error) {
    if (error instanceof StepError) return wrong(error.message);
    throw error;
  }
}

function stateOf(value: ComputedValue): State | undefined {
  switch (value.kind) {
    case "text":
      return { kind: "text", content: value.text, length: asBytes(value.text).length, opaque: undefined };
    case "bytes":
      return { kind: "bytes", content: value.bytes, length: value.length, opaque: value.opaque };
    case "atSending": {
      const length = value.sample === undefined ? undefined : asBytes(value.sample).length;
      return { kind: "text", content: undefined, length, opaque: undefined };
    }
    default:
      return undefined;
  }
}

/** An export has slots instead of values. */
function notExported([first]: readonly StepText[]): VariableValue {
  return { kind: "undefined", why: l10n.t("An export can't compute {0}.", first?.word ?? "") };
}

function undefinedBy({ code, why, at }: Problem): VariableValue {
  return { kind: "undefined", code, why, at };
}

function textOrBinary(bytes: Uint8Array): string {
  try {
    return asText(bytes);
  } catch {
    return toBinary(bytes);
  }
}

/** Why bytes can't stand in text. */
export function bytesProblem({ length }: BytesValue): string {
  return length === undefined
    ? l10n.t("The value is bytes. Add base64, hex or HEX.")
    : l10n.t("The value is {0} bytes. Add base64, hex or HEX.", length);
}
