import type { Span } from "./span.ts";
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

/** Decodes ISO-8859-1: each byte becomes one character. */
export function toBinary(bytes: Uint8Array): string {
  // The number of arguments of a call is limited. Spread syntax takes 15 times as long.
  const step = 0x2000;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const part: string = Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + step));
    parts.push(part);
  }
  return parts.join("");
}

/** Minimum length of Base64 data in characters. Shorter values are keys or hashes. */
const shortest = 64;

/** Line breaks as libraries escape them in XML, and slashes as they escape them in JSON. */
const escapes = /&#(?:1[03]|x0?[adAD]);|\\(?=\/)/g;

/** The spans of long values that may be Base64 data, between two XML tags or JSON quotes, in the order of the text. */
export function* base64Values(text: string, start = 0): Generator<Span, void, void> {
  // Each pattern matches a single character: with repetitions, 10 MB of text overflow the stack of the regular expression.
  const delimiters = /[<>"]/g;
  delimiters.lastIndex = start;
  let from: number | undefined;
  for (let match = delimiters.exec(text); ; match = delimiters.exec(text)) {
    const end = match?.index ?? text.length;
    // The last value of a text may be cut off, so it needs no delimiter at the end.
    if (from !== undefined && end - from >= shortest && isBase64Text(text.slice(from, end))) yield { start: from, end };
    if (match === null) return;
    from = match[0] === "<" ? undefined : end + 1;
  }
}

/** Whether a text is long enough to be data, and consists only of Base64 characters and whitespace. */
export function isBase64Text(text: string): boolean {
  if (text.length < shortest || /[^A-Za-z0-9+/=\s&#;\\]/.test(text.slice(0, shortest))) return false;
  return !/[^A-Za-z0-9+/=\s]/.test(text.replace(escapes, ""));
}

/** A value without whitespace and padding. */
export function packedBase64(value: string): string {
  const isPacked = !/[^A-Za-z0-9+/]/.test(value);
  const packed = isPacked ? value : value.replace(escapes, "").replace(/[^A-Za-z0-9+/]/g, "");
  // A single character at the end doesn't encode a whole byte.
  return packed.length % 4 === 1 ? packed.slice(0, -1) : packed;
}
