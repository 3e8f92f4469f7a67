/** The candidate that shares the most pairs of letters with what was typed, if that is at least half of them. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const scored = candidates.map((candidate) => ({ candidate, score: likeness(typed, candidate) }));
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best && best.score >= 0.5 ? best.candidate : undefined;
}

/** Dice's coefficient of the letter pairs: 0 to 1. */
function likeness(a: string, b: string): number {
  const left = pairs(a);
  const right = pairs(b);
  const shared = left.filter((pair) => {
    const at = right.indexOf(pair);
    if (at >= 0) right[at] = "";
    return at >= 0;
  });
  return (2 * shared.length) / Math.max(1, left.length + right.length);
}

function pairs(text: string): string[] {
  const framed = `^${text.toLowerCase()}$`;
  return Array.from({ length: framed.length - 1 }, (_, at) => framed.slice(at, at + 2));
}
