/** Returns the first index from `low` on that satisfies a condition, which then holds for all later ones; else `high`. */
export function firstIndex(low: number, high: number, isMet: (index: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isMet(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
