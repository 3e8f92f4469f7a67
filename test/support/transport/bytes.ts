/** Returns one byte for each character. Throws if a character is above U+00FF. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (code > 0xff) throw new Error(`${character} is no single byte`);
    return code;
  });
}

export function asLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
