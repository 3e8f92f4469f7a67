import { childElements } from "../../soap/envelope.ts";
import { isSimilar } from "../../text/similar.ts";
import type { Span } from "../../text/span.ts";
import { elementValueSpan, isBlankNode, isText } from "../../validation/content.ts";
import type { Problem } from "../../validation/problems.ts";
import { maxProblems } from "../../validation/validate.ts";
import type { Resolve } from "../../validation/values.ts";
import type { BoundMessage } from "../../wsdl/model.ts";
import { attribute, attributeValue, elements, nameSpan, namespaceOf, textContent, valueSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { anyType } from "../../xsd/anyType.ts";
import type { ComplexType, ElementDeclaration, QName, SimpleType, Type } from "../../xsd/components.ts";
import { stepsBetween } from "../../xsd/derivation.ts";
import { occurrencesIn } from "../../xsd/occurrences.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { validateValue } from "../../xsd/values.ts";
import { arrayOf, arrayType } from "../arrays.ts";
import type { Direction } from "./expectations.ts";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";
const maxMembers = 1000;

interface EncodedContext {
  readonly schemas: Schemas;
  readonly document: XmlDocument;
  readonly resolve: Resolve;
  readonly isMultipart: boolean;
}

/**
 * Problems of the parts of an encoded message (SOAP 1.1 section 5), in the order of the text: a part that the operation doesn't
 * have, a member that its type doesn't have, an invalid value. References to values in the message are followed; a reference
 * beside a value, or without a target, is reported. Only certain problems are reported: members may be missing, and have any
 * order and unknown types, as the encoding allows.
 */
export function encodedProblems(
  wrapper: XmlElement,
  { parts }: BoundMessage,
  direction: Direction,
  context: EncodedContext,
): readonly Problem[] {
  const check = new EncodedCheck(context);
  const byName = new Map(parts.map((part) => [part.name, part]));
  const children = childElements(wrapper);
  for (const child of children) check.add(child, byName.get(child.local)?.type);
  const unknown = children.filter(({ local }) => !byName.has(local));
  if (direction === "input") {
    const names = [...byName.keys()];
    for (const child of unknown) check.unexpected(child, names);
  } else if (idOf(wrapper)) {
    // The element is a value that the payload refers to.
    return [];
  } else {
    // The return value of a response has any name (SOAP 1.1 section 7.1).
    const names = new Set(children.map(({ local }) => local));
    const missing = parts.filter(({ name }) => !names.has(name));
    const [value, part] = [unknown[0], missing[0]];
    if (value && part && unknown.length === 1 && missing.length === 1) check.add(value, part.type);
  }
  return check.problems();
}

/** Checks values by their types, each once. */
class EncodedCheck {
  readonly #context: EncodedContext;
  readonly #problems: Problem[] = [];
  readonly #pending: (readonly [XmlElement, Type])[] = [];
  readonly #checked = new Set<XmlElement>();
  #targets: ReadonlyMap<string, XmlElement | undefined> | undefined;

  constructor(context: EncodedContext) {
    this.#context = context;
  }

  add(element: XmlElement, name: QName | undefined): void {
    const type = name && this.#context.schemas.type(name);
    this.#pending.push([element, type ?? anyType]);
  }

  unexpected(element: XmlElement, names: readonly string[]): void {
    const similar = names.find((one) => isSimilar(one, element.local));
    this.#problems.push({ kind: "member-unexpected", element, at: nameSpan(element), names, similar });
  }

  problems(): readonly Problem[] {
    for (let next = this.#pending.pop(); next && this.#problems.length < maxProblems; next = this.#pending.pop()) {
      this.#check(...next);
    }
    return this.#problems.sort((a, b) => a.at.start - b.at.start).slice(0, maxProblems);
  }

  #check(written: XmlElement, declared: Type): void {
    const reference = referenceOf(written);
    const element = reference ? this.#target(written, reference) : written;
    const type = element && typeOf(element, declared, this.#context);
    if (!type || this.#checked.has(element) || referenceOf(element) || isNil(element, this.#context)) return;
    this.#checked.add(element);
    const array = type.kind === "complex" ? arrayOf(type) : undefined;
    if (type.kind === "simple") {
      this.#problems.push(...valueProblems(element, type, this.#context));
    } else if (type.content.kind === "simple") {
      this.#problems.push(...valueProblems(element, type.content.type, this.#context));
    } else if (array) {
      for (const item of array.ranks.length === 1 ? childElements(element) : []) this.add(item, array.item);
    } else if (isStruct(type) && !attribute(element, arrayType.namespace, arrayType.local)) {
      this.#members(element, type);
    }
  }

  #members(element: XmlElement, type: ComplexType): void {
    const members = membersOf(type);
    if (members === undefined) return;
    const names = [...members.keys()];
    for (const child of childElements(element)) {
      const member = members.get(child.local);
      if (member) this.#pending.push([child, member.type]);
      else this.unexpected(child, names);
    }
  }

  /** The value that a reference refers to; undefined if it is in an attachment or missing. */
  #target(element: XmlElement, attribute: XmlAttribute): XmlElement | undefined {
    const { document, resolve, isMultipart } = this.#context;
    const value = resolve(attributeValue(document, attribute) ?? "");
    if (value === undefined) return undefined;
    const report = (kind: "reference-content" | "reference-target", at: Span) => {
      this.#problems.push({ kind, element, at, attribute, value });
    };
    if (element.children.some((one) => one.kind === "element" || (isText(one) && !isBlankNode(document, one)))) {
      report("reference-content", nameSpan(attribute));
      return undefined;
    }
    this.#targets ??= targetsIn(document, resolve);
    const id = value.trim().replace(/^#/, "");
    const isInPart = isMultipart && /^cid:/i.test(id);
    if (!this.#targets.has(id) && !isInPart) report("reference-target", valueSpan(attribute) ?? nameSpan(attribute));
    return this.#targets.get(id);
  }
}

/** The elements of a message by their ids; undefined for an id that several elements have. */
function targetsIn(document: XmlDocument, resolve: Resolve): ReadonlyMap<string, XmlElement | undefined> {
  const targets = new Map<string, XmlElement | undefined>();
  for (const element of elements(document)) {
    const id = idOf(element);
    const value = id && resolve(attributeValue(document, id) ?? "");
    if (value !== undefined) targets.set(value, targets.has(value) ? undefined : element);
  }
  return targets;
}

/** The type that `xsi:type` names, if it is derived from the declared type; undefined if this can't be decided. */
function typeOf(element: XmlElement, declared: Type, { document, schemas }: EncodedContext): Type | undefined {
  const written = attribute(element, xsi, "type");
  if (written === undefined) {
    const isKnown = declared !== anyType && !isAbstract(declared) && !hasDraftType(element);
    return isKnown ? declared : undefined;
  }
  const value = attributeValue(document, written)?.trim() ?? "";
  const colon = value.indexOf(":");
  const namespace = namespaceOf(document, element, colon < 0 ? "" : value.slice(0, colon));
  const named = namespace === undefined ? undefined : schemas.type({ namespace, local: value.slice(colon + 1) });
  if (named && stepsBetween(named, declared).kind !== "unrelated") return named;
  // Most services name the general Array type in `xsi:type`, instead of the declared array.
  return named && isArray(named) && isArray(declared) ? declared : undefined;
}

function isAbstract(type: Type): boolean {
  return type.kind === "complex" && type.abstract;
}

function hasDraftType({ attributes }: XmlElement): boolean {
  return attributes.some(({ local, namespace }) => local === "type" && namespace?.endsWith("/XMLSchema-instance"));
}

function isArray(type: Type): boolean {
  return type.kind === "complex" && arrayOf(type) !== undefined;
}

function idOf({ attributes }: XmlElement): XmlAttribute | undefined {
  return attributes.find(({ local }) => local === "id");
}

function referenceOf({ attributes }: XmlElement): XmlAttribute | undefined {
  return attributes.find(({ local }) => local === "href" || local === "ref");
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
    ? [{ kind: "value", element, at: elementValueSpan(document, element), attribute: undefined, problem, type }]
    : [];
}

function isStruct(type: ComplexType): boolean {
  return type !== anyType && type.content.kind === "elements" && !type.content.mixed;
}

/** The elements that a type declares, by their local names; undefined if the type also accepts undeclared elements. */
function membersOf(type: ComplexType): ReadonlyMap<string, ElementDeclaration> | undefined {
  const members = new Map<string, ElementDeclaration>();
  for (const term of occurrencesIn(type).keys()) {
    if (term.kind === "wildcard" || members.size > maxMembers) return undefined;
    members.set(term.name.local, term);
  }
  return members;
}
