import * as l10n from "@vscode/l10n";
import type { Direction } from "../../contract/check/expectations.ts";
import type { MessageProblem } from "../../contract/check/messageProblems.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { anyType } from "../../xsd/anyType.ts";
import type { ElementDeclaration, IdentityConstraint, QName, Type } from "../../xsd/components.ts";
import type { Expected } from "../../xsd/content/contentState.ts";
import { xsdNamespace } from "../../xsd/declarations.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { describeProblem } from "../../xsd/valueProblems.ts";
import { nameAt } from "../soap/xmlMessage.ts";

/** Maximum number of candidates that a message names. */
const maxNames = 5;

/** What is wrong, and what is expected. `direction`: whether the message is a request or a response. */
export function problemText(
  problem: MessageProblem,
  schemas: Schemas,
  direction: Direction,
  document: XmlDocument,
): string {
  const { element } = problem;
  const parent = element.parent?.name ?? "";
  return wordingOf(problem)({
    tag: `<${element.name}>`,
    parent: `<${parent}>`,
    end: `</${parent}>`,
    tagOf: (name) => `<${nameAt(document, element, name) ?? name.local}>`,
    isRequest: direction === "input",
    schemas,
  });
}

/** What the message of a problem depends on besides the problem. */
interface Context {
  /** The start tag of the element with the problem, without its attributes. */
  readonly tag: string;
  /** The start tag of its parent. */
  readonly parent: string;
  readonly end: string;
  /** Returns the start tag of an element, with its prefix in the message. */
  readonly tagOf: TagOf;
  readonly isRequest: boolean;
  readonly schemas: Schemas;
}

type TagOf = (name: QName) => string;
type Kind = MessageProblem["kind"];
type ProblemOf<K extends Kind> = MessageProblem & { readonly kind: K };

