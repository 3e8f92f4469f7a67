import * as l10n from "@vscode/l10n";
import type { Direction } from "../../contract/check/expectations.ts";
import type { MessageProblem, OfKind } from "../../contract/check/messageProblems.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { anyType } from "../../xsd/anyType.ts";
import type { ElementDeclaration, QName, Type } from "../../xsd/components.ts";
import type { Expected } from "../../xsd/content/contentState.ts";
import { xsdNamespace } from "../../xsd/declarations.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { describeProblem } from "../../xsd/valueProblems.ts";
import { describeRequest, describeResponse, type TagOf } from "./messageWords.ts";
import { nameAt } from "./names.ts";
import { describeReference } from "./referenceWords.ts";

/** Maximum candidates that a message names. */
const maxNames = 5;

/** What is wrong, and what is expected instead. `direction`: of the message. */
export function problemText(
  problem: MessageProblem,
  schemas: Schemas,
  direction: Direction,
  document: XmlDocument,
): string {
  const { element } = problem;
  const tagOf: TagOf = (name) => `<${nameAt(document, element, name) ?? name.local}>`;
  const around = element.parent?.name ?? "";
  const [tag, parent, end] = [`<${element.name}>`, `<${around}>`, `</${around}>`];
  switch (problem.kind) {
    case "payload-unexpected":
    case "payload-missing":
    case "payload-unknown":
    case "header-missing":
    case "header-unknown":
      return direction === "input" ? describeRequest(problem, tag, tagOf) : describeResponse(problem, tag, tagOf);
    case "part-undeclared":
      return l10n.t(
        "The WSDL uses {0} as a part of this message, but its schemas don't declare it. Correct the WSDL.",
        tag,
      );
    case "element-undeclared":
      return l10n.t("{0} isn't declared in the schemas of the WSDL.", tag);
    case "element-unexpected":
      if (problem.similar) return l10n.t("Unexpected {0}. Did you mean {1}?", tag, tagOf(problem.similar.name));
      if (problem.expected === undefined) return l10n.t("Unexpected {0}. {1} can't contain elements.", tag, parent);
      return `${l10n.t("Unexpected {0}.", tag)} ${expectedText(problem.expected, problem.mayEnd ? end : undefined, tagOf)}`;
    case "member-unexpected":
      if (problem.similar) return l10n.t("Unexpected {0}. Did you mean {1}?", tag, `<${problem.similar}>`);
      return `${l10n.t("Unexpected {0}.", tag)} ${expectedNames(problem.names, end)}`;
    case "include-unexpected":
      return describeInclude(problem.why, tag, parent);
    case "element-missing":
      return describeMissing(problem.expected, problem.before && `<${problem.before.name}>`, tag, tagOf);
    case "element-namespace":
      return describeNamespace(tag, element.namespace ?? "", problem.expected.name.namespace);
    case "element-order":
      return problem.expected.length > 0
        ? l10n.t("{0} is in the wrong place. Expected {1} before it.", tag, listed(problem.expected, tagOf))
        : l10n.t("{0} is in the wrong place. It must come earlier in {1}.", tag, parent);
    case "element-alternative":
      return l10n.t("{0} is an alternative to {1}. Remove one of them.", tag, `<${problem.other.name}>`);
    case "element-count":
      return `${l10n.t("Too many {0}.", tag)} ${expectedText(problem.expected, problem.mayEnd ? end : undefined, tagOf)}`;
    case "payload-wrapper-missing":
    case "element-wrapper-missing":
      return l10n.t("{0} must be inside {1}, which is missing.", tag, tagOf(problem.wrapper.name));
    case "element-wrapper-extra":
      return l10n.t("{0} is one level too many. Its content belongs directly in {1}.", tag, parent);
    case "element-abstract": {
      const all = substitutes(problem.declaration, schemas).map(tagOf);
      return all.length === 0
        ? nothingReplaces(tag)
        : l10n.t("{0} is abstract. Expected one of these: {1}", tag, names(all));
    }
    default:
      return describeContent(problem, schemas, tag);
  }
}
type Structural = OfKind<
  | "payload-unexpected"
  | "payload-missing"
  | "payload-unknown"
  | "payload-wrapper-missing"
  | "header-missing"
  | "header-unknown"
  | "part-undeclared"
  | "element-undeclared"
  | "element-unexpected"
  | "member-unexpected"
  | "include-unexpected"
  | "element-missing"
  | "element-namespace"
  | "element-order"
  | "element-alternative"
  | "element-count"
  | "element-wrapper-missing"
  | "element-wrapper-extra"
  | "element-abstract"
>;

