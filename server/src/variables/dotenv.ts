import { lineEnd } from "../text/lines.ts";

/**
 * Reads the variables of a `.env` file. Its lines are `NAME=value`, with or without `export`. `#` begins a comment at
 * the start of a line or after a blank. Quoted values may have several lines; `\n`, `\r`, `\"` and `\\` are escapes
 * in double quotes only. If a name is defined several times, the last definition wins.
 */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const marked = text.replace(/^\ufeff/, "");
  const names = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*/gm;
  for (let name = names.exec(marked); name !== null; name = names.exec(marked)) {
    const { value, end } = valueAt(marked, names.lastIndex);
    variables.set(name[1] ?? "", value);
    names.lastIndex = end;
  }
  return variables;
}

/** Patterns of quoted values with a comment after them, by the quote. */
const quoted: Readonly<Record<string, RegExp>> = {
  '"': /"((?:\\[\s\S]|[^"\\])*)"[ \t]*(?:#.*)?$/my,
  "'": /'([^']*)'[ \t]*(?:#.*)?$/my,
  "`": /`([^`]*)`[ \t]*(?:#.*)?$/my,
};

function valueAt(text: string, start: number): { readonly value: string; readonly end: number } {
  const quote = text.charAt(start);
  const pattern = quoted[quote];
  if (pattern) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    const value = match?.[1];
    if (value !== undefined) return { value: quote === '"' ? unescaped(value) : value, end: pattern.lastIndex };
  }
  const end = lineEnd(text, start);
  return { value: withoutComment(text.slice(start, end)), end };
}

function withoutComment(value: string): string {
  const comment = value.search(/(?:^|\s)#/);
  return (comment < 0 ? value : value.slice(0, comment)).trim();
}

function unescaped(value: string): string {
  return value.replace(/\\([nr"\\])/g, (_, character: string) => lineBreaks[character] ?? character);
}

const lineBreaks: Readonly<Record<string, string>> = { n: "\n", r: "\r" };
