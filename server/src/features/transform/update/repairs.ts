import { expectationsOf, expectedDeclaration } from "../../../contract/check/expectations.ts";
import type { MessageProblem, OfKind } from "../../../contract/check/messageProblems.ts";
import type { Contract } from "../../../contract/contract.ts";
import { ElementSnippets } from "../../../contract/write/elementSnippet.ts";
import { attributeText } from "../../../contract/write/namespaces.ts";
import { Samples } from "../../../contract/write/sample.ts";
import { insert, remove, replace } from "../../../rules/edits.ts";
import type { Edit } from "../../../rules/rule.ts";
import { renaming, schemaFixes } from "../../../rules/schema/fixes.ts";
import { insertElements, namespaceDeclarations, qualified, removeAttribute } from "../../../rules/soap/xmlMessage.ts";
import type { Envelope } from "../../../soap/envelope.ts";
import { plainText } from "../../../text/snippet.ts";
import { type Span, slice } from "../../../text/span.ts";
import { xsiNamespace } from "../../../validation/attributes.ts";
import type { Operation } from "../../../wsdl/model.ts";
import { attributeValue, prefixesIn } from "../../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../../xml/tree.ts";
import { keyOf, type QName, type Type } from "../../../xsd/components.ts";

export interface Outdated {
  readonly document: XmlDocument;
  readonly envelope: Envelope | undefined;
  readonly contract: Contract;
  readonly operation: Operation | undefined;
}

/** Problems that an update doesn't repair, because only the author knows the correct value, identifier or payload. */
const kept: ReadonlySet<MessageProblem["kind"]> = new Set([
  ...(["value", "fixed", "id-duplicate", "id-missing", "entity-unknown"] as const),
  ...(["payload-unknown", "key-duplicate", "key-field-missing", "key-field-invalid", "key-not-found"] as const),
]);

export function isRepairable({ kind }: MessageProblem): boolean {
  return !kept.has(kind);
}

/** An element that is no longer allowed becomes a comment. Afterwards, another problem may be found. */
export function repair(problem: MessageProblem, outdated: Outdated): readonly Edit[] {
  const { document, contract } = outdated;
  const { element, at } = problem;
  const { text } = document;
  switch (problem.kind) {
    case "element-missing":
      return insertMissing(problem, outdated);
    case "payload-missing":
      return insertPayload(problem, outdated);
    case "header-missing":
      return insertHeader(problem, outdated);
    case "payload-unexpected":
      return problem.expected && !problem.isOther && !problem.isExtra
        ? renaming(document, element, problem.expected)
        : [commentOut(text, element)];
    case "element-unexpected":
    case "element-count":
    case "element-undeclared":
    case "element-abstract":
    case "member-unexpected":
      return [commentOut(text, element)];
    case "text-unexpected":
      return problem.blank ? [remove(at)] : [commentOut(text, at)];
    case "attribute-unexpected":
    case "type-unknown":
    case "type-not-derived":
    case "type-blocked":
    case "nil-not-allowed":
    case "nil-fixed":
    case "nil-value":
    case "nil-content":
      return moveToComment(text, element, problem.attribute);
    case "type-abstract":
      return problem.attribute
        ? moveToComment(text, element, problem.attribute)
        : writeConcreteType(element, problem.type, outdated);
    default:
      return isRepairable(problem) ? (schemaFixes(problem, document, contract.schemas)[0]?.edits ?? []) : [];
  }
}

/** The edits that replace a namespace that no longer exists in the WSDL; undefined if it still exists. */
export function renameNamespace(
  problem: MessageProblem,
  { document, contract }: Outdated,
): readonly Edit[] | undefined {
  const name = expectedName(problem);
  const { namespace: old } = problem.element;
  if (name === undefined || !old || name.namespace === "" || old === name.namespace) return undefined;
  if (problem.element.local !== name.local || contract.documents.some(({ text }) => text.includes(`"${old}"`))) {
    return undefined;
  }
  return [...namespaceDeclarations(document)].flatMap((declaration) =>
    attributeValue(document, declaration) === old
      ? [replace({ start: declaration.valueStart, end: declaration.valueEnd }, attributeText(name.namespace))]
      : [],
  );
}

