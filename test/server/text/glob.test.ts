import assert from "node:assert/strict";
import { matchesGlob } from "../../../server/src/text/glob.ts";

suite("a pattern", () => {
  for (const [pattern, matching, others] of [
    ["*.wsdl", ["a.wsdl", ".wsdl"], ["a/b.wsdl", "a.wsdl2"]],
    ["**/*.wsdl", ["a.wsdl", "a/b.wsdl", "a/b/c.wsdl"], ["a.xsd"]],
    ["a/**/c.wsdl", ["a/c.wsdl", "a/b/b/c.wsdl"], ["c.wsdl", "a/b/d.wsdl"]],
    ["a/**", ["a/b", "a/b/c"], ["b/a"]],
    ["?.{wsdl,xsd}", ["a.wsdl", "b.xsd"], ["ab.wsdl", "a.xml"]],
    ["{a,b{c,d}}/*x*y*", ["a/xy", "bd/1x2y3"], ["b/xy", "a/yx"]],
  ] as const) {
    test(`${pattern} matches ${matching.join(", ")}`, () => {
      assert.deepEqual(
        [...matching, ...others].filter((path) => matchesGlob(pattern, path)),
        matching,
      );
    });
  }

  test("a pattern takes bounded time, however many braces and stars it has", () => {
    assert.equal(matchesGlob(`${"{a,b}".repeat(1_000)}`, "a"), false);
    assert.equal(matchesGlob(`${"*a".repeat(500)}`, "a".repeat(499)), false);
  });
});
