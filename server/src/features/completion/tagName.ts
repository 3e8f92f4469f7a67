import type { ExpandedName } from "../../soap/documentation.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { XML_NAMESPACE } from "../../xml/names.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";

/** The prefixes at a place; none outside of the root. */
export function prefixesAt(document: XmlDocument, element: XmlElement | undefined): ReadonlyMap<string, string> {
  return element ? prefixesIn(document, element) : new Map();
}

/** A name as it is to be typed, and the declaration that it needs, with a space before it; "" where none. */
export interface TypedName {
  readonly text: string;
  readonly prefix: string;
  readonly declaration: string;
}

/** An element's name, by the prefixes that are declared there; `usual` is the prefix for a new declaration. */
export function elementName(
  { namespace, local }: { namespace: string; local: string },
  prefixes: ReadonlyMap<string, string>,
  usual: string,
): TypedName {
  if ((prefixes.get("") ?? "") === namespace) return { text: local, prefix: "", declaration: "" };
  if (namespace === "") return { text: local, prefix: "", declaration: ' xmlns=""' };
  const bound = boundPrefix(prefixes, namespace);
  if (bound !== undefined) return { text: `${bound}:${local}`, prefix: bound, declaration: "" };
  const free = freePrefix(usual, prefixes);
  return free === ""
    ? { text: local, prefix: "", declaration: ` xmlns="${namespace}"` }
    : { text: `${free}:${local}`, prefix: free, declaration: ` xmlns:${free}="${namespace}"` };
}

/** An attribute's name: without a prefix it would be in no namespace. */
export function attributeName(
  { namespace, local }: { namespace: string; local: string },
  prefixes: ReadonlyMap<string, string>,
  usual: string,
): TypedName {
  if (namespace === "") return { text: local, prefix: "", declaration: "" };
  const bound = namespace === XML_NAMESPACE ? "xml" : boundPrefix(prefixes, namespace);
  if (bound !== undefined) return { text: `${bound}:${local}`, prefix: bound, declaration: "" };
  const free = freePrefix(usual === "" ? "ns" : usual, prefixes);
  return { text: `${free}:${local}`, prefix: free, declaration: `xmlns:${free}="${namespace}" ` };
}

/** A prefix that is bound to a namespace; the default namespace has none. */
export function boundPrefix(prefixes: ReadonlyMap<string, string>, namespace: string): string | undefined {
  for (const [prefix, bound] of prefixes) if (prefix !== "" && bound === namespace) return prefix;
  return undefined;
}

function freePrefix(usual: string, prefixes: ReadonlyMap<string, string>): string {
  let prefix = usual;
  for (let n = 1; usual !== "" && prefixes.has(prefix); n++) prefix = `${usual}${n}`;
  return prefix;
}

/** Whether an element is that part of an envelope of either version. */
export function isSoap(element: ExpandedName | undefined, local: string): boolean {
  return element?.local === local && versionOfNamespace(element.namespace) !== undefined;
}
