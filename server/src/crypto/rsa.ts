import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { RsaPadding, SignatureAlgorithm } from "../protocol/keyProtocol.ts";
import { hexOf, joinedBytes, sameBytes } from "../text/bytes.ts";
import { hashes } from "./hashes.ts";

/*
 * Encryption with RSA (RFC 8017 section 7). Web Cryptography doesn't support PKCS #1 v1.5 padding, and neither Web Cryptography
 * nor Node supports OAEP with two different hashes, so the paddings are implemented here.
 */

/** Maximum number of bytes that can be encrypted with a modulus of `modulus` bytes. */
export function longestPlain(padding: RsaPadding, modulus: number): number {
  return modulus - (padding.name === "rsa-1_5" ? 11 : 2 * hashes[padding.digest].outputLen + 2);
}

/** @param numbers modulus and exponent of the public key, without leading zeros */
export function encryptedWithRsa(
  [modulus, exponent]: readonly [Uint8Array, Uint8Array],
  padding: RsaPadding,
  plain: Uint8Array,
  random: (count: number) => Uint8Array,
): Uint8Array {
  const size = modulus.length;
  const padded = padding.name === "rsa-1_5" ? padded15(plain, size, random) : paddedOaep(plain, size, padding, random);
  return bytesOf(power(numberOf(padded), numberOf(exponent), numberOf(modulus)), size);
}

/**
 * The content of a decrypted block; `undefined` if its OAEP padding is invalid. For invalid PKCS #1 v1.5 padding, returns random
 * content that is always the same for a block, so that attackers can't learn that the padding is invalid (implicit rejection).
 * @param secret bytes that only the owner of the key has
 */
export function withoutPadding(
  block: Uint8Array,
  padding: RsaPadding,
  encrypted: Uint8Array,
  secret: Uint8Array,
): Uint8Array | undefined {
  if (padding.name === "oaep") return withoutOaep(block, padding);
  const end = block.indexOf(0, 2);
  if (block[0] === 0 && block[1] === 2 && end >= 10) return block.subarray(end + 1);
  const key = hmac(sha256, sha256(secret), encrypted);
  const [low = 0, high = 0] = hmac(sha256, key, new Uint8Array([1]));
  const length = (high * 0x100 + low) % (block.length - 10);
  return masked(new Uint8Array(length), key, "SHA-256");
}

function padded15(plain: Uint8Array, size: number, random: (count: number) => Uint8Array): Uint8Array {
  const filling: number[] = [];
  const count = size - plain.length - 3;
  while (filling.length < count) filling.push(...random(count - filling.length).filter((octet) => octet !== 0));
  return joinedBytes([new Uint8Array([0, 2, ...filling, 0]), plain]);
}

type Oaep = Extract<RsaPadding, { readonly name: "oaep" }>;

function paddedOaep(
  plain: Uint8Array,
  size: number,
  { digest, mgf }: Oaep,
  random: (count: number) => Uint8Array,
): Uint8Array {
  const label = hashes[digest](new Uint8Array(0));
  const zeros = new Uint8Array(size - plain.length - 2 * label.length - 2);
  const seed = random(label.length);
  const block = masked(joinedBytes([label, zeros, new Uint8Array([1]), plain]), seed, mgf);
  return joinedBytes([new Uint8Array(1), masked(seed, block, mgf), block]);
}

function withoutOaep(block: Uint8Array, { digest, mgf }: Oaep): Uint8Array | undefined {
  const label = hashes[digest](new Uint8Array(0));
  const maskedData = block.subarray(1 + label.length);
  const seed = masked(block.subarray(1, 1 + label.length), maskedData, mgf);
  const data = masked(maskedData, seed, mgf);
  const start = data.findIndex((octet, at) => at >= label.length && octet !== 0);
  const isValid = block[0] === 0 && sameBytes(data.subarray(0, label.length), label) && data[start] === 1;
  return isValid ? data.subarray(start + 1) : undefined;
}

/** The bytes combined with the mask of MGF1 (RFC 8017 appendix B.2.1). */
function masked(bytes: Uint8Array, seed: Uint8Array, hash: SignatureAlgorithm["hash"]): Uint8Array {
  const digest = hashes[hash];
  const blocks = Array.from({ length: Math.ceil(bytes.length / digest.outputLen) }, (_, count) =>
    digest(joinedBytes([seed, new Uint8Array([count >>> 24, count >>> 16, count >>> 8, count])])),
  );
  const mask = joinedBytes(blocks);
  return bytes.map((octet, at) => octet ^ (mask[at] ?? 0));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexOf(bytes) || "0"}`);
}

function bytesOf(number: bigint, size: number): Uint8Array {
  const digits = number.toString(16).padStart(size * 2, "0");
  return Uint8Array.from({ length: size }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16));
}
