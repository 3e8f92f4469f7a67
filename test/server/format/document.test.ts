import assert from "node:assert/strict";
import { parseDocument, segmentAt } from "../../../server/src/format/document.ts";

const texts = (text: string) => parseDocument(text).segments.map(({ segment }) => segment.text);

suite("segments of a file", () => {
  test("segments begin at a separator", () => {
    assert.deepEqual(texts("a\n###\nb\n### t\nc"), ["a\n", "###\nb\n", "### t\nc"]);
    assert.deepEqual(texts("###\na"), ["###\na"]);
    assert.deepEqual(texts("a\r\n###\r\nb"), ["a\r\n", "###\r\nb"]);
    assert.deepEqual(texts("a\r###\rb"), ["a\r", "###\rb"]);
  });

  test("segments are separated by ### at the start of a line only", () => {
    assert.deepEqual(texts("a ###\n ###\nb####\n"), ["a ###\n ###\nb####\n"]);
  });

  test("segments have the text after the separator as their title", () => {
    const [, second] = parseDocument("\n####  Add two \n").segments;
    const { separator, text } = second?.segment ?? {};
    assert.equal(text?.slice(separator?.title?.start, separator?.title?.end), "#  Add two");
  });

  test("segments have a preamble of comments, directives and variables", () => {
    const [first] = parseDocument("# c\n\n// d\n# @name x y\n//@no-redirect\n@a = b c \nGET / HTTP/1.1\n").segments;
    const { preamble, text, message } = first?.segment ?? { preamble: [], text: "", message: undefined };
    assert.deepEqual(
      preamble.map((item) => {
        const part = (span: { start: number; end: number }) => text.slice(span.start, span.end);
        return item.kind === "comment" ? [item.kind] : [item.kind, part(item.name), part(item.value)];
      }),
      [
        ["comment"],
        ["comment"],
        ["directive", "name", "x y"],
        ["directive", "no-redirect", ""],
        ["variable", "a", "b c"],
      ],
    );
    assert.equal(message?.start, text.indexOf("GET"));
  });

  test("a segment that has only a preamble has no message", () => {
    assert.deepEqual(
      parseDocument("@a = 1\n\n### one\n# c\n\n### two\nGET / HTTP/1.1\n###").segments.map(
        ({ segment }) => segment.message !== undefined,
      ),
      [false, false, true, false],
    );
    assert.equal(parseDocument("").segments[0]?.segment.message, undefined);
  });

  test("segments stay the same objects when another segment is edited", () => {
    const before = parseDocument("GET /1 HTTP/1.1\n###\nGET /2 HTTP/1.1\n###\nGET /3 HTTP/1.1\n");
    const after = parseDocument("GET /1 HTTP/1.1\n###\nGET /two HTTP/1.1\n###\nGET /3 HTTP/1.1\n", before);
    assert.equal(after.segments[0]?.segment, before.segments[0]?.segment);
    assert.notEqual(after.segments[1]?.segment, before.segments[1]?.segment);
    assert.equal(after.segments[2]?.segment, before.segments[2]?.segment);
    assert.equal(after.segments[2]?.start, (before.segments[2]?.start ?? 0) + 2);
  });

  test("segments are separate objects even if an edit makes the texts of two equal", () => {
    const before = parseDocument("###\nGET /1 HTTP/1.1\n###\nGET /2 HTTP/1.1\n");
    const same = parseDocument("###\nGET /1 HTTP/1.1\n###\nGET /1 HTTP/1.1\n", before);
    assert.equal(same.segments[0]?.segment, before.segments[0]?.segment);
    assert.notEqual(same.segments[1]?.segment, same.segments[0]?.segment);
    const after = parseDocument(`@a = 1\n${same.text}`, same);
    assert.deepEqual(
      after.segments.slice(1).map(({ segment }) => same.segments.findIndex((one) => one.segment === segment)),
      [0, 1],
    );
  });

  test("segments are found by an offset in them", () => {
    const document = parseDocument("a\n###\nb\n###\nc");
    for (const [offset, index] of [
      [0, 0],
      [1, 0],
      [2, 1],
      [7, 1],
      [8, 2],
      [13, 2],
      [99, 2],
    ] as const) {
      assert.equal(segmentAt(document, offset), document.segments[index], String(offset));
    }
  });
});
