import assert from "node:assert/strict";
import { translateScript } from "../../../../server/src/import/common/script.ts";
import { Ledger } from "../../../../server/src/import/ledger.ts";

/** What a script becomes: its directives, its comment, and what the checklist says about it. */
function translated(script: string) {
  const ledger = new Ledger();
  const item = ledger.add("script", "test", ["Add"]);
  const { lines, item: whole } = translateScript(script, item, ledger);
  const directives = lines.flatMap((line) =>
    line.kind === "expect" ? line.expectation.join("") : line.kind === "set" ? `${line.name} = ${line.path}` : [],
  );
  const comment = lines.flatMap((line) => (line.kind === "comment" ? line.text : [])).join("");
  return { directives, comment, note: item.note, isWhole: whole === item };
}

const status = "pm.response.to.have.status(200);";
const literal = "var s = `{$" + "{a + `}`}`;";
const custom = "console.log(1);";

const scripts: Readonly<Record<string, readonly [script: string, directives: number, kept?: string]>> = {
  "a test with one assertion goes": [`pm.test("ok", function () {\n  ${status}\n});`, 1, ""],
  "a test goes beside another statement": [`pm.test("ok", function () {\n  ${status}\n});\n${custom}`, 1, custom],
  "two tests go beside another statement": [
    `pm.test("a", () => {\n  ${status}\n});\n${custom}\npm.test("b", () => ${status.slice(0, -1)});`,
    2,
    custom,
  ],
  "a test of which one assertion is translated stays whole": [
    `pm.test("ok", function () {\n  ${status}\n  ${custom}\n});`,
    1,
  ],
  "a test with a test goes": [`pm.test("a", () => {\n  pm.test("b", () => {\n    ${status}\n  });\n});`, 1, ""],
  "a function in a test stays": [`pm.test("a", () => {\n  [1].forEach(function (x) {\n    ${status}\n  });\n});`, 0],
  "a statement under a condition stays": [`if (a)\n  ${status}`, 0],
  "a block under a condition stays": [`if (a) {\n  ${status}\n}\nelse {\n}`, 0],
  "a statement after a conditional return stays": [`if (a) { return; }\n${status}`, 0],
  "a statement after a condition without a return goes": [`if (a) {\n  b();\n}\n${status}`, 1, "if (a) {\n  b();\n}"],
  "a statement of several lines goes": [`pm.expect(pm.response.code)\n  .to\n  .equal(200);\n${custom}`, 1, custom],
  "statements without semicolons go": [`${status.slice(0, -1)}\n${custom.slice(0, -1)}`, 1, custom.slice(0, -1)],
  "comments stay": [`// about {\n${status} // ok (\n/* more " */`, 1, '// about {\n // ok (\n/* more " */'],
  "a string with brackets opens nothing": [`var s = "{(";\n${status}`, 1, 'var s = "{(";'],
  "a string with an escaped quote ends later": [`var s = 'a\\'{';\n${status}`, 1, "var s = 'a\\'{';"],
  "a template literal ends where it ends": [`${literal}\n${status}`, 1, literal],
  "a statement in a template literal is text": [`var s = \`\n${status}\n\`;`, 0],
  "a regular expression with quotes ends where it ends": [
    `var r = /["'{/]\\/(/;\n${status}`,
    1,
    `var r = /["'{/]\\/(/;`,
  ],
  "a division isn't a regular expression": [
    `var r = a / 2; var q = b / 3;\n${status}`,
    1,
    "var r = a / 2; var q = b / 3;",
  ],
  "the declaration of the JSON stays for what is kept": [
    `var d = pm.response.json();\npm.expect(d.a).to.eql(1);\nconsole.log(d);`,
    1,
    "var d = pm.response.json();\nconsole.log(d);",
  ],
  "the declaration of the JSON goes with the rest": [`var d = pm.response.json();\npm.expect(d.a).to.eql(1);`, 1, ""],
  "an unfinished block stays": [
    `${status}\npm.test("a", function () {\n${status}`,
    1,
    `pm.test("a", function () {\n${status}`,
  ],
  "an unfinished string stays": [`var s = "a\n${status}`, 0],
  "an unfinished comment stays": [`/* a\n${status}`, 0],
  "what is behind a bracket that closes nothing stays": [`${status}\n});\n${status}`, 1, `});\n${status}`],
};

suite("a script of another tool", () => {
  for (const [title, [script, directives, kept = script]] of Object.entries(scripts)) {
    test(title, () => {
      const written = translated(script);
      const count = directives === 1 ? "1 statement is" : `${directives} statements are`;
      const note = kept === "" || kept === script ? undefined : `${count} translated, and not in the comment.`;
      assert.equal(written.comment, kept);
      assert.equal(written.directives.length, directives, written.directives.join());
      assert.equal(written.note, note);
      assert.equal(written.isWhole, kept === "");
    });
  }

  for (const [assertion, expectation] of [
    ["to.exist", "$.a exists"],
    ["to.not.exist", "$.a absent"],
    ["to.be.undefined", "$.a absent"],
    ["to.not.be.undefined", "$.a exists"],
    ["to.be.null", undefined],
  ] as const) {
    test(`the assertion ${assertion} is ${expectation === undefined ? "no expectation" : `the expectation ${expectation}`}`, () => {
      const { directives } = translated(`var d = pm.response.json();\npm.expect(d.a).${assertion};`);
      assert.deepEqual(directives, expectation === undefined ? [] : [expectation]);
    });
  }

  test("a script of any shape takes linear time, and loses nothing", () => {
    for (const part of ["(", "{", "`${", "'", '"\\"', "=/[", "/*", "//\n", "pm.test('a', () => {", " \n", "a\n", "}"]) {
      const script = part.repeat(100_000);
      const { comment, directives } = translated(script);
      assert.equal(comment, script.trim(), part);
      assert.deepEqual(directives, []);
    }
  });
});
