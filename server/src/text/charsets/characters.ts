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

/** Collects UTF-16 code units; `String.fromCharCode` alone takes no array of any length. */
export class TextBuilder {
  private units = new Uint16Array(8192);
  private length = 0;
  private done = "";

  add(character: number): void {
    if (this.length + 2 > this.units.length) this.flush();
    if (character > 0xffff) {
      this.units[this.length++] = 0xd7c0 + (character >> 10);
      this.units[this.length++] = 0xdc00 + (character & 0x3ff);
    } else {
      this.units[this.length++] = character;
    }
  }

  text(): string {
    this.flush();
    return this.done;
  }

  private flush(): void {
    this.done += String.fromCharCode(...this.units.subarray(0, this.length));
    this.length = 0;
  }
}
