import { GrowingBytes } from "./bytes.ts";
import { decodeHeadText } from "./responseHead.ts";

const LF = 0x0a;
const CR = 0x0d;

/** Splits bytes in any pieces into lines that end with CRLF or, tolerated, with LF (RFC 9112 section 2.2). */
export class LineSplitter {
  /** The part of a line from earlier pieces. */
  readonly #begun = new GrowingBytes();
  #whole: Uint8Array | undefined;
  /** Whether a line ended with LF alone. */
  loneLineFeed = false;
  /** Whether a line contained CR, or ended with more than one. */
  loneCarriageReturn = false;
  /** The offset of the current or last line. */
  start = 0;

  /** Reads from `at` of a piece that begins at offset `base`. Returns the index after what it read. */
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

  /** The line or its beginning, with its line ending. Valid until the next `push`. */
  get bytes(): Uint8Array {
    return this.#whole ?? this.#begun.view();
  }

  /** Whether there is an incomplete line, apart from a CR that may belong to its line ending. */
  get isInLine(): boolean {
    return this.#whole === undefined && this.#begun.view().some((byte) => byte !== CR);
  }

  /**
   * The text of a complete line without its line ending; undefined while it is incomplete. CR in it becomes a space
   * (RFC 9112 section 2.2). CR CR LF, which occurs in text files of Windows, is one line ending.
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
