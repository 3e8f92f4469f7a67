import { CsvError, parse } from "csv-parse/sync";
import type { ExternalFile } from "../../../../server/src/languageService.ts";
import type { Row } from "../../core/run/results.ts";

/** The rows of a data file, or a sentence about why it can't be read. */
export function dataRows(path: string, file: ExternalFile): readonly Row[] | string {
  if (file.kind === "refused") return `${path} can't be read: ${file.why}`;
  if (file.kind !== "bytes") return `${path} doesn't exist.`;
  const text = new TextDecoder().decode(file.bytes);
  try {
    return /\.json$/i.test(path) ? jsonRows(path, text) : csvRows(path, text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof CsvError) return `${path}: ${error.message}`;
    throw error;
  }
}

/** RFC 4180, with names in the first line. */
function csvRows(path: string, text: string): readonly Row[] | string {
  const [names = [], ...records]: readonly (readonly string[])[] = parse(text, { bom: true, skip_empty_lines: true });
  const problem = nameProblem(names.map((name) => name.trim()));
  if (problem !== undefined) return `${path}: ${problem}`;
  return records.map((record) => new Map(names.map((name, at) => [name.trim(), value(record[at] ?? "")])));
}

function nameProblem(names: readonly string[]): string | undefined {
  if (names.length === 0) return "the first line must contain the names of the columns.";
  const before = new Set<string>();
  const wrong = names.find((name) => {
    const isNew = !before.has(name);
    before.add(name);
    return !isNew || !/^[A-Za-z_][^\s={}.]*$/.test(name);
  });
  if (wrong === undefined) return undefined;
  return names.filter((name) => name === wrong).length > 1
    ? `there are two columns ${wrong}.`
    : `the column name “${wrong}” can't be a variable. Use letters, digits, _ and -.`;
}

/** An array of objects. Values that aren't texts are written as JSON. */
function jsonRows(path: string, text: string): readonly Row[] | string {
  const rows: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
  if (!Array.isArray(rows)) return `${path} must contain an array of objects.`;
  const read: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (typeof row !== "object" || row === null || Array.isArray(row))
      return `${path}: item ${index + 1} isn't an object.`;
    const entries = Object.entries(row as Readonly<Record<string, unknown>>);
    read.push(
      new Map(entries.map(([name, one]) => [name, value(typeof one === "string" ? one : JSON.stringify(one))])),
    );
  }
  return read;
}

function value(text: string) {
  return { text, secret: false };
}
