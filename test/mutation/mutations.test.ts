import assert from "node:assert/strict";
import { mutationsOf } from "./mutations.ts";

suite("mutations of a source", () => {
  const mutated = (text: string) =>
    mutationsOf("a.ts", text).map(({ start, end, after }) => text.slice(0, start) + after + text.slice(end));

  test("an operator becomes its opposite", () => {
    assert.deepEqual(mutated("const a = b < c;"), ["const a = (b) <= (c);"]);
    assert.deepEqual(mutated("const a = b ?? c;"), ["const a = (b) && (c);"]);
  });

  test("a condition is always true or always false", () => {
    assert.deepEqual(mutated("if (a) b();"), ["if (true) b();", "if (false) b();"]);
    assert.deepEqual(mutated("a = b ? c : d;"), ["a = true ? c : d;", "a = false ? c : d;"]);
  });

  test("numbers, Booleans, negations and calls of methods change", () => {
    assert.deepEqual(mutated("a(1, true);"), ["a((1 + 1), true);", "a(1, false);"]);
    assert.deepEqual(mutated("a = !b;"), ["a = (b);"]);
    assert.deepEqual(mutated("a = b.trim();"), ["a = b;"]);
  });

  test("imports, types and texts stay", () => {
    assert.deepEqual(mutated('import { a } from "./a.ts"; type B = "<" | 1 | true; const c: B = "a < b";'), []);
  });
});
