const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Returns a text with references in place of the characters that a regular expression (flag `g`) matches. */
export function escapeXml(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => named[character] ?? `&#${character.codePointAt(0)};`);
}
