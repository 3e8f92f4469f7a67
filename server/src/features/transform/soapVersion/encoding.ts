import { insert, replace } from "../../../rules/edits.ts";
import type { Edit } from "../../../rules/rule.ts";
import { ensurePrefix, prefixFor, removeAttribute } from "../../../rules/soap/xmlMessage.ts";
import { childElements, type Envelope } from "../../../soap/envelope.ts";
import {
  encodingNamespaces,
  envelopeNamespaces,
  noEncoding,
  otherVersion,
  type SoapVersion,
} from "../../../soap/facts.ts";
import { attribute, attributeValue, valueSpan } from "../../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../../xml/tree.ts";

/** The edits of encodingStyle and the types of arrays; `convert.ts` changes their namespaces. */
export function encodingEdits(envelope: Envelope, own: readonly XmlElement[], to: SoapVersion): Edit[] {
  const { document } = envelope;
  const from = otherVersion(to);
  const misplaced = to === "1.2" ? misplacedStyles(envelope) : [];
  return [
    ...misplaced.flatMap((style) => moveInwards(envelope, style)),
    ...own.flatMap((element) => {
      const style = attribute(element, envelopeNamespaces[from], "encodingStyle");
      const moved = misplaced.some((one) => one.style === style);
      const arrayEdits = to === "1.2" ? arrayTo12 : arrayTo11;
      return [...(style && !moved ? styleEdits(document, style, to) : []), ...arrayEdits(document, element)];
    }),
  ];
}

interface MisplacedStyle {
  readonly element: XmlElement;
  readonly style: XmlAttribute;
}

/** Envelope, Header, Body, Fault and its parts can't have one (SOAP 1.2 part 1 section 5.1.1). */
function misplacedStyles({ element, header, body, fault }: Envelope): MisplacedStyle[] {
  const places = [element, header, body, fault, ...(fault ? childElements(fault) : [])];
  return places.flatMap((place) => {
    const style = place && attribute(place, envelopeNamespaces["1.1"], "encodingStyle");
    return style ? [{ element: place, style }] : [];
  });
}

/** In SOAP 1.1 it applies to all descendants. In SOAP 1.2 the outermost ones that can have one get it. */
function moveInwards(envelope: Envelope, { element, style }: MisplacedStyle): Edit[] {
  const { document } = envelope;
  const value = attributeValue(document, style);
  const edits = [removeAttribute(document.text, style)];
  if (value === undefined) return edits;
  for (const inheritor of inheritorsOf(envelope, element)) {
    if (attribute(inheritor, envelopeNamespaces["1.1"], "encodingStyle")) continue;
    // The conversion changes the namespace of a SOAP 1.1 prefix.
    const known = prefixFor(document, inheritor, envelopeNamespaces["1.1"]);
    const { prefix, edits: declaration } = ensurePrefix(document, inheritor, envelopeNamespaces["1.2"]);
    edits.push(...(known === undefined ? declaration : []));
    edits.push(insert(inheritor.nameEnd, ` ${known ?? prefix}:encodingStyle="${styleIn(value, "1.2")}"`));
  }
  return edits;
}

/** The outermost descendants that can have an encodingStyle and inherit that of `element`. */
function inheritorsOf(envelope: Envelope, element: XmlElement): XmlElement[] {
  const { element: root, header, body, fault } = envelope;
  const has = (place: XmlElement) => attribute(place, envelopeNamespaces["1.1"], "encodingStyle") !== undefined;
  const inside = (place: XmlElement): XmlElement[] => childElements(place).flatMap((child) => through(child));
  const through = (child: XmlElement): XmlElement[] => {
    const isPart = child === header || child === body || child === fault;
    if (!isPart && child.parent !== fault) return child.parent === root ? [] : [child];
    if (has(child)) return [];
    if (child.parent === fault && child.local !== "detail") return [];
    return inside(child);
  };
  return element.parent === fault && fault && element.local !== "detail" ? [] : inside(element);
}

function styleEdits(document: XmlDocument, style: XmlAttribute, to: SoapVersion): Edit[] {
  const at = valueSpan(style);
  const value = attributeValue(document, style) ?? "";
  return at && styleIn(value, to) !== value ? [replace(at, styleIn(value, to))] : [];
}

/** SOAP 1.1 has a list of URIs, the most specific first; an empty one makes no claim. */
function styleIn(value: string, to: SoapVersion): string {
  const from = otherVersion(to);
  const [style = ""] = value.trim().split(/\s+/);
  if (to === "1.1") {
    if (style === noEncoding) return "";
    return style === encodingNamespaces[from] ? encodingNamespaces[to] : style;
  }
  if (style === "") return noEncoding;
  // Only in SOAP 1.1, a path after the URI specifies a restriction of the encoding (section 4.1.1).
  return style.startsWith(encodingNamespaces[from]) ? encodingNamespaces[to] : style;
}

/** `arrayType="xsd:int[2,3]"` (SOAP 1.1 section 5.4.2) becomes `itemType="xsd:int" arraySize="2 3"` (SOAP 1.2 part 2 section 3.1). */
function arrayTo12(document: XmlDocument, element: XmlElement): Edit[] {
  const type = attribute(element, encodingNamespaces["1.1"], "arrayType");
  if (!type || type.prefix === "") return [];
  const value = attributeValue(document, type)?.trim() ?? "";
  const [, item = "", inner = "", size = ""] = /^([^[\]\s]+)((?:\[[,\d]*\])*)\[([,\d\s]*)\]$/.exec(value) ?? [];
  if (item === "") return [];
  const sizes = size.split(",").map((one) => one.trim());
  const arraySize = sizes.includes("") ? "*" : sizes.join(" ");
  // The items of `xsd:int[][2]` are arrays.
  const itemType = inner === "" ? item : `${type.prefix}:Array`;
  return [replace(type, `${type.prefix}:itemType="${itemType}" ${type.prefix}:arraySize="${arraySize}"`)];
}

function arrayTo11(document: XmlDocument, element: XmlElement): Edit[] {
  const item = attribute(element, encodingNamespaces["1.2"], "itemType");
  const size = attribute(element, encodingNamespaces["1.2"], "arraySize");
  const type = item && attributeValue(document, item)?.trim();
  if (!item || !type || item.prefix === "") return [];
  const sizes = ((size && attributeValue(document, size)) ?? "*").trim().split(/\s+/);
  const brackets = `[${sizes.map((one) => (one === "*" ? "" : one)).join(",")}]`;
  const removal = size ? [removeAttribute(document.text, size)] : [];
  return [replace(item, `${item.prefix}:arrayType="${type}${brackets}"`), ...removal];
}
