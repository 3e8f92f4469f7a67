import { joinedBytes } from "../../../server/src/text/bytes.ts";
/** Bytes that grow at the end. Appending n bytes in any number of pieces costs O(n). */
export class GrowingBytes {
  #room = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#room.length) {
      const room = new Uint8Array(Math.max(needed, this.#room.length * 2, 256));
      room.set(this.#room.subarray(0, this.#length));
      this.#room = room;
    }
    this.#room.set(bytes, this.#length);
    this.#length = needed;
  }

  /** Returns a view of the bytes, valid until the next `append` or `clear`. */
  view(): Uint8Array {
    return this.#room.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }
}

/** Minimum length of a piece that is kept without a copy. */
const ownPiece = 4096;

/** Pieces that are joined when `whole` is called. Small pieces are copied, so that each costs O(its length). */
export class BytePieces {
  readonly #pieces: Uint8Array[] = [];
  #tail = new GrowingBytes();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends a piece, which must not change afterwards. */
  append(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (bytes.length < ownPiece) {
      this.#tail.append(bytes);
      return;
    }
    this.#endTail();
    this.#pieces.push(bytes);
  }

  whole(): Uint8Array {
    this.#endTail();
    const whole = concatBytes(this.#pieces);
    this.#pieces.splice(0, this.#pieces.length, whole);
    return whole;
  }

  #endTail(): void {
    if (this.#tail.length === 0) return;
    this.#pieces.push(this.#tail.view());
    this.#tail = new GrowingBytes();
  }
}

export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  return first !== undefined && pieces.length === 1 ? first : joinedBytes(pieces);
}
