/** One byte a character: what a test writes as text is what goes on the wire. Fails on what is no byte. */
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
