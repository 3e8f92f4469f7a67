import assert from "node:assert/strict";
import { parseXml } from "../../server/src/xml/parser.ts";
import { compareMany, documentOf } from "./compare.ts";
import { checkTree } from "./tree.ts";

/** The seed of the documents in every run; `npm run fuzz` uses others. */
const seed = 20_000;

suite("the XML parser on random messages", () => {
  test("the parser agrees with libxml2 whether 10,000 messages are well-formed", () => {
    const { wellFormed, illFormed, known, differences } = compareMany(10_000, seed);
    assert.deepEqual(differences, []);
    // Known differences must explain only few documents.
    const explained = [...known.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(wellFormed > 2000 && illFormed > 5000 && explained < 200, `${wellFormed} ${illFormed} ${explained}`);
  });

  test("the parser makes a consistent tree of each, with any options", () => {
    for (let i = 0; i < 5000; i++) {
      const text = documentOf(seed + i);
      const options = { namespaces: i % 2 === 0, variables: i % 3 === 0, maxProblems: i % 5 === 0 ? 1 : 1000 };
      assert.doesNotThrow(
        () => checkTree(parseXml(text, 0, text.length, options)),
        JSON.stringify({ seed: seed + i, text }),
      );
    }
  });

  test("the parser finds the same problems in a part of a longer text", () => {
    for (let i = 0; i < 2000; i++) {
      const text = documentOf(seed + i);
      const [before, after] = ["<a b='\ud83d", "\udc00'>]]>--></a>"];
      const alone = parseXml(text);
      const part = parseXml(before + text + after, before.length, before.length + text.length);
      const shifted = part.problems.map(({ reason, start, end, args }) => [
        reason,
        start - before.length,
        end - before.length,
        args,
      ]);
      assert.deepEqual(
        shifted,
        alone.problems.map(({ reason, start, end, args }) => [reason, start, end, args]),
        text,
      );
    }
  });
});
