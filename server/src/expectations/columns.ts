import { decodeText } from "../text/decode.ts";

/** The names of the columns of a data file, as far as its beginning shows them. */
export function columnNames(path: string, bytes: Uint8Array): readonly string[] {
  const { text } = decodeText(bytes.subarray(0, examined));
  if (/\.csv$/i.test(path)) {
    const [line = ""] = text.split(/\r?\n/, 1);
    return [...line.matchAll(cells[columnSeparator(text)])]
      .map(([, quoted, bare = ""]) => (quoted?.replaceAll('""', '"') ?? bare).trim())
      .filter((name) => name !== "");
  }
  const [, first = ""] = /^\s*\[\s*\{([^{}[\]]*)/.exec(text) ?? [];
  return [...first.matchAll(/"([^"\\]*)"\s*:/g)].map(([, name = ""]) => name);
}

/** The character between the columns of a CSV file: the first separator of its first line outside of quotes. */
export function columnSeparator(text: string): "," | ";" | "\t" {
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "," || character === ";" || character === "\t") return character;
    else if (character === "\n" || character === "\r") break;
  }
  return ",";
}

const examined = 64 * 1024;
const cells = {
  ",": /(?:"((?:[^"]|"")*)"|([^,"]*))(?:,|$)/gy,
  ";": /(?:"((?:[^"]|"")*)"|([^;"]*))(?:;|$)/gy,
  "\t": /(?:"((?:[^"]|"")*)"|([^\t"]*))(?:\t|$)/gy,
};
