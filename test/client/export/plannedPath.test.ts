import assert from "node:assert/strict";
import { plannedPath } from "../../../client/src/export/plannedPath.ts";

const steps = (text: string) => {
  const path = plannedPath({ kind: "xpath", text });
  return path?.kind === "xpath" ? path : undefined;
};

suite("paths of an export", () => {
  test("paths are steps with names, in a namespace, in none, or in any", () => {
    assert.deepEqual(
      steps("/s:Envelope//*:a/b/*/@m:id")?.steps.map(({ axis, node, prefix, local }) => [axis, node, prefix, local]),
      [
        ["child", "element", "s", "Envelope"],
        ["descendant", "element", "*", "a"],
        ["child", "element", "", "b"],
        ["child", "element", "*", "*"],
        ["child", "attribute", "m", "id"],
      ],
    );
    assert.deepEqual(steps("//a/text()")?.steps[1]?.node, "text");
  });

  test("paths have positions, and compare children, attributes and themselves", () => {
    assert.deepEqual(steps('//m:a[2][last()][@id="1"][m:b = \'x\'][.="y"][c]')?.steps[0]?.predicates, [
      { position: 2 },
      { position: -1 },
      { of: "attribute", prefix: "", local: "id", value: "1" },
      { of: "child", prefix: "m", local: "b", value: "x" },
      { of: "self", prefix: "", local: "", value: "y" },
      { of: "child", prefix: "", local: "c", value: undefined },
    ]);
  });

  test("paths may select one of all nodes, or its text", () => {
    assert.equal(steps("(//m:a)[2]")?.only, 2);
    assert.equal(steps("string(//m:a)")?.steps.length, 1);
  });

  for (const text of [
    "count(//a)",
    "//a | //b",
    "//a[b > 5]",
    "a",
    "//a/..",
    "//a[. = '']",
    "//@a/b",
    "//a[1",
    "for $x in //a return $x",
  ]) {
    test(`${text} isn't a path of an export`, () => assert.equal(steps(text), undefined));
  }

  test("paths are JSONPaths, too", () => {
    assert.deepEqual(plannedPath({ kind: "json", text: "$.a[0]" }), { kind: "json", text: "$.a[0]", steps: ["a", 0] });
  });
});
