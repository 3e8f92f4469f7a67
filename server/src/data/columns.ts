import * as l10n from "@vscode/l10n";
import { jsonValues, parseJsonPath } from "../expectations/jsonPath.ts";
import type { DataSource } from "../protocol/protocol.ts";
import { findCharset } from "../text/charset.ts";
import { decodeText } from "../text/decode.ts";
import { memoized } from "../text/memoized.ts";
import type { Span } from "../text/span.ts";
import { sheetRows } from "./workbook.ts";
import { deepestColumn, xmlRows } from "./xmlRows.ts";

/** The format of a data file, by the extension of its path. */
export function dataFormat({ path }: DataSource): "csv" | "json" | "xml" | "xlsx" {
  const [, ending = ""] = /\.(json|xml|xlsx)$/i.exec(path) ?? [];
  return ({ json: "json", xml: "xml", xlsx: "xlsx" } as const)[ending.toLowerCase()] ?? "csv";
}

/** The names of the columns of a data file, as far as its beginning contains them; empty if the file can't be read. */
export function columnNames(source: DataSource, bytes: Uint8Array): readonly string[] {
  try {
    return namesIn(source, bytes);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function namesIn(source: DataSource, bytes: Uint8Array): readonly string[] {
  switch (dataFormat(source)) {
    case "csv":
      return cellsOf(source, bytes).cells.flatMap(({ name }) => (name === "" ? [] : [name]));
    case "json":
      return source.rows === undefined
        ? firstNames(bytes)
        : namesAt(bytes, source.rows, () => jsonNames(source, bytes));
    case "xml":
      return namesAt(bytes, `xml ${source.rows}`, () => {
        const read = xmlRows(bytes, source.rows);
        return typeof read === "string" ? [] : read.rows.flatMap(({ columns }) => [...columns.keys()]);
      });
    case "xlsx":
      return namesAt(bytes, `xlsx ${source.sheet}`, () => {
        const sheet = sheetRows(bytes, source.sheet);
        return typeof sheet === "string" ? [] : [...(sheet[0]?.values() ?? [])].map((name) => name.trim());
      });
  }
}

function jsonNames({ rows = "$" }: DataSource, bytes: Uint8Array): Iterable<string> {
  return columnsOf(rowsAt(objectIn(dataText(bytes)), rows)?.[0] ?? {}).keys();
}

/** The cells of the first line of a table, each with its quotes, and the text of the beginning of the file. */
function cellsOf({ separator }: DataSource, bytes: Uint8Array) {
  const text = dataText(wholeLines(bytes.subarray(0, examined)));
  const [line = ""] = text.split(/\r?\n/, 1);
  const cells = [...line.matchAll(cellsBy[separator ?? columnSeparator(text)])].map(
    ({ index, 1: typed = "", 2: quoted, 3: bare = "" }) => {
      const start = index + typed.length - typed.trimStart().length;
      const at = { start, end: start + typed.trim().length };
      return { name: (quoted?.replaceAll('""', '"') ?? bare).trim(), at };
    },
  );
  return { text, cells };
}

/** The first occurrence of a column's name, in a table with its quotes, and the text of the file's beginning. */
export function columnSpan(
  source: DataSource,
  bytes: Uint8Array,
  name: string,
): { readonly text: string; readonly at: Span } | undefined {
  const format = dataFormat(source);
  if (format === "xlsx") return undefined;
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (format === "xml") {
    const { text } = decodeText(bytes);
    const name = `(?<=[<\\s:])(?<!xmlns:)${last.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?=[\\s/>=])`;
    for (const { index: start, 0: match } of text.matchAll(new RegExp(`${besideNames}|${name}`, "gu")))
      if (match === last) return { text, at: { start, end: start + last.length } };
    return undefined;
  }
  if (format === "json") {
    const text = dataText(bytes);
    const key = JSON.stringify(last);
    for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1))
      if (/^\s{0,99}:/.test(text.slice(at + key.length, at + key.length + 100)))
        return { text, at: { start: at + 1, end: at + key.length - 1 } };
    return undefined;
  }
  const { text, cells } = cellsOf(source, bytes);
  const cell = cells.find((one) => one.name === name);
  return cell && { text, at: cell.at };
}

