import assert from "node:assert/strict";
import { readSteps } from "../../../server/src/expectations/steps.ts";
import { provideXPath, xpathProblem } from "../../../server/src/expectations/xpath.ts";
import * as fontoxpath from "../../../server/src/node/fontoxpath.mjs";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { type AnyNode, nodesOf } from "../../../server/src/xpath/domNodes.ts";
import { evaluateHere } from "../../../server/src/xpath/evaluateHere.ts";
import { evaluateSteps } from "../../../server/src/xpath/evaluateSteps.ts";
import { evaluateXPath } from "../../../server/src/xpath/xpath.ts";
import { Random } from "../../fuzz/random.ts";
import { evaluationWith } from "../../support/evaluation.ts";

const text = `<s:e xmlns:s="urn:s" xmlns="urn:d" n="0"><r s:n="1" n="2">a<r><r n="3">b<![CDATA[c]]><!-- r --><w/></r><s:r n="4"/>
  <r n="5"/></r><?r r?>d<r><w xmlns="" n="6"><r>e</r></w></r></r><s:r><r>&amp;</r><r s:n="7"><r/><r/></r></s:r></s:e>`;
const document = nodesOf(parseXml(text, 0, text.length));
const namespaces = new Map([
  ["s", "urn:s"],
  ["d", "urn:d"],
]);

function ownResult(path: string, steps = 10_000): readonly AnyNode[] | undefined {
  const read = readSteps(path);
  return read && evaluateSteps(read, document, (prefix) => namespaces.get(prefix), { left: steps });
}

suite("paths of steps", () => {
  test("paths find what the library finds, in the same order", () => {
    const random = new Random(24);
    const names = ["*", "*:r", "d:r", "d:r", "s:r", "s:*", "r", "w", "*:w", "text()"];
    const step = () => random.pick(names) + random.pick(["", "", "", "[1]", "[2]", "[0]"]);
    for (let count = 0; count < 2000; count++) {
      let path = "";
      for (let left = 1 + random.below(4); left > 0; left--) path += random.pick(["/", "//"]) + step();
      path += random.pick(["", "", "/@n", "//@s:n", "/@*", "/@*:n"]);
      const theirs = evaluateHere(
        path,
        document,
        (prefix) => namespaces.get(prefix) ?? null,
        { left: 10_000 },
        fontoxpath,
      );
      const numbers = (results: readonly (AnyNode | string)[] | undefined) =>
        results?.map((one) => (typeof one === "string" ? one : one.number));
      assert.deepEqual(numbers(ownResult(path)), numbers(theirs), path);
    }
  });

  const others = ["/", "//", "r", "//r/", "//r/..", "//r[@n]", "//r[1][1]", "//@n[1]", "//@n/r", "//*:*", "//node()"];
  for (const path of [...others, "//text(", "//rä", "//xs:r", "/r or /w", "//a:b:c", "///r", "//r[-1]", "//1"]) {
    test(`paths like ${path} are left to the library`, () => assert.equal(readSteps(path), undefined));
  }

  test("paths with a prefix that isn't declared are left to the library", () =>
    assert.equal(ownResult("//x:r"), undefined));

  test("paths visit only as many nodes as they may", () => {
    assert.equal(ownResult("//d:r//d:r", 20), undefined);
    assert.equal(ownResult("//d:r//d:r", 100)?.length, 6);
  });

  test("paths visit a node once for each step, however its elements are nested", () => {
    const depth = 1500;
    const nested = nodesOf(parseXml("<r>".repeat(depth) + "</r>".repeat(depth), 0, 7 * depth));
    const limit = { left: 4 * depth };
    const results = evaluateSteps(readSteps("//r//r//r") ?? [], nested, () => undefined, limit);
    assert.deepEqual([results?.length, limit.left], [depth - 2, depth + 3]);
  });

  test("paths are checked and evaluated without loading the library", () => {
    provideXPath(() => assert.fail("The library is loaded."), undefined);
    const results = evaluateXPath("//d:r[1]/@n", document, evaluationWith(namespaces));
    assert.deepEqual("values" in results && results.values.map((one) => one.text), ["2", "3"]);
    assert.equal(xpathProblem("//d:r[1]/@n"), undefined);
    provideXPathHere();
  });
});
