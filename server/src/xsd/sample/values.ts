import type { Enumerated, Primitive, SimpleType } from "../components.ts";
import { type NamespaceScope, namespaceInScope } from "../document.ts";
import { programOf } from "../pattern/patterns.ts";
import { matchingTexts } from "../pattern/samples.ts";
import { validateValue } from "../values.ts";
import { textsOf } from "./texts.ts";

/** A text for a type. */
export interface Sample {
  readonly value: string;
  /** False if none was found that is a value of the type. */
  readonly valid: boolean;
  /** Where the prefixes of the value are declared; undefined if it has none. */
  readonly scope: NamespaceScope | undefined;
}

type Candidate = string | Enumerated;

/** Maximum texts that are tried for one value. */
const maxTries = 500;
/** Maximum texts of each member of a union. */
const maxTriesOfMember = 60;
/** Maximum items of a list. */
const maxItems = 10_000;

/** A plausible value of a type, for an element or attribute of that name; see `sampleOf`. */
export function sampleValue(type: SimpleType, elementName: string): string {
  return sampleOf(type, elementName).value;
}

/**
 * A plausible value of a type, for an element or attribute of that name: the first one of an enumeration; otherwise the
 * name, a small number, a date and so on, as the facets allow; otherwise a text that the patterns allow.
 */
export function sampleOf(type: SimpleType, elementName: string): Sample {
  let first: Sample | undefined;
  let tries = 0;
  for (const candidate of candidates(type, elementName)) {
    const [value, scope] = typeof candidate === "string" ? [candidate] : [candidate.value, candidate.source.scope];
    const valid = validateValue(value, type, (prefix) => scope && namespaceInScope(scope, prefix)) === undefined;
    const sample = { value, valid, scope: scope && /^[^:\s]+:[^:\s]+$/.test(value) ? scope : undefined };
    if (valid) return sample;
    first ??= sample;
    if (++tries === maxTries) break;
  }
  return first ?? { value: elementName, valid: false, scope: undefined };
}

function* candidates(type: SimpleType, name: string): Generator<Candidate> {
  const { variety, facets } = type;
  if (facets.enumeration) return yield* facets.enumeration;
  if (variety.kind === "atomic") yield* textsOf(type, variety.primitive, name);
  else if (variety.kind === "list") yield* listTexts(type, variety.item, name);
  else for (const member of variety.members) yield* take(maxTriesOfMember, candidates(member, name));
  if (facets.patterns.length === 0) return;
  const { least, most } = charactersOf(type);
  const programs = facets.patterns.map(programOf);
  // An empty text is a sample only if there is no other.
  yield* matchingTexts(programs, Math.max(least, 1), most);
  yield "";
}

function* listTexts({ facets }: SimpleType, item: SimpleType, name: string): Generator<string> {
  const { value } = sampleOf(item, name);
  const least = facets.length?.value ?? facets.minLength?.value ?? 0;
  const most = facets.length?.value ?? facets.maxLength?.value ?? maxItems;
  for (const count of [Math.min(Math.max(least, 1), most), 1, 2, 3]) {
    yield Array.from({ length: Math.min(count, maxItems) }, () => value).join(" ");
  }
}

/** The number of characters that a text may have. */
function charactersOf({ facets, variety }: SimpleType): { readonly least: number; readonly most: number } {
  const counted: readonly Primitive[] = ["string", "anyURI", "anySimpleType"];
  if (variety.kind !== "atomic" || !counted.includes(variety.primitive))
    return { least: 0, most: Number.POSITIVE_INFINITY };
  return {
    least: facets.length?.value ?? facets.minLength?.value ?? 0,
    most: facets.length?.value ?? facets.maxLength?.value ?? Number.POSITIVE_INFINITY,
  };
}

function* take<T>(count: number, from: Iterable<T>): Generator<T> {
  let taken = 0;
  for (const one of from) {
    yield one;
    if (++taken === count) return;
  }
}
