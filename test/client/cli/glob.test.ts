import assert from "node:assert/strict";
import { expandBraces, matchesName } from "../../../client/src/cli/glob.ts";

suite("path patterns", () => {
  const names: readonly (readonly [pattern: string, matching: readonly string[], not: readonly string[]])[] = [
    ["*", ["a", "a.b", "é"], [".a"]],
    [".*", [".a"], ["a"]],
    ["*.http", ["a.http", "a.b.http"], ["a.https", "ahttp", ".http"]],
    ["a?c", ["abc", "a😀c"], ["ac", "abbc"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "-x"]],
    ["[!a-c]x", ["dx"], ["ax"]],
    ["[^a]x", ["bx"], ["ax"]],
    ["a[", ["a["], ["a"]],
    ["a+(b)|c.d$", ["a+(b)|c.d$"], ["aab", "a+(b)|cxd$"]],
    ["[z-a]", [], ["a", "z", "-"]],
  ];
  for (const [pattern, matching, not] of names) {
    test(pattern, () => {
      for (const name of matching) assert.ok(matchesName(pattern, name), name);
      for (const name of not) assert.ok(!matchesName(pattern, name), name);
    });
  }

  test("braces give a pattern for each choice", () => {
    assert.deepEqual(expandBraces("a{b,c/d}e"), ["abe", "ac/de"]);
    assert.deepEqual(expandBraces("{a,b}{c,d}"), ["ac", "ad", "bc", "bd"]);
    assert.deepEqual(new Set(expandBraces("{a,{b,c}}")), new Set(["a", "b", "c"]));
    assert.deepEqual(expandBraces("a{,b}"), ["a", "ab"]);
    assert.deepEqual(expandBraces("{host}/{"), ["{host}/{"]);
  });
});
