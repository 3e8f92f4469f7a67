/*
 * SHA-1 (FIPS 180-4 section 6.1.2). WebCrypto has it too, but only asynchronously. It isn't safe for signatures; the profiles
 * of WS-Security require it for password digests.
 */

/** The 20 bytes of the hash. */
export function sha1(data: Uint8Array): Uint8Array {
  const words = padded(data);
  const hash = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const schedule = new Uint32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    schedule.set(words.subarray(block, block + 16));
    addBlock(hash, schedule);
  }
  const bytes = new Uint8Array(20);
  for (const [index, word] of hash.entries()) new DataView(bytes.buffer).setUint32(index * 4, word);
  return bytes;
}

/** With a bit, zeros, and the length in bits: a multiple of 16 words. */
function padded(data: Uint8Array): Uint32Array {
  const bytes = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(data.length / 0x20000000));
  view.setUint32(bytes.length - 4, data.length << 3);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4));
}

function addBlock(hash: Uint32Array, schedule: Uint32Array): void {
  const word = (at: number) => schedule[at] ?? 0;
  for (let at = 16; at < 80; at++) {
    schedule[at] = rotated(word(at - 3) ^ word(at - 8) ^ word(at - 14) ^ word(at - 16), 1);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash;
  for (let at = 0; at < 80; at++) {
    const [mixed, constant] = round(at, b, c, d);
    const next = (rotated(a, 5) + mixed + e + constant + word(at)) >>> 0;
    [e, d, c, b, a] = [d, c, rotated(b, 30), a, next];
  }
  for (const [index, value] of [a, b, c, d, e].entries()) hash[index] = (hash[index] ?? 0) + value;
}

function round(at: number, b: number, c: number, d: number): readonly [mixed: number, constant: number] {
  if (at < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (at < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (at < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
