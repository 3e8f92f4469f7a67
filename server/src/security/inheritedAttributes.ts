import { XML_NAMESPACE } from "../xml/names.ts";
import { attributeValue } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";

/**
 * The attributes of an element, with the `xml:…` attributes that it inherits in the inclusive methods. Canonical XML
 * 1.1 (section 2.4) doesn't inherit `xml:id`, and joins all `xml:base` to one value, `base`.
 */
export function inContext(
  document: XmlDocument,
  element: XmlElement,
  is11: boolean,
): { readonly attributes: readonly XmlAttribute[]; readonly base: string | undefined } {
  const attributes = [...element.attributes];
  const names = new Set(attributes.flatMap((one) => (one.namespace === XML_NAMESPACE ? one.local : [])));
  const bases = attributes.filter(isBase);
  for (let around = element.parent; around; around = around.parent) {
    for (const attribute of around.attributes) {
      if (attribute.namespace !== XML_NAMESPACE) continue;
      if (is11 && isBase(attribute)) bases.push(attribute);
      if (names.has(attribute.local) || (is11 && attribute.local === "id")) continue;
      names.add(attribute.local);
      attributes.push(attribute);
    }
  }
  const base = is11 && element.parent ? joined(bases.map((one) => attributeValue(document, one) ?? "")) : undefined;
  return { attributes: base === "" ? attributes.filter((one) => !isBase(one)) : attributes, base };
}

export function isBase({ namespace, local }: XmlAttribute): boolean {
  return namespace === XML_NAMESPACE && local === "base";
}

/** Joins base URIs, the innermost first; `undefined` if there are none. */
function joined([first, ...others]: readonly string[]): string | undefined {
  return first === undefined ? undefined : others.reduce((reference, base) => join(base, reference), first);
}

interface UriParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

function partsOf(uri: string): UriParts {
  const [, scheme = "", authority = "", path = "", query = ""] =
    /^([A-Za-z][A-Za-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/.exec(uri) ?? [];
  return { scheme, authority, path, query };
}

/** The base may be relative (RFC 3986 section 5.2.2, as modified by Canonical XML 1.1 section 2.4). */
function join(baseUri: string, referenceUri: string): string {
  const base = partsOf(baseUri.replace(/(^|\/)\.\.?$/, "$&/"));
  const reference = partsOf(referenceUri);
  const write = ({ scheme, authority, path, query }: UriParts) => `${scheme}${authority}${withoutDots(path)}${query}`;
  if (reference.scheme !== "") return write(reference);
  if (reference.authority !== "") return write({ ...reference, scheme: base.scheme });
  if (reference.path === "") return write({ ...base, query: reference.query || base.query });
  const folder = base.authority !== "" && base.path === "" ? "/" : base.path.slice(0, base.path.lastIndexOf("/") + 1);
  const path = reference.path.startsWith("/") ? reference.path : folder + reference.path;
  return write({ ...base, path, query: reference.query });
}

/** Removes dot segments, but keeps leading `..`, which a relative base may have. */
function withoutDots(path: string): string {
  const isAbsolute = path.startsWith("/");
  const segments: string[] = [];
  const typed = path.split("/").slice(isAbsolute ? 1 : 0);
  for (const [at, segment] of typed.entries()) {
    const isLast = at === typed.length - 1;
    if (segment === "..") {
      if (segments.length > 0 && segments.at(-1) !== "..") segments.pop();
      else if (!isAbsolute) segments.push(segment);
    } else if (segment !== "." && (segment !== "" || isLast)) segments.push(segment);
    if (isLast && (segment === "." || segment === "..")) segments.push("");
  }
  return `${isAbsolute ? "/" : ""}${segments.join("/")}`;
}
