/** Without the characters of `set` at the end. By hand: `/[…]+$/` starts anew at each character of each run of them. */
export function trimTrailing(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text.charAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** LF as line ends: CR before LF is part of the line end, any other CR becomes a space (RFC 9112 section 2.2). */
export function withLineFeeds(text: string): string {
  return text.replace(/\r+(\n?)/g, (run, lineFeed: string) => lineFeed || " ".repeat(run.length));
}

/** Where the run of characters at the end begins each of which `character` matches. */
export function startOfTrailing(text: string, character: RegExp, end = text.length): number {
  let start = end;
  while (start > 0 && character.test(text.charAt(start - 1))) start--;
  return start;
}
