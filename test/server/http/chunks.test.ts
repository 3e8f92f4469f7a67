import assert from "node:assert/strict";
import { beginsWithChunk, chunkProblem } from "../../../server/src/http/chunks.ts";

suite("typed chunks", () => {
  for (const [text, problem] of [
    ["4\r\n<a/>\r\n0\r\n\r\n", undefined],
    ["0\r\n\r\n", undefined],
    ["2\r\n\r\n\r\n0\r\n\r\n", undefined],
    ["004 ;a=b\r\n<a/>\r\n1\r\nx\r\n0;c\r\nA: b\r\n\r\n", undefined],
    ["4\r\n<a/>\r\n0\r\n\r\nmore", undefined],
    ["4\n<a/>\n0\n\n", { kind: "line-end", at: 0 }],
    ["4\r\n<a/>\n0\r\n\r\n", { kind: "line-end", at: 0 }],
    ["4\r\n<a/>\r\n0\n\r\n", { kind: "line-end", at: 9 }],
    ["4\r\n<a/>\r\n0\r\n\n", { kind: "line-end", at: 12 }],
    ["<a/>\r\n", { kind: "size", at: 0 }],
    ["-1\r\n", { kind: "size", at: 0 }],
    ["123456789\r\n", { kind: "size", at: 0 }],
    ["4\r\n<a/>\r\n\r\n", { kind: "size", at: 9 }],
    ["3\r\n<a/>\r\n0\r\n\r\n", { kind: "data", at: 0, size: 3 }],
    ["5\r\n<a/>\r\n0\r\n\r\n", { kind: "data", at: 0, size: 5 }],
    ["4\r\n<a/>", { kind: "data", at: 0, size: 4 }],
    ["ff\r\n<a/>\r\n", { kind: "data", at: 0, size: 255 }],
    ["4\r\n<a/>\r\n", { kind: "unfinished", at: 9 }],
    ["4\r\n<a/>\r\n0", { kind: "unfinished", at: 9 }],
    ["4\r\n<a/>\r\n0\r\n", { kind: "unfinished", at: 12 }],
    ["4\r\n<a/>\r\n0\r\nA: b\r\n", { kind: "unfinished", at: 18 }],
    ["", { kind: "unfinished", at: 0 }],
  ] as const) {
    test(`the problem of the chunks ${JSON.stringify(text)} is ${problem?.kind ?? "none"}`, () => {
      assert.deepEqual(chunkProblem(new TextEncoder().encode(text)), problem);
    });
  }

  test("chunks are recognized by their first line", () => {
    for (const text of ["4\r\n<a/>", "0\n\n", "1F ;x=y\r\n", "a"]) assert.ok(beginsWithChunk(text, 0), text);
    for (const text of ["<a/>", "", "\r\n4\r\n", "cafe au lait", "face<a/>"])
      assert.ok(!beginsWithChunk(text, 0), text);
    assert.ok(beginsWithChunk("head 4\r\n", 5));
  });
});
