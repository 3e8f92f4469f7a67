import assert from "node:assert/strict";
import { editMessage, editRequest } from "./edits.ts";
import { effort, Random } from "./random.ts";

suite("random edits, one after the other", () => {
  test("edits give the same trees as whole parses", () => {
    const messages = 150 * effort;
    let kept = 0;
    for (let i = 0; i < messages; i++) kept += editMessage(new Random(1000 + i), 20).kept;
    assert.ok(kept > messages * 4, `kept parts of ${kept} trees`);
  });

  test("edits give the same findings and fixes as new documents", () => {
    for (let i = 0; i < 75 * effort; i++) editRequest(new Random(2000 + i), 20);
  });
});
