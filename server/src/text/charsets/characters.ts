import type { Span } from "../span.ts";

/** How many characters `unencodable` lists unless told otherwise. */
export const defaultUnencodable = 1000;

/** The code point that begins at an offset, -1 for a lone surrogate, which no charset can hold. */
export function characterAt(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) !== 0xd800) return unit;
  if (unit >= 0xdc00 || at + 1 >= end) return -1;
  const next = text.charCodeAt(at + 1);
  return (next & 0xfc00) === 0xdc00 ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : -1;
}

/** The characters that `holds` refuses, and lone surrogates; at most `max`. */
export function refusedCharacters(
  text: string,
  start: number,
  end: number,
  max: number,
  holds: (character: number) => boolean,
): Span[] {
  const refused: Span[] = [];
  for (let at = start; at < end && refused.length < max; ) {
    const character = characterAt(text, at, end);
    const next = at + (character > 0xffff ? 2 : 1);
    if (character < 0 || !holds(character)) refused.push({ start: at, end: next });
    at = next;
  }
  return refused;
}

const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Collects UTF-16 code units; `String.fromCharCode` alone takes no array of any length and is slow. */
export class TextBuilder {
  private units: Uint16Array<ArrayBuffer>;
  private length = 0;

  /** `units` is how many there will be about. */
  constructor(units: number) {
    this.units = new Uint16Array(units + 2);
  }

  add(character: number): void {
    if (this.length + 2 > this.units.length) this.grow();
    if (character > 0xffff) {
      this.units[this.length++] = 0xd7c0 + (character >> 10);
      this.units[this.length++] = 0xdc00 + (character & 0x3ff);
    } else {
      this.units[this.length++] = character;
    }
  }

  /** What was added must be well-formed UTF-16. Every host of ours is little-endian, as typed arrays follow it. */
  text(): string {
    return decoder.decode(new Uint8Array(this.units.buffer, 0, this.length * 2));
  }

  private grow(): void {
    const more = new Uint16Array(this.units.length * 2 + 2);
    more.set(this.units);
    this.units = more;
  }
}
