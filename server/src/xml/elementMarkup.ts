import { escapeXml } from "../text/escapes.ts";
import { XMLNS_NAMESPACE } from "./names.ts";
import { attributeValue, elementsIn, prefixesIn } from "./query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "./tree.ts";

/** The markup of an element as written, with the outer namespace declarations that it needs. */
export function elementMarkup(document: XmlDocument, element: XmlElement): string {
  const { text } = document;
  const declared = neededPrefixes(document, element).map(namespaceDeclaration);
  return `${text.slice(element.start, element.nameEnd)}${declared.join("")}${text.slice(element.nameEnd, element.end)}`;
}

/** The attribute that declares a prefix ("" for the default namespace), with a space before it. */
export function namespaceDeclaration([prefix, namespace]: readonly [prefix: string, namespace: string]): string {
  return ` ${prefix === "" ? "xmlns" : `xmlns:${prefix}`}="${escapeXml(namespace, /[&<"]/g)}"`;
}

/** The outer declarations that an element uses. All of them if a signature in it uses inclusive canonicalization. */
function neededPrefixes(document: XmlDocument, element: XmlElement): readonly (readonly [string, string])[] {
  const own = new Set(element.attributes.flatMap((one) => (declares(one) ? [declaredPrefix(one)] : [])));
  const outer = [...prefixesIn(document, element)].filter(([prefix, uri]) => !own.has(prefix) && uri !== "");
  if (outer.length === 0 || isSignedInclusively(document, element)) return outer;
  const used = new Set<string>();
  for (const inner of elementsIn([element])) {
    used.add(inner.prefix);
    for (const attribute of inner.attributes) {
      if (declares(attribute)) continue;
      if (attribute.prefix !== "") used.add(attribute.prefix);
      for (const prefix of prefixesInValue(document, attribute)) used.add(prefix);
    }
  }
  return outer.filter(([prefix]) => used.has(prefix));
}

function declares({ namespace }: XmlAttribute): boolean {
  return namespace === XMLNS_NAMESPACE;
}

function declaredPrefix({ prefix, local }: XmlAttribute): string {
  return prefix === "" ? "" : local;
}

function prefixesInValue(document: XmlDocument, attribute: XmlAttribute): readonly string[] {
  if (attribute.local === "PrefixList")
    return (attributeValue(document, attribute) ?? "")
      .split(/\s+/)
      .map((prefix) => (prefix === "#default" ? "" : prefix));
  if (attribute.local !== "type") return [];
  return [/^\s*([^\s:]+):[^\s:]+\s*$/.exec(attributeValue(document, attribute) ?? "")?.[1] ?? ""];
}

const inclusive = /^http:\/\/www\.w3\.org\/(?:TR\/2001\/REC-xml-c14n-20010315|2006\/12\/xml-c14n11)/;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const signature = "http://www.w3.org/2000/09/xmldsig#";

/** Whether the canonical form of a signed part in the element may depend on all outer declarations. */
function isSignedInclusively(document: XmlDocument, element: XmlElement): boolean {
  for (const inner of elementsIn([element])) {
    if (inner.namespace !== signature) continue;
    const algorithms = [...elementsIn(inner.markup)].flatMap(({ attributes }) =>
      attributes.flatMap((attribute) =>
        attribute.name === "Algorithm" ? (attributeValue(document, attribute) ?? "") : [],
      ),
    );
    if (algorithms.some((algorithm) => inclusive.test(algorithm))) return true;
    // Inclusive canonicalization is the default for a Reference.
    if (inner.local === "Reference" && !algorithms.some((algorithm) => algorithm.startsWith(exclusive))) return true;
  }
  return false;
}
