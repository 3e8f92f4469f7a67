/** `work` on each item, at most `atOnce` at a time; results in the order of the items. Stops where `stopped` says so. */
export async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  stopped: () => boolean,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const worker = async () => {
    while (next < items.length && !stopped()) {
      const index = next++;
      const item = items[index];
      if (item !== undefined) results.set(index, await work(item));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

/** Whether a text holds the characters of a query in their order, in any case: what is shown then is sorted by VS Code. */
export function holdsInOrder(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  let at = 0;
  for (const character of query.toLowerCase().replace(/\s/g, "")) {
    const found = lower.indexOf(character, at);
    if (found < 0) return false;
    at = found + character.length;
  }
  return true;
}
