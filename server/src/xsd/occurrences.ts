import type { ComplexType, ElementDeclaration, ModelGroup, Particle, Wildcard } from "./components.ts";

/** How often an element or a wildcard may be in the content of a type. `max` is Infinity without a limit. */
export interface Occurrence {
  readonly min: number;
  readonly max: number;
  /** Whether other elements may be there instead. */
  readonly isChoice: boolean;
}

type Term = ElementDeclaration | Wildcard;

const known = new WeakMap<ComplexType, ReadonlyMap<Term, Occurrence>>();

/** How often each part of a type's content may occur; of one that is there twice, the first. In linear time. */
export function occurrencesIn(type: ComplexType): ReadonlyMap<Term, Occurrence> {
  const found = known.get(type) ?? collect(type);
  known.set(type, found);
  return found;
}

function collect({ content }: ComplexType): ReadonlyMap<Term, Occurrence> {
  const found = new Map<Term, Occurrence>();
  const seen = new Set<ModelGroup>();
  const add = ({ min, max, term }: Particle, around: Occurrence) => {
    const own = { min: min * around.min, max: max * around.max, isChoice: around.isChoice };
    if (term.kind !== "group") {
      if (!found.has(term)) found.set(term, own);
      return;
    }
    if (seen.has(term)) return;
    seen.add(term);
    const isChoice = term.compositor === "choice" && term.particles.length > 1;
    const inside = isChoice ? { ...own, min: 0, isChoice } : own;
    for (const one of term.particles) add(one, inside);
  };
  if (content.kind === "elements") add(content.particle, { min: 1, max: 1, isChoice: false });
  return found;
}
