import assert from "node:assert/strict";
import { readModules } from "../support/modules.ts";
import { regularExpressions } from "../support/regularExpressions.ts";
import { whySlow } from "../support/slowExpressions.ts";

suite("regular expressions", () => {
  for (const [source, flags] of [
    ["\\s+$", ""],
    ["a+b", ""],
    ["^a*a*$", ""],
    ["^(?:a+)+$", ""],
    ["^(?:\\r\\n?|\\n)*$", ""],
    ["\\[[^\\]]*\\]|\\[", "g"],
    ["^\\s*x", "m"],
    ["^.*,.*,$", "s"],
    ["(?:operation|method)\\b[^.]*unknown", "i"],
    ["-(?=[^,]*,)", "g"],
  ] as const) {
    test(`the check finds that /${source}/${flags} is slow`, () => assert.ok(whySlow(source, flags)));
  }

  for (const [source, flags] of [
    ["\\s+", "g"],
    ["^\\s+$", ""],
    ["\\{[^{}]*\\}", "g"],
    ['"[^"]*"|\\S+', "g"],
    ["\\s*=\\s*", "y"],
    ["^a*(?:a*b)?", ""],
    ["^[^<>=]*=[^<>]*>", ""],
    ["[\\w-]+(?:\\.[\\w.-]+)?", "g"],
    ["^(?:[A-Z]+|\\d+) ", "i"],
  ] as const) {
    test(`the check finds that /${source}/${flags} takes linear time`, () =>
      assert.equal(whySlow(source, flags), undefined));
  }

  test("the regular expressions of the sources take linear time for every text", () => {
    const written = readModules(".", ["server/src", "client/src"]).flatMap(({ path }) => regularExpressions(path));
    assert.ok(written.length > 400, `${written.length} found`);
    const slow = written.flatMap(({ place, source, flags }) => {
      const why = source === undefined ? "is put together when the program runs" : whySlow(source, flags);
      return why === undefined ? [] : [`${place} /${source}/${flags}: ${why}`];
    });
    assert.deepEqual(slow, []);
  });
});
