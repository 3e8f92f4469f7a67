import { lazily } from "../memoized.ts";

/** The code point at an offset; -1 for a lone surrogate. */
export function characterAt(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) !== 0xd800) return unit;
  if (unit >= 0xdc00 || at + 1 >= end) return -1;
  const next = text.charCodeAt(at + 1);
  return (next & 0xfc00) === 0xdc00 ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : -1;
}

const decoder = lazily(() => new TextDecoder("utf-16le", { ignoreBOM: true }));

/** Collects code points as UTF-16. */
export class TextBuilder {
  #units: Uint16Array<ArrayBuffer>;
  #length = 0;
  #invalid = 0;

  /** @param units the expected number of UTF-16 units */
  constructor(units: number) {
    this.#units = new Uint16Array(units + 2);
  }

  /** @param character -1 for an undecodable sequence, which becomes U+FFFD */
  add(character: number): void {
    if (this.#length + 2 > this.#units.length) this.#grow();
    if (character > 0xffff) {
      this.#units[this.#length++] = 0xd7c0 + (character >> 10);
      this.#units[this.#length++] = 0xdc00 + (character & 0x3ff);
    } else {
      this.#units[this.#length++] = character < 0 ? 0xfffd : character;
      if (character < 0) this.#invalid++;
    }
  }

  /** The text must be well-formed. All platforms of VS Code are little-endian. */
  result(): { readonly text: string; readonly invalid: number } {
    const bytes = new Uint8Array(this.#units.buffer, 0, this.#length * 2);
    return { text: decoder().decode(bytes), invalid: this.#invalid };
  }

  #grow(): void {
    const more = new Uint16Array(this.#units.length * 2 + 2);
    more.set(this.#units);
    this.#units = more;
  }
}
