import * as l10n from "@vscode/l10n";
import type { Enumerated, Facet, Facets, Primitive, SchemaProblem, SimpleType } from "./components.ts";
import { xsdNamespace } from "./declarations.ts";
import { namespaceInScope, type SourceElement } from "./document.ts";
import { isPattern } from "./pattern/patterns.ts";
import { normalized } from "./primitives.ts";
import { type Bound, compareTexts, type Size, validateValue } from "./values.ts";

type Report = (problem: SchemaProblem) => void;
type FacetName = Bound | Size | "pattern" | "enumeration" | "whiteSpace";

const sizes: readonly Size[] = ["length", "minLength", "maxLength", "totalDigits", "fractionDigits"];
const bounds: readonly Bound[] = ["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"];
const contradictions: readonly (readonly [Bound | Size, Bound | Size])[] = [
  ["minLength", "maxLength"],
  ["minLength", "length"],
  ["length", "maxLength"],
  ["minInclusive", "maxInclusive"],
  ["minInclusive", "maxExclusive"],
  ["minExclusive", "maxInclusive"],
  ["minExclusive", "maxExclusive"],
];
const names: ReadonlySet<string> = new Set([...sizes, ...bounds, "pattern", "enumeration", "whiteSpace"]);
const ofXsd11: ReadonlySet<string> = new Set(["assertion", "explicitTimezone"]);
const spaces = ["preserve", "replace", "collapse"] as const;
/** Maximum length facet that is checked. All texts are below larger ones. */
const maxSize = Number.MAX_SAFE_INTEGER;

/**
 * The facets of a type's restriction (part 2, section 4.3). Patterns are added to those of the base, an enumeration
 * replaces the base's, and sizes and bounds only apply if they are tighter. Elements that aren't facets are ignored;
 * an invalid facet is reported and omitted.
 */
export function restrictFacets(base: SimpleType, elements: readonly SourceElement[], report: Report): Facets {
  const reader = new FacetReader(base, report);
  for (const element of elements) if (element.namespace === xsdNamespace) reader.read(element);
  return reader.facets();
}

class FacetReader {
  readonly #base: SimpleType;
  readonly #report: Report;
  readonly #allowed: ReadonlySet<FacetName>;
  readonly #patterns: string[] = [];
  /** Whether a pattern can't be read. Values that might match it must not be refused. */
  #patternsUnknown = false;
  #pattern: SourceElement | undefined;
  readonly #enumeration: Enumerated[] = [];
  #own: Partial<Facets> = {};

  constructor(base: SimpleType, report: Report) {
    this.#base = base;
    this.#report = report;
    this.#allowed = applicable(base);
  }

  read(source: SourceElement): void {
    const name = source.local;
    const value = source.attributes.get("value")?.value;
    if (ofXsd11.has(name)) {
      this.#report({ source, message: l10n.t("{0} is ignored: it is part of XML Schema 1.1.", name) });
    } else if (isFacet(name) && value === undefined) {
      this.#report({ source, message: l10n.t("{0} must have the attribute value. It is ignored.", name) });
    } else if (isFacet(name) && !this.#allowed.has(name)) {
      this.#report({ source, message: l10n.t("{0} can't be used for this type. It is ignored.", name) });
    } else if (isFacet(name) && value !== undefined) {
      const message = this.#add(source, name, value);
      if (message !== undefined) this.#report({ source, attribute: "value", message });
    }
  }

