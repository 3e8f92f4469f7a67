import * as l10n from "@vscode/l10n";
import { attributeFact, elementFact, faultCodeFact, type KnownElement, uriFact } from "../../soap/documentation.ts";
import { versionMeant, versionOfNamespace } from "../../soap/facts.ts";
import { readQName } from "../../soap/fault.ts";
import { isArrayTypeAttribute, isTypeAttribute } from "../../soap/qnames.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { attributeAt, attributeValue, elementAt, nodeAt, textContent } from "../../xml/query.ts";
import { decodeText } from "../../xml/references.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import type { Hover } from "./hover.ts";

/** An element, an attribute, a namespace, a fault code or a reference in an XML document. Spans: in its text. */
export function hoverXml(document: XmlDocument, offset: number): Hover | undefined {
  const node = nodeAt(document, offset);
  switch (node?.kind) {
    case "element":
      return hoverTag(document, node, offset);
    case "text":
      return hoverReference(document.text, node, offset) ?? hoverText(document, node, offset);
    case "cdata":
      return hoverText(document, node, offset);
    default:
      return undefined;
  }
}

function hoverTag(document: XmlDocument, element: XmlElement, offset: number): Hover | undefined {
  const { nameStart, nameEnd, endTag } = element;
  const names: Span[] = [{ start: nameStart, end: nameEnd }];
  if (endTag) names.push({ start: endTag.nameStart, end: endTag.nameEnd });
  const at = names.find(({ start, end }) => start <= offset && offset < end);
  if (at) return { ...at, markdown: elementMarkdown(element) };
  const attribute = attributeAt(element, offset);
  if (!attribute) return undefined;
  if (offset >= attribute.nameStart && offset < attribute.nameEnd) {
    return {
      start: attribute.nameStart,
      end: attribute.nameEnd,
      markdown: attributeMarkdown(document, element, attribute),
    };
  }
  const value = { start: attribute.valueStart, end: attribute.valueEnd };
  if (value.start < 0 || offset < value.start || offset >= value.end) return undefined;
  return hoverReference(document.text, value, offset) ?? hoverValue(document, element, attribute, value);
}

function elementMarkdown(element: XmlElement): string {
  const { name, namespace } = element;
  const known = elementFact(element, element.parent);
  const version = versionOfNamespace(namespace ?? "");
  const kind = known ? factTitle(known, name) : strong(name);
  return paragraphs(
    kind,
    version && !known ? prose(l10n.t("SOAP {0} has no element with this name.", version)) : undefined,
    namespaceInWords(element.prefix, namespace),
    known && sourceMarkdown(known.source),
  );
}

function factTitle({ meaning }: Pick<KnownElement, "meaning">, name: string): string {
  return `${strong(name)} — ${prose(meaning())}`;
}

function namespaceInWords(prefix: string, namespace: string | undefined): string {
  if (namespace === undefined) return prose(l10n.t("The prefix {0} isn't declared.", prefix));
  if (namespace === "") return prose(l10n.t("No namespace."));
  return l10n.t("In the namespace {0}.", code(namespace));
}

function attributeMarkdown(document: XmlDocument, element: XmlElement, attribute: XmlAttribute): string {
  const declared = declaredPrefix(attribute);
  if (declared !== undefined) {
    const uri = attributeValue(document, attribute) ?? "";
    return paragraphs(
      strong(attribute.name),
      declared === ""
        ? l10n.t("The default namespace, for names without a prefix: {0}", code(uri))
        : l10n.t("The prefix {0} stands for the namespace {1}", code(declared), code(uri)),
      uriInWords(uri),
      sourceMarkdown("Namespaces in XML 1.0 section 3"),
    );
  }
  const known = attributeFact(attribute, element);
  return paragraphs(
    known ? `${strong(attribute.name)} — ${prose(known.meaning())}` : strong(attribute.name),
    known && attribute.namespace === "" ? undefined : namespaceInWords(attribute.prefix, attribute.namespace),
    known && sourceMarkdown(known.source),
  );
}

/** `""` for `xmlns`; `undefined` for an attribute that declares nothing. */
function declaredPrefix({ name, prefix, local }: XmlAttribute): string | undefined {
  if (name === "xmlns") return "";
  return prefix === "xmlns" ? local : undefined;
}

