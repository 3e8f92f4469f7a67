/**
 * The variables of a `.env` file: `NAME=value` lines, `export` before them or not; `#` begins a comment, at the start of
 * a line or behind a blank. In double quotes `\n` and the like are what they stand for, in single ones all is itself; a
 * quoted value may have several lines. The last definition of a name wins.
 */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const line =
    /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^\r\n]*?))[ \t]*(?:#.*)?$/gm;
  for (const [, name = "", double, single, grave, bare] of text.replace(/^\ufeff/, "").matchAll(line)) {
    variables.set(name, double === undefined ? (single ?? grave ?? withoutComment(bare ?? "")) : unescaped(double));
  }
  return variables;
}

function withoutComment(value: string): string {
  return value.replace(/(?:^|\s)#.*$/, "").trim();
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescaped(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character);
}
