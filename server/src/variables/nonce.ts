import { toBase64 } from "../text/base64.ts";

/** The time and the random values of a sending. */
export function sendingNow() {
  return { now: new Date(), guid: () => crypto.randomUUID(), random: Math.random, nonce: newNonce() };
}

/** Returns a function that always returns the same Base64 of 16 random bytes. Web Cryptography is loaded at its first call. */
function newNonce(): () => string {
  let nonce: string | undefined;
  return () => {
    nonce ??= toBase64(newBytes(16));
    return nonce;
  };
}

/** Random bytes that can't be guessed (cryptographically secure). */
export function newBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
