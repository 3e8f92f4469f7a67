/** RFC 4648 section 4, with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(toBinary(bytes));
}

/** Throws where the text is no base64. */
export function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
}

/** Each byte as the character of the same number, as ISO-8859-1 has it. */
export function toBinary(bytes: Uint8Array): string {
  // A call takes only so many arguments.
  const step = 0x8000;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + step)));
  }
  return parts.join("");
}
