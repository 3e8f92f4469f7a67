import * as l10n from "@vscode/l10n";
import { typeName } from "../../rules/schema/words.ts";
import { shortened } from "../../text/lines.ts";
import { anyType } from "../../xsd/anyType.ts";
import { builtInOf, isBuiltIn } from "../../xsd/builtInTypes.ts";
import {
  type GivenValue,
  type ModelGroup,
  type SimpleType,
  simpleTypeOf,
  type Type,
  type Wildcard,
} from "../../xsd/components.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { annotationOf } from "../../xsd/documentation.ts";
import type { Occurrence } from "../../xsd/occurrences.ts";
import { units } from "../../xsd/valueProblems.ts";
import { code, paragraphs, prose } from "./markdown.ts";

const maxValues = 12;
/** Maximum length of the shown documentation, in UTF-16 units. */
const maxDocumentation = 2_000;
/** Maximum length of a shown name, in UTF-16 units. A limit is necessary because some names are shown many times. */
export const longestName = 200;

export interface Described {
  /** The name, which refers to an anonymous type; undefined for a type itself. */
  readonly name: string | undefined;
  readonly type: Type;
  /** The cardinality; undefined if the schema doesn't determine it. */
  readonly cardinality: string | undefined;
  readonly given: GivenValue | undefined;
  readonly source: SourceElement | undefined;
}

/** A description in Markdown: type and cardinality, the allowed values, and the documentation of the schema. */
export function describedMarkdown({ name, type, cardinality, given, source }: Described): string {
  const isAnonymous = type.name === undefined && type !== anyType && name !== undefined;
  const typeText = isAnonymous ? l10n.t("anonymous type of {0}", code(name)) : l10n.t("type {0}", code(typeName(type)));
  const facts = [typeText, cardinality === undefined ? "" : prose(cardinality)];
  return paragraphs(
    facts.filter(Boolean).join(", "),
    documentationMarkdown(source, type),
    given && givenText(given, code),
    valuesMarkdown(type),
  );
}

/** The cardinality as `required`, `optional` or `1 to 5 times`. */
export function cardinality({ min, max, isChoice }: Occurrence): string {
  const often = times(isChoice ? Math.max(min, 1) : min, max);
  if (!isChoice) return often;
  return max === 1 ? l10n.t("one of several alternatives") : l10n.t("one of several alternatives, {0}", often);
}

export function requirement(required: boolean): string {
  return required ? l10n.t("required") : l10n.t("optional");
}

export function required(note: string): string {
  return note === "" ? l10n.t("required") : l10n.t("{0}, required", note);
}

function times(min: number, max: number): string {
  if (max === 1) return requirement(min > 0);
  if (min === max) return l10n.t("exactly {0} times", min);
  if (max !== Number.POSITIVE_INFINITY)
    return min === 0 ? l10n.t("up to {0} times", max) : l10n.t("{0} to {1} times", min, max);
  if (min === 0) return l10n.t("any number of times");
  return min === 1 ? l10n.t("once or more") : l10n.t("at least {0} times", min);
}

export function givenText({ kind, value }: GivenValue, code: Code = String): string {
  return kind === "fixed" ? l10n.t("Always {0}.", code(value)) : l10n.t("Default: {0}.", code(value));
}

/** The documentation of the declaration, or else of its type. */
function documentationMarkdown(source: SourceElement | undefined, type: Type): string {
  const text = (source && annotationOf(source)) || (type.source && annotationOf(type.source)) || "";
  return prose(text.length > maxDocumentation ? `${text.slice(0, maxDocumentation)}…` : text);
}

/** The values that the facets of a type allow, in Markdown. Facets that the built-in base type implies are omitted. */
export function valuesMarkdown(type: Type): string {
  return paragraphs(...valueFacts(type, code, maxValues));
}

type Code = (text: string) => string;

/** `code` marks texts of the schema. `most`: maximum listed values of an enumeration. */
export function valueFacts(type: Type, code: Code, most: number): readonly string[] {
  const simple = simpleTypeOf(type);
  if (simple === undefined || isBuiltIn(simple)) return [];
  const { enumeration, patterns } = simple.facets;
  const listed = (values: readonly string[]) =>
    [...values.slice(0, most).map((one) => code(one)), ...(values.length > most ? ["…"] : [])].join(", ");
  const limits = limitsOf(simple, code);
  return [
    kindText(simple, code, listed),
    enumeration ? l10n.t("One of: {0}", listed(enumeration.map(({ value }) => value))) : "",
    limits.length > 0 ? l10n.t("Allowed: {0}", limits.join(", ")) : "",
    ...patterns.flatMap(({ value, source }) => (source ? [l10n.t("Pattern: {0}", listed(value))] : [])),
  ].filter(Boolean);
}

function kindText(type: SimpleType, code: Code, listed: (values: readonly string[]) => string): string {
  const { variety } = type;
  if (variety.kind === "list") return l10n.t("A list of {0}, separated by spaces.", code(typeName(variety.item)));
  if (variety.kind !== "union") {
    return variety.primitive === "anySimpleType" ? "" : l10n.t("A kind of {0}.", code(typeName(builtInOf(type))));
  }
  const members = variety.members.flatMap((one) => (one.name ? [typeName(one)] : []));
  return members.length > 0 ? l10n.t("A value of one of these types: {0}", listed(members)) : "";
}

function limitsOf(type: SimpleType, code: Code): readonly string[] {
  const { facets: all } = type;
  const text = <T extends string | number>(
    facet: { readonly value: T; readonly source: unknown } | undefined,
    say: (value: T) => string,
  ) => (facet?.source ? [say(facet.value)] : []);
  return [
    ...text(all.minInclusive, (value) => l10n.t("at least {0}", code(value))),
    ...text(all.minExclusive, (value) => l10n.t("more than {0}", code(value))),
    ...text(all.maxInclusive, (value) => l10n.t("at most {0}", code(value))),
    ...text(all.maxExclusive, (value) => l10n.t("less than {0}", code(value))),
    ...text(all.length, (value) => l10n.t("exactly {0}", units(value, type))),
    ...text(all.minLength, (value) => l10n.t("at least {0}", units(value, type))),
    ...text(all.maxLength, (value) => l10n.t("at most {0}", units(value, type))),
    ...text(all.totalDigits, (value) => l10n.t("at most {0} digits", value)),
    ...text(all.fractionDigits, (value) => l10n.t("at most {0} decimal places", value)),
  ];
}

export function namespaceWords(namespace: string): string {
  return namespace === "" ? l10n.t("no namespace") : l10n.t("namespace {0}", shortened(namespace, longestName));
}

export function wildcardWords({ namespaces }: Wildcard): string {
  if (namespaces === "any") return l10n.t("Any element");
  if ("in" in namespaces) return l10n.t("Any element of {0}", namespaces.in.map(namespaceWords).join(", "));
  return l10n.t("Any element except those of {0}", namespaces.not.map(namespaceWords).join(", "));
}

export function groupWords({ compositor }: ModelGroup): string {
  return {
    choice: l10n.t("One of these:"),
    all: l10n.t("In any order:"),
    sequence: l10n.t("Together, in this order:"),
  }[compositor];
}
