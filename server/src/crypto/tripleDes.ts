import { lazily } from "../text/memoized.ts";

/*
 * Triple DES with CBC (FIPS 46-3; SP 800-38A). The padding is neither added nor removed. Services still encrypt with Triple DES,
 * but browsers and our libraries don't support it.
 */

/** The eight S-boxes, each with 64 values in hexadecimal. */
const boxes = [
  "e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d",
  "f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9",
  "a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c",
  "7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e",
  "2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453",
  "c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d",
  "4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c",
  "d2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b",
];
const list = (text: string) => text.split(" ").map(Number);
const afterBoxes = list("16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25");
const keyHalves = [
  list("57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36"),
  list("63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4"),
];
const roundChoice = list(
  "14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2 41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32",
);
const rotations = list("1 1 2 2 2 2 2 2 1 2 2 2 2 2 2 1");
/** The initial permutation, and its inverse. */
const initial = [58, 60, 62, 64, 57, 59, 61, 63].flatMap((from) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((row) => from - 8 * row),
);
const final = initial.map((_, at) => initial.indexOf(at + 1) + 1);

/** The results of each S-box for each value of six bits, after the permutation that follows the S-box. */
const mixed = lazily(() =>
  boxes.map((digits, box) =>
    Int32Array.from({ length: 64 }, (_, bits) => {
      const digit = digits[((bits >> 4) & 2) * 16 + (bits & 1) * 16 + ((bits >> 1) & 15)] ?? "0";
      const word = Number.parseInt(digit, 16) << (28 - 4 * box);
      return afterBoxes.reduce((result, from) => (result << 1) | ((word >>> (32 - from)) & 1), 0);
    }),
  ),
);

type Words = readonly [left: number, right: number];

/** @param key 24 bytes @param data a multiple of 8 bytes */
export function decryptedTripleDes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  // Decryption uses the keys in reverse order.
  return chained([rounds(key, 16).reverse(), rounds(key, 8), rounds(key, 0).reverse()], iv, data, false);
}

/** @param key 24 bytes @param data a multiple of 8 bytes */
export function encryptedTripleDes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  return chained([rounds(key, 0), rounds(key, 8).reverse(), rounds(key, 16)], iv, data, true);
}

/** Runs CBC: each block is combined with the previous encrypted block. */
function chained(
  keys: readonly (readonly Uint8Array[])[],
  iv: Uint8Array,
  data: Uint8Array,
  encrypts: boolean,
): Uint8Array {
  const tables = { initial: byBytes(initial), final: byBytes(final) };
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const result = new DataView(new ArrayBuffer(data.length));
  const first = new DataView(iv.buffer, iv.byteOffset, iv.byteLength);
  let previous: Words = [first.getInt32(0), first.getInt32(4)];
  for (let at = 0; at + 8 <= data.length; at += 8) {
    const block: Words = [view.getInt32(at), view.getInt32(at + 4)];
    let words = permuted(encrypts ? combined(block, previous) : block, tables.initial);
    for (const round of keys) words = afterRounds(words, round);
    words = permuted(words, tables.final);
    if (!encrypts) words = combined(words, previous);
    result.setInt32(at, words[0]);
    result.setInt32(at + 4, words[1]);
    previous = encrypts ? words : block;
  }
  return new Uint8Array(result.buffer);
}

function combined([left, right]: Words, other: Words): Words {
  return [left ^ other[0], right ^ other[1]];
}

/** The output of a permutation for each value of each byte of a block, as two words. */
function byBytes(permutation: readonly number[]): Int32Array {
  const words = new Int32Array(8 * 256 * 2);
  for (const [to, from] of permutation.entries()) {
    const [place, mask] = [(from - 1) >> 3, 0x80 >> ((from - 1) & 7)];
    const bit = 1 << (31 - (to & 31));
    for (let value = 0; value < 256; value++) {
      const at = (place * 256 + value) * 2 + (to >> 5);
      if (value & mask) words[at] = (words[at] ?? 0) | bit;
    }
  }
  return words;
}

function permuted([left, right]: Words, table: Int32Array): Words {
  let first = 0;
  let second = 0;
  for (let place = 0; place < 8; place++) {
    const value = ((place < 4 ? left : right) >>> (24 - 8 * (place & 3))) & 0xff;
    const at = (place * 256 + value) * 2;
    first |= table[at] ?? 0;
    second |= table[at + 1] ?? 0;
  }
  return [first, second];
}

/** Runs the sixteen rounds of DES. The halves are swapped at the end. */
function afterRounds(halves: Words, keys: readonly Uint8Array[]): Words {
  const tables = mixed();
  let [left, right] = halves;
  for (const key of keys) {
    let word = 0;
    for (let box = 0; box < 8; box++) {
      const turns = (4 * box + 31) & 31;
      const bits = ((right << turns) | (right >>> (32 - turns))) >>> 26;
      word ^= tables[box]?.[bits ^ (key[box] ?? 0)] ?? 0;
    }
    [left, right] = [right, left ^ word];
  }
  return [right, left];
}

/** The round keys, each as eight values of six bits. `start`: the offset of the single key in the bytes. */
function rounds(key: Uint8Array, start: number): Uint8Array[] {
  const bit = (from: number) => ((key[start + ((from - 1) >> 3)] ?? 0) >> (7 - ((from - 1) & 7))) & 1;
  let halves = keyHalves.map((half) => half.map(bit));
  return rotations.map((turns) => {
    halves = halves.map((half) => [...half.slice(turns), ...half.slice(0, turns)]);
    const bits = halves.flat();
    const chosen = roundChoice.map((from) => bits[from - 1] ?? 0);
    return Uint8Array.from({ length: 8 }, (_, box) =>
      chosen.slice(6 * box, 6 * box + 6).reduce((result, one) => 2 * result + one, 0),
    );
  });
}
