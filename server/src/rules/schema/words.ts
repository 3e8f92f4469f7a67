import * as l10n from "@vscode/l10n";
import type { Direction } from "../../contract/expectations.ts";
import type { MessageProblem } from "../../contract/messageProblems.ts";
import type { Schemas } from "../../xsd/compile.ts";
import type { ElementDeclaration, QName, Type } from "../../xsd/components.ts";
import type { Expected } from "../../xsd/content/contentState.ts";
import { xsdNamespace } from "../../xsd/schemas.ts";
import { describeProblem } from "../../xsd/valueProblems.ts";
import { describeRequest, describeResponse } from "./messageWords.ts";

/** How many candidates a message names. */
const maxNames = 5;

/** What is wrong, and what is expected instead. `direction`: of the message. */
export function describe(problem: MessageProblem, schemas: Schemas, direction: Direction): string {
  const { element } = problem;
  const around = element.parent?.name ?? "";
  const [tag, parent, end] = [`<${element.name}>`, `<${around}>`, `</${around}>`];
  switch (problem.kind) {
    case "payload-unexpected":
    case "payload-missing":
    case "payload-unknown":
    case "header-missing":
      return direction === "input" ? describeRequest(problem, tag) : describeResponse(problem, tag);
    case "element-undeclared":
      return l10n.t("{0} isn't declared in the schemas of the WSDL.", tag);
    case "element-unexpected":
      if (problem.similar) return l10n.t("Unexpected {0}. Did you mean {1}?", tag, `<${problem.similar.name.local}>`);
      if (problem.expected === undefined) return l10n.t("Unexpected {0}. {1} can't contain elements.", tag, parent);
      return `${l10n.t("Unexpected {0}.", tag)} ${expectedText(problem.expected, problem.mayEnd ? end : undefined)}`;
    case "member-unexpected":
      if (problem.similar) return l10n.t("Unexpected {0}. Did you mean {1}?", tag, `<${problem.similar}>`);
      return `${l10n.t("Unexpected {0}.", tag)} ${expectedNames(problem.names, end)}`;
    case "element-missing":
      return describeMissing(problem.expected, problem.before && `<${problem.before.name}>`, tag);
    case "element-namespace":
      return describeNamespace(tag, element.namespace ?? "", problem.expected.name.namespace);
    case "element-order":
      return problem.expected.length > 0
        ? l10n.t("{0} is in the wrong place. Expected {1} before it.", tag, listed(problem.expected))
        : l10n.t("{0} is in the wrong place. It must come earlier in {1}.", tag, parent);
    case "element-count":
      return `${l10n.t("Too many {0}.", tag)} ${expectedText(problem.expected, problem.mayEnd ? end : undefined)}`;
    case "payload-wrapper-missing":
    case "element-wrapper-missing":
      return l10n.t("{0} must be inside {1}, which is missing.", tag, `<${problem.wrapper.name.local}>`);
    case "element-wrapper-extra":
      return l10n.t("{0} is one level too many. Its content belongs directly in {1}.", tag, parent);
    case "element-abstract":
      return l10n.t(
        "{0} is abstract. Expected one of these: {1}",
        tag,
        names(substitutes(problem.declaration, schemas)),
      );
    default:
      return describeContent(problem, schemas, tag);
  }
}

type OfKind<K extends MessageProblem["kind"]> = Extract<MessageProblem, { readonly kind: K }>;
type Structural = OfKind<
  | "payload-unexpected"
  | "payload-missing"
  | "payload-unknown"
  | "payload-wrapper-missing"
  | "header-missing"
  | "element-undeclared"
  | "element-unexpected"
  | "member-unexpected"
  | "element-missing"
  | "element-namespace"
  | "element-order"
  | "element-count"
  | "element-wrapper-missing"
  | "element-wrapper-extra"
  | "element-abstract"
>;

function describeMissing(expected: readonly Expected[], before: string | undefined, tag: string): string {
  const required = expected.filter((one) => one.required);
  const all = required.length > 0 ? required : expected;
  if (all.length === 0) return l10n.t("The schema allows no valid content for {0}.", tag);
  if (all.length > 1) {
    return before === undefined
      ? l10n.t("{0} is incomplete. Expected one of these: {1}", tag, listed(all))
      : l10n.t("Expected one of these before {0}: {1}", before, listed(all));
  }
  return before === undefined
    ? l10n.t("{0} is missing in {1}.", listed(all), tag)
    : l10n.t("{0} is missing before {1}.", listed(all), before);
}

function describeNamespace(name: string, actual: string, expected: string): string {
  if (expected === "") return l10n.t("{0} must not have a namespace, but is in {1}.", name, actual);
  if (actual === "") return l10n.t("{0} has no namespace. It must be in {1}.", name, expected);
  return l10n.t("{0} is in the namespace {1}, but must be in {2}.", name, actual, expected);
}

