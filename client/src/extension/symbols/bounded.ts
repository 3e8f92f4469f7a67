/** Applies `work` to each item, at most `atOnce` at a time, until `stopped`. Returns the results in the order of the items. */
export async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  stopped: () => boolean,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  const remaining = items.entries();
  const worker = async () => {
    // The workers share the iterator, so each item is taken once.
    for (const [index, item] of remaining) {
      if (stopped()) return;
      results.set(index, await work(item));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

/** Whether a text contains the characters of a query in their order, in any case. VS Code sorts the matches. */
export function holdsInOrder(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  let at = 0;
  for (const character of query.toLowerCase().replace(/\s/g, "")) {
    const index = lower.indexOf(character, at);
    if (index < 0) return false;
    at = index + character.length;
  }
  return true;
}
