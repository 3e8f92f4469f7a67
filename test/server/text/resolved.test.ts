import assert from "node:assert/strict";
import { references } from "../../../server/src/text/references.ts";
import { resolve } from "../../../server/src/text/resolved.ts";

suite("variable references", () => {
  test("references are names in double braces, and arguments for built-in variables", () => {
    const names = (text: string) => references(text).map(({ name }) => name);
    assert.deepEqual(names("{{a}}{{$guid}} {{$datetime iso8601}} {{a }}"), ["a", "$guid", "$datetime iso8601", "a"]);
    assert.deepEqual(names('{{"a":1}} {{ a}} {a} {{a\n}} {{}} {{1}} {{a{b}} {{{c}}}'), ["a{", "c"]);
  });
});

suite("a text with its variables replaced", () => {
  const values: Record<string, string> = { a: "12345", b: "" };
  const text = "x{{a}}y{{b}}z";
  const resolved = resolve(text, { start: 0, end: text.length }, (name) => values[name]);

  test("the text contains the values", () => {
    assert.equal(resolved.text, "x12345yz");
    assert.equal(resolved.known, true);
  });

  test("the text maps each position back to the typed text, a value to its reference", () => {
    const back = (start: number, end: number) => {
      const span = resolved.at({ start, end });
      return text.slice(span.start, span.end);
    };
    assert.equal(back(0, 1), "x");
    assert.equal(back(2, 4), "{{a}}");
    assert.equal(back(0, 3), "x{{a}}");
    assert.equal(back(6, 7), "y");
    assert.equal(back(7, 8), "z");
    assert.equal(back(0, 8), text);
  });

  test("the text keeps a reference without a value", () => {
    const unknown = resolve("a{{q}}b", { start: 0, end: 7 }, () => undefined);
    assert.deepEqual([unknown.text, unknown.known], ["a{{q}}b", false]);
  });
});
