import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { SignatureAlgorithm } from "../protocol/keyProtocol.ts";

/** The hashes of signatures and paddings, which are synchronous. */
export const hashes = {
  "SHA-1": sha1,
  "SHA-256": sha256,
  "SHA-384": sha384,
  "SHA-512": sha512,
} as const satisfies Record<SignatureAlgorithm["hash"], unknown>;

/** By the names that steps and algorithms have for them. */
export const hashNames: ReadonlyMap<string, SignatureAlgorithm["hash"]> = new Map([
  ["sha1", "SHA-1"],
  ["sha256", "SHA-256"],
  ["sha384", "SHA-384"],
  ["sha512", "SHA-512"],
]);
