/** An id for each test of a file that stays the same while other tests change: its name, and a number if it isn't unique. */
export function itemIds(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}\n${count}`;
  });
}
