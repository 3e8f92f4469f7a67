import * as l10n from "@vscode/l10n";
import { isBuiltIn } from "./builtInTypes.ts";
import type { SimpleType } from "./components.ts";
import { sampleValue } from "./sample/values.ts";
import type { ValueProblem } from "./values.ts";

/** Maximum number of characters of a value in a message, and of allowed values in a message. */
const maxShown = 40;
const maxAllowed = 5;

type Of<K extends ValueProblem["kind"]> = Extract<ValueProblem, { readonly kind: K }>;

/**
 * Sentences about why a value is invalid and what is allowed, in the user's language.
 * @param owner name of the element or attribute with the value, for an anonymous type
 */
export function describeProblem(problem: ValueProblem, owner: string): string {
  const value = shown(problem.value);
  const type = nameOf(problem.type, owner);
  switch (problem.kind) {
    case "lexical":
      return l10n.t("{0} isn't a valid {1}. Example: {2}", value, type, sampleValue(problem.type, "name"));
    case "prefix":
      return l10n.t("The prefix {0} isn't declared.", problem.prefix);
    case "limit":
      return problem.actual === undefined ? outOfRange(problem, owner) : wrongSize(problem, problem.actual, owner);
    case "pattern":
      return problem.patterns.length === 1
        ? l10n.t("{0} doesn't match the pattern {1} of {2}.", value, problem.patterns.join(), type)
        : l10n.t("{0} matches none of the patterns of {1}: {2}", value, type, some(problem.patterns));
    case "enumeration":
      return notAllowed(problem, valuesOf(problem), owner);
    case "item":
      return describeProblem(problem.problem, owner);
    case "member":
      return noMember(problem, owner);
    case "space":
      return l10n.t("Remove the whitespace around {0}.", shown(problem.value.trim()));
  }
}

/** The name of a type for users. An anonymous type has the name of its owner, else of its base. */
export function nameOf(type: SimpleType, owner?: string): string {
  if (type.name === undefined && owner !== undefined) return owner;
  let current = type;
  while (current.name === undefined && current.base) current = current.base;
  const local = current.name?.local ?? "";
  return isBuiltIn(current) ? `xs:${local}` : local;
}

function outOfRange({ value, type, facet, allowed }: Of<"limit">, owner: string): string {
  const [what, rule] = [shown(value), ruleOf(facet, type, owner)];
  switch (facet) {
    case "minExclusive":
      return l10n.t("{0} is out of range. Expected more than {1} ({2}).", what, allowed, rule);
    case "maxInclusive":
      return l10n.t("{0} is out of range. Expected at most {1} ({2}).", what, allowed, rule);
    case "maxExclusive":
      return l10n.t("{0} is out of range. Expected less than {1} ({2}).", what, allowed, rule);
    default:
      return l10n.t("{0} is out of range. Expected at least {1} ({2}).", what, allowed, rule);
  }
}

function wrongSize({ type, facet, allowed }: Of<"limit">, actual: number, owner: string): string {
  const rule = ruleOf(facet, type, owner);
  switch (facet) {
    case "totalDigits":
      return l10n.t("The value has {0} digits. Expected at most {1} ({2}).", actual, allowed, rule);
    case "fractionDigits":
      return l10n.t("The value has {0} decimal places. Expected at most {1} ({2}).", actual, allowed, rule);
    case "length":
      return l10n.t("The value has {0}. Expected {1} ({2}).", units(actual, type), allowed, rule);
    case "minLength":
      return l10n.t("The value has {0}. Expected at least {1} ({2}).", units(actual, type), allowed, rule);
    default:
      return l10n.t("The value has {0}. Expected at most {1} ({2}).", units(actual, type), allowed, rule);
  }
}

/** A count with the unit of the length facets: characters, bytes or items. */
export function units(count: number, { variety }: SimpleType): string {
  if (variety.kind !== "atomic") return count === 1 ? l10n.t("1 item") : l10n.t("{0} items", count);
  const binary = variety.primitive === "hexBinary" || variety.primitive === "base64Binary";
  if (binary) return count === 1 ? l10n.t("1 byte") : l10n.t("{0} bytes", count);
  return count === 1 ? l10n.t("1 character") : l10n.t("{0} characters", count);
}

/** The message for a union. Members that are enumerations are listed together. */
function noMember(problem: Of<"member">, owner: string): string {
  const values = problem.problems.flatMap((one) => (one.kind === "enumeration" ? valuesOf(one) : []));
  if (problem.problems.every(({ kind }) => kind === "enumeration")) return notAllowed(problem, values, owner);
  const types = [...new Set(problem.problems.map(({ type }) => nameOf(type)))];
  const [value, type] = [shown(problem.value), nameOf(problem.type, owner)];
  return l10n.t("{0} isn't a valid {1}. Expected a value of one of these types: {2}", value, type, some(types));
}

function notAllowed({ value, type }: ValueProblem, allowed: readonly string[], owner: string): string {
  return allowed.length === 1
    ? l10n.t("{0} isn't a value of {1}. Expected {2}.", shown(value), nameOf(type, owner), some(allowed))
    : l10n.t("{0} isn't a value of {1}. Expected one of these: {2}", shown(value), nameOf(type, owner), some(allowed));
}

function valuesOf({ allowed }: Of<"enumeration">): readonly string[] {
  return allowed.map(({ value }) => value);
}

function ruleOf(facet: string, type: SimpleType, owner: string): string {
  return l10n.t("{0} of {1}", facet, nameOf(type, owner));
}

function some(values: readonly string[]): string {
  const first = values.slice(0, maxAllowed).map(shown).join(", ");
  return values.length > maxAllowed ? `${first}, …` : first;
}

function shown(value: string): string {
  if (value === "") return '""';
  return value.length > maxShown ? `${value.slice(0, maxShown)}…` : value;
}
