import { toBase64 } from "../text/base64.ts";

/** Base64 of 16 random bytes. */
export function newNonce(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(16)));
}
