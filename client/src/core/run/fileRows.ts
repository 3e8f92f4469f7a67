import * as l10n from "@vscode/l10n";
import type { FileData, RunRequest } from "../../../../server/src/protocol/protocol.ts";
import { isSecretPath } from "../../../../server/src/text/secretNames.ts";
import type { DataRow, FileRow } from "./results.ts";
import { FileRun, type RunHost, type RunOptions } from "./run.ts";

export interface RowsOfFile<Exchange> {
  readonly rows: readonly FileRow[];
  readonly atOnce: number;
  /** Runs the file for a row by a host that is only for this row. It starts with what the host of the file has received. */
  run(row: FileRow, send: (host: RunHost<Exchange>) => Promise<void>): Promise<void>;
}

/** Runs the selected tests of a file, once for each of its rows if it has some. Resolves when all results are reported. */
export async function runFile<Exchange>(
  requests: readonly RunRequest[],
  host: RunHost<Exchange>,
  options: RunOptions<Exchange>,
  rows?: RowsOfFile<Exchange>,
): Promise<void> {
  if (!requests.some(({ id, isTest }) => isTest && options.selected.has(id))) return;
  if (!rows) return new FileRun(requests, host, options).runTests();
  const whole = new FileRun(requests, host, options, { hooks: ["once"] });
  await whole.begin();
  const waiting = rows.rows.values();
  const work = async () => {
    for (const row of waiting) {
      if (options.signal.aborted) return;
      const start = { hooks: ["row"], of: { row, whole } } as const;
      await rows.run(row, (own) => new FileRun(requests, own, options, start).runTests());
    }
  };
  await Promise.all(Array.from({ length: Math.min(rows.atOnce, rows.rows.length) }, work));
  await whole.finish();
}

/** The rows of its data that a whole file is run for; a sentence if there are none. */
export function fileRows({ path, where }: FileData, rows: readonly DataRow[] | string): readonly FileRow[] | string {
  if (typeof rows === "string") return rows;
  if (where && rows.length > 0 && rows.every((row) => !row.has(where.column)))
    return l10n.t("{0} has no column {1}.", path, where.column);
  const all = rows.map((values, index): FileRow => {
    const [[column, value] = []] = values;
    const isShown = value !== undefined && !value.secret && column !== undefined && !isSecretPath(column);
    const shown = isShown ? ` (${column}=${value.text.slice(0, longestLabel)})` : "";
    return { number: index + 1, label: `${l10n.t("row {0}", index + 1)}${shown}`, values };
  });
  const chosen = where ? all.filter(({ values }) => values.get(where.column)?.text === where.value) : all;
  if (chosen.length > 0) return chosen;
  return where
    ? l10n.t("{0} has no row whose {1} is {2}.", path, where.column, where.value)
    : l10n.t("The data file has no rows.");
}

/** Maximum length of a value in the name of a row. */
const longestLabel = 40;
