import * as l10n from "@vscode/l10n";
// This build needs no Node.
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { columnSeparator, columnsOf, dataText, rowsAt } from "../../../../server/src/expectations/columns.ts";
import type { DataSource } from "../../../../server/src/protocol/protocol.ts";
import { largestDataFile, mostRows } from "../../../../server/src/text/limits.ts";
import type { DataRow } from "./results.ts";

/** A data file, as far as it could be read. */
export type DataFile =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "missing" | "pending" };

/** The rows of a data file, or a sentence about why it can't be read. */
export function dataRows(source: DataSource, file: DataFile): readonly DataRow[] | string {
  const { path } = source;
  if (file.kind === "refused") return l10n.t("{0} can't be read: {1}", path, file.why);
  if (file.kind !== "bytes") return l10n.t("{0} doesn't exist.", path);
  if (file.bytes.length > largestDataFile)
    return l10n.t("{0} is larger than {1} MB. Split it into several files.", path, largestDataFile / 1_000_000);
  const text = dataText(file.bytes);
  try {
    const rows = isJson(path) ? jsonRows(source, text) : csvRows(source, text);
    if (typeof rows === "string" || rows.length <= mostRows) return rows;
    return l10n.t("{0} has more than {1} rows. Split it into several files.", path, mostRows);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof CsvError) return `${path}: ${error.message}`;
    throw error;
  }
}

function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

/** The zero-based line of each row of a data file that can be read; empty if the rows aren't the items of its array. */
export function rowLines(source: DataSource, bytes: Uint8Array): readonly number[] {
  const text = dataText(bytes);
  if (isJson(source.path)) return source.rows === undefined ? jsonLines(text) : [];
  const ends: number[] = [];
  parse(text, {
    ...csvOptions(source, text),
    on_record: (record, context) => {
      ends.push(context.bytes);
      return record;
    },
  });
  const content = new TextEncoder().encode(text);
  let line = 0;
  let at = 0;
  return ends.slice(0, -1).map((end) => {
    while (at < end || content[at] === 0x0a || content[at] === 0x0d) if (content[at++] === 0x0a) line++;
    return line;
  });
}

/** Of the objects in an array. */
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

function csvOptions({ separator }: DataSource, text: string) {
  return { bom: true, skip_empty_lines: true, delimiter: separator ?? columnSeparator(text.trimStart()) };
}

/** RFC 4180, with names in the first line. All lines have its separator. */
function csvRows(source: DataSource, text: string): readonly DataRow[] | string {
  const { path } = source;
  // With the names, and one more than allowed.
  const options = { ...csvOptions(source, text), to: mostRows + 2 };
  const [names = [], ...records]: readonly (readonly string[])[] = parse(text, options);
  const problem = nameProblem(names.map((name) => name.trim()));
  if (problem !== undefined) return `${path}: ${problem}`;
  return records.map((record) => new Map(names.map((name, at) => [name.trim(), value(record[at] ?? "")])));
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

function jsonRows({ path, rows: of }: DataSource, text: string): readonly DataRow[] | string {
  const rows = rowsAt(JSON.parse(text.replace(/^\ufeff/, "")), of);
  if (!rows) return l10n.t("{0} must contain an array of objects.", path);
  if (rows.length === 0 && of !== undefined) return l10n.t("{0}: {1} finds nothing.", path, of);
  const read: DataRow[] = [];
  for (const [index, row] of rows.slice(0, mostRows + 1).entries()) {
    if (typeof row !== "object" || row === null || Array.isArray(row))
      return l10n.t("{0}: item {1} isn't an object.", path, index + 1);
    read.push(new Map([...columnsOf(row)].map(([name, one]) => [name, value(one)])));
  }
  return read;
}

function value(text: string) {
  return { text, secret: false };
}