function describeContent(problem: Exclude<MessageProblem, Structural>, schemas: Schemas, tag: string): string {
  switch (problem.kind) {
    case "text-unexpected":
      if (problem.blank) return l10n.t("{0} must be empty, without white space.", tag);
      return problem.empty
        ? l10n.t("{0} must be empty.", tag)
        : l10n.t("Text isn't allowed in {0}, only elements.", problem.element.name);
    case "attribute-unexpected":
      if (problem.similar) {
        return l10n.t(
          "Unexpected attribute {0}. Did you mean {1}?",
          problem.attribute.name,
          problem.similar.name.local,
        );
      }
      return l10n.t("The attribute {0} isn't allowed in {1}.", problem.attribute.name, tag);
    case "attribute-namespace":
      return problem.expected.name.namespace === ""
        ? l10n.t("The attribute {0} must not have a prefix.", problem.attribute.name)
        : l10n.t(
            "The attribute {0} must be in the namespace {1}.",
            problem.attribute.name,
            problem.expected.name.namespace,
          );
    case "attribute-missing":
      return l10n.t("The attribute {0} is missing in {1}.", problem.use.name.local, tag);
    case "value":
      return describeProblem(problem.problem);
    case "fixed":
      return l10n.t("The value must be {0}, which the schema fixes.", problem.given.value);
    case "nil-not-allowed":
      return l10n.t("{0} can't have xsi:nil: it isn't declared as nillable.", tag);
    case "nil-fixed":
      return l10n.t("{0} can't be nil, because its value is fixed.", tag);
    case "nil-value":
      return l10n.t("xsi:nil must be true, false, 1 or 0.");
    case "nil-content":
      return l10n.t("{0} must be empty, because of xsi:nil.", tag);
    case "type-unknown":
    case "type-not-derived":
    case "type-blocked":
    case "type-abstract":
      return describeType(problem, schemas, tag);
    default:
      return describeReference(problem, tag);
  }
}

function describeType(
  problem: OfKind<"type-unknown" | "type-not-derived" | "type-blocked" | "type-abstract">,
  schemas: Schemas,
  tag: string,
): string {
  switch (problem.kind) {
    case "type-unknown":
      return l10n.t("The type {0} is unknown.", problem.value);
    case "type-not-derived":
      return l10n.t(
        "{0} isn't derived from {1}, the type of {2}.",
        typeName(problem.type),
        typeName(problem.declared),
        tag,
      );
    case "type-blocked":
      return l10n.t(
        "{0} can't replace {1} here: the schema blocks it.",
        typeName(problem.type),
        typeName(problem.declared),
      );
    case "type-abstract":
      return l10n.t(
        "{0} is abstract. xsi:type must name one of these types: {1}",
        typeName(problem.type),
        names(concreteTypes(problem.type, schemas)),
      );
  }
}

function describeReference(
  problem: OfKind<
    | "id-duplicate"
    | "id-missing"
    | "entity-unknown"
    | "key-duplicate"
    | "key-field-missing"
    | "key-field-invalid"
    | "key-not-found"
  >,
  tag: string,
): string {
  switch (problem.kind) {
    case "id-duplicate":
      return l10n.t("Duplicate ID {0}.", problem.value);
    case "id-missing":
      return l10n.t("No element has the ID {0}.", problem.value);
    case "entity-unknown":
      return l10n.t("The entity {0} isn't declared.", problem.value);
    case "key-duplicate":
      return l10n.t(
        "{0} has the same value as another one. It must be unique ({1}).",
        tag,
        problem.constraint.name.local,
      );
    case "key-field-missing":
      return l10n.t(
        "{0} has no value for {1}, which is a part of the key {2}.",
        tag,
        fieldOf(problem),
        problem.constraint.name.local,
      );
    case "key-field-invalid":
      return l10n.t(
        "{0} must have exactly one simple value for {1} ({2}).",
        tag,
        fieldOf(problem),
        problem.constraint.name.local,
      );
    case "key-not-found":
      return l10n.t("No {0} has the value of {1} ({2}).", problem.refer.local, tag, problem.constraint.name.local);
  }
}

function fieldOf({ constraint, field }: OfKind<"key-field-missing" | "key-field-invalid">): string {
  const fields = constraint.source.children.filter(({ local }) => local === "field");
  return fields[field]?.attributes.get("xpath")?.value.trim() ?? "";
}

function expectedText(expected: readonly Expected[], end: string | undefined): string {
  if (expected.length === 0) return end === undefined ? "" : l10n.t("Expected {0}.", end);
  const names = listed(expected);
  return end === undefined ? l10n.t("Expected {0}.", names) : l10n.t("Expected {0}, or {1}.", names, end);
}

function expectedNames(all: readonly string[], end: string): string {
  if (all.length === 0) return l10n.t("Expected {0}.", end);
  return l10n.t("Expected {0}, or {1}.", names(all.map((one) => `<${one}>`)), end);
}

function listed(expected: readonly Expected[]): string {
  return names(expected.map(({ term }) => (term.kind === "element" ? `<${term.name.local}>` : l10n.t("any element"))));
}

function names(all: readonly string[]): string {
  const first = [...new Set(all)];
  return first.length > maxNames ? `${first.slice(0, maxNames).join(", ")}, …` : first.join(", ");
}

function substitutes({ name }: ElementDeclaration, schemas: Schemas): readonly string[] {
  return schemas.substitutesOf(name).flatMap((one) => (one.abstract ? [] : [`<${one.name.local}>`]));
}

function concreteTypes(type: Type, schemas: Schemas): readonly string[] {
  const all = type.name ? schemas.derivedFrom(type.name) : [];
  return all.flatMap((one) => (one.kind === "complex" && one.abstract ? [] : [typeName(one)]));
}

/** As `xs:int` or `Order`; that of the base for an anonymous type. */
export function typeName(type: Type): string {
  let one: Type | undefined = type;
  while (one && one.name === undefined) one = one.base;
  const name: QName = one?.name ?? { namespace: xsdNamespace, local: "anyType" };
  return name.namespace === xsdNamespace ? `xs:${name.local}` : name.local;
}
