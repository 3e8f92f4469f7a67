import { childElements } from "../soap/envelope.ts";
import { isText, valueSpan } from "../validation/content.ts";
import type { Problem } from "../validation/problems.ts";
import type { BoundMessage } from "../wsdl/model.ts";
import { attribute, attributeValue, nameSpan, namespaceOf, textContent } from "../xml/query.ts";
import { isSimilar } from "../xml/similarNames.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { anyType } from "../xsd/anyType.ts";
import type { Schemas } from "../xsd/compile.ts";
import type { ComplexType, ElementDeclaration, ModelGroup, Particle, SimpleType, Type } from "../xsd/components.ts";
import { stepsBetween } from "../xsd/derivation.ts";
import { validateValue } from "../xsd/values.ts";
import { arrayOf } from "./arrays.ts";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";
/** So many members of a type are looked at. */
const maxMembers = 1000;

interface EncodedContext {
  readonly schemas: Schemas;
  readonly document: XmlDocument;
  /** Replaces variables; undefined for an unknown value. */
  readonly resolve: (text: string) => string | undefined;
}

/**
 * What is surely wrong with the parts of an encoded message (SOAP 1.1 section 5): a part that the operation doesn't have, a
 * value that isn't one of its type. References, arrays, members in any order and left out, and types that aren't known are
 * allowed, as the encoding allows them.
 */
export function encodedProblems(
  wrapper: XmlElement,
  { parts }: BoundMessage,
  context: EncodedContext,
): readonly Problem[] {
  const problems: Problem[] = [];
  const { schemas } = context;
  const pending: (readonly [XmlElement, Type])[] = [];
  const names = parts.map(({ name }) => name);
  for (const child of childElements(wrapper)) {
    const part = parts.find(({ name }) => name === child.local);
    const type = part?.type && schemas.type(part.type);
    if (type) pending.push([child, type]);
    else if (!part) problems.push(unexpected(child, names));
  }
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [element, declared] = next;
    const type = typeOf(element, declared, context);
    if (type === undefined || isReference(element) || isNil(element, context)) continue;
    if (type.kind === "simple") problems.push(...valueProblems(element, type, context));
    else if (type.content.kind === "simple") problems.push(...valueProblems(element, type.content.type, context));
    else if (isStruct(type)) {
      const members = membersOf(type);
      if (members === undefined) continue;
      for (const child of childElements(element)) {
        const member = members.get(child.local);
        if (member) pending.push([child, member.type]);
        else problems.push(unexpected(child, [...members.keys()]));
      }
    }
  }
  return problems.sort((a, b) => a.at.start - b.at.start);
}

function unexpected(element: XmlElement, names: readonly string[]): Problem {
  const similar = names.find((one) => isSimilar(one, element.local));
  return { kind: "member-unexpected", element, at: nameSpan(element), names, similar };
}

/** The type that `xsi:type` names, if it is derived from the declared one; undefined if nothing can be said. */
function typeOf(element: XmlElement, declared: Type, { document, schemas }: EncodedContext): Type | undefined {
  const written = attribute(element, xsi, "type");
  if (written === undefined) return declared === anyType || isAbstract(declared) ? undefined : declared;
  const value = attributeValue(document, written)?.trim() ?? "";
  const colon = value.indexOf(":");
  const namespace = namespaceOf(document, element, colon < 0 ? "" : value.slice(0, colon));
  const named = namespace === undefined ? undefined : schemas.type({ namespace, local: value.slice(colon + 1) });
  return named && stepsBetween(named, declared).kind !== "unrelated" ? named : undefined;
}

function isAbstract(type: Type): boolean {
  return type.kind === "complex" && type.abstract;
}

/** A value elsewhere in the message, or in an attachment. */
function isReference({ attributes }: XmlElement): boolean {
  return attributes.some(({ local }) => local === "href" || local === "ref");
}

function isNil(element: XmlElement, { document }: EncodedContext): boolean {
  const nil = attribute(element, xsi, "nil") ?? attribute(element, xsi, "null");
  return nil !== undefined && /^(?:1|true)$/.test(attributeValue(document, nil)?.trim() ?? "");
}

function valueProblems(element: XmlElement, type: SimpleType, context: EncodedContext): readonly Problem[] {
  const { document, resolve } = context;
  if (childElements(element).length > 0 || !element.children.some(isText)) return [];
  const content = textContent(document, element);
  const text = content.includes("{{") ? resolve(content) : content;
  if (text === undefined || (document.doctype && content.includes("&"))) return [];
  const problem = validateValue(text, type, (prefix) => namespaceOf(document, element, prefix));
  return problem
    ? [{ kind: "value", element, at: valueSpan(document, element), attribute: undefined, problem, type }]
    : [];
}

function isStruct(type: ComplexType): boolean {
  return type !== anyType && type.content.kind === "elements" && !type.content.mixed && arrayOf(type) === undefined;
}

/** The elements that a type declares, by their local names; undefined if it accepts others, too. */
function membersOf(type: ComplexType): ReadonlyMap<string, ElementDeclaration> | undefined {
  const members = new Map<string, ElementDeclaration>();
  const pending: Particle["term"][] = type.content.kind === "elements" ? [type.content.particle.term] : [];
  for (let term = pending.pop(); term; term = pending.pop()) {
    if (term.kind === "wildcard" || members.size > maxMembers) return undefined;
    if (term.kind === "element") members.set(term.name.local, term);
    else pending.push(...termsOf(term));
  }
  return members;
}

function termsOf({ particles }: ModelGroup): readonly Particle["term"][] {
  return particles.map(({ term }) => term).reverse();
}
