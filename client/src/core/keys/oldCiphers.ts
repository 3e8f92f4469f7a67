/** What key files need and Web Cryptography doesn't have. */
export interface OldCiphers {
  /** With CBC, as the next one. Undefined if the padding is wrong. */
  tripleDes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array | undefined;
  rc2(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array | undefined;
  /** Synchronous: Web Cryptography takes a minute for the 600,000 digests of some files. */
  digest(hash: "MD5" | "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512", data: Uint8Array): Uint8Array;
}
