import type { DataFileParams, DataRowsResult } from "../../../../server/src/protocol/mockProtocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { dataRows } from "../../core/run/dataRows.ts";

/** Reads the rows of a data file for the language server, as for tests. */
export function mockRows({ path, bytes }: DataFileParams): DataRowsResult {
  const rows = dataRows({ path }, { kind: "bytes", bytes: fromBase64(bytes) });
  if (typeof rows === "string") return { rows };
  const texts = (row: ReadonlyMap<string, { readonly text: string }>) =>
    [...row].map(([name, { text }]) => [name, text]);
  return { rows: rows.map((row) => Object.fromEntries(texts(row))) };
}
