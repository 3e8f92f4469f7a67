import type { Span } from "../span.ts";

/** The default of `max` in `Charset.unencodable`. */
export const defaultUnencodable = 1000;

/** The code point at an offset; -1 for a lone surrogate. */
export function characterAt(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) !== 0xd800) return unit;
  if (unit >= 0xdc00 || at + 1 >= end) return -1;
  const next = text.charCodeAt(at + 1);
  return (next & 0xfc00) === 0xdc00 ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : -1;
}

/** The characters for which `isEncodable` returns false, and lone surrogates; at most `max`. */
export function refusedCharacters(
  text: string,
  start: number,
  end: number,
  max: number,
  isEncodable: (character: number) => boolean,
): Span[] {
  const refused: Span[] = [];
  for (let at = start; at < end && refused.length < max; ) {
    const character = characterAt(text, at, end);
    const next = at + (character > 0xffff ? 2 : 1);
    if (character < 0 || !isEncodable(character)) refused.push({ start: at, end: next });
    at = next;
  }
  return refused;
}

const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Collects code points as UTF-16. */
export class TextBuilder {
  #units: Uint16Array<ArrayBuffer>;
  #length = 0;

  /** @param units the expected number of UTF-16 units */
  constructor(units: number) {
    this.#units = new Uint16Array(units + 2);
  }

  add(character: number): void {
    if (this.#length + 2 > this.#units.length) this.#grow();
    if (character > 0xffff) {
      this.#units[this.#length++] = 0xd7c0 + (character >> 10);
      this.#units[this.#length++] = 0xdc00 + (character & 0x3ff);
    } else {
      this.#units[this.#length++] = character;
    }
  }

  /** The text, which must be well-formed. All platforms of VS Code are little-endian. */
  text(): string {
    return decoder.decode(new Uint8Array(this.#units.buffer, 0, this.#length * 2));
  }

  #grow(): void {
    const more = new Uint16Array(this.#units.length * 2 + 2);
    more.set(this.#units);
    this.#units = more;
  }
}
