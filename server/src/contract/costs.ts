import type { Schemas } from "../xsd/compile.ts";
import type { ComplexType, ElementDeclaration, ModelGroup, Particle, Type } from "../xsd/components.ts";

/** As many types are looked at; what refers to more counts as endless. */
const maxTypes = 20_000;
const endless = Number.POSITIVE_INFINITY;

/**
 * How many elements the least content of a type has: so the shortest branch of a choice is found, and a recursion is left
 * at the first level where that is possible. Infinity for content without an end.
 */
export class Costs {
  readonly #schemas: Schemas;
  readonly #types = new Map<ComplexType, number>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  ofType(type: Type): number {
    if (type.kind === "simple") return 0;
    if (!this.#types.has(type)) this.#settle(type);
    return this.#types.get(type) ?? endless;
  }

  /** Of as many as have to occur. */
  ofParticle({ min, term }: Particle): number {
    return min === 0 ? 0 : min * this.ofTerm(term);
  }

  /** Of one occurrence. */
  ofTerm(term: Particle["term"]): number {
    if (term.kind === "wildcard") return 1;
    return term.kind === "element" ? this.ofElement(term) : this.#ofGroup(term);
  }

  ofElement(element: ElementDeclaration): number {
    if (element.nillable && !element.abstract) return 1;
    const concrete = this.concreteOf(element);
    return concrete === undefined ? endless : 1 + this.ofType(concrete.type);
  }

  /**
   * What may be written for an element: itself, or where it or its type is abstract, what substitutes it, or a type derived
   * from its type, with the least content. Undefined where there is nothing.
   */
  concreteOf(element: ElementDeclaration): Concrete | undefined {
    const elements = element.abstract
      ? this.#schemas.substitutesOf(element.name).filter((one) => !one.abstract)
      : [element];
    const all = elements.flatMap((one) => this.concreteTypesOf(one.type).map((type) => ({ element: one, type })));
    return all.length < 2 ? all[0] : least(all, ({ type }) => this.#types.get(type as ComplexType) ?? 0);
  }

  concreteTypesOf(type: Type): readonly Type[] {
    if (type.kind === "simple" || !type.abstract) return [type];
    if (type.name === undefined) return [];
    return this.#schemas.derivedFrom(type.name).filter((one) => one.kind === "simple" || !one.abstract);
  }

  #ofGroup({ compositor, particles }: ModelGroup): number {
    if (compositor === "choice") {
      return particles.length === 0 ? 0 : Math.min(...particles.map((one) => this.ofParticle(one)));
    }
    return particles.reduce((sum, one) => sum + this.ofParticle(one), 0);
  }

  /** Computes a type and those that it refers to, again and again until nothing becomes less. */
  #settle(start: ComplexType): void {
    const reached = new Set([start]);
    // The set grows while it is read.
    for (const type of reached) {
      this.#types.set(type, endless);
      if (reached.size < maxTypes) for (const one of this.#typesIn(type)) if (!this.#types.has(one)) reached.add(one);
    }
    // What the later ones refer to is known to the earlier ones after one round, in most cases.
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

  /** The complex types of the elements that a type's content may have. */
  #typesIn({ content }: ComplexType): readonly ComplexType[] {
    if (content.kind !== "elements") return [];
    const found: ComplexType[] = [];
    const terms: Particle["term"][] = [content.particle.term];
    const seen = new Set(terms);
    while (terms.length > 0) {
      const term = terms.pop();
      if (term?.kind === "group") {
        for (const { term: inner } of term.particles) {
          if (seen.has(inner)) continue;
          seen.add(inner);
          terms.push(inner);
        }
      } else if (term?.kind === "element") {
        const elements = term.abstract ? this.#schemas.substitutesOf(term.name) : [term];
        for (const { type } of elements) {
          for (const one of this.concreteTypesOf(type)) if (one.kind === "complex") found.push(one);
        }
      }
    }
    return found;
  }
}

export interface Concrete {
  readonly element: ElementDeclaration;
  readonly type: Type;
}

function least<T>(all: readonly T[], cost: (one: T) => number): T | undefined {
  let best: T | undefined;
  for (const one of all) if (best === undefined || cost(one) < cost(best)) best = one;
  return best;
}
