import * as l10n from "@vscode/l10n";
import type { DataSource, GivenValue } from "../protocol/protocol.ts";
import { largestDataFile, mostRows } from "../text/limits.ts";
import { LineIndex } from "../text/lines.ts";
import { memoized } from "../text/memoized.ts";
import { columnSeparator, columnsOf, dataFormat, dataText, rowsAt } from "./columns.ts";
import { sheetRows } from "./workbook.ts";
import { checkCells, xmlRows } from "./xmlRows.ts";

/** The variables of a row of a data file, by the names of the columns. */
export type DataRow = ReadonlyMap<string, GivenValue>;

/** A data file: its content, or its state if it can't be read. */
export type DataFile =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "missing" | "pending" };

/** The rows of a data file, or a sentence about why the file can't be read. */
export function dataRows(source: DataSource, file: DataFile): readonly DataRow[] | string {
  const { path } = source;
  if (file.kind === "refused") return l10n.t("{0} can't be read: {1}", path, file.why);
  if (file.kind !== "bytes") return l10n.t("{0} doesn't exist.", path);
  if (file.bytes.length > largestDataFile)
    return l10n.t("{0} is larger than {1} MB. Split it into several files.", path, largestDataFile / 1_000_000);
  const kept = rowsOf(file.bytes);
  const key = JSON.stringify([path, source.rows, source.separator, source.sheet]);
  const rows = kept.get(key) ?? readRows(source, file.bytes);
  kept.set(key, rows);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  if (typeof rows === "string") return `${path}: ${rows}`;
  if (rows.length <= mostRows) return rows;
  return l10n.t("{0} has more than {1} rows. Split it into several files.", path, mostRows);
}

/** Maximum sources per file content for which rows are kept. Each path that is typed into `# @data` is a different source. */
const mostKept = 4;
/** The rows by the file's content, and by the source that says how to read it. */
const rowsOf = memoized((_: Uint8Array) => new Map<string, readonly DataRow[] | string>());

function readRows(source: DataSource, bytes: Uint8Array): readonly DataRow[] | string {
  try {
    return readers[dataFormat(source)](source, bytes);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/** Each returns the rows, or a sentence about why the file can't be read. */
const readers = {
  csv: csvRows,
  json: jsonRows,
  xml: ({ rows: path }, bytes) => {
    const read = xmlRows(bytes, path);
    return typeof read === "string" ? read : read.rows.map(({ columns }) => rowOf(columns));
  },
  xlsx: ({ sheet }, bytes) => {
    const read = sheetRows(bytes, sheet);
    if (typeof read === "string") return read;
    const [head = new Map<number, string>(), ...records] = read;
    const names = [...head].map(([column, name]) => [column, name.trim()] as const);
    checkCells(names.length * records.length);
    const problem = nameProblem(names.map(([, name]) => name));
    return problem ?? records.map((record) => rowOf(names.map(([column, name]) => [name, record.get(column) ?? ""])));
  },
} as const satisfies Record<string, (source: DataSource, bytes: Uint8Array) => readonly DataRow[] | string>;

function rowOf(columns: Iterable<readonly [name: string, text: string]>): DataRow {
  return new Map(Array.from(columns, ([name, text]) => [name, { text, secret: false }]));
}

/** The zero-based line of each row in a readable data file; empty if the format has no lines. */
export function rowLines(source: DataSource, bytes: Uint8Array): readonly number[] {
  const format = dataFormat(source);
  if (format === "xlsx") return [];
  if (format === "xml") {
    const read = xmlRows(bytes, source.rows);
    if (typeof read === "string") return [];
    const lines = new LineIndex(read.text);
    return read.rows.map(({ start }) => lines.at(start));
  }
  const text = dataText(bytes);
  if (format === "json") return source.rows === undefined ? jsonLines(text) : [];
  return recordsIn(source, text).flatMap(({ line }, index) => (index === 0 ? [] : [line]));
}

/** The zero-based line of each object in the array of a JSON file. */
function jsonLines(text: string): readonly number[] {
  const lines: number[] = [];
  let line = 0;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInText && character === "\\") at++;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === "\n") line++;
    else if (character === "}" || character === "]") depth--;
    else if (character === "{" || character === "[") {
      if (depth === 1) lines.push(line);
      depth++;
    }
  }
  return lines;
}