function hoverValue(document: XmlDocument, element: XmlElement, attribute: XmlAttribute, at: Span): Hover | undefined {
  const value = attributeValue(document, attribute)?.trim() ?? "";
  const uri = uriInWords(value);
  if (uri) return { ...at, markdown: paragraphs(code(value), uri) };
  if (declaredPrefix(attribute) !== undefined && value !== "") {
    return { ...at, markdown: paragraphs(code(value), prose(l10n.t("Unknown namespace."))) };
  }
  const isName = (isTypeAttribute(attribute) || isArrayTypeAttribute(attribute)) && value !== "";
  return isName ? { ...at, markdown: nameMarkdown(document, element, value) } : undefined;
}

function uriInWords(uri: string): string | undefined {
  const known = uriFact(uri);
  if (known) return paragraphs(prose(known.meaning()), sourceMarkdown(known.source));
  const meant = versionMeant(uri);
  return meant && prose(l10n.t("Not a SOAP namespace. Did you mean the namespace of SOAP {0}?", meant));
}

/** A qualified name in a value. */
function nameMarkdown(document: XmlDocument, element: XmlElement, value: string): string {
  const { namespace } = readQName(document, element, value);
  return paragraphs(strong(value), namespaceInWords(value.slice(0, Math.max(0, value.indexOf(":"))), namespace));
}

/** A fault code, or a URI that is known; only in an element that holds nothing else. */
function hoverText(document: XmlDocument, node: Span, offset: number): Hover | undefined {
  const element = elementAt(document, offset);
  if (!element || node.end - node.start > longestValue || element.children.length > 1) return undefined;
  const value = textContent(document, element).trim();
  const at = trimmed(document.text, node);
  if (value === "" || offset < at.start || offset >= at.end) return undefined;
  if (holdsCode(element)) return { ...at, markdown: codeMarkdown(document, element, value) };
  const uri = uriInWords(value);
  return uri === undefined ? undefined : { ...at, markdown: paragraphs(code(value), uri) };
}

const longestValue = 1000;

/** `Value` of SOAP 1.2, also in a Subcode, and `faultcode` of SOAP 1.1. */
function holdsCode(element: XmlElement): boolean {
  const { local, parent } = element;
  if (local === "faultcode") return parent?.local === "Fault";
  return local === "Value" && versionOfNamespace(element.namespace ?? "") === "1.2";
}

function codeMarkdown(document: XmlDocument, element: XmlElement, value: string): string {
  const { local, namespace } = readQName(document, element, value);
  const known = namespace === undefined ? undefined : faultCodeFact(namespace, local);
  if (known) return factMarkdown(known, value, namespaceInWords("", namespace));
  return paragraphs(
    strong(value),
    prose(l10n.t("A fault code defined by the service.")),
    nameSpaceOf(value, namespace),
  );
}

function nameSpaceOf(value: string, namespace: string | undefined): string {
  return namespaceInWords(value.slice(0, Math.max(0, value.indexOf(":"))), namespace);
}

/** `&amp;`, `&#233;`: the character that it stands for. */
function hoverReference(text: string, within: Span, offset: number): Hover | undefined {
  const from = text.lastIndexOf("&", offset);
  if (from < within.start || offset - from > longestReference) return undefined;
  const match = /^&(?:#x?[0-9A-Fa-f]+|[A-Za-z]+);/.exec(text.slice(from, from + longestReference));
  if (!match || offset >= from + match[0].length) return undefined;
  const character = decodeText(match[0], 0, match[0].length);
  if (character === match[0]) return undefined;
  const point = character.codePointAt(0) ?? 0;
  const name = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
  const shown = /[\p{C}\p{Z}]/u.test(character) ? "" : ` ${code(character)}`;
  return {
    start: from,
    end: from + match[0].length,
    markdown: paragraphs(
      `${code(match[0])} →${shown} ${strong(name)}`,
      prose(l10n.t("A reference. It is sent as written, and the service reads the character.")),
      sourceMarkdown("XML 1.0 section 4.1"),
    ),
  };
}

const longestReference = 12;