/** The names in the first row of a JSON file. Only the beginning of the file is read. */
function firstNames(bytes: Uint8Array): readonly string[] {
  const text = dataText(bytes.subarray(0, examined));
  const [start = "", names = ""] = /^\s*\[\s*(\{[^{}[\]]*)/.exec(text) ?? [];
  const end = text.slice(start.length).search(/\}\s*(?:,\s*\{|\]\s*$)/);
  const row = end < 0 ? undefined : objectIn(`${text.slice(start.length - names.length, start.length + end)}}`);
  if (row) return [...columnsOf(row).keys()];
  return [...names.matchAll(/"([^"\\]*)"\s*:/g)].map(([, name = ""]) => name);
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Column names by the file's content, so that each content is read only once. */
const namesOfFile = memoized((_: Uint8Array) => new Map<string, readonly string[]>());

function namesAt(bytes: Uint8Array, key: string, read: () => Iterable<string>): readonly string[] {
  const cached = namesOfFile(bytes);
  const names = cached.get(key) ?? [...new Set(read())];
  cached.set(key, names);
  return names;
}

/** The values at a JSONPath, by default the array's items; `undefined` without an array, or if the path is invalid. */
export function rowsAt(value: unknown, path: string | undefined): readonly unknown[] | undefined {
  if (path === undefined) return Array.isArray(value) ? value : undefined;
  const steps = parseJsonPath(path);
  return "why" in steps ? undefined : jsonValues(value, steps).map((one) => one.value);
}

/** A row's properties by column name (`address.city` for inner objects). Values other than strings become JSON. */
export function columnsOf(row: unknown): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  const add = (value: unknown, before: string, depth: number) => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || depth > deepestColumn) return;
    for (const [name, inner] of Object.entries(value)) {
      columns.set(before + name, typeof inner === "string" ? inner : jsonText(inner));
      add(inner, `${before}${name}.`, depth + 1);
    }
  };
  add(row, "", 1);
  return columns;
}

/** Throws a SyntaxError where values are nested deeper than the runtime can write. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new SyntaxError(l10n.t("The values are nested too deep."));
  }
}

/** Maximum nesting depth of columns, because the JSON of each object also contains all objects in it. */
export function dataText(bytes: Uint8Array): string {
  return readData(bytes).text;
}

/**
 * The text of a data file. Its encoding is that of its byte order mark, else UTF-8 if valid, else UTF-16 if ASCII characters have
 * a zero byte, else Windows-1252. `isGuessed`: the encoding is a guess, and an editor may choose another.
 */
export function readData(bytes: Uint8Array): { readonly text: string; readonly isGuessed: boolean } {
  const { source, text, invalid } = decodeText(bytes);
  const [first, second] = bytes;
  const unmarked = first !== 0 && second === 0 ? "utf-16le" : first === 0 && second !== 0 ? "utf-16be" : undefined;
  const name = unmarked ?? (invalid > 0 ? "windows-1252" : undefined);
  if (source === "mark" || name === undefined) return { text, isGuessed: false };
  return { text: findCharset(name)?.charset.decode(bytes).text ?? text, isGuessed: true };
}

/** The beginning of a file up to its last line break, so that no character is incomplete. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.length < examined ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a));
}

/** The column separator of a CSV file: the first separator outside of quotes in its first line. */
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
/** Comments, CDATA sections, processing instructions and the ends of tags, each with the text behind it, and attribute values. */
const besideNames = `(?:<!--[^]*?(?:-->|$)|<!\\[CDATA\\[[^]*?(?:\\]\\]>|$)|<\\?[^]*?(?:\\?>|$)|>)[^<]*|"[^"]*"?|'[^']*'?`;
/** A cell with its quotes, the text in quotes, and the text without quotes, by column separator. */
const cellsBy = {
  ",": /("((?:[^"]|"")*)"|([^,"]*))(?:,|$)/gy,
  ";": /("((?:[^"]|"")*)"|([^;"]*))(?:;|$)/gy,
  "\t": /("((?:[^"]|"")*)"|([^\t"]*))(?:\t|$)/gy,
};
