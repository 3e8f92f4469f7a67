import { memoized } from "../../text/memoized.ts";
import { isLocalName } from "../../xml/characters.ts";
import type { ComplexType, ElementDeclaration, ModelGroup, Particle, Type, Wildcard } from "../../xsd/components.ts";
import { occurrencesIn, particlesOf } from "../../xsd/occurrences.ts";
import type { Schemas } from "../../xsd/schemas.ts";

/** Maximum types that are examined; the cost of a type that refers to more types is infinite. */
const maxTypes = 20_000;
/** Maximum elements that are examined for a wildcard, and maximum elements that are compared for it. */
const maxKnown = 1_000;
const maxCandidates = 20;
const endless = Number.POSITIVE_INFINITY;

export const costsOf = memoized((schemas: Schemas) => new Costs(schemas));

/**
 * The cost of a type is the number of elements in its smallest content. Costs determine the shortest branch of a choice, and end
 * recursive content at the first level if possible. The cost of content without an end is Infinity.
 */
export class Costs {
  readonly #schemas: Schemas;
  readonly #types = new Map<ComplexType, number>();
  readonly #candidates = new Map<Wildcard, readonly ElementDeclaration[]>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  ofType(type: Type): number {
    if (type.kind === "simple") return 0;
    if (!this.#types.has(type)) this.#settle(type);
    return this.#types.get(type) ?? endless;
  }

  ofParticle({ min, term }: Particle): number {
    return min === 0 ? 0 : min * this.ofTerm(term);
  }

  ofTerm(term: Particle["term"]): number {
    if (term.kind === "wildcard") {
      return term.process === "strict" ? smallest(this.#candidatesFor(term), (one) => this.ofElement(one)) : 1;
    }
    return term.kind === "element" ? this.ofElement(term) : this.#ofGroup(term);
  }

  ofElement(element: ElementDeclaration): number {
    // No message can contain it.
    if (!isLocalName(element.name.local)) return endless;
    if (element.nillable && !element.abstract) return 1;
    const concrete = this.concreteOf(element);
    return concrete === undefined ? endless : 1 + this.ofType(concrete.type);
  }

  /** What to write for an element: if it is abstract, the substitute or derived type with the least content, if any. */
  concreteOf(element: ElementDeclaration): Concrete | undefined {
    const own = element.abstract ? [] : this.#typesOf(element, element);
    const all = own.length > 0 ? own : this.#substitutesOf(element).flatMap((one) => this.#typesOf(one, element));
    return least(all, ({ type }) => this.#types.get(type as ComplexType) ?? 0);
  }

  concreteTypeOf(type: Type): Type | undefined {
    return least(this.#concreteTypesOf(type), (one) => this.ofType(one));
  }

  /** The declared element with the least content that a strict wildcard accepts. */
  elementFor(wildcard: Wildcard): ElementDeclaration | undefined {
    if (wildcard.process !== "strict") return undefined;
    return least(this.#candidatesFor(wildcard), (one) => this.ofElement(one));
  }

  #candidatesFor(wildcard: Wildcard): readonly ElementDeclaration[] {
    const cached = this.#candidates.get(wildcard);
    if (cached !== undefined) return cached;
    const all = this.#schemas.elementsIn(wildcard.namespaces, maxKnown).filter(({ abstract }) => !abstract);
    const simple = all.filter(({ type }) => type.kind === "simple");
    const chosen = [...simple.slice(0, 1), ...all.slice(0, maxCandidates)];
    this.#candidates.set(wildcard, chosen);
    return chosen;
  }

  #substitutesOf({ name, block }: ElementDeclaration): readonly ElementDeclaration[] {
    return block.has("substitution") ? [] : this.#schemas.substitutesOf(name).filter((one) => !one.abstract);
  }

  /** The types that an element may have in place of the declared type, which may block some of its derived types. */
  #typesOf(element: ElementDeclaration, { type: base, block }: ElementDeclaration): readonly Concrete[] {
    return this.#concreteTypesOf(element.type)
      .filter((type) => !isBlocked(type, base, block))
      .map((type) => ({ element, type }));
  }

  #concreteTypesOf(type: Type): readonly Type[] {
    if (type.kind === "simple" || !type.abstract) return [type];
    if (type.name === undefined) return [];
    return this.#schemas.derivedFrom(type.name).filter((one) => one.kind === "simple" || !one.abstract);
  }

  #ofGroup(group: ModelGroup): number {
    const { compositor, particles } = group;
    if (compositor === "choice") {
      return particles.length === 0 ? 0 : smallest(particles, (one) => this.ofParticle(one));
    }
    return particlesOf(group).reduce((sum, one) => sum + this.ofParticle(one), 0);
  }

  /** Computes the costs of a type and of all types to which it refers. Repeats this until no cost decreases. */
  #settle(start: ComplexType): void {
    const reached = new Set([start]);
    // The loop adds types to the set that it iterates.
    for (const type of reached) {
      this.#types.set(type, endless);
      if (reached.size < maxTypes)
        for (const used of this.#typesIn(type)) if (!this.#types.has(used)) reached.add(used);
    }
    // Types that were added later are computed first, because earlier types refer to them: in most cases, one round is enough.
    const order = [...reached].reverse();
    for (let changed = true; changed; ) {
      changed = false;
      for (const type of order) {
        const { content } = type;
        const cost = content.kind === "elements" ? this.ofParticle(content.particle) : 0;
        if (cost >= (this.#types.get(type) ?? endless)) continue;
        this.#types.set(type, cost);
        changed = true;
      }
    }
  }

  #typesIn(type: ComplexType): readonly ComplexType[] {
    const elements = [...occurrencesIn(type).keys()].reverse().flatMap((term) => this.#elementsOf(term));
    return elements
      .flatMap((element) => this.#concreteTypesOf(element.type))
      .filter((concrete) => concrete.kind === "complex");
  }

  /** The elements that may appear for an element (its substitution group) or for a wildcard. */
  #elementsOf(term: ElementDeclaration | Wildcard): readonly ElementDeclaration[] {
    if (term.kind === "wildcard") return term.process === "strict" ? this.#candidatesFor(term) : [];
    const isOpen = term.abstract || (term.type.kind === "complex" && term.type.abstract);
    return isOpen ? [term, ...this.#substitutesOf(term)] : [term];
  }
}

export interface Concrete {
  readonly element: ElementDeclaration;
  readonly type: Type;
}

/** Whether a type must not replace a type from which it is derived (XML Schema part 1, section 3.4.6, Type Derivation OK). */
function isBlocked(type: Type, base: Type, block: ReadonlySet<string>): boolean {
  if (type === base || base.kind === "simple") return false;
  for (
    let ancestor: Type | undefined = type;
    ancestor?.kind === "complex" && ancestor !== base;
    ancestor = ancestor.base
  ) {
    if (block.has(ancestor.derivation) || base.block.has(ancestor.derivation)) return true;
  }
  return false;
}

function smallest<T>(all: readonly T[], cost: (item: T) => number): number {
  return all.reduce((smallest, one) => Math.min(smallest, cost(one)), endless);
}

export function least<T>(all: readonly T[], cost: (item: T) => number): T | undefined {
  let best: { readonly item: T; readonly cost: number } | undefined;
  for (const item of all) {
    const its = all.length > 1 ? cost(item) : 0;
    if (best === undefined || its < best.cost) best = { item, cost: its };
  }
  return best?.item;
}
