import assert from "node:assert/strict";
import { dataRows } from "../../server/src/data/dataRows.ts";
import { readDataSource } from "../../server/src/format/directiveValues.ts";
import type { DataSource } from "../../server/src/protocol/protocol.ts";

/** The rows of a data file, or the reason why there are none. `typed`: the value of `# @data`. */
export function rowsOf(typed: string, content: string | Uint8Array) {
  const rows = dataRows(sourceOf(typed), { kind: "bytes", bytes: bytesOf(content) });
  if (typeof rows === "string") return rows;
  return rows.map((row) => Object.fromEntries([...row].map(([name, { text }]) => [name, text])));
}

export function sourceOf(typed: string): DataSource {
  const source = readDataSource(typed);
  assert.ok(source, typed);
  return source;
}

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
