import * as l10n from "@vscode/l10n";
import type { MessageProblem, OfKind } from "../../contract/check/messageProblems.ts";
import { elementSample } from "../../contract/write/elementWriter.ts";
import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { isSimilar } from "../../text/similar.ts";
import { slice } from "../../text/span.ts";
import { xsiNamespace } from "../../validation/attributes.ts";
import { nameSpan } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type AttributeUse, type ElementDeclaration, keyOf, type QName } from "../../xsd/components.ts";
import { sampleValue } from "../../xsd/sample/values.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { changeTo, fix, insert, remove, replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";
import {
  insertElements,
  isClosed,
  nameAt,
  prefixFor,
  qualified,
  removeAttributeFix,
  removeNode,
  renameElement,
} from "../soap/xmlMessage.ts";
import { insertHeaderBlock, insertPayload, wrapElements } from "./messageFixes.ts";
import { changeValue } from "./valueFixes.ts";

const maxOffers = 5;

/** The kinds of problems that can be fixed without a decision of the user. */
const decided: ReadonlySet<MessageProblem["kind"]> = new Set([
  ...(["element-namespace", "element-order", "element-wrapper-extra", "attribute-namespace", "fixed"] as const),
]);

/** The quick fixes of a problem. Empty if the tags of its element aren't closed. */
export function schemaFixes(problem: MessageProblem, document: XmlDocument, schemas: Schemas): readonly Fix[] {
  if (!isClosed(problem.element)) return [];
  const fixes = fixesOf(problem, document, schemas);
  const isBlank = problem.kind === "text-unexpected" && problem.blank;
  const isSpace = problem.kind === "value" && problem.problem.kind === "space";
  const isDecided = decided.has(problem.kind) || isBlank || isSpace;
  return isDecided ? fixes.map((one, at) => (at === 0 ? { ...one, automatic: true } : one)) : fixes;
}

function fixesOf(problem: MessageProblem, document: XmlDocument, schemas: Schemas): readonly Fix[] {
  const { element } = problem;
  switch (problem.kind) {
    case "payload-missing":
      return insertPayload(document, problem, schemas);
    case "header-missing":
      return insertHeaderBlock(document, problem, schemas);
    case "payload-unexpected":
      return problem.expected ? rename(document, element, problem.expected) : [removal(document, [element])];
    case "payload-unknown":
    case "header-unknown":
      return rename(document, element, problem.similar);
    case "payload-wrapper-missing":
    case "element-wrapper-missing":
      return wrapElements(document, problem, schemas);
    case "member-unexpected":
      return [
        ...(problem.similar === undefined ? [] : [changeName(element, qualified(element.prefix, problem.similar))]),
        removal(document, [element]),
      ];
    case "element-undeclared":
      return similarElements(document, element, schemas);
    case "element-abstract":
      return schemas
        .substitutesOf(problem.declaration.name)
        .filter((one) => !one.abstract)
        .slice(0, maxOffers)
        .flatMap(({ name }) => rename(document, element, name));
    case "type-unknown":
      return similarTypes(document, problem, schemas);
    case "type-abstract":
      return concreteTypes(document, problem, schemas);
    case "element-unexpected":
      return [
        ...(problem.similar ? rename(document, element, problem.similar.name) : []),
        removal(document, [element]),
      ];
    case "element-count":
    case "include-unexpected":
      return [removal(document, [element])];
    case "element-alternative":
      return [removal(document, problem.all)];
    case "element-namespace":
      return changeNamespace(document, problem);
    case "element-missing":
      return insertMissing(document, problem, schemas);
    case "element-order":
      return sort(document.text, problem);
    case "element-wrapper-extra":
      return unwrap(element);
    case "text-unexpected":
      return [fix(l10n.t("Remove text"), problem.blank ? remove(problem.at) : removeNode(document.text, problem.at))];
    case "attribute-unexpected":
      return [
        ...(problem.similar
          ? [changeTo(nameSpan(problem.attribute), attributeName(document, element, problem.similar.name))]
          : []),
        removeAttributeFix(document.text, problem.attribute),
      ];
    case "attribute-namespace":
      return [changeTo(nameSpan(problem.attribute), attributeName(document, element, problem.expected.name))];
    case "attribute-missing":
      return insertAttribute(document, element, problem.use);
    case "value":
      return changeValue(document.text, problem);
    case "fixed": {
      const write = problem.attribute ? attributeText : elementText;
      return [changeTo(problem.at, write(problem.given.value), problem.given.value)];
    }
    case "nil-not-allowed":
    case "reference-content":
    case "reference-target":
      return [removeAttributeFix(document.text, problem.attribute)];
    case "nil-content":
      return [contentRemoval(element), removeAttributeFix(document.text, problem.attribute)];
    default:
      return [];
  }
}

