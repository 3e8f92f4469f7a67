import { utilityNamespace } from "../soap/facts.ts";
import { memoized } from "../text/memoized.ts";
import { XML_NAMESPACE } from "../xml/names.ts";
import { attributeValue, elements, elementsWith } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";

/** What the references of signatures may mean. */
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

/** The id of an element, `wsu:Id` before others; undefined if it has none, or an empty one. */
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

/** The id of an element, as it is shown; empty without one. */
export function shownId(document: XmlDocument, element: XmlElement): string {
  return idOf(document, element)?.id ?? "";
}

/** The element with an id, which no other element has. */
export function elementWithId(document: XmlDocument, id: string): XmlElement | undefined {
  const holds = (element: XmlElement) => idsOf(document, element).some((one) => one.id === id);
  // An id is rarely typed with references.
  for (const element of elementsWith(document, id)) if (element.attributes.length > 0 && holds(element)) return element;
  return idIndex(document).get(id)?.[0]?.element;
}

/** All elements with ids, by id. An element is there once for each id. */
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

/** An id that no element has: the wanted one, or with a number. */
export function freeId(document: XmlDocument, wanted: string): string {
  // Without the index: it reads the whole document again.
  if (!document.text.includes(wanted) && !document.text.includes("&#")) return wanted;
  const taken = idIndex(document);
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  return id;
}
