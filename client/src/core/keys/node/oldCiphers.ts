import nodeCrypto from "node:crypto";
import { withoutPadding as withoutRsaPadding } from "../../../../../server/src/crypto/rsa.ts";
import type { OldCiphers } from "../oldCiphers.ts";

/** The ciphers of Node, whose OpenSSL has no RC2. */
export const oldCiphers: OldCiphers = {
  tripleDes: (key, iv, data) => {
    try {
      const decipher = nodeCrypto.createDecipheriv("des-ede3-cbc", key, iv);
      return new Uint8Array(Buffer.concat([decipher.update(data), decipher.final()]));
    } catch {
      return undefined;
    }
  },
  rc2: (key, iv, data) => withoutPadding(decryptRc2(key, iv, data)),
  rsa: (pkcs8, padding, data) => {
    try {
      const key = nodeCrypto.createPrivateKey({ key: Buffer.from(pkcs8), format: "der", type: "pkcs8" });
      // Node refuses version 1.5 where its library has no implicit rejection, and has no OAEP with two hashes.
      const block = nodeCrypto.privateDecrypt({ key, padding: nodeCrypto.constants.RSA_NO_PADDING }, data);
      return withoutRsaPadding(block, padding, data, pkcs8);
    } catch {
      return undefined;
    }
  },
  digest: (hash, data) => {
    const name = hash.replace("-", "").toLowerCase();
    // `crypto.hash` exists since Node 20.12, and is three times as fast as `createHash`.
    const { hash: hashOnce }: Partial<Pick<typeof nodeCrypto, "hash">> = nodeCrypto;
    return hashOnce?.(name, data, "buffer") ?? nodeCrypto.createHash(name).update(data).digest();
  },
};

function withoutPadding(plain: Uint8Array): Uint8Array | undefined {
  const count = plain.at(-1) ?? 0;
  const padding = plain.subarray(-count);
  return plain.length % 8 === 0 && count >= 1 && count <= 8 && padding.every((octet) => octet === count)
    ? plain.subarray(0, -count)
    : undefined;
}

/** The table PITABLE of RC2 (RFC 2268 section 2). */
const table = new Uint8Array(
  Buffer.from(
    "d978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32" +
      "bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626" +
      "6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a" +
      "961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731" +
      "2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e" +
      "c5f3db47e5a59c770aa62068fe7fc1ad",
    "hex",
  ),
);

const rotations = [1, 2, 3, 5] as const;

/** Decrypts blocks of RC2 with CBC, without removing the padding. The key is as long as its effective length. */
function decryptRc2(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const keys = expanded(key);
  const plain = new Uint8Array(data.length);
  let previous = iv;
  for (let at = 0; at + 8 <= data.length; at += 8) {
    const block = data.subarray(at, at + 8);
    for (const [index, octet] of decryptedBlock(keys, block).entries())
      plain[at + index] = octet ^ (previous[index] ?? 0);
    previous = block;
  }
  return plain;
}

/** Expands a key to 64 words of 16 bits (RFC 2268 section 2). */
function expanded(key: Uint8Array): Uint16Array {
  const bytes = new Uint8Array(128);
  const pi = (octet: number) => table[octet & 0xff] ?? 0;
  const at = (index: number) => bytes[index] ?? 0;
  bytes.set(key);
  for (let index = key.length; index < 128; index++) bytes[index] = pi(at(index - 1) + at(index - key.length));
  bytes[128 - key.length] = pi(at(128 - key.length));
  for (let index = 127 - key.length; index >= 0; index--) bytes[index] = pi(at(index + 1) ^ at(index + key.length));
  return Uint16Array.from({ length: 64 }, (_, index) => at(2 * index) + 256 * at(2 * index + 1));
}

/** Decrypts one block (RFC 2268 section 4). */
function decryptedBlock(keys: Uint16Array, block: Uint8Array): Uint8Array {
  const words = Uint16Array.from(
    { length: 4 },
    (_, index) => (block[2 * index] ?? 0) + 256 * (block[2 * index + 1] ?? 0),
  );
  const word = (index: number) => words[(index + 4) & 3] ?? 0;
  let next = 63;
  for (let round = 15; round >= 0; round--) {
    for (let index = 3; index >= 0; index--) {
      const turns = rotations[index & 3] ?? 0;
      const rotated = (word(index) >>> turns) | (word(index) << (16 - turns));
      const mixed = (word(index - 1) & word(index - 2)) + (~word(index - 1) & word(index - 3));
      words[index] = rotated - (keys[next--] ?? 0) - mixed;
    }
    // Mashing rounds are only after the fifth and the eleventh of 16 rounds.
    if (round !== 11 && round !== 5) continue;
    for (let index = 3; index >= 0; index--) words[index] = word(index) - (keys[word(index - 1) & 63] ?? 0);
  }
  return new Uint8Array(words.buffer);
}
