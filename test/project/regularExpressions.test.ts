import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Node, parseSync, Visitor } from "oxc-parser";
import { readModules } from "../support/modules.ts";
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

/** A regular expression of a source file: a literal, or `new RegExp(…)` of constant strings. */
interface WrittenExpression {
  /** Path and line of the expression. */
  readonly place: string;
  /** Source of the expression; undefined if it is built at run time. */
  readonly source: string | undefined;
  readonly flags: string;
}

/** Returns the regular expressions of a TypeScript file. Treats a variable part as a word, and `\p{…}` as `\p{L}`. */
function regularExpressions(path: string): readonly WrittenExpression[] {
  const text = readFileSync(path, "utf8");
  const expressions: WrittenExpression[] = [];
  const constants = new Map<string, string>();
  const add = (start: number, source: string | undefined, flags: string) =>
    expressions.push({ place: `${path}:${text.slice(0, start).split("\n").length}`, source, flags });
  new Visitor({
    VariableDeclarator({ id, init }) {
      const value = init && stringOf(init, constants);
      if (id.type === "Identifier" && value) constants.set(id.name, value);
    },
    Literal(node) {
      if ("regex" in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      if (callee.type !== "Identifier" || callee.name !== "RegExp" || !pattern) return;
      add(start, stringOf(pattern, constants), (flags && stringOf(flags, constants)) ?? "");
    },
  }).visit(parseSync(path, text).program);
  return expressions;
}

function stringOf(node: Node, constants: ReadonlyMap<string, string>): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "Identifier") return constants.get(node.name);
  if (node.type !== "TemplateLiteral") return undefined;
  const words = node.expressions.map((one, index) => {
    const isProperty = node.quasis[index]?.value.cooked?.endsWith("\\p{");
    return stringOf(one, constants) ?? (isProperty ? "L" : "word");
  });
  return node.quasis.map(({ value }, index) => (value.cooked ?? "") + (words[index] ?? "")).join("");
}
