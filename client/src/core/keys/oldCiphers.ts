import type { RsaPadding } from "../../../../server/src/protocol/protocol.ts";

/** Algorithms for key files and decryption that Web Cryptography doesn't have. */
export interface OldCiphers {
  /** Decrypts with Triple DES in CBC mode; `rc2` does the same with RC2. Undefined if the padding is wrong. */
  tripleDes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array | undefined;
  rc2(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array | undefined;
  /** Decrypts with a key in PKCS #8, with any padding. Undefined if that fails. */
  rsa(pkcs8: Uint8Array, padding: RsaPadding, data: Uint8Array): Uint8Array | undefined;
  /** Synchronous: Web Cryptography takes a minute for the 600,000 digests of some files. */
  digest(hash: "MD5" | "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512", data: Uint8Array): Uint8Array;
}
