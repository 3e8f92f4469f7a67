import { utilityNamespace } from "../soap/facts.ts";
import { memoized } from "../text/memoized.ts";
import { XML_NAMESPACE } from "../xml/names.ts";
import { attributeValue, elements, elementsWith } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";

function isIdAttribute({ namespace, local }: XmlAttribute): boolean {
  if (namespace === utilityNamespace) return local === "Id";
  if (namespace === XML_NAMESPACE) return local === "id";
  return namespace === "" && ["Id", "ID", "id", "AssertionID"].includes(local);
}

export interface FoundId {
  readonly element: XmlElement;
  readonly attribute: XmlAttribute;
  readonly id: string;
}

/** The id of an element (a `wsu:Id` wins over other ids); undefined if it has none, or an empty one. */
export function idOf(document: XmlDocument, element: XmlElement): FoundId | undefined {
  const ids = idsOf(document, element).toSorted((a, b) => rank(a.attribute) - rank(b.attribute));
  return ids.find(({ id }) => id !== "");
}

const none: FoundId[] = [];

function idsOf(document: XmlDocument, element: XmlElement): FoundId[] {
  if (!element.attributes.some(isIdAttribute)) return none;
  return element.attributes
    .filter(isIdAttribute)
    .map((attribute) => ({ element, attribute, id: attributeValue(document, attribute) ?? "" }));
}

function rank({ namespace }: XmlAttribute): number {
  return namespace === utilityNamespace ? 0 : 1;
}

/** The id of an element for messages; empty without an id. */
export function shownId(document: XmlDocument, element: XmlElement): string {
  return idOf(document, element)?.id ?? "";
}

/** The element with this id; undefined if several elements have it. */
export function elementWithId(document: XmlDocument, id: string): XmlElement | undefined {
  const holds = (element: XmlElement) => idsOf(document, element).some((one) => one.id === id);
  // Searches the text first: an id is rarely typed with character references.
  for (const element of elementsWith(document, id)) if (element.attributes.length > 0 && holds(element)) return element;
  return idIndex(document).get(id)?.[0]?.element;
}

/** The elements of a document by id. An element with several ids occurs several times. */
export const idIndex = memoized((document: XmlDocument): ReadonlyMap<string, readonly FoundId[]> => {
  const index = new Map<string, FoundId[]>();
  for (const element of elements(document)) {
    if (element.attributes.length === 0) continue;
    for (const entry of idsOf(document, element)) {
      const same = index.get(entry.id);
      if (!same) index.set(entry.id, [entry]);
      else if (same.every((one) => one.element !== element)) same.push(entry);
    }
  }
  return index;
});

/** A new id that no element has: the wanted id, or the wanted id with a number. */
export function freeId(document: XmlDocument, wanted: string): string {
  // Doesn't use the index, because building it reads the whole document again.
  if (!document.text.includes(wanted) && !document.text.includes("&#")) return wanted;
  const taken = idIndex(document);
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  return id;
}
