/** The known word that is most like a typed one; `undefined` if none is similar. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  // The distance takes time in proportion to the length, and no known word is long.
  const start = typed.slice(0, longest).toLowerCase();
  const distances = known.map((word) => ({ word, by: distance(start, word) }));
  const found = distances.sort((a, b) => a.by - b.by)[0];
  return found && found.by <= Math.max(2, start.length / 3) ? found.word : undefined;
}

const longest = 100;

/** The Levenshtein distance of two texts. */
function distance(a: string, b: string): number {
  let row = [...b, ""].map((_, index) => index);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (x === y ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
