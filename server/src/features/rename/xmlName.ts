import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { contains, holds, type Span, slice } from "../../text/span.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import { attributeValue, elementAt, elements, namespaceOf, valueSpan } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { declaringElements, prefixAt, prefixUses } from "../support/prefixUses.ts";
import { attributeNear, isNCName, isQName, matchingTagNames, tagNameAt, tagNames } from "../support/xmlNames.ts";
import { type Rename, refused, renamable } from "./renaming.ts";

/** The rename of the namespace, prefix or local element name at an offset. Spans are in the message. */
export function xmlNameAt(message: Message, offset: number): Rename | undefined {
  return namespaceName(message, offset) ?? prefixName(message, offset) ?? elementName(message, offset);
}

/** The rename of a namespace in all declarations of the request. */
function namespaceName({ xml, text }: Message, offset: number): Rename | undefined {
  const element = xml && elementAt(xml, offset);
  const attribute = element && attributeNear(element, offset);
  const at = valueSpan(attribute);
  if (!xml || !at || attribute?.namespace !== XMLNS_NAMESPACE || !holds(at, offset) || at.start === at.end) {
    return undefined;
  }
  const namespace = attributeValue(xml, attribute) ?? "";
  return renamable(
    at,
    slice(text, at),
    (newName) => {
      if (newName === "") return l10n.t("Enter a namespace: a URI such as {0}.", namespace);
      if (/^[^\s<>"'&]+(?:&(?:amp|apos|quot|lt|gt|#\d+|#x[\dA-Fa-f]+);[^\s<>"'&]*)*$/.test(newName)) return undefined;
      return l10n.t(
        "{0} isn't a valid namespace. Enter a URI without whitespace, <, >, or quotes, and with &amp; for &.",
        newName,
      );
    },
    () => declarationsOf(xml, namespace),
  );
}

function* declarationsOf(xml: XmlDocument, namespace: string): Generator<Span, void, void> {
  for (const { attributes } of elements(xml)) {
    for (const attribute of attributes) {
      const value = attribute.namespace === XMLNS_NAMESPACE ? valueSpan(attribute) : undefined;
      if (value && attributeValue(xml, attribute) === namespace) yield value;
    }
  }
}

/** The rename of a prefix, for all uses of the same declaration, or for all uses without a declaration. */
function prefixName(message: Message, offset: number): Rename | undefined {
  const { xml, text } = message;
  const occurrence = prefixAt(message, offset);
  if (!xml || !occurrence) return undefined;
  const prefix = slice(text, occurrence);
  if (isReserved(prefix)) return refused(l10n.t("The prefix {0} is reserved and can't be renamed.", prefix));
  const declaring = declaringElements(xml, prefix);
  const declaration = declaring.get(occurrence.element);
  const uses = () => [...prefixUses(message, prefix)].filter(({ element }) => declaring.get(element) === declaration);
  return renamable(
    occurrence,
    prefix,
    (newName) => {
      if (!isNCName(newName)) {
        return l10n.t(
          "{0} isn't a valid prefix. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
          newName,
        );
      }
      if (isReserved(newName)) return l10n.t("The prefix {0} is reserved. Enter a different one.", newName);
      if (!declaration || newName === prefix) return undefined;
      return conflict(message, xml, declaration, uses(), prefix, newName);
    },
    uses,
  );
}

function isReserved(prefix: string): boolean {
  return prefix === "xml" || prefix === "xmlns";
}

/** Why the `prefix` that `declaration` declares can't become `newName`: some names would change their meaning. */
function conflict(
  message: Message,
  xml: XmlDocument,
  declaration: XmlElement,
  uses: Iterable<{ readonly element: XmlElement }>,
  prefix: string,
  newName: string,
): string | undefined {
  const others = declaringElements(xml, newName);
  // A declaration of `newName` at the same element or an inner one would apply to the uses.
  for (const { element } of uses) {
    const other = others.get(element);
    if (other && contains(declaration, other)) return conflictReason(xml, other, newName);
  }
  // The renamed declaration would apply to the uses of an outer declaration of `newName`.
  const meaning = namespaceOf(xml, declaration, prefix);
  for (const { element } of prefixUses(message, newName)) {
    const other = others.get(element);
    if (!other || !contains(declaration, element) || contains(declaration, other)) continue;
    if (namespaceOf(xml, other, newName) !== meaning) return conflictReason(xml, other, newName);
  }
  return undefined;
}

function conflictReason(xml: XmlDocument, by: XmlElement, prefix: string): string {
  return l10n.t(
    "The prefix {0} already stands for {1}, declared by {2}. Enter a different one.",
    prefix,
    namespaceOf(xml, by, prefix) ?? "",
    `<${by.name}>`,
  );
}

function elementName({ xml, text }: Message, offset: number): Rename | undefined {
  const tag = xml && tagNameAt(xml, offset);
  if (!tag) return undefined;
  const { element, at } = tag;
  const names = tagNames(element);
  // An end tag with a different name is replaced completely, so that it closes its element.
  const keepsPrefix = element.prefix !== "" && matchingTagNames(text, element).length === names.length;
  const spans = keepsPrefix ? names.map(({ start, end }) => ({ start: text.indexOf(":", start) + 1, end })) : names;
  const own = spans.find((span) => contains(at, span)) ?? at;
  return renamable(
    own,
    slice(text, own),
    (newName) => {
      if (own.start > at.start) {
        if (isNCName(newName)) return undefined;
        return l10n.t(
          "{0} isn't a valid local name. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
          newName,
        );
      }
      if (isQName(newName)) return undefined;
      return l10n.t(
        "{0} isn't a valid element name. Use letters, digits, -, _, and ., and one colon after a prefix.",
        newName,
      );
    },
    () => spans,
  );
}
