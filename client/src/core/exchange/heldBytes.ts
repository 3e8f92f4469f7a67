/** How much memory a value holds, about: its texts and, each once, the buffers that its bytes are views of. */
export function heldBytes(value: unknown, seen: Set<object> = new Set()): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || seen.has(value)) return 0;
  seen.add(value);
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (ArrayBuffer.isView(value)) return heldBytes(value.buffer, seen);
  return Object.values(value).reduce((sum: number, part) => sum + heldBytes(part, seen), 0);
}
