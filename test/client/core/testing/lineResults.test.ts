import { deepEqual, equal } from "node:assert/strict";
import {
  afterEdit,
  lineResults,
  mergedResults,
  type RequestResults,
} from "../../../../client/src/core/testing/lineResults.ts";

const asIs = (text: string) => text;
const at = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 9 } });

suite("results at the lines of expectations", () => {
  test("results show the actual value, or why there was none, in one line", () => {
    deepEqual(
      lineResults(
        [
          { text: "status 200", held: true, actual: "200", range: at(3) },
          { text: "//a = 1", held: false, actual: "2", expected: "1", range: at(4) },
          { text: "//b = 1", held: false, why: "Nothing was\nfound.", range: at(5) },
          { text: "no fault", held: true, range: undefined },
        ],
        7,
        asIs,
      ),
      [
        { line: 3, held: true, text: "200" },
        { line: 4, held: false, text: "2" },
        { line: 5, held: false, text: "Nothing was found." },
        { line: 7, held: true, text: "" },
      ],
    );
  });

  test("results contain no secrets", () => {
    const [result] = lineResults([{ text: "", held: false, actual: "a t0p-secret", range: at(1) }], 0, (text) =>
      text.replace("t0p-secret", "•"),
    );
    equal(result?.text, "a •");
  });

  test("results list each failed row of a data file, and nothing for a row that passed", () => {
    const row = (number: number, actual: string) =>
      lineResults(
        [
          { text: "status 200", held: actual === "200", actual, range: at(3) },
          { text: "no fault", held: true, range: at(4) },
        ],
        0,
        asIs,
        number,
      );
    const rows = [row(1, "200"), row(2, "404"), row(3, "200"), row(4, "500")];
    deepEqual(rows.reduce(mergedResults), [
      { line: 3, held: false, text: "row 2: 404 · row 4: 500" },
      { line: 4, held: true, text: "" },
    ]);
    const many = Array.from({ length: 1000 }, (_, index) => row(index + 1, "404"));
    equal(many.reduce(mergedResults)[0]?.text.length, 101);
  });

  test("results are cut if they are long", () => {
    const [result] = lineResults([{ text: "", held: true, actual: "x".repeat(500), range: at(1) }], 0, asIs);
    equal(result?.text.length, 101);
  });
});

suite("results after an edit", () => {
  const before: readonly RequestResults[] = [
    { first: 0, last: 9, results: [{ line: 1, held: true, text: "" }] },
    { first: 10, last: 19, results: [{ line: 11, held: false, text: "x" }] },
  ];
  const insert = (line: number, text: string) =>
    afterEdit(before, { range: { start: { line, character: 0 }, end: { line, character: 0 } }, text });

  test("results disappear when their request is edited, and move with later requests", () => {
    deepEqual(insert(5, "one\ntwo\n"), [{ first: 12, last: 21, results: [{ line: 13, held: false, text: "x" }] }]);
  });

  test("results stay when only a later request is edited", () => {
    deepEqual(insert(12, "text"), before.slice(0, 1));
  });

  test("results disappear for each request that a change touches", () => {
    const range = { start: { line: 8, character: 0 }, end: { line: 11, character: 0 } };
    deepEqual(afterEdit(before, { range, text: "" }), []);
  });
});