  facets(): Facets {
    this.#removeContradictions();
    const { facets } = this.#base;
    const own = { value: this.#patterns, fixed: false, source: this.#pattern };
    const added = this.#patterns.length > 0 && !this.#patternsUnknown ? [own] : [];
    return {
      ...facets,
      ...this.#own,
      patterns: [...facets.patterns, ...added],
      enumeration: this.#enumeration.length > 0 ? this.#enumeration : facets.enumeration,
    };
  }

  /** Removes one of two facets that allow no value together: the one that is written here, or the second one if both are. */
  #removeContradictions(): void {
    for (const [low, high] of contradictions) {
      const facets = { ...this.#base.facets, ...this.#own };
      const [least, most] = [facets[low], facets[high]];
      if (least === undefined || most === undefined) continue;
      // Two equal exclusive bounds are allowed (4.3.8.4), although there is no value between them.
      const exclusive = low.endsWith("Exclusive") !== high.endsWith("Exclusive");
      const order =
        typeof least.value === "number"
          ? least.value - Number(most.value)
          : compareTexts(least.value, String(most.value), this.#base);
      if (order === undefined || order < 0 || (order === 0 && !exclusive)) continue;
      const [removed, kept] = this.#own[high] === undefined ? [low, high] : [high, low];
      const { [removed]: facet, ...others } = this.#own;
      this.#own = others;
      const message = l10n.t("{0} conflicts with {1}; {0} is ignored.", removed, kept);
      if (facet?.source) this.#report({ source: facet.source, attribute: "value", message });
    }
  }

  /** Adds a facet. Returns a message if it is invalid. */
  #add(source: SourceElement, name: FacetName, value: string): string | undefined {
    if (name === "pattern") return this.#addPattern(source, value);
    if (name === "enumeration") return this.#addEnumerated(source, value);
    if (this.#own[name] !== undefined) return l10n.t("{0} may occur only once. This one is ignored.", name);
    const text = normalized(value, "collapse");
    if (name === "whiteSpace") return this.#addWhiteSpace(text);
    const fixed = /^\s*(?:true|1)\s*$/.test(source.attributes.get("fixed")?.value ?? "");
    return isBound(name)
      ? this.#addBound(name, { value: text, fixed, source })
      : this.#addSize(name, text, { value: Math.min(Number(text), maxSize), fixed, source });
  }

  #addPattern(source: SourceElement, value: string): string | undefined {
    if (!isPattern(value)) {
      this.#patternsUnknown = true;
      return l10n.t("{0} isn't a regular expression of XML Schema. It is ignored.", value);
    }
    this.#pattern ??= source;
    this.#patterns.push(value);
    return undefined;
  }

  #addEnumerated(source: SourceElement, value: string): string | undefined {
    const prefixes = (prefix: string) => namespaceInScope(source.scope, prefix);
    if (validateValue(value, this.#base, prefixes)) return notOfBase(value);
    this.#enumeration.push({ value, source });
    return undefined;
  }

  #addWhiteSpace(text: string): string | undefined {
    const before = this.#base.facets.whiteSpace;
    const value = spaces.find((one) => one === text);
    if (value === undefined) return l10n.t("whiteSpace must be preserve, replace or collapse. It is ignored.");
    if (spaces.indexOf(value) < spaces.indexOf(before)) return loosens("whiteSpace", before, text);
    this.#own = { ...this.#own, whiteSpace: value };
    return undefined;
  }

  #addSize(name: Size, text: string, facet: Facet<number>): string | undefined {
    const least = name === "totalDigits" ? 1 : 0;
    if (!/^\+?[0-9]+$/.test(text) || facet.value < least) {
      return l10n.t("{0} must be an integer of at least {1}. It is ignored.", name, least);
    }
    const before = this.#base.facets[name];
    const change = before ? facet.value - before.value : 0;
    const looser = name === "minLength" ? change < 0 : change > 0;
    if (before && (looser || ((before.fixed || name === "length") && change !== 0))) {
      return loosens(name, String(before.value), text);
    }
    this.#own = { ...this.#own, [name]: facet };
    return undefined;
  }

  #addBound(name: Bound, facet: Facet<string>): string | undefined {
    if (compareTexts(facet.value, facet.value, this.#base) === undefined) return notOfBase(facet.value);
    const before = this.#base.facets[name];
    const change = before ? (compareTexts(facet.value, before.value, this.#base) ?? 0) : 0;
    const looser = name.startsWith("min") ? change < 0 : change > 0;
    if (before && (looser || (before.fixed && change !== 0))) return loosens(name, before.value, facet.value);
    this.#own = { ...this.#own, [name]: facet };
    return undefined;
  }
}

function notOfBase(value: string): string {
  return l10n.t("{0} isn't a value of the base type. It is ignored.", value);
}

function loosens(name: FacetName, before: string, value: string): string {
  return l10n.t("{0} is {1} in the base type. {2} is ignored.", name, before, value);
}

function isFacet(name: string): name is FacetName {
  return names.has(name);
}

function isBound(name: FacetName): name is Bound {
  return bounds.some((one) => one === name);
}

/** The names of the facets that a type may have (part 2, section 4.1.5). */
function applicable({ variety }: SimpleType): ReadonlySet<FacetName> {
  if (variety.kind === "union") return new Set(["pattern", "enumeration"]);
  if (variety.kind === "list") return new Set([...lengths, "pattern", "enumeration", "whiteSpace"]);
  return new Set([...ofPrimitive(variety.primitive), "pattern", "whiteSpace"]);
}

const lengths = ["length", "minLength", "maxLength"] as const;

function ofPrimitive(primitive: Primitive): readonly FacetName[] {
  switch (primitive) {
    case "boolean":
      return [];
    case "anySimpleType":
    case "string":
    case "hexBinary":
    case "base64Binary":
    case "anyURI":
    case "QName":
    case "NOTATION":
      return [...lengths, "enumeration"];
    case "decimal":
      return ["totalDigits", "fractionDigits", ...bounds, "enumeration"];
    default:
      return [...bounds, "enumeration"];
  }
}