/** A table's records, first the column names, at most one more than allowed. The first line shows the separator. */
function recordsIn({ separator }: DataSource, text: string) {
  return csvRecords(text, separator ?? columnSeparator(text.trimStart()), mostRows + 2);
}

function csvRows(source: DataSource, bytes: Uint8Array): readonly DataRow[] | string {
  const [first, ...records] = recordsIn(source, dataText(bytes));
  const names = (first?.cells ?? []).map((name) => name.trim());
  const problem = nameProblem(names);
  return problem ?? records.map(({ cells }) => rowOf(names.map((name, at) => [name, cells[at] ?? ""])));
}

function nameProblem(names: readonly string[]): string | undefined {
  if (names.length === 0) return l10n.t("the first line must contain the names of the columns.");
  const before = new Set<string>();
  const wrong = names.find((name) => {
    const isNew = !before.has(name);
    before.add(name);
    return !isNew || !/^[A-Za-z_][^\s={}.]*$/.test(name);
  });
  if (wrong === undefined) return undefined;
  return names.filter((name) => name === wrong).length > 1
    ? l10n.t("two columns are named {0}.", wrong)
    : l10n.t("the column name “{0}” can't be a variable. Use letters, digits, _ and -.", wrong);
}

function jsonRows({ rows: of }: DataSource, bytes: Uint8Array): readonly DataRow[] | string {
  const rows = rowsAt(JSON.parse(dataText(bytes).replace(/^\ufeff/, "")), of);
  if (!rows) return l10n.t("it must contain an array of objects.");
  if (rows.length === 0 && of !== undefined) return l10n.t("{0} finds nothing.", of);
  const read: DataRow[] = [];
  let cells = 0;
  for (const [index, row] of rows.slice(0, mostRows + 1).entries()) {
    if (typeof row !== "object" || row === null || Array.isArray(row))
      return l10n.t("item {0} isn't an object.", index + 1);
    const columns = columnsOf(row);
    cells += columns.size;
    checkCells(cells);
    read.push(rowOf(columns));
  }
  return read;
}

interface CsvRecord {
  readonly cells: readonly string[];
  /** Line where the record begins, counted from 0. */
  readonly line: number;
}

/**
 * The records of a table (RFC 4180) without empty lines, at most `most`. Throws a SyntaxError if a quote is unclosed or
 * misplaced, if a record and the first one have different numbers of cells, or if there are too many cells.
 */
function csvRecords(text: string, separator: string, most: number): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  const cellEnd = new RegExp(`[${separator}\r\n]|$`, "g");
  let line = 0;
  let at = text.startsWith("\ufeff") ? 1 : 0;
  const fail = (message: string) => {
    throw new SyntaxError(message);
  };
  const quoted = () => {
    let cell = "";
    for (let start = at + 1; ; start = at + 1) {
      const end = text.indexOf('"', start);
      if (end < 0) fail(l10n.t("the closing quote of line {0} is missing.", line + 1));
      cell += text.slice(start, end);
      at = end + 1;
      if (text[at] !== '"') return cell;
      cell += '"';
    }
  };
  const bare = () => {
    cellEnd.lastIndex = at;
    const cell = text.slice(at, cellEnd.exec(text)?.index);
    at += cell.length;
    if (cell.includes('"')) fail(l10n.t("line {0} has a quote in a value. Put the value in quotes.", line + 1));
    return cell;
  };
  while (at < text.length && records.length < most) {
    const record = { cells: [] as string[], line };
    let isQuoted: boolean;
    do {
      isQuoted = text[at] === '"';
      const cell = isQuoted ? quoted() : bare();
      record.cells.push(cell);
      checkCells(records.length * (records[0]?.cells.length ?? 0) + record.cells.length);
      if (at < text.length && !`${separator}\r\n`.includes(text[at] ?? ""))
        fail(l10n.t("line {0} has text behind a closing quote.", line + 1));
      if (isQuoted) line += cell.split(/\r\n?|\n/).length - 1;
    } while (text[at] === separator && at++ < text.length);
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    line++;
    if (record.cells.length === 1 && record.cells[0] === "" && !isQuoted) continue;
    const expected = records[0]?.cells.length ?? record.cells.length;
    if (record.cells.length !== expected) {
      const { length } = record.cells;
      fail(l10n.t("line {0} has {1} columns, but the first has {2}.", record.line + 1, length, expected));
    }
    records.push(record);
  }
  return records;
}
