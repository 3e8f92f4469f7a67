import { equal } from "node:assert/strict";
import { movedLine } from "../../../../client/src/core/exchange/movedLine.ts";

const change = (from: readonly [number, number], to: readonly [number, number], text: string) => ({
  range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
  text,
});

suite("a request's line while the author types", () => {
  test("what happens below or in the line leaves it alone", () => {
    equal(movedLine(5, change([6, 0], [9, 0], "")), 5);
    equal(movedLine(5, change([5, 3], [5, 4], "x\ny")), 5);
  });

  test("lines inserted above push it down, whatever their line ends", () => {
    equal(movedLine(5, change([2, 1], [2, 1], "a\nb\r\nc\rd")), 8);
    equal(movedLine(5, change([5, 0], [5, 0], "# comment\n")), 6);
    equal(movedLine(5, change([5, 0], [5, 0], "X")), 5);
  });

  test("lines deleted above pull it up", () => {
    equal(movedLine(5, change([1, 0], [4, 0], "")), 2);
    equal(movedLine(5, change([1, 0], [4, 0], "x\n")), 3);
  });

  test("where it was replaced from its beginning on, or what stood before it on its line was deleted, it stays", () => {
    equal(movedLine(5, change([5, 0], [8, 0], "x\n")), 5);
    equal(movedLine(5, change([3, 0], [5, 4], "")), 3);
  });

  test("where it was deleted, or replaced with what stood before it, it is gone for good", () => {
    equal(movedLine(5, change([5, 0], [6, 0], "")), undefined);
    equal(movedLine(5, change([3, 0], [8, 0], "")), undefined);
    equal(movedLine(5, change([3, 7], [8, 0], "a\nb\nc\nd")), undefined);
    equal(movedLine(undefined, change([0, 0], [0, 0], "\n")), undefined);
  });
});
