import assert from "node:assert/strict";
import { randomTexts } from "../../../../server/src/xsd/pattern/randomText.ts";
import { Random } from "../../../fuzz/random.ts";

suite("random texts of patterns", () => {
  const cases: readonly (readonly [pattern: string, characters: string])[] = [
    ["[!-#]", '!"#'],
    ["\\s", "\t\n\r "],
    ["[á-ü]", "áü"],
  ];
  for (const [pattern, characters] of cases) {
    test(`${pattern} has the characters ${JSON.stringify(characters)}`, () => {
      const random = new Random(1);
      const texts = Array.from({ length: 200 }, () => randomTexts(pattern)?.text(() => random.below(1_000) / 1_000));
      assert.deepEqual([...new Set(texts)].sort(), [...characters].sort());
    });
  }
});
