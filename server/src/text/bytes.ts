export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A hex dump, such as `000010  48 54 54 50 …  HTTP…`, with 16 bytes per line. `base`: the offset of the first byte. */
export function hexLines(bytes: Uint8Array, base = 0): readonly string[] {
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
    const part = [...bytes.subarray(row * 16, row * 16 + 16)];
    const hex = part.map(hexByte).join(" ");
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    return `${hexOffset(base + row * 16)}  ${hex.padEnd(47)}  ${text}`;
  });
}

/** An offset as a hexadecimal number of at least six digits. */
export function hexOffset(offset: number): string {
  return offset.toString(16).padStart(6, "0");
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, hexByte).join("");
}

export function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, index) => octet === b[index]);
}