/** A fix that removes elements, each with its line if nothing else is on it. */
function removal({ text }: XmlDocument, elements: readonly XmlElement[]): Fix {
  const names = [...new Set(elements.map(({ name }) => `<${name}>`))];
  return fix(l10n.t("Remove {0}", names.join(", ")), ...elements.map((one) => removeNode(text, one)));
}

function contentRemoval({ name, startTagEnd, endTag }: XmlElement): Fix {
  const content = { start: startTagEnd, end: endTag?.start ?? startTagEnd };
  return fix(l10n.t("Remove the content of {0}", `<${name}>`), remove(content));
}

function rename(document: XmlDocument, element: XmlElement, name: QName): readonly Fix[] {
  return [
    fix(l10n.t("Change to {0}", nameAt(document, element, name) ?? name.local), ...renaming(document, element, name)),
  ];
}

function changeName(element: XmlElement, name: string): Fix {
  return fix(l10n.t("Change to {0}", name), ...renameElement(element, name));
}

function similarElements(document: XmlDocument, element: XmlElement, schemas: Schemas): readonly Fix[] {
  const all = [...schemas.declarations.all("element")].filter(({ name }) => isSimilar(name.local, element.local));
  return all.slice(0, 1).flatMap(({ name }) => rename(document, element, name));
}

/** The types with a similar name, or with the same name in another namespace. */
function similarTypes(
  document: XmlDocument,
  { element, value, at }: OfKind<"type-unknown">,
  schemas: Schemas,
): readonly Fix[] {
  const local = value.slice(value.indexOf(":") + 1);
  const all = [...schemas.declarations.all("type")]
    .map(({ name }) => name)
    .filter((one) => isSimilar(one.local, local));
  const best = all.find((one) => one.local === local) ?? all[0];
  const written = best && nameAt(document, element, best);
  return written === undefined ? [] : [changeTo(at, written)];
}

function concreteTypes(
  document: XmlDocument,
  { element, attribute, type, at }: OfKind<"type-abstract">,
  schemas: Schemas,
): readonly Fix[] {
  const xsi = prefixFor(document, element, xsiNamespace);
  const derived = type.name ? schemas.derivedFrom(type.name) : [];
  const concrete = derived.filter((one) => one.kind === "simple" || !one.abstract).slice(0, maxOffers);
  return concrete.flatMap(({ name }) => {
    const written = name && nameAt(document, element, name);
    if (written === undefined) return [];
    if (attribute) return [changeTo(at, written)];
    const text = `${xsi}:type="${written}"`;
    return xsi === undefined ? [] : [fix(l10n.t("Insert {0}", text), insert(element.nameEnd, ` ${text}`))];
  });
}

/** Changes the namespace of an element, and of all elements with the same declaration or prefix. */
function changeNamespace(document: XmlDocument, problem: OfKind<"element-namespace">): readonly Fix[] {
  const { element, expected, others } = problem;
  const edits: Edit[] = [];
  // Changing a declaration also changes the namespace of the elements in its scope.
  const declared: XmlElement[] = [];
  for (const missing of [{ element, expected }, ...others]) {
    if (declared.some((around) => around.start < missing.element.start && missing.element.end < around.end)) continue;
    const { name } = missing.expected;
    edits.push(...renaming(document, missing.element, name));
    if (nameAt(document, missing.element, name) === undefined) declared.push(missing.element);
  }
  const { namespace, local } = expected.name;
  const inScope = nameAt(document, element, expected.name);
  const title =
    inScope !== undefined && others.length === 0
      ? l10n.t("Change to {0}", inScope)
      : namespace === ""
        ? l10n.t("Remove the namespace of {0}", local)
        : l10n.t("Change the namespace to {0}", namespace);
  return [fix(title, ...edits)];
}

