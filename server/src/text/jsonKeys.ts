import type { Span } from "./span.ts";

/**
 * The key that a path of keys leads to in a valid JSON text, its quotes included: of several the last one, as JSON.parse
 * takes it. `undefined` where there is none. Offsets: UTF-16, in the text.
 */
export function jsonKeySpan(text: string, path: readonly string[]): Span | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs;
  /** The keys that lead to what is being read; `undefined` for an array. */
  const keys: (string | undefined)[] = [];
  let found: Span | undefined;
  let isKey = false;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const [token] = match;
    if (token.startsWith('"')) {
      if (!isKey) continue;
      isKey = false;
      keys[keys.length - 1] = JSON.parse(token) as string;
      if (keys.length === path.length && path.every((key, at) => key === keys[at])) {
        found = { start: match.index, end: match.index + token.length };
      }
    } else if (token === "{" || token === "[") {
      keys.push(token === "{" ? "" : undefined);
      isKey = token === "{";
    } else if (token === ",") isKey = keys.at(-1) !== undefined;
    else {
      keys.pop();
      isKey = false;
    }
  }
  return found;
}
