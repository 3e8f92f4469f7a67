import { parameter } from "../../http/mediaType.ts";
import { type Multipart, type Part, partOf } from "../../http/multipart.ts";
import { cidReferences } from "../../rules/multipart.ts";
import { encodingNamespaces } from "../../soap/facts.ts";
import type { Reference } from "../../text/references.ts";
import { holds, type Span, shift } from "../../text/span.ts";
import { attributeAt, elementAt, elements, nameSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { declaringElements, prefixAt, prefixUses } from "./prefixUses.ts";
import { type Section, sectionAt } from "./section.ts";
import { endName, tagNameAt } from "./xmlNames.ts";

export interface OccurrencesOptions {
  /** A name stands for its prefix, or for the default namespace, also where an offset is in its local part. */
  readonly wholeNames: boolean;
}

/**
 * The places of what stands at an offset of the document: a variable, a part's Content-ID, an element's id, a prefix.
 * `undefined` where it is none of these. Spans: in the document.
 */
export function occurrencesAt(
  sections: readonly Section[],
  offset: number,
  options: OccurrencesOptions,
): Occurrences | undefined {
  const variable = variableOccurrences(sections, offset);
  if (variable) return variable;
  const section = sectionAt(sections, offset);
  const at = offset - (section?.start ?? 0);
  if (!section?.body || at < section.body.start)
    return section && inDocument(section, contentIdOccurrences(section, at));
  const found =
    contentIdOccurrences(section, at) ?? elementIdOccurrences(section, at) ?? prefixOccurrences(section, at, options);
  return inDocument(section, found);
}

function inDocument({ start }: Section, found: Occurrences | undefined): Occurrences | undefined {
  return (
    found && {
      at: shift(found.at, start),
      all: found.all.map((one) => ({
        ...shift(one, start),
        ...(one.whole ? { whole: shift(one.whole, start) } : {}),
      })),
    }
  );
}

/** The definitions and uses of the variable at an offset of the document, in all of its sections. Spans: in it. */
export function variableOccurrences(sections: readonly Section[], offset: number): Occurrences | undefined {
  const section = sectionAt(sections, offset);
  const here = section && placesIn(section).find((place) => holds(place.touched, offset));
  if (!here) return undefined;
  return occurrences(
    here.name,
    sections.flatMap((one) => placesIn(one).filter(({ key }) => key === here.key)).map(({ name }) => name),
  );
}

interface VariablePlace {
  /** Two places of one variable have the same. */
  readonly key: string;
  readonly name: Occurrence;
  /** Where a cursor means it: the braces belong to it. */
  readonly touched: { readonly start: number; readonly end: number };
}

function placesIn({ start, text, preamble, references }: Section): VariablePlace[] {
  const definitions = preamble.flatMap((item): VariablePlace[] => {
    if (item.kind !== "variable") return [];
    const name = shift(item.name, start);
    const whole = { start: item.start, end: item.end };
    const key = text.slice(item.name.start, item.name.end);
    return [{ key, name: { ...name, role: "definition", whole: shift(whole, start) }, touched: name }];
  });
  return [...definitions, ...references.map((reference) => placeOf(reference, text, start))];
}

/** Of a built-in variable the name is its first word; its arguments follow (`$randomInt 1 9`). */
function placeOf(reference: Reference, text: string, by: number): VariablePlace {
  const key = reference.name.startsWith("$") ? (reference.name.split(/[ \t]/)[0] ?? "") : reference.name;
  const start = text.indexOf(key, reference.start);
  const name = shift({ start, end: start + key.length }, by);
  return { key, name: { ...name, role: "use" }, touched: shift(reference, by) };
}

/** A part's Content-ID, the `cid:` URIs that name it (RFC 2392) and the parameter `start` (RFC 2387 section 3.2). */
function contentIdOccurrences(section: Section, offset: number): Occurrences | undefined {
  const { multipart } = section;
  if (!multipart) return undefined;
  const uses = usesIn(section, multipart);
  const use = uses.find(({ at }) => holds(at, offset));
  const own = multipart.parts.find(({ contentId }) => contentId && holds(contentId.value, offset));
  const part = use?.part ?? own;
  const at = use?.at ?? own?.contentId?.value;
  if (!part || !at) return undefined;
  return occurrences(at, [
    ...definitionOf(part),
    ...uses.filter((one) => one.part === part).map((one): Occurrence => ({ ...one.at, role: "use" })),
  ]);
}

function definitionOf({ start, end, body, contentId }: Part): Occurrence[] {
  if (!contentId) return [];
  const { value } = contentId;
  return [{ start: value.start, end: value.end, role: "definition", whole: { start, end: body?.end ?? end } }];
}

function usesIn({ xml, text, message }: Section, multipart: Multipart): { at: Span; part: Part | undefined }[] {
  const found = [...(xml ? cidReferences(text, xml) : [])].map(({ attribute, cid }) => ({
    at: { start: attribute.valueStart, end: attribute.valueEnd },
    part: partOf(multipart, cid),
  }));
  const start = parameter(message?.contentType?.mediaType, "start");
  const value = message?.contentType?.field.value;
  if (start && value) {
    const part = partOf(multipart, start.value.replace(/^<|>$/g, ""));
    found.push({ at: value.at(start.valueSpan), part });
  }
  return found;
}

/** The element that has an id, and the attributes that name it by that (`href="#id"`). */
function elementIdOccurrences({ xml }: Section, offset: number): Occurrences | undefined {
  const element = xml && (elementAt(xml, offset) ?? elementAt(xml, offset - 1));
  const attribute = element && offset <= element.startTagEnd ? attributeAt(element, offset) : undefined;
  const here = xml && attribute && nameIn(xml, attribute);
  if (!here || !holds(here.at, offset)) return undefined;
  return occurrences(here.at, occurrencesOf(xml, here.id));
}

function* occurrencesOf(xml: XmlDocument, id: string): Generator<Occurrence, void, void> {
  for (const element of elements(xml)) {
    for (const attribute of element.attributes) {
      const found = nameIn(xml, attribute);
      if (found?.id !== id) continue;
      const whole = { start: element.start, end: element.end };
      yield found.defines ? { ...found.at, role: "definition", whole } : { ...found.at, role: "use" };
    }
  }
}

interface IdName {
  readonly id: string;
  readonly at: { readonly start: number; readonly end: number };
  readonly defines: boolean;
}

/**
 * An id in the value of an attribute. Without a schema a name tells: `id` of SOAP encoding, `wsu:Id`, `xml:id`, `ID`,
 * `AssertionID` of SAML 1.1; `href` of SOAP 1.1 section 5.4.1, `URI` of XML Signature and WS-Security, and `ref` of
 * SOAP 1.2 part 2 section 3.1.5.3, which has no `#`.
 */
function nameIn({ text }: XmlDocument, { local, namespace, valueStart, valueEnd }: XmlAttribute): IdName | undefined {
  if (valueStart < 0 || valueEnd - valueStart > 1000 || valueStart === valueEnd) return undefined;
  const value = text.slice(valueStart, valueEnd);
  const at = { start: valueStart, end: valueEnd };
  if (/^id$/i.test(local) || local === "AssertionID") return { id: value, at, defines: true };
  if (local === "ref" && namespace === encodingNamespaces["1.2"]) return { id: value, at, defines: false };
  if ((local !== "href" && local !== "URI") || value.length < 2 || !value.startsWith("#")) return undefined;
  return { id: value.slice(1), at: { start: valueStart + 1, end: valueEnd }, defines: false };
}

/**
 * The declaration of the prefix at an offset, and every place where it means what that says: names of elements and
 * attributes, and values that are qualified names. Where nothing declares it: all places where nothing does.
 */
function prefixOccurrences(
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
  const at = nameSpan(attribute);
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
  if (!found || found.attribute.prefix === "" || !holds(nameSpan(found.attribute), offset)) return undefined;
  return { at: nameSpan(found.attribute), prefix: found.attribute.prefix, element: found.element };
}

function attributeAround(xml: XmlDocument, offset: number) {
  const element = elementAt(xml, offset) ?? elementAt(xml, offset - 1);
  const attribute = element && offset <= element.startTagEnd ? attributeAt(element, offset) : undefined;
  return element && attribute ? { element, attribute } : undefined;
}

interface PrefixPlace extends Occurrence {
  readonly element: XmlElement;
}

function* prefixPlaces(section: Section, prefix: string): Generator<PrefixPlace, void, void> {
  for (const { start, end, element, declares } of prefixUses(section, prefix)) {
    const declaration = declares ? element.attributes.find((one) => one.nameEnd === end) : undefined;
    yield { start, end, element, ...(declaration ? definition(declaration) : { role: "use" }) };
  }
}

/** The names of elements without a prefix: that is all that there is to show of it. */
function* defaultPlaces(xml: XmlDocument, text: string): Generator<PrefixPlace, void, void> {
  for (const element of elements(xml)) {
    const declaration = element.attributes.find(({ name }) => name === "xmlns");
    if (declaration) yield { ...nameSpan(declaration), element, ...definition(declaration) };
    if (element.prefix !== "") continue;
    const end = endName(element);
    yield { ...nameSpan(element), element, role: "use" };
    if (end && text.slice(end.start, end.end) === element.name) yield { ...end, element, role: "use" };
  }
}

/** Those that are wanted. A declaration comes with the first of them, so that the rest of a large body needn't be read. */
function* meaning(
  places: Iterable<PrefixPlace>,
  isWanted: (place: PrefixPlace) => boolean,
): Generator<PrefixPlace, void, void> {
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

/** A place where something that is defined once and used elsewhere is named. */
export interface Occurrence extends Span {
  readonly role: "definition" | "use";
  /** Of a definition: all that it defines, such as the element that has an id. */
  readonly whole?: Span;
}

/** All places of one thing, in the order of the text. */
export interface Occurrences {
  /** The one that was asked about. */
  readonly at: Span;
  readonly all: readonly Occurrence[];
}

/** So many places of one thing are told; more of them help nobody. */
const mostUses = 5000;

/** Definitions stay, however many uses there are. */
function occurrences(at: Span, found: Iterable<Occurrence>): Occurrences {
  const kept: Occurrence[] = [];
  let uses = 0;
  for (const { start, end, role, whole } of found) {
    if (role === "use" && uses++ >= mostUses) continue;
    kept.push({ start, end, role, ...(whole ? { whole } : {}) });
  }
  return { at: { start: at.start, end: at.end }, all: kept.sort((a, b) => a.start - b.start || a.end - b.end) };
}
