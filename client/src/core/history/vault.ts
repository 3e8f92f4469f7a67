/*
 * Encryption with AES-256-GCM.
 */
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { concatBytes } from "../../transport/bytes.ts";

/** Length of an AES-GCM initialization vector in bytes (NIST SP 800-38D section 8.2). */
const vectorBytes = 12;

/** A new key, as base64. */
export function newKey(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(32)));
}

/** Rejects if the text is not a key. */
export async function importVaultKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", fromBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Encrypts bytes. `name` identifies them: they can only be decrypted with the same name. */
export async function seal(key: CryptoKey, bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const vector = crypto.getRandomValues(new Uint8Array(vectorBytes));
  return concatBytes([vector, new Uint8Array(await crypto.subtle.encrypt(algorithm(vector, name), key, bytes))]);
}

/** Decrypts bytes. Undefined if they were encrypted with another key or another name, or were changed. */
export async function open(key: CryptoKey, sealed: Uint8Array, name: string): Promise<Uint8Array | undefined> {
  const [vector, content] = [sealed.subarray(0, vectorBytes), sealed.subarray(vectorBytes)];
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm(vector, name), key, content));
  } catch {
    return undefined;
  }
}

function algorithm(iv: Uint8Array, name: string) {
  return { name: "AES-GCM" as const, iv, additionalData: new TextEncoder().encode(name) };
}
