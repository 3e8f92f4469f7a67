/** Bytes as lines of an offset, sixteen bytes in hexadecimal and their printable ASCII characters. */
export function hexPreview(bytes: Uint8Array, max: number): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(bytes.length, max); at += 16) {
    const row = bytes.subarray(at, Math.min(at + 16, max));
    const hex = Array.from(row, (byte) => byte.toString(16).padStart(2, "0"));
    const characters = Array.from(row, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "."));
    const left = [hex.slice(0, 8).join(" "), hex.slice(8).join(" ")].join("  ");
    lines.push(`${at.toString(16).padStart(8, "0")}  ${left.padEnd(48)}  ${characters.join("")}`);
  }
  return lines.join("\n");
}
