import { concatBytes } from "../../transport/bytes.ts";

/*
 * A value as bytes: the length of a JSON text (4 bytes, big-endian), the text, and the bytes that the value holds, which
 * the text refers to as `{ "$bytes": [offset, length] }`. Promises are left out.
 */

/** Bytes that the value holds twice are written once. */
export function pack(value: unknown): Uint8Array {
  const chunks: Uint8Array[] = [];
  const places = new Map<string, readonly [number, number]>();
  const buffers = new Map<ArrayBufferLike, number>();
  let length = 0;
  const placeOf = (bytes: Uint8Array) => {
    const buffer = buffers.get(bytes.buffer) ?? buffers.size;
    buffers.set(bytes.buffer, buffer);
    const key = `${buffer}:${bytes.byteOffset}:${bytes.length}`;
    const place = places.get(key) ?? [length, bytes.length];
    if (!places.has(key)) {
      places.set(key, place);
      chunks.push(bytes);
      length += bytes.length;
    }
    return { $bytes: place };
  };
  const json = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key) {
    // Not the second argument: a Buffer has been made an array of numbers there.
    const one = this[key];
    return one instanceof Uint8Array ? placeOf(one) : one instanceof Promise ? undefined : one;
  });
  const text = new TextEncoder().encode(json);
  const textLength = new Uint8Array(4);
  new DataView(textLength.buffer).setUint32(0, text.length);
  return concatBytes([textLength, text, ...chunks]);
}

/** Throws where the bytes are not what `pack` has made. */
export function unpack(packed: Uint8Array): unknown {
  const start = 4 + new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  return JSON.parse(new TextDecoder().decode(packed.subarray(4, start)), (_key, value: unknown) => {
    const place = isReference(value) ? value.$bytes : undefined;
    return place === undefined ? value : packed.subarray(start + place[0], start + place[0] + place[1]);
  });
}

function isReference(value: unknown): value is { readonly $bytes: readonly [number, number] } {
  return typeof value === "object" && value !== null && "$bytes" in value;
}
