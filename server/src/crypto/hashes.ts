import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { SignatureAlgorithm } from "../protocol/keyProtocol.ts";

/** Synchronous hash functions for signatures and paddings. In bundles, each package is evaluated when its hash is first used. */
export const hashes = {
  get "SHA-1"() {
    return sha1;
  },
  get "SHA-256"() {
    return sha256;
  },
  get "SHA-384"() {
    return sha384;
  },
  get "SHA-512"() {
    return sha512;
  },
} as const satisfies Record<SignatureAlgorithm["hash"], unknown>;

/** Hashes by the names that steps and algorithms use for them. */
export const hashNames: ReadonlyMap<string, SignatureAlgorithm["hash"]> = new Map([
  ["sha1", "SHA-1"],
  ["sha256", "SHA-256"],
  ["sha384", "SHA-384"],
  ["sha512", "SHA-512"],
]);
