import assert from "node:assert/strict";
import { parseXml } from "../../../server/src/xml/parser.ts";

suite("long texts", () => {
  const markup = ["&", "]]>", "\u0001", "\ud800", "\u{1f600}", "&amp;", "< ", "{{value}}", "{", "<b/>", "<!--c-->"];

  test("long texts have the mistakes and nodes of short ones, wherever they begin", () => {
    for (const one of markup) {
      const short = found(one, 0);
      for (let length = 1; length < 80; length++) assert.deepEqual(found(one, length), short, `${one} after ${length}`);
    }
  });

  test("mistakes and nodes end with the document, not with the text", () => {
    const text = `<a>${"x".repeat(100)}</a>${"y".repeat(100)}<b/>`;
    const { root, end } = parseXml(text, 0, 60, {});
    assert.deepEqual([end, root?.children.map((node) => node.end)], [60, [60]]);
  });

  /** The problems and nodes in a text after a number of characters, and their offsets from there. */
  function found(one: string, length: number) {
    const { problems, root } = parseXml(
      `<a>${"x".repeat(length)}${one}${"y".repeat(40)}${one}</a>`,
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
