import assert from "node:assert/strict";
import { dataRows, rowLines } from "../../../../client/src/core/run/dataRows.ts";

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

suite("the lines of the rows of a data file", () => {
  const linesOf = (path: string, content: string) => rowLines(path, new TextEncoder().encode(content));

  test("the lines are those where the rows of a table begin, also behind empty lines and texts of several lines", () => {
    assert.deepEqual(linesOf("rows.csv", '\ufeffa;b\n\n1;2\n"x\ny";ä\n5;6'), [2, 3, 5]);
    assert.deepEqual(linesOf("rows.csv", 'a\r\n"x\r\ny"\r\n\r\n5\r\n'), [1, 4]);
  });

  test("the lines are those where the objects of a JSON array begin", () => {
    const text = '[ { "a": "}\\"{" },\n\n {\n "b": [{ "c": 1 }]\n},\n{}]';
    assert.deepEqual(linesOf("rows.json", text), [0, 2, 5]);
  });
});

function texts(content: string) {
  const rows = dataRows("rows.csv", { kind: "bytes", bytes: new TextEncoder().encode(content) });
  if (typeof rows === "string") return rows;
  return rows.map((row) => Object.fromEntries([...row].map(([name, { text }]) => [name, text])));
}
