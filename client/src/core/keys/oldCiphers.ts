/** What older key files need and Web Cryptography doesn't have. All with CBC; undefined if the padding is wrong. */
export interface OldCiphers {
  tripleDes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array | undefined;
  rc2(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array | undefined;
  md5(data: Uint8Array): Uint8Array;
}
