import { addressingNamespace, envelopeNamespaces, securityNamespace, utilityNamespace } from "../soap/facts.ts";
import { XSI_NAMESPACE } from "../soap/qnames.ts";
import { XML_NAMESPACE, XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeValue, elements } from "../xml/query.ts";
import type { XmlDocument } from "../xml/tree.ts";

const { "1.1": soap11, "1.2": soap12 } = envelopeNamespaces;
const schema = "http://www.w3.org/2001/XMLSchema";

const wellKnown: readonly (readonly [string, string])[] = [
  ["soap11", soap11],
  ["soap12", soap12],
  ["wsa", addressingNamespace],
  ["wsse", securityNamespace],
  ["wsu", utilityNamespace],
  ["xml", XML_NAMESPACE],
  ["xs", schema],
  ["xsd", schema],
  ["xsi", XSI_NAMESPACE],
];

/** The prefixes that paths can use: those of the request, then of the response, then well-known ones. */
export function prefixesOf(...documents: readonly (XmlDocument | undefined)[]): ReadonlyMap<string, string> {
  // The envelope of the response decides the SOAP version of the prefix `soap`.
  const root = documents.at(-1)?.root?.namespace ?? documents[0]?.root?.namespace;
  return withWellKnown(documents.map(declaredPrefixes), root);
}

/** The prefixes that a document declares, each with its first namespace. */
export function declaredPrefixes(document: XmlDocument | undefined): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  for (const element of document ? elements(document) : []) {
    for (const attribute of element.attributes) {
      if (
        !document ||
        attribute.namespace !== XMLNS_NAMESPACE ||
        attribute.prefix === "" ||
        prefixes.has(attribute.local)
      )
        continue;
      prefixes.set(attribute.local, attributeValue(document, attribute) ?? "");
    }
  }
  return prefixes;
}

/** Declared prefixes win over well-known ones. `root`: namespace of the envelope. */
export function withWellKnown(
  declared: readonly ReadonlyMap<string, string>[],
  root: string | undefined,
): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  const soap = ["soap", root === soap11 ? soap11 : soap12] as const;
  for (const [prefix, namespace] of [...declared.flatMap((one) => [...one]), soap, ...wellKnown]) {
    if (!prefixes.has(prefix)) prefixes.set(prefix, namespace);
  }
  return prefixes;
}

/** The prefixes of the request that have the same meaning in the response. */
export function prefixesOfBoth(
  request: XmlDocument | undefined,
  response: XmlDocument | undefined,
): ReadonlyMap<string, string> {
  const evaluated = prefixesOf(request, response);
  return new Map([...prefixesOf(request)].filter(([prefix, uri]) => evaluated.get(prefix) === uri));
}
