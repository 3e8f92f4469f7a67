import assert from "node:assert/strict";
import { columnNames } from "../../../server/src/data/columns.ts";
import { dataRows, rowLines } from "../../../server/src/data/dataRows.ts";
import { readDataSource } from "../../../server/src/format/directiveValues.ts";
import { bytesOf, rowsOf, sourceOf } from "../../support/dataFiles.ts";

suite("rows of a data file", () => {
  test("values that are nested too deep are a problem of the file, and show no columns", () => {
    const bytes = bytesOf(`[{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}]`);
    const source = { path: "rows.json", separator: undefined, rows: undefined };
    assert.match(String(dataRows(source, { kind: "bytes", bytes })), /^rows\.json: The values are nested too deep\.$/);
    assert.deepEqual(columnNames({ ...source, rows: "$[*]" }, bytes), []);
  });

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

suite("how a data file is cached", () => {
  test("a file keeps the rows of the last four ways to read it", () => {
    const file = { kind: "bytes", bytes: bytesOf(JSON.stringify({ a: [{ id: 1 }] })) } as const;
    const read = (path: string) => dataRows({ path: "./a.json", rows: `$.${path}` }, file);
    const paths = ["a[*]", "a[0]", "*[*]", "*[0]"];
    const before = paths.map(read);
    const kept = paths.map(read).map((rows, at) => rows === before[at]);
    assert.deepEqual(kept, [true, true, true, true]);
    read("..[0]");
    assert.notEqual(read("a[*]"), before[0], "the oldest is read again");
    assert.equal(read("*[0]"), before[3]);
  });
});

suite("the lines of the rows of a data file", () => {
  const linesOf = (path: string, content: string) => rowLines({ path }, bytesOf(content));

  test("the lines are those where the rows of a table begin, also behind empty lines and texts of several lines", () => {
    assert.deepEqual(linesOf("rows.csv", '\ufeffa;b\n\n1;2\n"x\ny";ä\n5;6'), [2, 3, 5]);
    assert.deepEqual(linesOf("rows.csv", 'a\r\n"x\r\ny"\r\n\r\n5\r\n'), [1, 4]);
  });

  test("the lines are those where the objects of a JSON array begin", () => {
    const text = '[ { "a": "}\\"{" },\n\n {\n "b": [{ "c": 1 }]\n},\n{}]';
    assert.deepEqual(linesOf("rows.json", text), [0, 2, 5]);
  });
});

suite("how a data file is read", () => {
  /** The names of columns as the editor sees them: the names in the rows. */
  const names = (typed: string, content: string) => columnNames(sourceOf(typed), bytesOf(content));

  test("separator= sets the character between columns", () => {
    for (const typed of ['./a.csv separator=";"', "./a.csv separator=;"])
      assert.deepEqual(rowsOf(typed, "a,b;c\n1,1;2\n".replace("a,b", "a")), [{ a: "1,1", c: "2" }]);
    assert.deepEqual(rowsOf('./a b.csv separator="tab"', "a\tb\n1;2\t3\n"), [{ a: "1;2", b: "3" }]);
    assert.deepEqual(names('./a.csv separator=";"', "x;y\n"), ["x", "y"]);
    assert.equal(readDataSource('./a.csv separator="x"'), undefined);
  });

  for (const [charset, bytes] of [
    ["UTF-8", bytesOf("a,x\u00e4\n\u20ac,x\n")],
    ["UTF-8 with a byte order mark", bytesOf("\ufeffa,x\u00e4\n\u20ac,x\n")],
    ["UTF-16 with a byte order mark", Buffer.from("\ufeffa,x\u00e4\n\u20ac,x\n", "utf16le")],
    ["UTF-16 without one", Buffer.from("a,x\u00e4\n\u20ac,x\n", "utf16le")],
    ["big-endian UTF-16", Buffer.from("\ufeffa,x\u00e4\n\u20ac,x\n", "utf16le").swap16()],
    ["Windows-1252", Buffer.from([0x61, 0x2c, 0x78, 0xe4, 0x0a, 0x80, 0x2c, 0x78, 0x0a])],
  ] as const) {
    test(`a file in ${charset} has its characters`, () => {
      assert.deepEqual(rowsOf("./a.csv", bytes), [{ a: "\u20ac", "x\u00e4": "x" }]);
      assert.deepEqual(columnNames({ path: "./a.csv" }, bytes), ["a", "x\u00e4"]);
    });
  }

  test("a long file in UTF-8 has its columns, though the part that is examined ends within a character", () => {
    for (const shift of ["", "1"])
      assert.deepEqual(names("./a.csv", `ä,b${shift}\n${"ää,1\n".repeat(10_000)}`), ["ä", `b${shift}`]);
  });

  test("a path finds the rows of a JSON file, and values inside of objects are columns", () => {
    const content = '{"orders": [{"id": 1, "address": {"city": "Bern", "lines": ["x"]}}, {"id": 2}]}';
    assert.deepEqual(rowsOf("./a.json $.orders[*]", content), [
      {
        id: "1",
        address: '{"city":"Bern","lines":["x"]}',
        "address.city": "Bern",
        "address.lines": '["x"]',
      },
      { id: "2" },
    ]);
    assert.deepEqual(names("./a.json $.orders[*]", content), ["id", "address", "address.city", "address.lines"]);
    assert.deepEqual(names("./a.json", '[ {"id": 1, "a": {"b": 2}}, {"c": 3}]'), ["id", "a", "a.b"]);
    assert.deepEqual(names("./a.json", '[{"id": 1, "a": {"b": 2}}]'), ["id", "a", "a.b"]);
    assert.equal(rowsOf("./a.json $.order[*]", content), "./a.json: $.order[*] finds nothing.");
    assert.equal(rowsOf("./a.json $.orders[*].id", content), "./a.json: item 1 isn't an object.");
  });

  test("more than 100,000 rows or 50 MB are an error", () => {
    const rows = (count: number) => `a\n${"1\n".repeat(count)}`;
    const problem = "./a.csv has more than 100000 rows. Split it into several files.";
    assert.equal(rowsOf("./a.csv", rows(100_000)).length, 100_000);
    assert.equal(rowsOf("./a.csv", rows(100_001)), problem);
    assert.equal(rowsOf("./a.csv", rows(1_000_000)), problem);
    assert.equal(rowsOf("./a.json", `[${"{},".repeat(100_000)}{}]`), problem.replace("csv", "json"));
    const large = "./a.csv is larger than 50 MB. Split it into several files.";
    assert.equal(rowsOf("./a.csv", new Uint8Array(50_000_001)), large);
  });

  test("more than 2,000,000 cells are an error before they fill the memory", () => {
    const problem = "./a.csv: it has more than 2000000 cells. Split it into several files.";
    const names = Array.from({ length: 500 }, (_, at) => `c${at}`);
    const table = (lines: number) => `${names.join()}\n${`${",".repeat(499)}\n`.repeat(lines)}`;
    const most = dataRows({ path: "./a.csv" }, { kind: "bytes", bytes: bytesOf(table(3999)) });
    assert.equal(most.length, 3999);
    assert.equal(rowsOf("./a.csv", `${table(4000)}only one\n`), problem);
    const json = `[${Array(4001).fill(`{${names.map((name) => `"${name}":0`)}}`)}]`;
    assert.equal(rowsOf("./a.json", json), problem.replace("csv", "json"));
  });

  test("a quoted empty value is a row, whatever ends its line", () => {
    for (const end of ["\n", "\r\n", "\r", ""]) assert.equal(texts(`a\n1\n""${end}`).length, 2, JSON.stringify(end));
    assert.deepEqual(texts('a\r\n1\r\n""\r\n\r\n2\r\n'), [{ a: "1" }, { a: "" }, { a: "2" }]);
  });
});

function texts(content: string) {
  return rowsOf("rows.csv", content);
}
