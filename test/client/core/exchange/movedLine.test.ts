import { equal } from "node:assert/strict";
import { movedLine } from "../../../../client/src/core/exchange/movedLine.ts";

const change = (from: readonly [number, number], to: readonly [number, number], text: string) => ({
  range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
  text,
});

suite("a request's line while the file is edited", () => {
  test("the line stays when text below it or inside of it changes", () => {
    equal(movedLine(5, change([6, 0], [9, 0], "")), 5);
    equal(movedLine(5, change([5, 3], [5, 4], "x\ny")), 5);
  });

  test("the line moves down when lines are inserted above, with any line ending", () => {
    equal(movedLine(5, change([2, 1], [2, 1], "a\nb\r\nc\rd")), 8);
    equal(movedLine(5, change([5, 0], [5, 0], "# comment\n")), 6);
    equal(movedLine(5, change([5, 0], [5, 0], "X")), 5);
  });

  test("the line moves up when lines above are deleted", () => {
    equal(movedLine(5, change([1, 0], [4, 0], "")), 2);
    equal(movedLine(5, change([1, 0], [4, 0], "x\n")), 3);
  });

  test("the line stays when it is replaced from its start, or joined with an earlier line", () => {
    equal(movedLine(5, change([5, 0], [8, 0], "x\n")), 5);
    equal(movedLine(5, change([3, 0], [5, 4], "")), 3);
  });

  test("the line is lost when it is deleted, or replaced together with the text before it", () => {
    equal(movedLine(5, change([5, 0], [6, 0], "")), undefined);
    equal(movedLine(5, change([3, 0], [8, 0], "")), undefined);
    equal(movedLine(5, change([3, 7], [8, 0], "a\nb\nc\nd")), undefined);
    equal(movedLine(undefined, change([0, 0], [0, 0], "\n")), undefined);
  });
});
