import type { ReceivedValue } from "../variables/sending.ts";

/** A row of a data file: its columns. */
export type DataRow = ReadonlyMap<string, ReceivedValue>;

/** The rows of a data file, found by the values of one column. */
export class RowsByColumn {
  readonly #rows: readonly DataRow[];
  /** The first row with each value. */
  readonly #first = new Map<string, number>();

  constructor(rows: readonly DataRow[], column: string) {
    this.#rows = rows;
    for (const [index, row] of rows.entries()) {
      const value = row.get(column)?.text.trim();
      if (value !== undefined && !this.#first.has(value)) this.#first.set(value, index);
    }
  }

  /** The first row with one of the values; whitespace around them doesn't count. */
  find(values: readonly string[]): DataRow | undefined {
    const rows = values.flatMap((value) => this.#first.get(value.trim()) ?? []);
    return this.#rows[rows.reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY)];
  }
}
