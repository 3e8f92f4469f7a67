import { parameter } from "../../http/mediaType.ts";
import { type Multipart, type Part, partOf } from "../../http/multipart.ts";
import { cidReferences } from "../../rules/multipart.ts";
import { encodingNamespaces } from "../../soap/facts.ts";
import { holds, type Span, shift, slice } from "../../text/span.ts";
import { elements, nameSpan, valueSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { placesOf } from "./knownFiles.ts";
import { type NameOccurrence, type NamePlace, namePlaceAt } from "./namePlaces.ts";
import { declaringElements, prefixAt, prefixUses } from "./prefixUses.ts";
import { type Section, sectionAt } from "./section.ts";
import { attributeNear, elementNear, matchingTagNames, tagNameAt } from "./xmlNames.ts";

export interface NameOccurrences {
  readonly at: Span;
  readonly all: readonly NameOccurrence[];
}

const maxUses = 5000;

/** Collects occurrences. All definitions are kept, even if there are too many uses. */
function occurrences(at: Span, names: Iterable<NameOccurrence>): NameOccurrences {
  const kept: NameOccurrence[] = [];
  let uses = 0;
  for (const { start, end, role, whole } of names) {
    if (role === "use" && uses++ >= maxUses) continue;
    kept.push({ start, end, role, ...(whole ? { whole } : {}) });
  }
  return { at: { start: at.start, end: at.end }, all: kept.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** Undefined without a name at the offset. Spans are in the document. `wholeNames`: a local part refers to its prefix. */
export function occurrencesAt(
  sections: readonly Section[],
  offset: number,
  wholeNames: boolean,
): NameOccurrences | undefined {
  const place = namePlaceAt(sections, offset);
  const named = place && occurrencesOf(sections, place);
  const section = sectionAt(sections, offset);
  if (named || !section) return named;
  const { start, body } = section;
  const at = offset - start;
  const inXml = body && at >= body.start;
  const uses =
    contentIdOccurrences(section, at) ??
    (inXml ? (elementIdOccurrences(section, at) ?? prefixOccurrences(section, at, wholeNames)) : undefined);
  if (!uses) return undefined;
  const all = uses.all.map((use) => ({
    ...shift(use, start),
    ...(use.whole ? { whole: shift(use.whole, start) } : {}),
  }));
  return { at: shift(uses.at, start), all };
}

function occurrencesOf(sections: readonly Section[], place: NamePlace): NameOccurrences {
  return occurrences(
    place.at,
    placesOf(sections, place).map(({ at }) => at),
  );
}

/** In a part, in the `cid:` URIs that refer to it (RFC 2392), and in the parameter `start` (RFC 2387 section 3.2). */
function contentIdOccurrences(section: Section, offset: number): NameOccurrences | undefined {
  const { multipart } = section;
  if (!multipart) return undefined;
  const uses = contentIdUses(section, multipart);
  const use = uses.find(({ at }) => holds(at, offset));
  const own = multipart.parts.find(({ contentId }) => contentId && holds(contentId.value, offset));
  const part = use?.part ?? own;
  const at = use?.at ?? own?.contentId?.value;
  if (!part || !at) return undefined;
  const { start, end, body, contentId } = part;
  const definitions: NameOccurrence[] = contentId
    ? [{ ...contentId.value, role: "definition", whole: { start, end: body?.end ?? end } }]
    : [];
  const ownUses = uses.filter((one) => one.part === part);
  return occurrences(at, [...definitions, ...ownUses.map((one): NameOccurrence => ({ ...one.at, role: "use" }))]);
}

interface ContentIdUse {
  readonly at: Span;
  readonly part: Part | undefined;
}

function contentIdUses({ xml, text, message }: Section, multipart: Multipart): ContentIdUse[] {
  const uses: ContentIdUse[] = [...(xml ? cidReferences(text, xml) : [])].map(({ attribute, cid }) => ({
    at: { start: attribute.valueStart, end: attribute.valueEnd },
    part: partOf(multipart, cid),
  }));
  const start = parameter(message?.contentType?.mediaType, "start");
  const value = message?.contentType?.field.value;
  if (start && value) {
    uses.push({ at: value.at(start.valueSpan), part: partOf(multipart, start.value.replace(/^<|>$/g, "")) });
  }
  return uses;
}

/** The occurrences of an element id: at the element, and in the attributes that refer to it (`href="#id"`). */
function elementIdOccurrences({ xml }: Section, offset: number): NameOccurrences | undefined {
  const attribute = xml && attributeAround(xml, offset)?.attribute;
  const here = attribute && idIn(xml, attribute);
  return here && holds(here.at, offset) ? occurrences(here.at, idOccurrences(xml, here.id)) : undefined;
}

function* idOccurrences(xml: XmlDocument, id: string): Generator<NameOccurrence, void, void> {
  for (const { start, end, attributes } of elements(xml)) {
    for (const attribute of attributes) {
      const idPlace = idIn(xml, attribute);
      if (idPlace?.id !== id) continue;
      yield idPlace.defines
        ? { ...idPlace.at, role: "definition", whole: { start, end } }
        : { ...idPlace.at, role: "use" };
    }
  }
}

interface ElementId {
  readonly id: string;
  readonly at: Span;
  readonly defines: boolean;
}

/**
 * The id in the value of an attribute. Without a schema, ids are recognized by attribute names: `id` of SOAP encoding, `wsu:Id`,
 * `xml:id`, `ID`, `AssertionID` of SAML 1.1; `href` of SOAP 1.1 section 5.4.1, `URI` of XML Signature and WS-Security, and `ref`
 * of SOAP 1.2 part 2 section 3.1.5.3, which has no `#`.
 */
function idIn({ text }: XmlDocument, attribute: XmlAttribute): ElementId | undefined {
  const { local, namespace } = attribute;
  const at = valueSpan(attribute);
  if (!at || at.end - at.start > 1000 || at.start === at.end) return undefined;
  const id = slice(text, at);
  if (/^id$/i.test(local) || local === "AssertionID") return { id, at, defines: true };
  if (local === "ref" && namespace === encodingNamespaces["1.2"]) return { id, at, defines: false };
  if ((local !== "href" && local !== "URI") || id.length < 2 || !id.startsWith("#")) return undefined;
  return { id: id.slice(1), at: { start: at.start + 1, end: at.end }, defines: false };
}

/** The declaration of the prefix at an offset and its uses; for an undeclared prefix, all undeclared uses. */
function prefixOccurrences(section: Section, offset: number, wholeNames: boolean): NameOccurrences | undefined {
  const { xml, text } = section;
  if (!xml) return undefined;
  const own = prefixAt(section, offset);
  const here = own
    ? { at: own, element: own.element, prefix: slice(text, own) }
    : (defaultDeclarationAt(xml, offset) ?? (wholeNames ? nameAt(xml, offset) : undefined));
  if (!here) return undefined;
  const { at, prefix, element } = here;
  const declaring = declaringElements(xml, prefix);
  const places = prefix === "" ? defaultPlaces(xml) : prefixPlaces(section, prefix);
  const declaration = declaring.get(element);
  return occurrences(
    at,
    first(places, (place) => declaring.get(place.element) === declaration),
  );
}

interface PrefixedName {
  readonly at: Span;
  /** The prefix; "" for the default namespace. */
  readonly prefix: string;
  readonly element: XmlElement;
}

function defaultDeclarationAt(xml: XmlDocument, offset: number): PrefixedName | undefined {
  const { attribute, element } = attributeAround(xml, offset) ?? {};
  if (!element || attribute?.name !== "xmlns" || !holds(nameSpan(attribute), offset)) return undefined;
  return { at: nameSpan(attribute), prefix: "", element };
}

/** The name of an element, or of an attribute with a prefix. An attribute without a prefix is in no namespace. */
function nameAt(xml: XmlDocument, offset: number): PrefixedName | undefined {
  const tag = tagNameAt(xml, offset);
  if (tag) {
    const name = slice(xml.text, tag.at);
    return { at: tag.at, prefix: name.slice(0, Math.max(0, name.indexOf(":"))), element: tag.element };
  }
  const { attribute, element } = attributeAround(xml, offset) ?? {};
  if (!element || !attribute || attribute.prefix === "" || !holds(nameSpan(attribute), offset)) return undefined;
  return { at: nameSpan(attribute), prefix: attribute.prefix, element };
}

function attributeAround(xml: XmlDocument, offset: number) {
  const element = elementNear(xml, offset);
  const attribute = element && attributeNear(element, offset);
  return attribute && { element, attribute };
}

interface PrefixOccurrence extends NameOccurrence {
  readonly element: XmlElement;
}

function* prefixPlaces(section: Section, prefix: string): Generator<PrefixOccurrence, void, void> {
  for (const { start, end, element, declares } of prefixUses(section, prefix)) {
    const declaration = declares ? element.attributes.find((one) => one.nameEnd === end) : undefined;
    yield { start, end, element, ...(declaration ? definition(declaration) : { role: "use" }) };
  }
}

function* defaultPlaces(xml: XmlDocument): Generator<PrefixOccurrence, void, void> {
  for (const element of elements(xml)) {
    const declaration = element.attributes.find(({ name }) => name === "xmlns");
    if (declaration) yield { ...nameSpan(declaration), element, ...definition(declaration) };
    if (element.prefix !== "") continue;
    for (const name of matchingTagNames(xml.text, element)) yield { ...name, element, role: "use" };
  }
}

function definition({ start, end }: XmlAttribute): Pick<NameOccurrence, "role" | "whole"> {
  return { role: "definition", whole: { start, end } };
}

/** The places that match, up to a maximum. Declarations come before their uses, so the rest of a large body can be skipped. */
function* first(
  places: Iterable<PrefixOccurrence>,
  matches: (place: PrefixOccurrence) => boolean,
): Generator<PrefixOccurrence, void, void> {
  let count = 0;
  for (const place of places) {
    if (!matches(place)) continue;
    yield place;
    if (++count > 2 * maxUses) return;
  }
}
