import * as l10n from "@vscode/l10n";
import { lazily } from "../text/memoized.ts";

/** An error in a path. `at`: UTF-16 offset in the path. */
export interface PathFault {
  readonly why: string;
  readonly at: number;
}

const anyChild = Symbol("any child");
const descendants = Symbol("descendants");

/** A step of a JSONPath (RFC 9535): a name, an index, all children, or the value with all its descendants. */
export type JsonStep = string | number | typeof anyChild | typeof descendants;

const steps = lazily((): readonly (readonly [RegExp, (text: string) => readonly JsonStep[]])[] => [
  [/\.\.(?=[\p{L}_*[])/uy, () => [descendants]],
  [/\.?\*/y, () => [anyChild]],
  [/\[\s*\*\s*\]/y, () => [anyChild]],
  [/\.?([\p{L}_$][\p{L}\p{N}_$-]*)/uy, (name) => [name]],
  [/\[\s*(-?\d{1,9})\s*\]/y, (index) => [Number(index)]],
  [/\[\s*'([^']*)'\s*\]/y, (name) => [name]],
  [/\[\s*"([^"]*)"\s*\]/y, (name) => [name]],
]);

/** Parses the steps after the `$`, which are names, indexes, `*` and `..`. */
export function parseJsonPath(path: string): readonly JsonStep[] | PathFault {
  const parsedSteps: JsonStep[] = [];
  for (let at = 1; at < path.length; ) {
    const step = steps().flatMap(([pattern, read]) => {
      pattern.lastIndex = at;
      const match = pattern.exec(path);
      return match ? [{ end: pattern.lastIndex, read: read(match[1] ?? "") }] : [];
    })[0];
    const needsDot = parsedSteps.at(-1) !== descendants && /[^.[]/.test(path[at] ?? "");
    if (!step || needsDot) {
      return { at, why: l10n.t("The path can't be read here. Use names, [index], ['name'], * and .. after the $.") };
    }
    parsedSteps.push(...step.read);
    at = step.end;
  }
  return parsedSteps;
}

/** The JSONPath with names and indexes as its steps; undefined if a name contains both kinds of quotes. */
export function jsonPathText(path: readonly (string | number)[]): string | undefined {
  const texts = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) return `.${step}`;
    const quote = ["'", '"'].find((one) => !step.includes(one));
    return quote && `[${quote}${step}${quote}]`;
  });
  return texts.includes(undefined) ? undefined : `$${texts.join("")}`;
}

/** A value in JSON. `name`: name of the innermost property that contains it; empty if there is none. */
export interface JsonValue {
  readonly value: unknown;
  readonly name: string;
}

/** The values that a path finds, in the order of the document. */
export function jsonValues(value: unknown, path: readonly JsonStep[]): readonly JsonValue[] {
  let values: readonly JsonValue[] = [{ value, name: "" }];
  for (const step of path) values = values.flatMap((one) => stepsInto(one, step));
  return values;
}

function stepsInto(parent: JsonValue, step: JsonStep): readonly JsonValue[] {
  if (step === descendants) return withDescendants(parent);
  if (step === anyChild) return childrenOf(parent);
  const { value, name } = parent;
  if (typeof value !== "object" || value === null) return [];
  if (typeof step === "string")
    return Object.hasOwn(value, step) ? [{ value: Reflect.get(value, step) as unknown, name: step }] : [];
  const item: unknown = Array.isArray(value) ? value.at(step) : undefined;
  return item === undefined ? [] : [{ value: item, name }];
}

function childrenOf({ value, name }: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value.map((one: unknown) => ({ value: one, name }));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, one]: [string, unknown]) => ({ value: one, name: key }));
}

/** A value and all of its descendants. Not recursive, because JSON may be nested as deep as it is long. */
function withDescendants(value: JsonValue): readonly JsonValue[] {
  const values: JsonValue[] = [];
  const open = [value];
  for (let current = open.pop(); current; current = open.pop()) {
    values.push(current);
    for (const child of childrenOf(current).toReversed()) open.push(child);
  }
  return values;
}
