import { memoized } from "../text/memoized.ts";
import type { ComplexType, ElementDeclaration, ModelGroup, Particle, Wildcard } from "./components.ts";

/** The particles of a group. Expands nested sequences that occur once, because derived types nest them deeply. */
export function particlesOf({ compositor, particles }: ModelGroup): readonly Particle[] {
  if (compositor !== "sequence" || !particles.some(isPlainSequence)) return particles;
  const flat: Particle[] = [];
  const open = particles.toReversed();
  for (let particle = open.pop(); particle; particle = open.pop()) {
    if (!isPlainSequence(particle)) flat.push(particle);
    else if (particle.term.kind === "group") for (const inner of particle.term.particles.toReversed()) open.push(inner);
  }
  return flat;
}

function isPlainSequence({ min, max, term }: Particle): boolean {
  return min === 1 && max === 1 && term.kind === "group" && term.compositor === "sequence";
}

/** How often the content of a type allows an element or a wildcard. `max` is Infinity if there is no limit. */
export interface Occurrence {
  readonly min: number;
  readonly max: number;
  /** Whether the element is in a choice, so that others may be there instead. */
  readonly isChoice: boolean;
}

type Term = ElementDeclaration | Wildcard;

/** The occurrences of each part of a type's content; of the first one if a part occurs twice. In linear time. */
export const occurrencesIn = memoized(collect);

function collect({ content }: ComplexType): ReadonlyMap<Term, Occurrence> {
  const occurrences = new Map<Term, Occurrence>();
  const seen = new Set<ModelGroup>();
  const add = ({ min, max, term }: Particle, around: Occurrence) => {
    const own = { min: min * around.min, max: max * around.max, isChoice: around.isChoice };
    if (term.kind !== "group") {
      if (!occurrences.has(term)) occurrences.set(term, own);
      return;
    }
    if (seen.has(term)) return;
    seen.add(term);
    const isChoice = term.compositor === "choice" && term.particles.length > 1;
    const inside = isChoice ? { ...own, min: 0, isChoice } : own;
    for (const inner of particlesOf(term)) add(inner, inside);
  };
  if (content.kind === "elements") add(content.particle, { min: 1, max: 1, isChoice: false });
  return occurrences;
}
