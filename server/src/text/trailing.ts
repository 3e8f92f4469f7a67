/** Removes the characters of `set` from the end of a text, in linear time, unlike `/[…]+$/`. */
export function trimTrailing(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text.charAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** Converts line breaks to LF. A CR that isn't before LF becomes a space (RFC 9112 section 2.2). */
export function withLineFeeds(text: string): string {
  return text.replace(/\r+(\n?)/g, (run, lineFeed: string) => lineFeed || " ".repeat(run.length));
}

/** The offset where the trailing characters that match `character` start. */
export function startOfTrailing(text: string, character: RegExp, end = text.length): number {
  let start = end;
  while (start > 0 && character.test(text.charAt(start - 1))) start--;
  return start;
}
