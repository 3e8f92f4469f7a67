import assert from "node:assert/strict";
import { parseXml } from "../../../server/src/xml/parser.ts";

suite("long texts", () => {
  const markup = ["&", "]]>", "\u0001", "\ud800", "\u{1f600}", "&amp;", "< ", "{{value}}", "{", "<b/>", "<!--c-->"];

  test("long texts have the mistakes and nodes of short ones, wherever they begin", () => {
    for (const piece of markup) {
      const short = problemsAndNodes(piece, 0);
      for (let length = 1; length < 80; length++)
        assert.deepEqual(problemsAndNodes(piece, length), short, `${piece} after ${length}`);
    }
  });

  test("mistakes and nodes end with the document, not with the text", () => {
    const text = `<a>${"x".repeat(100)}</a>${"y".repeat(100)}<b/>`;
    const { root, end } = parseXml(text, 0, 60, {});
    assert.deepEqual([end, root?.children.map((node) => node.end)], [60, [60]]);
  });

  /** The problems and nodes in a text after a number of characters, and their offsets from there. */
  function problemsAndNodes(piece: string, length: number) {
    const { problems, root } = parseXml(
      `<a>${"x".repeat(length)}${piece}${"y".repeat(40)}${piece}</a>`,
      undefined,
      undefined,
      {
        variables: true,
      },
    );
    const from = "<a>".length + length;
    return [
      problems.map(({ reason, start, end }) => [reason, start - from, end - from]),
      (root?.children ?? []).filter(({ kind }) => kind !== "text").map(({ kind, start }) => [kind, start - from]),
    ];
  }
});
