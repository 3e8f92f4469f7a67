/** Without the characters of `set` at the end, in linear time, unlike `/[…]+$/`. */
export function trimTrailing(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text.charAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** With LF as line breaks. CR before LF belongs to the line break, any other CR becomes a space (RFC 9112 section 2.2). */
export function withLineFeeds(text: string): string {
  return text.replace(/\r+(\n?)/g, (run, lineFeed: string) => lineFeed || " ".repeat(run.length));
}

/** The start of the last characters that match `character`. */
export function startOfTrailing(text: string, character: RegExp, end = text.length): number {
  let start = end;
  while (start > 0 && character.test(text.charAt(start - 1))) start--;
  return start;
}
