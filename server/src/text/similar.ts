/** Maximum length of names that are compared, which limits the time. */
const LONGEST = 80;

/** Whether two names differ only in case, in the prefix, or in one letter (in longer names, two). */
export function isSimilar(a: string, b: string): boolean {
  if (a.length > LONGEST || b.length > LONGEST) return false;
  const localA = a.slice(a.indexOf(":") + 1).toLowerCase();
  const localB = b.slice(b.indexOf(":") + 1).toLowerCase();
  if (localA === localB) return true;
  // A common prefix doesn't make names more similar.
  const samePrefix = a.length - localA.length === b.length - localB.length && a.startsWith(b.slice(0, -localB.length));
  const [x, y] = samePrefix ? [localA, localB] : [a.toLowerCase(), b.toLowerCase()];
  const shorter = Math.min(x.length, y.length);
  return shorter > 2 && distance(x, y, shorter < 6 ? 1 : 2) !== undefined;
}

/**
 * Returns the candidate that is most similar to a typed word. At most a third of its letters (or two letters) differ,
 * or it begins with the typed word. A candidate that begins with the typed word is only less similar than one with a
 * single different letter.
 */
export function nearest(typed: string, candidates: Iterable<string>): string | undefined {
  const word = typed.slice(0, LONGEST).toLowerCase();
  let best: string | undefined;
  let most = Math.max(2, Math.floor(word.length / 3));
  for (const candidate of candidates) {
    const name = candidate.toLowerCase();
    const isBegun = word.length > 2 && name.startsWith(word) && most >= begun;
    const by = distance(word, name, isBegun ? 1 : most) ?? (isBegun ? begun : undefined);
    if (by === undefined || (best !== undefined && by === most)) continue;
    best = candidate;
    most = by;
  }
  return best;
}

/** The distance of a word that begins with the typed word. */
const begun = 1.5;

/** The number of inserted, deleted, replaced or swapped letters; `undefined` if it is more than `most`. */
function distance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let k = 1; k <= b.length; k++) {
      const same = a[i - 1] === b[k - 1];
      let cost = Math.min((row[k] ?? 0) + 1, (next[k - 1] ?? 0) + 1, (row[k - 1] ?? 0) + (same ? 0 : 1));
      const swapped = a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1];
      if (swapped && i > 1 && k > 1) cost = Math.min(cost, (before[k - 2] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return undefined;
    before = row;
    row = next;
  }
  const by = row[b.length] ?? 0;
  return by <= most ? by : undefined;
}
