import type { Span } from "../../../text/span.ts";
import { attributeAt, elementAt, elements } from "../../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../../xml/tree.ts";
import { declaringElements, prefixAt, prefixUses } from "../prefixUses.ts";
import type { Section } from "../section.ts";
import { endName, startName, tagNameAt } from "../tagName.ts";
import { holds, mostUses, type Occurrence, type Occurrences, occurrences } from "./occurrence.ts";

/**
 * The declaration of the prefix at an offset, and every place where it means what that says: names of elements and
 * attributes, and values that are qualified names. Where nothing declares it: all places where nothing does.
 */
export function prefixOccurrences(
  section: Section,
  offset: number,
  { wholeNames }: { readonly wholeNames: boolean },
): Occurrences | undefined {
  const { xml, text } = section;
  if (!xml) return undefined;
  const strict = prefixAt(section, offset);
  const here = strict
    ? { at: strict, element: strict.element, prefix: text.slice(strict.start, strict.end) }
    : (defaultDeclarationAt(xml, offset) ?? (wholeNames ? nameAt(xml, offset) : undefined));
  if (!here) return undefined;
  const { at, prefix, element } = here;
  const declaring = prefix === "" ? declaringDefault(xml) : declaringElements(xml, prefix);
  const places = prefix === "" ? defaultPlaces(xml, text) : prefixPlaces(section, prefix);
  const home = declaring.get(element);
  return occurrences(
    at,
    meaning(places, (place) => declaring.get(place.element) === home),
  );
}

interface Here {
  readonly at: Span;
  /** "" for the default namespace. */
  readonly prefix: string;
  readonly element: XmlElement;
}

/** The name `xmlns`. */
function defaultDeclarationAt(xml: XmlDocument, offset: number): Here | undefined {
  const found = attributeAround(xml, offset);
  if (found?.attribute.name !== "xmlns") return undefined;
  const { attribute, element } = found;
  const at = nameOf(attribute);
  return holds(at, offset) ? { at, prefix: "", element } : undefined;
}

/** The name of an element, or of an attribute that has a prefix: one without is in no namespace. */
function nameAt(xml: XmlDocument, offset: number): Here | undefined {
  const tag = tagNameAt(xml, offset);
  if (tag) {
    const colon = xml.text.slice(tag.at.start, tag.at.end).indexOf(":");
    return {
      at: tag.at,
      prefix: xml.text.slice(tag.at.start, tag.at.start + Math.max(0, colon)),
      element: tag.element,
    };
  }
  const found = attributeAround(xml, offset);
  if (!found || found.attribute.prefix === "" || !holds(nameOf(found.attribute), offset)) return undefined;
  return { at: nameOf(found.attribute), prefix: found.attribute.prefix, element: found.element };
}

function attributeAround(xml: XmlDocument, offset: number) {
  const element = elementAt(xml, offset) ?? elementAt(xml, offset - 1);
  const attribute = element && offset <= element.startTagEnd ? attributeAt(element, offset) : undefined;
  return element && attribute ? { element, attribute } : undefined;
}

function nameOf({ nameStart, nameEnd }: XmlAttribute): Span {
  return { start: nameStart, end: nameEnd };
}

interface Place extends Occurrence {
  readonly element: XmlElement;
}

function* prefixPlaces(section: Section, prefix: string): Generator<Place, void, void> {
  for (const { start, end, element, declares } of prefixUses(section, prefix)) {
    const declaration = declares ? element.attributes.find((one) => one.nameEnd === end) : undefined;
    yield { start, end, element, ...(declaration ? definition(declaration) : { role: "use" }) };
  }
}

/** The names of elements without a prefix: that is all that there is to show of it. */
function* defaultPlaces(xml: XmlDocument, text: string): Generator<Place, void, void> {
  for (const element of elements(xml)) {
    const declaration = element.attributes.find(({ name }) => name === "xmlns");
    if (declaration) yield { ...nameOf(declaration), element, ...definition(declaration) };
    if (element.prefix !== "") continue;
    const end = endName(element);
    yield { ...startName(element), element, role: "use" };
    if (end && text.slice(end.start, end.end) === element.name) yield { ...end, element, role: "use" };
  }
}

/** Those that are wanted. A declaration comes with the first of them, so that the rest of a large body needn't be read. */
function* meaning(places: Iterable<Place>, isWanted: (place: Place) => boolean): Generator<Place, void, void> {
  let count = 0;
  for (const place of places) {
    if (!isWanted(place)) continue;
    yield place;
    if (++count > 2 * mostUses) return;
  }
}

function definition({ start, end }: XmlAttribute): Pick<Occurrence, "role" | "whole"> {
  return { role: "definition", whole: { start, end } };
}

/** As `declaringElements`, of the default namespace. */
function declaringDefault(xml: XmlDocument): ReadonlyMap<XmlElement, XmlElement | undefined> {
  const declaring = new Map<XmlElement, XmlElement | undefined>();
  for (const element of elements(xml)) {
    const declares = element.attributes.some(({ name }) => name === "xmlns");
    declaring.set(element, declares ? element : element.parent && declaring.get(element.parent));
  }
  return declaring;
}
