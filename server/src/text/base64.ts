import { trimTrailing } from "./trailing.ts";

/** Base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(toBinary(bytes));
}

/** Base64 for URLs, without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return trimTrailing(toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_"), "=");
}

/** Throws if the text is not Base64. */
export function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Decodes ISO-8859-1. */
export function toBinary(bytes: Uint8Array): string {
  // The number of arguments of a call is limited. Spreading them takes 15 times as long.
  const step = 0x2000;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const part: string = Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + step));
    parts.push(part);
  }
  return parts.join("");
}
