import type { Span } from "./span.ts";

/**
 * The key that a path of keys leads to in a valid JSON text, its quotes included: of several the last one, as JSON.parse
 * takes it. `undefined` where there is none. Offsets: UTF-16, in the text.
 */
export function jsonKeySpan(text: string, path: readonly string[]): Span | undefined {
  /** The keys that lead to what is being read; `undefined` for an array. */
  const keys: (string | undefined)[] = [];
  let found: Span | undefined;
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = stringEnd(text, at);
      if (isKey) {
        keys[keys.length - 1] = JSON.parse(text.slice(at, end)) as string;
        const isWanted = keys.length === path.length && path.every((key, index) => key === keys[index]);
        if (isWanted) found = { start: at, end };
      }
      isKey = false;
      at = end - 1;
    } else if (character === "{" || character === "[") {
      isKey = character === "{";
      keys.push(isKey ? "" : undefined);
    } else if (character === "}" || character === "]") {
      isKey = false;
      keys.pop();
    } else if (character === ",") isKey = keys.at(-1) !== undefined;
  }
  return found;
}

/** After the closing quote. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}
