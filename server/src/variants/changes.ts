import { insert } from "../rules/edits.ts";
import type { Edit } from "../rules/rule.ts";
import { startOfTrailing } from "../text/trailing.ts";
import { type ChildList, copied } from "../validation/childLists.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { ElementDeclaration, ModelGroup, Particle } from "../xsd/components.ts";
import { children } from "./base.ts";

/** The choices that apply to one occurrence of a particle. */
export function choicesIn({ term }: Particle, seen = new Set<ModelGroup>()): readonly ModelGroup[] {
  if (term.kind !== "group" || seen.has(term)) return [];
  seen.add(term);
  const inside = term.particles.flatMap((one) => choicesIn(one, seen));
  return term.compositor === "choice" && term.particles.length > 1 ? [term, ...inside] : inside;
}

/** The branch of a choice that an element contains, as adjacent child elements. */
export function branchIn(
  element: XmlElement,
  group: ModelGroup,
): { readonly branch: Particle; readonly first: XmlElement; readonly last: XmlElement } | undefined {
  for (const branch of group.particles) {
    const names = new Set(namesIn(branch));
    const own = children(element).filter(({ namespace, local }) => names.has(`${namespace} ${local}`));
    const [first] = own;
    const last = own.at(-1);
    if (first && last) return { branch, first, last };
  }
  return undefined;
}

function namesIn({ term }: Particle, seen = new Set<ModelGroup>()): readonly string[] {
  if (term.kind === "element") return [nameOfDeclaration(term)];
  if (term.kind === "wildcard" || seen.has(term)) return [];
  seen.add(term);
  return term.particles.flatMap((one) => namesIn(one, seen));
}

function nameOfDeclaration({ name }: ElementDeclaration): string {
  return `${name.namespace} ${name.local}`;
}

/** The next sibling with another name. */
export function otherSiblingAfter(element: XmlElement): XmlElement | undefined {
  const siblings = children(element.parent);
  return siblings.slice(siblings.indexOf(element) + 1).find(({ name }) => name !== element.name);
}

/** A change of a sample. Spans are offsets in the sample's text. */
export interface Change {
  readonly edits: readonly Edit[];
  /** The changed elements and their siblings after the change, if nothing else is changed. */
  readonly siblings?: ChildList;
}

export function removed(text: string, element: XmlElement): Change {
  return { edits: [remove(text, element)], siblings: siblingsWith(element, []) };
}

export function swapped(text: string, element: XmlElement, other: XmlElement): Change {
  const texts = [other, element].map(({ start, end }) => text.slice(start, end));
  const edits = [element, other].map(({ start, end }, at) => ({ start, end, newText: texts[at] ?? "" }));
  const first = copied(other, { start: element.start });
  const second = copied(element, { start: other.start });
  const { parent, elements } = siblingsWith(element, [first]);
  return { edits, siblings: { parent, elements: elements.map((at) => (at === other ? second : at)) } };
}

export function repeated(text: string, element: XmlElement, copies: number): Change {
  const { start } = remove(text, element);
  const edits = [after(element, text.slice(start, element.end).repeat(copies))];
  const all = Array.from({ length: copies + 1 }, () => element);
  return { edits, siblings: siblingsWith(element, all) };
}

export function inOtherNamespace(element: XmlElement): Change {
  const [prefix, namespace] = ["other", "urn:other"];
  const copy = copied(element, { prefix, namespace });
  const edits = renamed(element, copy.name, ` xmlns:${prefix}="${namespace}"`);
  return { edits, siblings: siblingsWith(element, [copy]) };
}

/** The siblings of an element, with other elements in its place. */
function siblingsWith(element: XmlElement, others: readonly XmlElement[]): ChildList {
  const { parent } = element;
  return { parent, elements: children(parent).flatMap((one) => (one === element ? others : [one])) };
}

/** Removes an element with the whitespace before it. */
export function remove(text: string, { start, end }: XmlElement): Edit {
  return { start: startOfTrailing(text, /\s/, start), end, newText: "" };
}

export function after({ end }: XmlElement, newText: string): Edit {
  return insert(end, newText);
}

export function emptied(element: XmlElement): readonly Edit[] {
  if (element.selfClosing || !element.endTag) return [];
  return [{ start: element.startTagEnd, end: element.endTag.start, newText: "" }];
}

export function renamed({ nameStart, nameEnd, endTag }: XmlElement, name: string, declarations = ""): readonly Edit[] {
  const start = { start: nameStart, end: nameEnd, newText: name + declarations };
  return endTag ? [start, { start: endTag.nameStart, end: endTag.nameEnd, newText: name }] : [start];
}
