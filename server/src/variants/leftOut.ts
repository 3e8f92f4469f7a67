import * as l10n from "@vscode/l10n";
import { anyType } from "../xsd/anyType.ts";
import { keyOf, type SimpleType, simpleTypeOf } from "../xsd/components.ts";
import type { Base, VariedElement } from "./base.ts";
import { invalidValues, maxEnumerated } from "./valueChanges.ts";
import type { Variants } from "./variants.ts";

/**
 * What isn't tested of an operation, in sentences.
 * @param kept how many of the variants are written
 */
export function leftOut(name: string, base: Base, { found, cut }: Variants, kept: number, limit: number) {
  const notes: string[] = [];
  const more = found.length - kept;
  if (more > 0) notes.push(l10n.t("{0} more requests for {1} are left out (--limit {2}).", more, name, limit));
  if (base.isCut) notes.push(l10n.t("Only the first {0} elements of {1} are varied.", base.elements.length, name));
  for (const varied of base.elements) notes.push(...ofElement(base, varied));
  if (cut.size > 0)
    notes.push(l10n.t("Not all changes to {0} are tried, because there are too many: {1}.", name, [...cut].join(", ")));
  return [...new Set(notes)];
}

function* ofElement({ label }: Base, varied: VariedElement): Generator<string> {
  const { element, type } = varied;
  const owner = label(varied);
  if (type === anyType) yield l10n.t("{0} may contain anything, so nothing in it is tested.", owner);
  const simple = simpleTypeOf(type);
  if (simple) yield* ofValue(owner, element.local, simple);
  if (type.kind === "simple") return;
  for (const { namespace, local } of element.attributes) {
    const use = type.attributes.get(keyOf({ namespace: namespace ?? "", local }));
    if (use) yield* ofValue(`${owner} @${local}`, local, use.type);
  }
}

function* ofValue(owner: string, local: string, type: SimpleType): Generator<string> {
  const { enumeration = [], patterns } = type.facets;
  if (enumeration.length > maxEnumerated)
    yield l10n.t("Only {0} of {1} values of {2} are tried.", maxEnumerated, enumeration.length, owner);
  // Built-in types have patterns, too, but are tested as types.
  const hasOwn = enumeration.length === 0 && patterns.some(({ source }) => source !== undefined);
  if (hasOwn && invalidValues(type, local).every(({ kind }) => kind !== "pattern"))
    yield l10n.t("No value was found that doesn't match the pattern of {0}.", owner);
}
