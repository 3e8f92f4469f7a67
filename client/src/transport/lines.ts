import { GrowingBytes } from "./bytes.ts";
import { decodeHeadText } from "./head.ts";

const LF = 0x0a;
const CR = 0x0d;

/** Splits bytes that come in any pieces into lines that end in CRLF or, tolerated, in LF (RFC 9112 section 2.2). */
export class LineSplitter {
  /** The part of a line that came in earlier pieces. */
  readonly #begun = new GrowingBytes();
  #whole: Uint8Array | undefined;
  /** A line ended in LF alone. */
  loneLineFeed = false;
  /** Offset of the line that is being read or was read last. */
  start = 0;

  /** Reads on at `at` of a piece that begins at offset `base`; gives the place after what was read. */
  push(piece: Uint8Array, at: number, base: number): number {
    if (this.#whole !== undefined || this.#begun.length === 0) this.start = base + at;
    if (this.#whole !== undefined) this.#begun.clear();
    const lineFeed = piece.indexOf(LF, at);
    const next = lineFeed < 0 ? piece.length : lineFeed + 1;
    const part = piece.subarray(at, next);
    if (lineFeed >= 0 && this.#begun.length === 0) this.#whole = part;
    else {
      this.#begun.append(part);
      this.#whole = lineFeed >= 0 ? this.#begun.view() : undefined;
    }
    return next;
  }

  /** The line as far as it came, its line end included. Valid until the next `push`. */
  get bytes(): Uint8Array {
    return this.#whole ?? this.#begun.view();
  }

  /** The text of a whole line without its line end; undefined while it isn't whole. */
  text(): string | undefined {
    const bytes = this.#whole;
    if (bytes === undefined) return undefined;
    const crlf = bytes.at(-2) === CR;
    if (!crlf) this.loneLineFeed = true;
    return decodeHeadText(bytes.subarray(0, bytes.length - (crlf ? 2 : 1)));
  }
}
