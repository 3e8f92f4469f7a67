import type tables from "iconv-lite/encodings/dbcs-data.js";

/** A table of iconv-lite, read for both directions. */
export interface CodeTable {
  /** The code of a code point, -1 where it has none that may be written. */
  codeOf(character: number): number;
  /** The code point of a code of one to four bytes; several, where one code stands for them; -1 for none. */
  charactersOf(code: number): number | readonly number[];
}

/** No code is as high as that. */
const none = 0xffffffff;

type Table = (typeof tables)[keyof typeof tables];

/** `writes` limits the codes that are written; all are read. */
export function readTable(table: Table, writes: (code: number) => boolean = () => true): CodeTable {
  const characters = new Map<number, number | readonly number[]>();
  for (const chunk of table.table()) readChunk(chunk, characters);

  const skipped = table.encodeSkipVals ?? [];
  const singles = new Set(skipped.filter((value) => typeof value === "number"));
  const spans = skipped.filter((value) => typeof value !== "number");
  const isSkipped = (code: number) => singles.has(code) || spans.some(({ from, to }) => code >= from && code <= to);

  const codes = new Map<number, number>();
  // Of two codes for one character the lower is written, as iconv-lite does.
  for (const [code, character] of [...characters].sort(([a], [b]) => a - b)) {
    if (typeof character !== "number" || codes.has(character) || isSkipped(code) || !writes(code)) continue;
    codes.set(character, code);
  }
  const plane = new Uint32Array(0x10000).fill(none);
  for (const [character, code] of codes) if (character < 0x10000) plane[character] = code;
  return {
    codeOf(character) {
      const code = character < 0x10000 ? plane[character] : codes.get(character);
      return code === undefined || code === none ? -1 : code;
    },
    charactersOf: (code) => characters.get(code) ?? -1,
  };
}

function readChunk(chunk: readonly (string | number)[], into: Map<number, number | readonly number[]>): void {
  let code = Number.parseInt(String(chunk[0]), 16);
  let last = 0;
  const add = (character: number) => {
    into.set(code++, character);
    last = character;
  };
  for (const part of chunk.slice(1)) {
    if (typeof part === "number") {
      for (let more = 0; more < part; more++) add(last + 1);
      continue;
    }
    const points = [...part].map((character) => character.codePointAt(0) ?? 0);
    for (let at = 0; at < points.length; at++) {
      const point = points[at] ?? 0;
      if (point > 0xff0 && point <= 0xfff) {
        const length = 0x1001 - point;
        into.set(code++, points.slice(at + 1, at + 1 + length));
        at += length;
      } else add(point);
    }
  }
}
