const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Returns a text in which the characters that a regular expression (flag `g`) matches are character references. */
export function escapeXml(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => named[character] ?? `&#${character.codePointAt(0)};`);
}

export const predefinedEntities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/** A text without percent-encoding (RFC 3986 section 2.1). Unchanged if it isn't encoded correctly. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Control characters except tab, line feed and carriage return, and direction marks, which would reorder the text around them. */
const unseen = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text for display in an editor. Characters that hide or reorder text become numbers, such as `<U+202E>`. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, (character) => {
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}
