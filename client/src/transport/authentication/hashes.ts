import { hmac } from "@noble/hashes/hmac.js";
import { md5 as md5Of } from "@noble/hashes/legacy.js";
import { sha256 as sha256Of, sha512_256 as sha512256Of } from "@noble/hashes/sha2.js";
import { hexOf } from "../../../../server/src/text/bytes.ts";

type Hash = (bytes: Uint8Array) => Uint8Array;

/** MD5. WebCrypto has neither MD5 nor SHA-512/256, and all of its functions are asynchronous. */
export const md5: Hash = (bytes) => md5Of(bytes);
export const sha256: Hash = (bytes) => sha256Of(bytes);
export const sha512256: Hash = (bytes) => sha512256Of(bytes);

export function hmacMd5(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return hmac(md5Of, key, bytes);
}

const encoder = new TextEncoder();

/** The hash of a text in UTF-8, in lower-case hexadecimal digits. */
export function hexHash(hash: Hash, text: string | Uint8Array): string {
  return hexOf(hash(typeof text === "string" ? encoder.encode(text) : text));
}

/** RFC 1320. NTLM hashes passwords with MD4, which neither WebCrypto nor OpenSSL 3 has. */
export function md4(message: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(((message.length + 8) >> 6) * 64 + 64));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 8, message.length << 3, true);
  padded.setUint32(padded.byteLength - 4, Math.floor(message.length / 0x20000000), true);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < padded.byteLength; at += 64) addBlock(state, padded, at);
  const digest = new DataView(new ArrayBuffer(16));
  for (const [index, part] of state.entries()) digest.setUint32(4 * index, part, true);
  return new Uint8Array(digest.buffer);
}

interface Round {
  readonly mix: (b: number, c: number, d: number) => number;
  readonly constant: number;
  readonly words: readonly number[];
  readonly shifts: readonly number[];
}

/** The rounds of MD4 (RFC 1320 section 3.4). */
const rounds: readonly Round[] = [
  {
    mix: (b, c, d) => (b & c) | (~b & d),
    constant: 0,
    words: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    shifts: [3, 7, 11, 19],
  },
  {
    mix: (b, c, d) => (b & c) | (b & d) | (c & d),
    constant: 0x5a827999,
    words: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
  },
  {
    mix: (b, c, d) => b ^ c ^ d,
    constant: 0x6ed9eba1,
    words: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
  },
];

function addBlock(state: number[], block: DataView, at: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (const { mix, constant, words, shifts } of rounds) {
    for (const [step, word] of words.entries()) {
      const sum = (a + mix(b, c, d) + block.getUint32(at + 4 * word, true) + constant) | 0;
      const shift = shifts[step % 4] ?? 0;
      [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
    }
  }
  for (const [index, value] of [a, b, c, d].entries()) state[index] = ((state[index] ?? 0) + value) | 0;
}