/** Changes the name of an element, with a prefix or a declaration for its namespace. */
export function renaming(document: XmlDocument, element: XmlElement, name: QName): readonly Edit[] {
  const inScope = nameAt(document, element, name);
  if (inScope !== undefined) return renameElement(element, inScope);
  const namespace = attributeText(name.namespace);
  const declaration = element.attributes.find(
    (one) => one.name === (element.prefix ? `xmlns:${element.prefix}` : "xmlns"),
  );
  if (declaration && declaration.valueStart >= 0 && name.namespace !== "") {
    return [replace({ start: declaration.valueStart, end: declaration.valueEnd }, namespace)];
  }
  const renamed = element.prefix === "" ? [] : renameElement(element, name.local);
  return [...renamed, insert(element.nameEnd, ` xmlns="${namespace}"`)];
}

function insertMissing(document: XmlDocument, problem: OfKind<"element-missing">, schemas: Schemas): readonly Fix[] {
  const { element, before } = problem;
  const parent = before?.parent ?? element;
  const nameOf = (name: QName, isAttribute: boolean) => nameAt(document, parent, name, isAttribute);
  return waysOf(problem).flatMap((declarations) => {
    const samples = declarations.map((one) => elementSample(one, schemas, nameOf));
    const valid = samples.filter((one) => one !== undefined);
    if (valid.length === 0 || valid.length < samples.length) return [];
    const tags = declarations.map(({ name }) => `<${nameAt(document, parent, name) ?? name.local}>`);
    return [fix(l10n.t("Insert {0}", tags.join(", ")), ...insertElements(document, parent, before, valid))];
  });
}

/** The possible insertions for a missing element: one, or one for each branch of a choice. */
function waysOf({ expected, missing }: OfKind<"element-missing">): readonly (readonly ElementDeclaration[])[] {
  const required = expected.flatMap(({ term, required: is }) => (is && term.kind === "element" ? [term] : []));
  if (required.length < 2) return [missing()];
  const ways = required.slice(0, maxOffers).map((start) => missing(start));
  const keys = (way: readonly ElementDeclaration[]) =>
    way
      .map(({ name }) => keyOf(name))
      .sort()
      .join(" ");
  return [...new Map(ways.toReversed().map((way) => [keys(way), way])).values()].reverse();
}

/** Reorders the child elements. The text between them keeps its place. */
function sort(text: string, { element, inOrder }: OfKind<"element-order">): readonly Fix[] {
  const sorted = inOrder();
  const places = element.parent?.markup.filter((one) => one.kind === "element") ?? [];
  if (sorted === undefined || !places.every(isClosed)) return [];
  const edits = places.flatMap((place, at) => {
    const other = sorted[at];
    return other === undefined || other === place ? [] : [replace(place, slice(text, other))];
  });
  return [fix(l10n.t("Put the elements in order"), ...edits)];
}

function unwrap({ start, startTagEnd, endTag, name }: XmlElement): readonly Fix[] {
  return endTag
    ? [fix(l10n.t("Remove the tags of {0}", name), remove({ start, end: startTagEnd }), remove(endTag))]
    : [];
}

function attributeName(document: XmlDocument, element: XmlElement, name: QName): string {
  return nameAt(document, element, name, true) ?? name.local;
}

function insertAttribute(document: XmlDocument, element: XmlElement, use: AttributeUse): readonly Fix[] {
  const name = attributeName(document, element, use.name);
  if (use.name.namespace !== "" && name === use.name.local) return [];
  const value = attributeText(use.given?.value ?? sampleValue(use.type, use.name.local));
  const after = element.attributes.at(-1)?.end ?? element.nameEnd;
  return [fix(l10n.t("Insert {0}", `${name}="${value}"`), insert(after, ` ${name}="${value}"`))];
}
