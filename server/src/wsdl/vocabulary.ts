import type { SourceElement } from "../xsd/document.ts";
import { documentationText } from "../xsd/documentation.ts";

/** The namespaces of WSDL and of its extension elements, by short names. */
export type Family = "wsdl" | "soap11" | "soap12" | "http" | "mime" | "wsdl2" | "soap2" | "http2";

/** Namespaces of WSDL 2.0. The second one is from its candidate recommendation. */
const wsdl2Namespaces = ["http://www.w3.org/ns/wsdl", "http://www.w3.org/2006/01/wsdl"];

const namespaces: readonly (readonly [string, Family])[] = [
  ["http://schemas.xmlsoap.org/wsdl", "wsdl"],
  ["http://schemas.xmlsoap.org/wsdl/soap", "soap11"],
  ["http://schemas.xmlsoap.org/wsdl/soap12", "soap12"],
  ["http://schemas.xmlsoap.org/wsdl/http", "http"],
  ["http://schemas.xmlsoap.org/wsdl/mime", "mime"],
  ...wsdl2Namespaces.flatMap((namespace): [string, Family][] => [
    [namespace, "wsdl2"],
    [`${namespace}/soap`, "soap2"],
    [`${namespace}/http`, "http2"],
  ]),
];

/** Namespaces without a slash at the end, because some WSDLs omit it or have an extra one. */
const families: ReadonlyMap<string, Family> = new Map(
  namespaces.flatMap(([namespace, family]) => ["", "/"].map((end): [string, Family] => [namespace + end, family])),
);

const usualPrefixes: ReadonlyMap<string, Family> = new Map([
  ["wsdl", "wsdl"],
  ["soap", "soap11"],
  ["soap12", "soap12"],
  ["http", "http"],
  ["mime", "mime"],
]);

/** The family of an element: by its namespace, or by its usual prefix if the prefix isn't declared. */
export function familyOf(element: SourceElement): Family | undefined {
  if (element.namespace !== "") return familyOfNamespace(element.namespace);
  return usualPrefixes.get(undeclaredPrefix(element) ?? "");
}

export function familyOfNamespace(namespace: string): Family | undefined {
  return families.get(namespace);
}

/** The undeclared prefix of an element; undefined if it has no prefix or a declared one. */
export function undeclaredPrefix({ namespace, document, nameSpan, local }: SourceElement): string | undefined {
  const length = nameSpan.end - nameSpan.start - local.length - 1;
  return namespace === "" && length > 0 ? document.text.slice(nameSpan.start, nameSpan.start + length) : undefined;
}

/** Whether an element belongs to WSDL itself. If the root element has an unknown namespace, its children may have the same one. */
export function isWsdl(element: SourceElement): boolean {
  const family = familyOf(element);
  if (family !== undefined) return family === "wsdl" || family === "wsdl2";
  return element.namespace === element.document.root?.namespace;
}

export function wsdlChildren(element: SourceElement, local: string): readonly SourceElement[] {
  return element.children.filter((child) => child.local === local && isWsdl(child));
}

export function isSoapElement(element: SourceElement, local: string): boolean {
  if (element.local !== local) return false;
  const family = familyOf(element);
  return family === "soap11" || family === "soap12";
}

export function isOf(family: Family, element: SourceElement, local: string): boolean {
  return element.local === local && familyOf(element) === family;
}

export function extension2(element: SourceElement, kind: "soap" | "http", local: string): string | undefined {
  for (const namespace of wsdl2Namespaces) {
    const value = element.attributes.get(`{${namespace}/${kind}}${local}`);
    if (value !== undefined) return value.value.trim();
  }
  return undefined;
}

/** Whether the value of an attribute is `true` or `1`. */
export function isTrue(value: string | undefined): boolean {
  const text = value?.trim().toLowerCase();
  return text === "true" || text === "1";
}

/** Whether an extension is required by `wsdl:required`, which some tools write without a prefix. */
export function isRequired({ attributes }: SourceElement): boolean {
  for (const [name, { value }] of attributes) if (/(?:^|\})required$/i.test(name) && isTrue(value)) return true;
  return false;
}

/** The text of the element `documentation`, line by line, without markup and indentation. */
export function documentationOf(element: SourceElement): string {
  return documentationText(wsdlChildren(element, "documentation"));
}
