import { concatBytes } from "../../transport/bytes.ts";

/*
 * A value as bytes: the length of a JSON text (4 bytes, big-endian), the text, and the byte arrays of the value, to which
 * the text refers as `{ "$bytes": [offset, length] }`. Promises are omitted.
 */

/** Byte arrays that the value contains twice are written once. */
export function pack(value: unknown): Uint8Array {
  const chunks: Uint8Array[] = [];
  const references = new Map<string, readonly [offset: number, length: number]>();
  const buffers = new Map<ArrayBufferLike, number>();
  let length = 0;
  const referenceTo = (bytes: Uint8Array) => {
    const buffer = buffers.get(bytes.buffer) ?? buffers.size;
    buffers.set(bytes.buffer, buffer);
    const key = `${buffer}:${bytes.byteOffset}:${bytes.length}`;
    const reference = references.get(key) ?? [length, bytes.length];
    if (!references.has(key)) {
      references.set(key, reference);
      chunks.push(bytes);
      length += bytes.length;
    }
    return { $bytes: reference };
  };
  const json = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key) {
    // Not the second argument, in which a Buffer is an array of numbers already.
    const value = this[key];
    return value instanceof Uint8Array ? referenceTo(value) : value instanceof Promise ? undefined : value;
  });
  const text = new TextEncoder().encode(json);
  const textLength = new Uint8Array(4);
  new DataView(textLength.buffer).setUint32(0, text.length);
  return concatBytes([textLength, text, ...chunks]);
}

/** Unpacks a value. Throws if the bytes are not from `pack`. */
export function unpack(packed: Uint8Array): unknown {
  const start = 4 + new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  return JSON.parse(new TextDecoder().decode(packed.subarray(4, start)), (_key, value: unknown) => {
    if (!isReference(value)) return value;
    const [offset, length] = value.$bytes;
    return packed.subarray(start + offset, start + offset + length);
  });
}

function isReference(value: unknown): value is { readonly $bytes: readonly [number, number] } {
  return typeof value === "object" && value !== null && "$bytes" in value;
}
