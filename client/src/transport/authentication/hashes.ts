import { hmac } from "@noble/hashes/hmac.js";
import { md5 as md5Of } from "@noble/hashes/legacy.js";
import { sha256 as sha256Of, sha512_256 as sha512256Of } from "@noble/hashes/sha2.js";
import { hexOf } from "../../../../server/src/text/bytes.ts";

type Hash = (bytes: Uint8Array) => Uint8Array;

/** WebCrypto has neither MD5 nor SHA-512/256, and computes nothing at once. */
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
