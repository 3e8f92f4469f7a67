/** Converts between codes and code points. A code is the bytes of a character as one big-endian number. */
export interface CodeTable {
  /** The code of a code point; -1 if it has none. */
  codeOf(character: number): number;
  /** The code point of a code; -1 if it has none. */
  characterOf(code: number): number;
}

export interface TableOptions {
  /** Label for TextDecoder (WHATWG Encoding Standard section 4.2). */
  readonly label: string;
  /** The charset's possible codes, except ASCII. */
  readonly codes: Iterable<number>;
  /** Whether a code is also used for encoding. By default, all codes are. */
  readonly writes?: (code: number) => boolean;
  /** Code points of codes that the platform decodes differently from IANA's charset; -1 for no character. */
  readonly exceptions?: Readonly<Record<number, number>>;
  /** Whether control characters and private use characters in the platform's table belong to the charset. */
  readonly whole?: boolean;
}

/** If two codes have a character, the lower one encodes it. `undefined` if the platform doesn't support the label. */
export function createTable({ label, codes, writes, exceptions = {}, whole }: TableOptions): CodeTable | undefined {
  const all = [...codes];
  const decoded = decodeCodes(label, all);
  if (!decoded) return undefined;
  const characters = new Map<number, number>();
  const points = new Map<number, number>();
  for (const [index, code] of all.entries()) {
    const character = exceptions[code] ?? usable(decoded[index], whole);
    if (character < 0) continue;
    characters.set(code, character);
    if (!points.has(character) && (writes?.(code) ?? true)) points.set(character, code);
  }
  return {
    codeOf: (character) => (character < 0x80 ? character : (points.get(character) ?? -1)),
    characterOf: (code) => (code < 0x80 ? code : (characters.get(code) ?? -1)),
  };
}

/** The decoded text of each code; `undefined` if the platform doesn't support the label. */
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

/** The code point of a decoded text; -1 if there is none. Platforms fill gaps with control and private use characters. */
function usable(text: string | undefined, whole: boolean | undefined): number {
  const character = text?.codePointAt(0) ?? -1;
  if (character === 0xfffd || text?.length !== (character > 0xffff ? 2 : 1)) return -1;
  return !whole && (character < 0xa0 || (character >= 0xe000 && character <= 0xf8ff)) ? -1 : character;
}
