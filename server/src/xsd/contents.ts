import * as l10n from "@vscode/l10n";
import { anyContent, emptyParticle, group } from "./anyType.ts";
import { anySimpleType } from "./builtInTypes.ts";
import {
  type Content,
  type Derivation,
  type ModelGroup,
  type Particle,
  type SchemaProblem,
  type SimpleType,
  simpleTypeOf,
  type Type,
} from "./components.ts";
import { type Declared, xsdNamespace } from "./declarations.ts";
import type { SourceElement } from "./document.ts";
import type { Elements } from "./elements.ts";
import { childOf, isEmptyModel, occurs, type Place, placeOf, wildcardOf } from "./place.ts";
import type { References } from "./references.ts";
import { restrict } from "./simpleTypes.ts";

const maxDepth = 200;

export class Contents {
  readonly #references: References;
  readonly #elements: Elements;
  readonly #problems: SchemaProblem[];
  readonly #groups = new Map<Declared, ModelGroup>();
  /** Groups that are being compiled. */
  readonly #open = new Set<Declared>();

  constructor(references: References, elements: Elements, problems: SchemaProblem[]) {
    this.#references = references;
    this.#elements = elements;
    this.#problems = problems;
  }

  /** The content of a type, by its definition, or by its `extension` or `restriction`. */
  of(place: Place, mixed: boolean): Content {
    const model = childOf(place.source, "sequence", "choice", "all", "group");
    const particle = model && !isEmptyModel(model) ? this.#particle({ ...place, source: model }, 0) : undefined;
    if (particle === undefined) {
      return mixed ? { kind: "elements", mixed, particle: emptyParticle } : { kind: "empty" };
    }
    return { kind: "elements", mixed, particle };
  }

  /** Undefined for an element that isn't a particle, or that never occurs. */
  #particle(place: Place, depth: number): Particle | undefined {
    const { source } = place;
    const [min, max] = [occurs(source, "minOccurs"), occurs(source, "maxOccurs")];
    const term = max === 0 ? undefined : this.#term(place, depth);
    return term && { min: Math.min(min, max), max, term, source };
  }

  #term(place: Place, depth: number): Particle["term"] | undefined {
    const { source } = place;
    switch (source.local) {
      case "element":
        return this.#elements.inGroup(place);
      case "any":
        return wildcardOf(place);
      case "group":
        return this.#referredGroup(place, depth);
      case "sequence":
      case "choice":
      case "all":
        return this.#group(place, source.local, depth);
      default:
        return undefined;
    }
  }

  #group(place: Place, compositor: ModelGroup["compositor"], depth: number): ModelGroup | undefined {
    if (depth > maxDepth) {
      const message = l10n.t("Groups are nested more than {0} levels deep. Any content is accepted here.", maxDepth);
      this.#problems.push({ source: place.source, message });
      return anyContent.term;
    }
    const particles = place.source.children.flatMap((source) =>
      source.namespace === xsdNamespace ? (this.#particle({ ...place, source }, depth + 1) ?? []) : [],
    );
    return { kind: "group", compositor, particles };
  }

  #referredGroup(place: Place, depth: number): ModelGroup | undefined {
    const declared = this.#references.byRef(place, "group");
    if (declared === undefined) return anyContent.term;
    const cached = this.#groups.get(declared);
    if (cached) return cached;
    if (this.#open.has(declared)) {
      this.#references.circular(declared);
      return undefined;
    }
    this.#open.add(declared);
    const model = childOf(declared.source, "sequence", "choice", "all");
    const at: Place = { ...placeOf(declared), source: model ?? declared.source };
    const term = model ? this.#group(at, model.local as ModelGroup["compositor"], depth + 1) : undefined;
    this.#open.delete(declared);
    const compiled = term ?? emptyParticle.term;
    this.#groups.set(declared, compiled);
    return compiled;
  }
}

/** @param own the simple type inside of its restriction (part 1, section 3.4.2) */
export function simpleContent(
  source: SourceElement,
  own: SimpleType | undefined,
  base: Type,
  report: (problem: SchemaProblem) => void,
): Content {
  const type = own ?? simpleTypeOf(base) ?? anySimpleType;
  if (source.local === "extension") return { kind: "simple", type };
  return { kind: "simple", type: restrict(type, source.children, { name: undefined, source }, report) };
}

/** The content of a type with complex content. An extension has the content of its base, followed by its own content. */
export function derivedContent(own: Content, base: Type, derivation: Derivation, mixed: boolean): Content {
  if (derivation === "restriction") return own;
  const inherited: Content = base.kind === "complex" ? base.content : { kind: "simple", type: base };
  if (inherited.kind === "empty") return own;
  if (own.kind !== "elements" || inherited.kind !== "elements") return inherited;
  const both = group("sequence", [inherited.particle, own.particle]);
  return { kind: "elements", mixed: mixed || inherited.mixed, particle: both };
}