function describeInclude(why: OfKind<"include-unexpected">["why"], tag: string, parent: string): string {
  switch (why) {
    case "not-binary":
      return l10n.t("{0} can replace only Base64 data, but the type of {1} isn't xs:base64Binary.", tag, parent);
    case "not-multipart":
      return l10n.t(
        "{0} refers to another part, but this message isn't multipart. Expected Base64 data, or Content-Type: multipart/related.",
        tag,
      );
    case "not-alone":
      return l10n.t("{0} must be the only content of {1}.", tag, parent);
  }
}

function describeMissing(expected: readonly Expected[], before: string | undefined, tag: string, tagOf: TagOf): string {
  const required = expected.filter((one) => one.required);
  const all = required.length > 0 ? required : expected;
  if (all.length === 0) return l10n.t("The schema allows no valid content for {0}.", tag);
  if (all.length > 1) {
    return before === undefined
      ? l10n.t("{0} is incomplete. Expected one of these: {1}", tag, listed(all, tagOf))
      : l10n.t("Expected one of these before {0}: {1}", before, listed(all, tagOf));
  }
  return before === undefined
    ? l10n.t("{0} is missing in {1}.", listed(all, tagOf), tag)
    : l10n.t("{0} is missing before {1}.", listed(all, tagOf), before);
}

function describeNamespace(name: string, actual: string, expected: string): string {
  if (expected === "") return l10n.t("{0} must not have a namespace, but is in {1}.", name, actual);
  if (actual === "") return l10n.t("{0} has no namespace. It must be in {1}.", name, expected);
  return l10n.t("{0} is in the namespace {1}, but must be in {2}.", name, actual, expected);
}

function describeContent(problem: Exclude<MessageProblem, Structural>, schemas: Schemas, tag: string): string {
  switch (problem.kind) {
    case "text-unexpected":
      if (problem.blank) return l10n.t("{0} must be empty, without whitespace.", tag);
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
      return describeProblem(problem.problem, problem.attribute?.name ?? tag);
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
    case "type-abstract": {
      const all = concreteTypes(problem.type, schemas);
      return all.length === 0
        ? nothingReplaces(typeName(problem.type))
        : l10n.t("{0} is abstract. xsi:type must name one of these types: {1}", typeName(problem.type), names(all));
    }
  }
}

function nothingReplaces(name: string): string {
  return l10n.t("{0} is abstract, and nothing in the schemas of the WSDL can replace it.", name);
}

/**
 * Whether a problem is a gap in the WSDL: what may replace something abstract may be in a schema that can't be read. If all
 * schemas were read, the message is invalid, and a service that validates it refuses it.
 */
export function isOfWsdl(problem: MessageProblem, schemas: Schemas): boolean {
  if (schemas.declarations.incomplete.size === 0) return false;
  switch (problem.kind) {
    case "element-abstract":
      return substitutes(problem.declaration, schemas).length === 0;
    case "type-abstract":
      return concreteTypes(problem.type, schemas).length === 0;
    default:
      return false;
  }
}

function expectedText(expected: readonly Expected[], end: string | undefined, tagOf: TagOf): string {
  if (expected.length === 0) return end === undefined ? "" : l10n.t("Expected {0}.", end);
  const names = listed(expected, tagOf);
  return end === undefined ? l10n.t("Expected {0}.", names) : l10n.t("Expected {0}, or {1}.", names, end);
}

function expectedNames(all: readonly string[], end: string): string {
  if (all.length === 0) return l10n.t("Expected {0}.", end);
  return l10n.t("Expected {0}, or {1}.", names(all.map((one) => `<${one}>`)), end);
}

function listed(expected: readonly Expected[], tagOf: TagOf): string {
  return names(expected.map(({ term }) => (term.kind === "element" ? tagOf(term.name) : l10n.t("any element"))));
}

function names(all: readonly string[]): string {
  const first = [...new Set(all)];
  return first.length > maxNames ? `${first.slice(0, maxNames).join(", ")}, …` : first.join(", ");
}

function substitutes({ name }: ElementDeclaration, schemas: Schemas): readonly QName[] {
  return schemas.substitutesOf(name).flatMap((one) => (one.abstract ? [] : [one.name]));
}

function concreteTypes(type: Type, schemas: Schemas): readonly string[] {
  const all = type.name ? schemas.derivedFrom(type.name) : [];
  return all.flatMap((one) => (one.kind === "complex" && one.abstract ? [] : [typeName(one)]));
}

/** As `xs:int` or `Order`. An anonymous type has the name of its base, unless that is any type. */
export function typeName(type: Type): string {
  let ancestor: Type | undefined = type;
  while (ancestor && ancestor.name === undefined) ancestor = ancestor.base;
  if (ancestor?.name === undefined && type !== anyType) return l10n.t("anonymous type");
  const name: QName = ancestor?.name ?? { namespace: xsdNamespace, local: "anyType" };
  return name.namespace === xsdNamespace ? `xs:${name.local}` : name.local;
}
