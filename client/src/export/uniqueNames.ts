/**
 * Returns a function that makes names unique, in constant time. A name that is taken gets the suffix; a repeated one
 * gets a number after the divider.
 * @param key names with the same key are the same
 * @param isTaken whether something else has a name
 */
export function uniqueNames(
  key: (name: string) => string,
  isTaken: (name: string) => boolean = () => false,
): (name: string, divider: string, suffix?: string) => string {
  const given = new Set<string>();
  /** The next number for each repeated name. */
  const numbers = new Map<string, number>();
  const isFree = (name: string) => !given.has(key(name)) && !isTaken(name);
  return (name, divider, suffix = "") => {
    const base = isTaken(name) ? `${name}${suffix}` : name;
    let free = base;
    let number = numbers.get(key(base)) ?? 2;
    for (; !isFree(free); number++) free = `${base}${divider}${number}`;
    numbers.set(key(base), number);
    given.add(key(free));
    return free;
  };
}

export function inAnyCase(name: string): string {
  return name.toLowerCase();
}
