/**
 * A text as a literal of Python, in ASCII: nothing in it ends the literal, whatever charset Python reads the file in.
 * Python reads the escapes of JSON in the same way, except for surrogates.
 */
export function pythonText(text: string): string {
  const escaped = JSON.stringify(text.replace(/\p{Cs}/gu, "\ufffd"));
  return escaped.replace(/[^ -~]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** The identifiers and string literals in a text of Python without comments. */
export function pythonTokens(python: string): ReadonlySet<string> {
  return new Set(python.match(/"(?:[^"\\]|\\.)*"?|[A-Za-z_]\w*/g));
}
