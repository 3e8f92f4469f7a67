/** A name for a new file or folder: with `-2`, `-3` … behind it if another one has it, even in another case. */
export function freeName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(keyOf));
  let free = name;
  for (let count = 2; keys.has(keyOf(free)); count++) free = `${name}-${count}`;
  return free;
}

function keyOf(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
