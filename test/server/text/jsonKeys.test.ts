import assert from "node:assert/strict";
import { jsonKeySpan } from "../../../server/src/text/jsonKeys.ts";
import { marked } from "../../support/marked.ts";

suite("finding a key in a JSON text", () => {
  for (const [what, source, ...path] of [
    ["at the top", '{ «"a"»: 1 }', "a"],
    ["below another", '{ "b": { "a": 1 }, "d": { "x": [1, {"a": 2}], «"a"»: 1 } }', "d", "a"],
    ["a value of that text is none", '{ "d": { "x": "a", «"a"»: "a" } }', "d", "a"],
    ["of two the last", '{ "d": { "a": 1, «"a"»: 2 } }', "d", "a"],
    ["after an array of texts", '{ "d": { "x": ["a", "a"], «"a"»: 2 } }', "d", "a"],
    ["with escapes", '{ "d": { «"\\u0061\\"{"»: 2 } }', "d", 'a"{'],
    ["not deeper", '{ "d": { "x": { "a": 1 } } }', "d", "a"],
    ["none", '{ "d": {}, "a": [] }', "d", "a"],
  ] as const) {
    test(what, () => {
      const { text, spans } = marked(source);
      assert.deepEqual(jsonKeySpan(text, path), spans[0]);
    });
  }
});