const wordings: { readonly [K in Kind]: (problem: ProblemOf<K>, context: Context) => string } = {
  "payload-missing": ({ expected }, { tag, tagOf, isRequest }) =>
    isRequest
      ? l10n.t("{0} is missing in {1}.", tagOf(expected), tag)
      : l10n.t("The service's response has no {0} in {1}.", tagOf(expected), tag),
  "payload-unknown": ({ similar }, { tag, tagOf }) =>
    l10n.t("No operation of the WSDL has {0}. Did you mean {1}?", tag, tagOf(similar)),
  "payload-unexpected": (problem, context) =>
    context.isRequest ? inRequest(problem, context) : inResponse(problem, context),
  "payload-wrapper-missing": missingWrapper,
  "header-missing": ({ expected }, { tagOf, isRequest }) =>
    isRequest
      ? l10n.t("The operation requires the header {0}.", tagOf(expected))
      : l10n.t("The service's response has no header {0}, which the operation requires.", tagOf(expected)),
  "header-unknown": ({ similar }, { tag, tagOf }) =>
    l10n.t("The schema of its namespace has no {0}. Did you mean {1}?", tag, tagOf(similar)),
  "part-undeclared": (_, { tag }) =>
    l10n.t("The WSDL uses {0} as a part of this message, but its schemas don't declare it. Correct the WSDL.", tag),

  "element-undeclared": (_, { tag }) => l10n.t("{0} isn't declared in the schemas of the WSDL.", tag),
  "element-unexpected": ({ similar, expected, mayEnd }, { tag, parent, end, tagOf }) => {
    if (similar) return l10n.t("Unexpected {0}. Did you mean {1}?", tag, tagOf(similar.name));
    if (expected === undefined) return l10n.t("Unexpected {0}. {1} can't contain elements.", tag, parent);
    return `${l10n.t("Unexpected {0}.", tag)} ${expectedText(expected, mayEnd ? end : undefined, tagOf)}`;
  },
  "member-unexpected": ({ similar, names }, { tag, end }) => {
    if (similar) return l10n.t("Unexpected {0}. Did you mean {1}?", tag, `<${similar}>`);
    return `${l10n.t("Unexpected {0}.", tag)} ${expectedMembers(names, end)}`;
  },
  "include-unexpected": ({ why }, { tag, parent }) => {
    if (why === "not-alone") return l10n.t("{0} must be the only content of {1}.", tag, parent);
    return why === "not-binary"
      ? l10n.t("{0} can replace only Base64 data, but the type of {1} isn't xs:base64Binary.", tag, parent)
      : l10n.t(
          "{0} refers to another part, but this message isn't multipart. Expected Base64 data, or Content-Type: multipart/related.",
          tag,
        );
  },
  "element-count": ({ expected, mayEnd }, { tag, end, tagOf }) =>
    `${l10n.t("Too many {0}.", tag)} ${expectedText(expected, mayEnd ? end : undefined, tagOf)}`,
  "element-missing": missingElement,
  "element-namespace": ({ element: { namespace = "" }, expected: { name } }, { tag }) => {
    if (name.namespace === "") return l10n.t("{0} must not have a namespace, but is in {1}.", tag, namespace);
    if (namespace === "") return l10n.t("{0} has no namespace. It must be in {1}.", tag, name.namespace);
    return l10n.t("{0} is in the namespace {1}, but must be in {2}.", tag, namespace, name.namespace);
  },
  "element-order": ({ expected }, { tag, parent, tagOf }) =>
    expected.length > 0
      ? l10n.t("{0} is in the wrong place. Expected {1} before it.", tag, listed(expected, tagOf))
      : l10n.t("{0} is in the wrong place. It must come earlier in {1}.", tag, parent),
  "element-alternative": ({ other }, { tag }) =>
    l10n.t("{0} is an alternative to {1}. Remove one of them.", tag, `<${other.name}>`),
  "element-wrapper-missing": missingWrapper,
  "element-wrapper-extra": (_, { tag, parent }) =>
    l10n.t("{0} is one level too many. Its content belongs directly in {1}.", tag, parent),
  "element-abstract": ({ declaration }, { tag, tagOf, schemas }) => {
    const all = substitutes(declaration, schemas).map(tagOf);
    if (all.length === 0) return nothingReplaces(tag);
    return l10n.t("{0} is abstract. Expected one of these: {1}", tag, shortList(all));
  },

  "text-unexpected": ({ element, blank, empty }, { tag }) => {
    if (blank) return l10n.t("{0} must be empty, without whitespace.", tag);
    if (empty) return l10n.t("{0} must be empty.", tag);
    return l10n.t("Text isn't allowed in {0}, only elements.", element.name);
  },
  "attribute-unexpected": ({ attribute, similar }, { tag }) =>
    similar
      ? l10n.t("Unexpected attribute {0}. Did you mean {1}?", attribute.name, similar.name.local)
      : l10n.t("The attribute {0} isn't allowed in {1}.", attribute.name, tag),
  "attribute-namespace": ({ attribute, expected: { name } }) =>
    name.namespace === ""
      ? l10n.t("The attribute {0} must not have a prefix.", attribute.name)
      : l10n.t("The attribute {0} must be in the namespace {1}.", attribute.name, name.namespace),
  "attribute-missing": ({ use }, { tag }) => l10n.t("The attribute {0} is missing in {1}.", use.name.local, tag),
  value: ({ problem, attribute }, { tag }) => describeProblem(problem, attribute?.name ?? tag),
  fixed: ({ given }) => l10n.t("The value must be {0}, which the schema fixes.", given.value),
  "nil-not-allowed": (_, { tag }) => l10n.t("{0} can't have xsi:nil: it isn't declared as nillable.", tag),
  "nil-fixed": (_, { tag }) => l10n.t("{0} can't be nil, because its value is fixed.", tag),
  "nil-value": () => l10n.t("xsi:nil must be true, false, 1 or 0."),
  "nil-content": (_, { tag }) => l10n.t("{0} must be empty, because of xsi:nil.", tag),

  "type-unknown": ({ value }) => l10n.t("The type {0} is unknown.", value),
  "type-not-derived": ({ type, declared }, { tag }) =>
    l10n.t("{0} isn't derived from {1}, the type of {2}.", typeName(type), typeName(declared), tag),
  "type-blocked": ({ type, declared }) =>
    l10n.t("{0} can't replace {1} here: the schema blocks it.", typeName(type), typeName(declared)),
  "type-abstract": ({ type }, { schemas }) => {
    const all = concreteTypes(type, schemas);
    if (all.length === 0) return nothingReplaces(typeName(type));
    return l10n.t("{0} is abstract. xsi:type must name one of these types: {1}", typeName(type), shortList(all));
  },

  "id-duplicate": ({ value }) => l10n.t("Duplicate ID {0}.", value),
  "id-missing": ({ value }) => l10n.t("No element has the ID {0}.", value),
  "id-second": ({ attribute }) =>
    l10n.t("An element can have only one attribute of type ID. Remove {0}.", attribute.name),
  "entity-unknown": ({ value }) => l10n.t("The entity {0} isn't declared.", value),
  "reference-content": ({ attribute }, { tag }) =>
    l10n.t(
      "{0} has both {1} and content. Remove one of them: services ignore the content, or the reference.",
      tag,
      attribute.name,
    ),
  "reference-target": ({ value }, { tag }) =>
    l10n.t("{0} refers to {1}, but no element of this message has this ID.", tag, value),
  "key-duplicate": ({ constraint }, { tag }) =>
    l10n.t("{0} has the same value as another one. It must be unique ({1}).", tag, constraint.name.local),
  "key-field-missing": ({ constraint, field }, { tag }) =>
    l10n.t(
      "{0} has no value for {1}, which is a part of the key {2}.",
      tag,
      fieldOf(constraint, field),
      constraint.name.local,
    ),
  "key-field-invalid": ({ constraint, field }, { tag }) =>
    l10n.t(
      "{0} must have exactly one simple value for {1} ({2}).",
      tag,
      fieldOf(constraint, field),
      constraint.name.local,
    ),
  "key-not-found": ({ constraint, refer }, { tag }) =>
    l10n.t("No {0} has the value of {1} ({2}).", refer.local, tag, constraint.name.local),

  "value-unchecked": ({ rest }) =>
    rest
      ? l10n.t("From here on, no values are checked: the regular expressions of the schema take too long.")
      : l10n.t("This value isn't checked: the regular expressions of the schema take too long."),
  "keys-unchecked": () => l10n.t("From here on, keys and references aren't checked: that would take too long."),
  "content-unchecked": () =>
    l10n.t("From here on, the order of elements isn't checked: the content models of the schema take too long."),
};

