import assert from "node:assert/strict";
import { dataRows } from "../../../../client/src/core/run/dataRows.ts";

suite("rows of a data file", () => {
  test("rows have the columns of the first line as variables", () => {
    assert.deepEqual(texts("a,b\n1,2\n3,4\n"), [
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ]);
  });

  for (const [name, separator] of [
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
  ] as const) {
    test(`columns can be separated by ${name}, which the first line shows`, () => {
      const lines = [
        ["a", '"b,;\tc"'],
        ["1,1;1".replaceAll(separator, "."), '"x"'],
      ];
      const text = lines.map((line) => line.join(separator)).join("\n");
      const [problem] = [texts(text)];
      assert.match(String(problem), /column name “b,;\tc”/);
      assert.deepEqual(texts(text.replace('"b,;\tc"', "b")), [{ a: lines[1]?.[0], b: "x" }]);
    });
  }

  for (const [text, problem] of [
    ["a,b,a\n1,2,3\n", "rows.csv: two columns are named a."],
    ["a,1b\n1,2\n", "rows.csv: the column name “1b” can't be a variable. Use letters, digits, _ and -."],
    ["", "rows.csv: the first line must contain the names of the columns."],
  ] as const) {
    test(`rows can't be read: ${problem}`, () => assert.equal(texts(text), problem));
  }
});

function texts(content: string) {
  const rows = dataRows("rows.csv", { kind: "bytes", bytes: new TextEncoder().encode(content) });
  if (typeof rows === "string") return rows;
  return rows.map((row) => Object.fromEntries([...row].map(([name, { text }]) => [name, text])));
}
