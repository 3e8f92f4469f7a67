/** `tchar` of RFC 9110 section 5.6.2. */
function isTokenCharacter(code: number): boolean {
  return code < 128 && tokenCharacters[code] === 1;
}

/** The offset of the first character of `text[start, end)` that is no `tchar`; `end` where all are. */
export function tokenEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isTokenCharacter(text.charCodeAt(at))) at++;
  return at;
}

const tokenCharacters = new Uint8Array(128);
for (const character of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
  tokenCharacters[character.charCodeAt(0)] = 1;
}
