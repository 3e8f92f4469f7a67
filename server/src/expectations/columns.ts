import { decodeText } from "../text/decode.ts";

/** The names of the columns of a data file, as far as its beginning shows them. */
export function columnNames(path: string, bytes: Uint8Array): readonly string[] {
  const { text } = decodeText(bytes.subarray(0, examined));
  if (/\.csv$/i.test(path)) {
    const [line = ""] = text.split(/\r?\n/, 1);
    return [...line.matchAll(cell)]
      .map(([, quoted, bare = ""]) => (quoted?.replaceAll('""', '"') ?? bare).trim())
      .filter((name) => name !== "");
  }
  const [, first = ""] = /^\s*\[\s*\{([^{}[\]]*)/.exec(text) ?? [];
  return [...first.matchAll(/"([^"\\]*)"\s*:/g)].map(([, name = ""]) => name);
}

const examined = 64 * 1024;
const cell = /(?:"((?:[^"]|"")*)"|([^,"]*))(?:,|$)/gy;
