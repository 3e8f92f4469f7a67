import assert from "node:assert/strict";
import { fileRows } from "../../../../client/src/core/run/fileRows.ts";
import { dataRows } from "../../../../server/src/data/dataRows.ts";

const csv = (...lines: readonly string[]) =>
  ({ kind: "bytes", bytes: new TextEncoder().encode(lines.join("\n")) }) as const;

suite("the rows of a file", () => {
  const data = { path: "a.csv", separator: undefined, rows: undefined, where: undefined, parallel: false };
  const labels = (...lines: readonly string[]) => {
    const chosen = fileRows(data, dataRows(data, csv(...lines)));
    return typeof chosen === "string" ? chosen : chosen.map(({ label }) => label);
  };

  test("a row is called by its number and its first value, unless that may be a secret", () => {
    assert.deepEqual(labels("sku,password", "B-7,x"), ["row 1 (sku=B-7)"]);
    assert.deepEqual(labels("password,sku", "hunter2,B-7"), ["row 1"]);
  });

  test("a condition for rows may compare a column that only some rows have", () => {
    const where = { ...data, path: "a.json", where: { column: "kind", value: "x" } };
    const chosen = fileRows(where, dataRows(where, csv('[{"a": "1"}, {"a": "2", "kind": "x"}]')));
    assert.deepEqual(typeof chosen === "string" ? chosen : chosen.map(({ number }) => number), [2]);
    assert.equal(fileRows(where, dataRows(where, csv('[{"a": "1"}]'))), "a.json has no column kind.");
  });
});
