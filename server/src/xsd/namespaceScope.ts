import { XML_NAMESPACE } from "../xml/names.ts";

/** The namespaces of the prefixes that an element declares; "" is the default namespace. Undefined if it declares none. */
export interface NamespaceScope {
  readonly parent: NamespaceScope | undefined;
  readonly declared: ReadonlyMap<string, string>;
}

export const outermost: NamespaceScope = { parent: undefined, declared: new Map([["xml", XML_NAMESPACE]]) };

/** Undefined if the prefix isn't declared. The prefix "" is the default namespace, and "" means that there is none. */
export function namespaceInScope(scope: NamespaceScope, prefix: string): string | undefined {
  for (let current: NamespaceScope | undefined = scope; current; current = current.parent) {
    const namespace = current.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return prefix === "" ? "" : undefined;
}

export function split(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(":");
  return colon < 0 ? { prefix: "", local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}

export function scopeOf(
  parent: NamespaceScope,
  attributes: readonly { readonly name: string; readonly value: string }[],
): NamespaceScope {
  let declared: Map<string, string> | undefined;
  for (const { name, value } of attributes) {
    const prefix = name === "xmlns" ? "" : name.startsWith("xmlns:") ? name.slice(6) : undefined;
    if (prefix === undefined || declared?.has(prefix)) continue;
    declared = (declared ?? new Map()).set(prefix, value);
  }
  return declared ? { parent, declared } : parent;
}

const noAttributes = new Map<string, never>();

/** Attributes by local name, or by `{namespace}local` if an attribute has a prefix. Namespace declarations are omitted. */
export function attributesOf<T extends { readonly name: string }>(
  written: readonly T[],
  scope: NamespaceScope,
): ReadonlyMap<string, T> {
  if (written.length === 0) return noAttributes;
  const attributes = new Map<string, T>();
  for (const attribute of written) {
    const { name } = attribute;
    if (name === "xmlns" || name.startsWith("xmlns:")) continue;
    const { prefix, local } = split(name);
    const key = prefix === "" ? local : `{${namespaceInScope(scope, prefix) ?? prefix}}${local}`;
    if (!attributes.has(key)) attributes.set(key, attribute);
  }
  return attributes;
}
