import assert from "node:assert/strict";
import { parseXml } from "../../server/src/xml/parser.ts";
import { compareMany, documentOf } from "./compare.ts";
import { checkTree } from "./tree.ts";

/** The seed of the documents that every run sees; `npm run fuzz` takes others. */
const seed = 20_000;

suite("the XML parser and made-up messages", () => {
  test("agrees with libxml2 on which of 10,000 messages are well-formed", () => {
    const { wellFormed, illFormed, known, differences } = compareMany(10_000, seed);
    assert.deepEqual(differences, []);
    // Known differences explain few documents, or they explain nothing.
    const explained = [...known.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(wellFormed > 2000 && illFormed > 5000 && explained < 200, `${wellFormed} ${illFormed} ${explained}`);
  });

  test("makes a sane tree of each, with namespaces and without, with variables and without", () => {
    for (let i = 0; i < 5000; i++) {
      const text = documentOf(seed + i);
      const options = { namespaces: i % 2 === 0, variables: i % 3 === 0, maxProblems: i % 5 === 0 ? 1 : 1000 };
      assert.doesNotThrow(
        () => checkTree(parseXml(text, 0, text.length, options)),
        JSON.stringify({ seed: seed + i, text }),
      );
    }
  });

  test("finds a part of a longer text as it finds it alone", () => {
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