function wordingOf<K extends Kind>(problem: ProblemOf<K>): (context: Context) => string {
  return (context) => wordings[problem.kind](problem, context);
}

function inRequest(problem: ProblemOf<"payload-unexpected">, { tag, tagOf }: Context): string {
  const expected = problem.expected && tagOf(problem.expected);
  if (problem.isExtra) return l10n.t("Unexpected {0}. The body must end here.", tag);
  if (expected === undefined) return l10n.t("Unexpected {0}. The body of this operation is empty.", tag);
  return problem.isOther
    ? l10n.t("{0} is the response of the operation. The request is {1}.", tag, expected)
    : l10n.t("Unexpected {0}. The operation expects {1}.", tag, expected);
}

function inResponse(problem: ProblemOf<"payload-unexpected">, { tag, tagOf }: Context): string {
  const expected = problem.expected && tagOf(problem.expected);
  if (problem.isExtra) return l10n.t("The service's response contains {0} after its last element.", tag);
  if (expected === undefined) {
    return l10n.t("The service's response contains {0}, but the response of this operation is empty.", tag);
  }
  return problem.isOther
    ? l10n.t("{0} is the request of the operation. The service's response must be {1}.", tag, expected)
    : l10n.t("The service's response contains {0}. The operation responds with {1}.", tag, expected);
}

function missingWrapper(
  { wrapper }: ProblemOf<"payload-wrapper-missing" | "element-wrapper-missing">,
  { tag, tagOf }: Context,
): string {
  return l10n.t("{0} must be inside {1}, which is missing.", tag, tagOf(wrapper.name));
}

function missingElement({ expected, before }: ProblemOf<"element-missing">, { tag, tagOf }: Context): string {
  const required = expected.filter((one) => one.required);
  const all = required.length > 0 ? required : expected;
  if (all.length === 0) return l10n.t("The schema allows no valid content for {0}.", tag);
  const next = before && `<${before.name}>`;
  if (all.length > 1) {
    return next === undefined
      ? l10n.t("{0} is incomplete. Expected one of these: {1}", tag, listed(all, tagOf))
      : l10n.t("Expected one of these before {0}: {1}", next, listed(all, tagOf));
  }
  return next === undefined
    ? l10n.t("{0} is missing in {1}.", listed(all, tagOf), tag)
    : l10n.t("{0} is missing before {1}.", listed(all, tagOf), next);
}

function nothingReplaces(name: string): string {
  return l10n.t("{0} is abstract, and nothing in the schemas of the WSDL can replace it.", name);
}

function fieldOf({ source }: IdentityConstraint, index: number): string {
  const fields = source.children.filter(({ local }) => local === "field");
  return fields[index]?.attributes.get("xpath")?.value.trim() ?? "";
}

/**
 * Whether a problem may be a gap in the WSDL: the replacement of an abstract element or type may be in a schema that
 * can't be read. If all schemas were read, the message is invalid, and a validating service refuses it.
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
  const tags = listed(expected, tagOf);
  return end === undefined ? l10n.t("Expected {0}.", tags) : l10n.t("Expected {0}, or {1}.", tags, end);
}

function expectedMembers(all: readonly string[], end: string): string {
  if (all.length === 0) return l10n.t("Expected {0}.", end);
  return l10n.t("Expected {0}, or {1}.", shortList(all.map((one) => `<${one}>`)), end);
}

function listed(expected: readonly Expected[], tagOf: TagOf): string {
  return shortList(expected.map(({ term }) => (term.kind === "element" ? tagOf(term.name) : l10n.t("any element"))));
}

function shortList(all: readonly string[]): string {
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

/** A type's name, such as `xs:int` or `Order`. An anonymous type has the name of its base, unless this is xs:anyType. */
export function typeName(type: Type): string {
  let ancestor: Type | undefined = type;
  while (ancestor && ancestor.name === undefined) ancestor = ancestor.base;
  if (ancestor?.name === undefined && type !== anyType) return l10n.t("anonymous type");
  const name: QName = ancestor?.name ?? { namespace: xsdNamespace, local: "anyType" };
  return name.namespace === xsdNamespace ? `xs:${name.local}` : name.local;
}
