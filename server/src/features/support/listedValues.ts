import type { Enumerated, GivenValue, QName, SimpleType } from "../../xsd/components.ts";
import { namespaceInScope } from "../../xsd/document.ts";
import { boundPrefix, type NamespacesByPrefix } from "./tagName.ts";

/** The allowed values of a type that can be listed; a default or fixed value comes first. */
export function valuesOf(
  type: SimpleType,
  given: GivenValue | undefined,
  prefixes: NamespacesByPrefix,
): readonly string[] {
  if (given?.kind === "fixed") return [given.value];
  return [...new Set([given?.value, ...listedValues(type, prefixes)])].flatMap((one) => one || []);
}

function listedValues(type: SimpleType, prefixes: NamespacesByPrefix): readonly string[] {
  const { variety, facets } = type;
  const isName = variety.kind === "atomic" && (variety.primitive === "QName" || variety.primitive === "NOTATION");
  if (facets.enumeration) {
    return facets.enumeration.flatMap((one) => (isName ? (qualified(one, prefixes) ?? []) : one.value));
  }
  if (variety.kind === "list") return listedValues(variety.item, prefixes);
  if (variety.kind === "union") return variety.members.flatMap((one) => listedValues(one, prefixes));
  if (variety.primitive === "boolean") return ["true", "false"];
  return isName ? [...prefixes.keys()].flatMap((prefix) => (prefix === "" ? [] : `${prefix}:`)) : [];
}

/** A qualified name of an enumeration with the message's prefix; undefined if its namespace has no prefix there. */
function qualified({ value, source }: Enumerated, prefixes: NamespacesByPrefix): string | undefined {
  const text = value.trim();
  const namespace = namespaceInScope(source.scope, text.includes(":") ? text.slice(0, text.indexOf(":")) : "");
  return namespace === undefined
    ? undefined
    : writtenName({ namespace, local: text.slice(text.indexOf(":") + 1) }, prefixes);
}

/** A qualified name as a value; undefined if its namespace has no prefix. */
export function writtenName({ namespace, local }: QName, prefixes: NamespacesByPrefix): string | undefined {
  if ((prefixes.get("") ?? "") === namespace) return local;
  const prefix = boundPrefix(prefixes, namespace);
  return prefix === undefined ? undefined : `${prefix}:${local}`;
}
