import type { ExpandedName } from "../../soap/documentation.ts";
import { type SoapVersion, versionOfNamespace } from "../../soap/facts.ts";
import { XML_NAMESPACE } from "../../xml/names.ts";
import type { XmlElement } from "../../xml/tree.ts";

interface Name extends ExpandedName {
  readonly namespace: string;
}

export type NamespacesByPrefix = ReadonlyMap<string, string>;

/** A name to insert, and the namespace declaration that it needs there (` xmlns:a="…"`, or ""). */
export interface TypedName {
  readonly text: string;
  readonly prefix: string;
  readonly declaration: string;
}

/** The name of an element where `prefixes` are declared. `usual`: prefix for a new declaration; "" for the default namespace. */
export function elementName({ namespace, local }: Name, prefixes: NamespacesByPrefix, usual: string): TypedName {
  if ((prefixes.get("") ?? "") === namespace) return { text: local, prefix: "", declaration: "" };
  if (namespace === "" || (usual === "" && boundPrefix(prefixes, namespace) === undefined)) {
    return { text: local, prefix: "", declaration: ` xmlns="${namespace}"` };
  }
  return prefixedName({ namespace, local }, prefixes, usual);
}

/** The name of an attribute. It needs a prefix, unless it is in no namespace. */
export function attributeName({ namespace, local }: Name, prefixes: NamespacesByPrefix, usual: string): TypedName {
  if (namespace === "") return { text: local, prefix: "", declaration: "" };
  return prefixedName({ namespace, local }, prefixes, usual || "ns");
}

export function prefixedName({ namespace, local }: Name, prefixes: NamespacesByPrefix, usual: string): TypedName {
  const bound = namespace === XML_NAMESPACE ? "xml" : boundPrefix(prefixes, namespace);
  if (bound !== undefined) return { text: `${bound}:${local}`, prefix: bound, declaration: "" };
  let prefix = usual;
  for (let n = 1; prefixes.has(prefix); n++) prefix = `${usual}${n}`;
  return { text: `${prefix}:${local}`, prefix, declaration: ` xmlns:${prefix}="${namespace}"` };
}

/** A declared prefix for a namespace, other than the default namespace. */
export function boundPrefix(prefixes: NamespacesByPrefix, namespace: string): string | undefined {
  for (const [prefix, bound] of prefixes) if (prefix !== "" && bound === namespace) return prefix;
  return undefined;
}

export function isSameName(a: ExpandedName, b: ExpandedName): boolean {
  return a.namespace === b.namespace && a.local === b.local;
}

/** Whether an element or attribute has a local name in the namespace of SOAP 1.1 or 1.2. */
export function isSoapName(element: ExpandedName | undefined, local: string): boolean {
  return element?.local === local && versionOfNamespace(element.namespace) !== undefined;
}

/** The SOAP version of the innermost SOAP element around a place. */
export function versionIn(element: XmlElement): SoapVersion | undefined {
  for (let scope: XmlElement | undefined = element; scope; scope = scope.parent) {
    const version = versionOfNamespace(scope.namespace);
    if (version) return version;
  }
  return undefined;
}
