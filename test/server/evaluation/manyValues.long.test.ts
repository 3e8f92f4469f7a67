import assert from "node:assert/strict";
import { jsonValues, parseJsonPath } from "../../../server/src/expectations/jsonPath.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { nodesOf, stringValue } from "../../../server/src/xpath/domNodes.ts";

/** More than a call can have arguments. */
const many = 300_000;

suite("a body of very many values", () => {
  test("a body is one text", () => {
    const text = `<r>${"<a>1</a>".repeat(many)}</r>`;
    assert.equal(stringValue(nodesOf(parseXml(text, 0, text.length))), "1".repeat(many));
  });

  test("a body is searched by a JSON path", () => {
    const path = parseJsonPath("$..a");
    assert.ok(!("why" in path));
    assert.equal(jsonValues(new Array(many).fill({ a: 1 }), path).length, many);
  });
});
