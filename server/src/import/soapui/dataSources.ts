import * as l10n from "@vscode/l10n";
import type { ExtraFile } from "../collection.ts";
import type { Item } from "../ledger.ts";
import {
  attribute,
  child,
  childrenNamed,
  childText,
  descendants,
  isProblem,
  type ProjectElement,
  readProjectXml,
} from "./projectXml.ts";
import { Properties } from "./properties.ts";

/** The rows of a DataSource step. Its columns become variables. */
export interface DataSource {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What can't be imported, because the rows are in a file or are computed. */
  readonly missing: string | undefined;
}

/** Reads a grid, or the columns of a file. Undefined for other kinds of sources, such as databases. */
export function readDataSource(step: ProjectElement): DataSource | undefined {
  const source = child(child(step, "config"), "dataSource");
  const columns = uniqueColumns(propertyNames(step));
  const details = child(source, "configuration");
  const type = attribute(source, "type").toLowerCase();
  if (type === "grid" && details) {
    const rows = childrenNamed(details, "row").map((row) => cellsOf(row, columns.length));
    return { columns, rows, missing: rows.length === 0 ? l10n.t("The grid has no rows.") : undefined };
  }
  if (type !== "file") return undefined;
  const file = childText(details, "fileName") || (childText(details, "file") ?? "");
  return { columns, rows: [], missing: l10n.t("Its rows are in the file {0}. Copy them to the data file.", file) };
}

function propertyNames(step: ProjectElement): readonly string[] {
  return childrenNamed(child(step, "config"), "property").map(({ text }) => text.trim());
}

export function columnsOf(step: ProjectElement): Properties {
  return new ColumnProperties(propertyNames(step), readDataSource(step)?.columns ?? []);
}

class ColumnProperties extends Properties {
  readonly #columns: ReadonlyMap<string, string>;

  constructor(names: readonly string[], columns: readonly string[]) {
    super(
      "",
      names.map((name) => ({ name, value: "" })),
    );
    this.#columns = new Map(names.map((name, index) => [name.toLowerCase(), columns[index] ?? name]));
  }

  override variable(name: string): string {
    return this.#columns.get(name.toLowerCase()) ?? name;
  }
}

/** The cells of a row. The row's text is XML with a list of entries. */
function cellsOf(row: ProjectElement, count: number): readonly string[] {
  const root = row.children.length > 0 ? row : readProjectXml(row.text);
  const cells = isProblem(root) ? [] : descendants(root, "entry").map(({ text }) => text);
  return Array.from({ length: count }, (_, index) => cells[index] ?? "");
}

/** Column names that are distinct both as columns and as variables. */
function uniqueColumns(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const word = name.replace(/[^\p{L}\p{N}_-]+/gu, "-");
    const start = /^[A-Za-z_]/.test(word) ? word : `_${word}`;
    let own = start;
    for (let count = 2; taken.has(own); count++) own = `${start}-${count}`;
    taken.add(own);
    return own;
  });
}

/** A CSV file with the rows (RFC 4180). The first line contains the columns. */
export function dataFile(name: string, { columns, rows }: DataSource, item: Item): ExtraFile {
  const lines = [columns, ...rows].map((row) => row.map(cell).join(","));
  return { item, folder: "data", name: `${name}.csv`, content: `${lines.join("\n")}\n` };
}

function cell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) || value === "" ? `"${value.replaceAll('"', '""')}"` : value;
}