function expectedName(problem: MessageProblem): QName | undefined {
  if (problem.kind === "element-namespace") return problem.expected.name;
  return problem.kind === "payload-unexpected" ? problem.expected : undefined;
}

function insertMissing({ element, before, missing }: OfKind<"element-missing">, { contract, document }: Outdated) {
  const parent = before?.parent ?? element;
  const snippets = new ElementSnippets(contract, prefixesIn(document, parent));
  const written = missing().map((one) => plainText(snippets.element(one, "required")));
  return written.length > 0 ? insertElements(document, parent, before, written) : [];
}

/** Inserts a payload into `element`, which is the Body. */
export function insertPayload(
  { element, expected }: Pick<OfKind<"payload-missing">, "element" | "expected">,
  { contract, document, operation }: Outdated,
) {
  const { schemas } = contract;
  const body = operation && expectationsOf(operation, "input", schemas).body;
  const payload =
    body?.kind === "elements" ? body.elements.find(({ name }) => keyOf(name) === keyOf(expected)) : undefined;
  const declaration = payload && expectedDeclaration(payload);
  if (!declaration) return [];
  const snippets = new ElementSnippets(contract, prefixesIn(document, element));
  const written = plainText(snippets.element(declaration, "parameters", undefined, payload.encoded !== undefined));
  return insertElements(document, element, undefined, [written]);
}

export function insertHeader(
  { expected, ...own }: Pick<OfKind<"header-missing">, "expected" | "mustUnderstand">,
  { contract, document, envelope }: Outdated,
) {
  const declaration = contract.schemas.element(expected);
  if (!envelope?.namespace || declaration === undefined) return [];
  const { element, header, body, version, namespace } = envelope;
  const mustUnderstand = { namespace, local: "mustUnderstand" };
  const attributes = new Map(own.mustUnderstand ? [[mustUnderstand, version === "1.1" ? "1" : "true"]] : []);
  const snippets = new ElementSnippets(contract, prefixesIn(document, header ?? element));
  const block = plainText(snippets.element(declaration, "required", attributes));
  if (header) return insertElements(document, header, undefined, [block]);
  const tag = qualified(element.prefix, "Header");
  return insertElements(document, element, body, [`<${tag}>\n\t${block.replaceAll("\n", "\n\t")}\n</${tag}>`]);
}

function writeConcreteType(element: XmlElement, abstract: Type, { contract, document }: Outdated): readonly Edit[] {
  const { type } = new Samples(contract.schemas, "required").typed({ namespace: "", local: "value" }, abstract);
  if (type === undefined) return [];
  const snippets = new ElementSnippets(contract, prefixesIn(document, element));
  const [attribute, value] = [snippets.attributeName({ namespace: xsiNamespace, local: "type" }), snippets.name(type)];
  const declarations = [...new Set([...attribute.declarations, ...value.declarations])];
  return [insert(element.nameEnd, ["", ...declarations, `${attribute.name}="${value.name}"`].join(" "))];
}

function commentOut(text: string, at: Span): Edit {
  return replace(at, asComment(slice(text, at)));
}

/** Removes an attribute, and keeps it in a comment above its element. */
function moveToComment(text: string, element: XmlElement, attribute: XmlAttribute): readonly Edit[] {
  return [insert(element.start, asComment(slice(text, attribute))), removeAttribute(text, attribute)];
}

/** Two hyphens are not allowed in a comment (XML 1.0 section 2.5), so the second is written as a reference. */
function asComment(text: string): string {
  return `<!-- ${text.replaceAll("--", "-&#45;")} -->`;
}
