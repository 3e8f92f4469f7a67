import assert from "node:assert/strict";
import { formatJson } from "../../../server/src/response/json.ts";

suite("formatting JSON", () => {
  test("formatting puts each value on a line of its own", () => {
    assert.equal(
      formatJson('{"a":1,"b":[1,{"c":null}],"d":{},"e":[ ]}', "  "),
      '{\n  "a": 1,\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ],\n  "d": {},\n  "e": []\n}',
    );
  });

  test("formatting keeps numbers, strings, order and duplicate names", () => {
    const text = '{"2":1.10e+400,"1":12345678901234567890,"1":"\\u0041\\"}, {\\\\","x":-0.0}';
    const formatted = formatJson(text, "  ");
    assert.equal(formatted.replace(/\n */g, "").replaceAll(": ", ":"), text);
    assert.equal(formatted.split("\n").length, 6);
  });

  test("formatting doesn't change formatted JSON", () => {
    const once = formatJson('[[],{"a":[1,2]},"x"]', "  ");
    assert.equal(formatJson(once, "  "), once);
  });

  test("formatting trims a single value", () => assert.equal(formatJson(' "a, b" ', "  "), '"a, b"'));

  test("formatting keeps invalid JSON", () => {
    for (const text of ['{"a":1', "{a:1}", "", '{"a":1}x']) assert.equal(formatJson(text, "  "), text);
  });

  test("formatting keeps deeply nested JSON without a stack overflow", () => {
    const text = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    assert.equal(formatJson(text, "  "), text);
  });

  test("formatting reads a string of megabytes as one token", () => {
    const text = `["${"x\\n".repeat(1_000_000)}"]`;
    assert.equal(formatJson(text, "  "), `[\n  ${text.slice(1, -1)}\n]`);
  });
});
