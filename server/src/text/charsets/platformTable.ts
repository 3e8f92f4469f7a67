/** The characters of a charset's codes in both directions. A code is a character's bytes as one number, the first the highest. */
export interface CodeTable {
  /** The code of a code point; -1 where it has none. */
  codeOf(character: number): number;
  /** The code point of a code; -1 where it has none. */
  characterOf(code: number): number;
}

export interface TableOptions {
  /** The name of the charset for the platform's TextDecoder (WHATWG Encoding Standard section 4.2). */
  readonly label: string;
  /** The codes that the charset may have, those of ASCII aside. */
  readonly codes: Iterable<number>;
  /** The codes that are written, where more are read: the extensions of vendors. */
  readonly writes?: (code: number) => boolean;
  /** What IANA's charset has where the platform has something else; -1 for no character. */
  readonly exceptions?: Readonly<Record<number, number>>;
  /** Whether the charset has everything that the platform reads: control characters and private use too. */
  readonly whole?: boolean;
}

/**
 * A table made by decoding: no data of our own. ASCII stands for itself. Of two codes for one character the lower is
 * written. `undefined` where the platform doesn't know the label.
 */
export function createTable({ label, codes, writes, exceptions = {}, whole }: TableOptions): CodeTable | undefined {
  const all = [...codes];
  const decoded = decodeCodes(label, all);
  if (!decoded) return undefined;
  const characters = new Map<number, number>();
  const found = new Map<number, number>();
  for (const [index, code] of all.entries()) {
    const character = exceptions[code] ?? usable(decoded[index], whole);
    if (character < 0) continue;
    characters.set(code, character);
    if (!found.has(character) && (writes?.(code) ?? true)) found.set(character, code);
  }
  return {
    codeOf: (character) => (character < 0x80 ? character : (found.get(character) ?? -1)),
    characterOf: (code) => (code < 0x80 ? code : (characters.get(code) ?? -1)),
  };
}

/** The texts of codes as the platform decodes each by itself; `undefined` where it doesn't know the label. */
function decodeCodes(label: string, codes: readonly number[]): readonly string[] | undefined {
  const bytes: number[] = [];
  for (const code of codes) {
    for (let shift = 24; shift > 0; shift -= 8) if (code >= 2 ** shift) bytes.push((code / 2 ** shift) & 0xff);
    bytes.push(code & 0xff, 0x0a);
  }
  try {
    const decoded = new TextDecoder(label).decode(Uint8Array.from(bytes)).split("\n");
    return decoded.length === codes.length + 1 ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** The character that a decoded text is, -1 where it is none: platforms fill gaps with controls and private use. */
function usable(text: string | undefined, whole: boolean | undefined): number {
  const character = text?.codePointAt(0) ?? -1;
  if (character === 0xfffd || text?.length !== (character > 0xffff ? 2 : 1)) return -1;
  return !whole && (character < 0xa0 || (character >= 0xe000 && character <= 0xf8ff)) ? -1 : character;
}
