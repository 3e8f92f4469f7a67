/** A block of a `.bru` file: `name { … }`, or a list `name [ … ]`. */
export interface Block {
  /** `body:xml` */
  readonly name: string;
  /** The lines between the braces, without the indentation of the block. */
  readonly lines: readonly string[];
  /** Those of a file in YAML, which aren't lines. */
  readonly entries?: readonly Entry[];
}

/** A line `key: value` of a block. */
export interface Entry {
  readonly key: string;
  readonly value: string;
  /** `~key: value` */
  readonly isDisabled: boolean;
}

/** The blocks of a text, in order. A block ends with a brace at the beginning of a line; one that doesn't end, with the text. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r\n|[\r\n]/);
  for (let at = 0; at < lines.length; at++) {
    const [, name, open] = /^([a-z][\w:-]{0,50}) {0,9}([{[])\s*$/.exec(lines[at] ?? "") ?? [];
    if (name === undefined) continue;
    const close = open === "{" ? "}" : "]";
    const content: string[] = [];
    for (at++; at < lines.length && lines[at]?.trimEnd() !== close; at++)
      content.push((lines[at] ?? "").replace(/^ {2}/, ""));
    blocks.push({ name, lines: content });
  }
  return blocks;
}

/** The entries of a block; a value between `'''` has several lines. */
export function entriesIn({ lines, entries: parsed }: Block): readonly Entry[] {
  if (parsed) return parsed;
  const entries: Entry[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").trim();
    if (line === "") continue;
    const isDisabled = line.startsWith("~");
    const own = isDisabled ? line.slice(1) : line;
    const { key, rest } = keyOf(own);
    if (!rest.startsWith("'''")) {
      entries.push({ key, value: rest, isDisabled });
      continue;
    }
    const value: string[] = [];
    for (at++; at < lines.length && lines[at]?.trim() !== "'''"; at++)
      value.push((lines[at] ?? "").replace(/^ {2}/, ""));
    entries.push({ key, value: value.join("\n"), isDisabled });
  }
  return entries;
}

/** A key with special characters is in double quotes. A line without a colon is a key alone. */
function keyOf(line: string): { readonly key: string; readonly rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)" {0,9}:/.exec(line);
  if (quoted) return { key: (quoted[1] ?? "").replace(/\\(.)/g, "$1"), rest: line.slice(quoted[0].length).trim() };
  const colon = line.indexOf(":");
  return colon < 0
    ? { key: line.replace(/,$/, ""), rest: "" }
    : { key: line.slice(0, colon).trim(), rest: line.slice(colon + 1).trim() };
}
