/**
 * The variables of a `.env` file: `NAME=value` lines, `export` before them or not; `#` begins a comment, at the start of
 * a line or behind a blank. In double quotes `\n` and `\r` are line breaks, and `\"` and `\\` the character; in single
 * ones all is itself; a quoted value may have several lines. The last definition of a name wins.
 */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const line =
    /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^\r\n]*))[ \t]*(?:#.*)?$/gm;
  for (const [, name = "", double, single, grave, bare] of text.replace(/^\ufeff/, "").matchAll(line)) {
    variables.set(name, double === undefined ? (single ?? grave ?? withoutComment(bare ?? "")) : unescaped(double));
  }
  return variables;
}

function withoutComment(value: string): string {
  return value.replace(/(?:^|\s)#.*$/, "").trim();
}

function unescaped(value: string): string {
  return value.replace(/\\([nr"\\])/g, (_, character: string) => lineBreaks[character] ?? character);
}

const lineBreaks: Readonly<Record<string, string>> = { n: "\n", r: "\r" };
