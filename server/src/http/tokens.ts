/** The end of the token (RFC 9110 section 5.6.2) that `text[start, end)` begins with; `start` if there is none. */
export function tokenEnd(text: string, start: number, end: number): number {
  return start + (/^[!#$%&'*+\-.^_`|~0-9A-Za-z]*/.exec(text.slice(start, end))?.[0].length ?? 0);
}
