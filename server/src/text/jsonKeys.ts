import type { Span } from "./span.ts";

/** The last key with a path in valid JSON, with its quotes. Offsets: UTF-16. */
export function jsonKeySpan(text: string, path: readonly string[]): Span | undefined {
  /** The path of the current value; `undefined` for an array. */
  const keys: (string | undefined)[] = [];
  let found: Span | undefined;
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = stringEnd(text, at);
      if (isKey) {
        keys[keys.length - 1] = JSON.parse(text.slice(at, end)) as string;
        const isFound = keys.length === path.length && path.every((key, index) => key === keys[index]);
        if (isFound) found = { start: at, end };
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

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}
