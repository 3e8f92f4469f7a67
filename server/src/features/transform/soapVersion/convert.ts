import * as l10n from "@vscode/l10n";
import type { Message } from "../../../message/message.ts";
import { firstMessage, insert, replace } from "../../../rules/edits.ts";
import { difference } from "../../../rules/fixes.ts";
import type { Edit } from "../../../rules/rule.ts";
import { blockEdits } from "../../../rules/soap/attributes.ts";
import { ensurePrefix, prefixFor, removeAttribute } from "../../../rules/soap/xmlMessage.ts";
import { childElements, type Envelope } from "../../../soap/envelope.ts";
import {
  encodingNamespaces,
  envelopeNamespaces,
  noEncoding,
  otherVersion,
  type SoapVersion,
  ultimateReceiver,
  versionOfNamespace,
} from "../../../soap/facts.ts";
import { applyEdits } from "../../../text/edits.ts";
import type { Span } from "../../../text/span.ts";
import { XMLNS_NAMESPACE } from "../../../xml/names.ts";
import { attribute, attributeValue, elements, valueSpan } from "../../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../../xml/tree.ts";
import { rewrite, type Transform, type TransformContext } from "../transform.ts";
import { faultEdits } from "./fault.ts";
import { headEdits } from "./head.ts";

export function convertSoapVersion(context: TransformContext): Transform[] {
  const { message, selection } = context;
  const { envelope } = message;
  if (!envelope?.version || message.isGet) return [];
  const to = otherVersion(envelope.version);
  const title = l10n.t("Convert to SOAP {0}", to);
  const at = placeFor(message, envelope, selection);
  const refused = reasonAgainst(envelope, to);
  return [{ ...rewrite(context, title, at, () => versionEdits(message, envelope, to)), refused }];
}

/** SOAP 1.1 section 4 allows elements after the Body, SOAP 1.2 part 1 section 5.1 doesn't. */
function reasonAgainst({ element, body }: Envelope, to: SoapVersion): string | undefined {
  const last = childElements(element).at(-1);
  if (to === "1.1" || !body || !last || last.start <= body.start) return undefined;
  return l10n.t("{0} comes after the Body, where SOAP 1.2 doesn't allow it.", last.name);
}

/** The selected place: the request line, a header with the version, or the Envelope's start tag. */
function placeFor(message: Message, { element }: Envelope, selection: Span): Span {
  const lines = ["content-type", "soapaction"].flatMap((name) => message.fieldsNamed(name).map(({ line }) => line));
  const places: readonly Span[] = [...lines, { start: element.start, end: element.startTagEnd }];
  const first = message.syntax.requestLine ?? message.syntax.first;
  return places.find(({ start, end }) => start <= selection.end && selection.start <= end) ?? first;
}

export function versionEdits(message: Message, envelope: Envelope, to: SoapVersion): readonly Edit[] {
  const body = envelopeEdits(envelope, to);
  return [...headEdits(message, to), ...(envelope.fault ? withFault(message, body, to) : body)];
}

/** Converts the Fault after the edits inside it. */
function withFault(message: Message, edits: readonly Edit[], to: SoapVersion): readonly Edit[] {
  const text = applyEdits(message.text, edits);
  const changed = firstMessage(text, message.scope)?.envelope;
  return difference(message.text, changed ? applyEdits(text, faultEdits(changed, to)) : text);
}

function envelopeEdits(envelope: Envelope, to: SoapVersion): readonly Edit[] {
  const own = [...ownElements(envelope)];
  return [
    ...own.flatMap((element) => declarationEdits(envelope, element, to)),
    ...envelope.headerBlocks.flatMap(({ element }) => headerBlockEdits(envelope, element, to)),
    ...encodingEdits(envelope, own, to),
  ];
}

/** All elements of an envelope, without the content of an inner envelope, which is data. */
function* ownElements({ document, element: root }: Envelope): Generator<XmlElement, void, void> {
  let end = 0;
  for (const element of elements(document)) {
    if (element.start < end) continue;
    if (element !== root && element.local === "Envelope" && versionOfNamespace(element.namespace)) end = element.end;
    else yield element;
  }
}

function declarationEdits({ document }: Envelope, { attributes }: XmlElement, to: SoapVersion): Edit[] {
  const from = otherVersion(to);
  return attributes.flatMap((attribute) => {
    const at = attribute.namespace === XMLNS_NAMESPACE ? valueSpan(attribute) : undefined;
    const names = [envelopeNamespaces, encodingNamespaces].find(
      (all) => all[from] === attributeValue(document, attribute),
    );
    return at && names ? replace(at, names[to]) : [];
  });
}

/** For the ultimate receiver, SOAP 1.2 has a role (part 1 section 2.2), and SOAP 1.1 has no actor. */
function headerBlockEdits({ document }: Envelope, element: XmlElement, to: SoapVersion): Edit[] {
  const from = otherVersion(to);
  const edits = blockEdits(document, element, from, to);
  const role = to === "1.1" ? attribute(element, envelopeNamespaces[from], "role") : undefined;
  if (!role || attributeValue(document, role)?.trim() !== ultimateReceiver) return edits;
  const removal = removeAttribute(document.text, role);
  return [...edits.filter(({ start, end }) => end <= removal.start || start >= removal.end), removal];
}

/** The edits of encodingStyle and of the types of arrays. Their namespaces are changed elsewhere. */
function encodingEdits(envelope: Envelope, own: readonly XmlElement[], to: SoapVersion): Edit[] {
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

/** In SOAP 1.2, Envelope, Header, Body, Fault and its parts can't have encodingStyle (part 1 section 5.1.1). */
function misplacedStyles({ element, header, body, fault }: Envelope): MisplacedStyle[] {
  const places = [element, header, body, fault, ...(fault ? childElements(fault) : [])];
  return places.flatMap((place) => {
    const style = place && attribute(place, envelopeNamespaces["1.1"], "encodingStyle");
    return style ? [{ element: place, style }] : [];
  });
}

/** In SOAP 1.1, it applies to all descendants; in 1.2, it is added to the outermost descendants that can have it. */
function moveInwards(envelope: Envelope, { element, style }: MisplacedStyle): Edit[] {
  const { document } = envelope;
  const value = attributeValue(document, style);
  const edits = [removeAttribute(document.text, style)];
  if (value === undefined) return edits;
  for (const inheritor of inheritorsOf(envelope, element)) {
    if (attribute(inheritor, envelopeNamespaces["1.1"], "encodingStyle")) continue;
    // The conversion replaces the namespace of a prefix for SOAP 1.1, so such a prefix can be used.
    const declaredPrefix = prefixFor(document, inheritor, envelopeNamespaces["1.1"]);
    const { prefix, edits: declaration } = ensurePrefix(document, inheritor, envelopeNamespaces["1.2"]);
    edits.push(...(declaredPrefix === undefined ? declaration : []));
    edits.push(insert(inheritor.nameEnd, ` ${declaredPrefix ?? prefix}:encodingStyle="${styleIn(value, "1.2")}"`));
  }
  return edits;
}

/** The outermost descendants that can have an encodingStyle and inherit it from `element`. */
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

/** SOAP 1.1 has a list of URIs, the most specific first; an empty list specifies no encoding. */
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

/** `arrayType="a:b[2,3]"` (SOAP 1.1 section 5.4.2) becomes `itemType="a:b" arraySize="2 3"` (1.2 part 2, 3.1). */
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
