import assert from "node:assert/strict";
import { jsonPieces } from "../../../../client/src/cli/send/json.ts";
import { jsonText } from "../../../../client/src/cli/terminalText.ts";

suite("jsonPieces", () => {
  for (const value of [
    null,
    1.5,
    'a "b"\n\u2028',
    [],
    {},
    [[], {}, [1, "2", null, true]],
    { a: { b: [{ c: undefined, d: null }] }, "e\\": "f" },
    { first: undefined, second: 2 },
  ]) {
    test(JSON.stringify(value), () => {
      assert.equal([...jsonPieces(value)].join(""), jsonText(value));
    });
  }

  test("jsonPieces yields each string in a separate piece", () => {
    const pieces = [...jsonPieces({ bytes: "x".repeat(100), body: "y".repeat(100) })];
    assert.ok(pieces.every((piece) => !/x.*y/.test(piece)));
  });
});
