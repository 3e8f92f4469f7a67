import { addTo } from "../../text/grouped.ts";

/** Searches many texts in another text, in a single pass. */
export class TextSearch<T> {
  readonly #byStart = new Map<string, { readonly text: string; readonly item: T }[]>();
  /** Whether a searched text begins with three characters, by a number made of these characters. */
  readonly #mayBegin = new Uint8Array(size);

  /** @param texts texts with at least five characters */
  constructor(texts: Iterable<readonly [string, T]>) {
    for (const [text, item] of texts) {
      const start = text.slice(0, shortest);
      addTo(this.#byStart, start, { text, item });
      this.#mayBegin[nextKey(keyOf(text.charCodeAt(0), text.charCodeAt(1)), text.charCodeAt(2))] = 1;
    }
    // Of several texts that match at an offset, the longest is found.
    for (const all of this.#byStart.values()) all.sort((a, b) => b.text.length - a.text.length);
  }

  isIn(text: string): boolean {
    return this.#byStart.size > 0 && this.in(text).next().done !== true;
  }

  /** The matches in a text, which don't overlap. */
  *in(text: string): Generator<{ readonly start: number; readonly end: number; readonly item: T }> {
    if (this.#byStart.size === 0) return;
    let key = keyOf(text.charCodeAt(0), text.charCodeAt(1));
    for (let start = 0; start + shortest <= text.length; start++) {
      key = nextKey(key, text.charCodeAt(start + 2));
      if (this.#mayBegin[key] === 0) continue;
      const match = this.#byStart
        .get(text.slice(start, start + shortest))
        ?.find((one) => text.startsWith(one.text, start));
      if (!match) continue;
      const end = start + match.text.length;
      yield { start, end, item: match.item };
      start = end - 1;
      key = keyOf(text.charCodeAt(end), text.charCodeAt(end + 1));
    }
  }
}

const shortest = 5;
const size = 1 << 16;

function keyOf(first: number, second: number): number {
  return nextKey(nextKey(0, first), second);
}

/** The number for the last three characters, after another character. */
function nextKey(key: number, code: number): number {
  return ((key << 6) ^ code) & (size - 1);
}
