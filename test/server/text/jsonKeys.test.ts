import assert from "node:assert/strict";
import { jsonKeySpan } from "../../../server/src/text/jsonKeys.ts";
import { marked } from "../../support/marked.ts";

suite("finding a key in a JSON text", () => {
  for (const [what, source, ...path] of [
    ["at the top", '{ «"a"»: 1 }', "a"],
    ["below another", '{ "b": { "a": 1 }, "d": { "x": [1, {"a": 2}], «"a"»: 1 } }', "d", "a"],
    ["not a value with the same text", '{ "d": { "x": "a", «"a"»: "a" } }', "d", "a"],
    ["the last of two", '{ "d": { "a": 1, «"a"»: 2 } }', "d", "a"],
    ["after an array of strings", '{ "d": { "x": ["a", "a"], «"a"»: 2 } }', "d", "a"],
    ["with escapes", '{ "d": { «"\\u0061\\"{"»: 2 } }', "d", 'a"{'],
    ["not deeper", '{ "d": { "x": { "a": 1 } } }', "d", "a"],
    ["missing", '{ "d": {}, "a": [] }', "d", "a"],
  ] as const) {
    test(what, () => {
      const { text, spans } = marked(source);
      assert.deepEqual(jsonKeySpan(text, path), spans[0]);
    });
  }
});
