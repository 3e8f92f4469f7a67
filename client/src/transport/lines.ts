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
  /** A line held CR, or ended in more than one. */
  loneCarriageReturn = false;
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

  /** Whether a line has begun that isn't whole, a CR that may belong to its line end aside. */
  get isInLine(): boolean {
    return this.#whole === undefined && this.#begun.view().some((byte) => byte !== CR);
  }

  /**
   * The text of a whole line without its line end; undefined while it isn't whole. CR inside it reads as a space
   * (RFC 9112 section 2.2), and CR CR LF, as text files of Windows come by, as one line end.
   */
  text(): string | undefined {
    const bytes = this.#whole;
    if (bytes === undefined) return undefined;
    let end = bytes.length - 1;
    while (end > 0 && bytes[end - 1] === CR) end--;
    const line = bytes.subarray(0, end);
    if (end === bytes.length - 1) this.loneLineFeed = true;
    if (end < bytes.length - 2 || line.includes(CR)) this.loneCarriageReturn = true;
    return decodeHeadText(line).replaceAll("\r", " ");
  }
}
