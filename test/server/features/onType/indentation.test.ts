import assert from "node:assert/strict";
import { indentationAfter } from "../../../../server/src/features/onType.ts";
import { applyEdits } from "../../../../server/src/service/languageService.ts";
import { atCursor, bodyOf, withBody } from "../../../support/typing.ts";

function after(typed: "\n" | ">", body: string, unit = "  "): string {
  const { message, text, offset } = atCursor(withBody(body));
  const edit = indentationAfter(message, offset, typed, unit);
  return bodyOf(applyEdits(text, edit ? [edit] : []));
}

suite("indentation of a new line", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["inside an element", "<a>\n|", "<a>\n  "],
    ["inside a nested element", "<a>\n  <b>\n|\n  </b>\n</a>", "<a>\n  <b>\n    \n  </b>\n</a>"],
    ["next to an element", "<a>\n    <b/>\n      |<c/>\n</a>", "<a>\n    <b/>\n  <c/>\n</a>"],
    ["before an end tag", "<a>\n  <b>\n    |</b>\n</a>", "<a>\n  <b>\n  </b>\n</a>"],
    ["after an unclosed element", "<a>\n  <b>\n|\n</a>", "<a>\n  <b>\n    \n</a>"],
  ];
  for (const [what, body, expected] of cases) test(what, () => assert.equal(after("\n", body), expected));

  test("the indentation uses the indentation unit of the editor", () =>
    assert.equal(after("\n", "<a>\n|<b/></a>", "\t"), "<a>\n\t<b/></a>"));

  const kept: readonly (readonly [string, string])[] = [
    ["text", "<a>text\n|</a>"],
    ["text next to elements", "<a><b/>\n|text</a>"],
    ["CDATA", "<a><![CDATA[\n|]]></a>"],
    ["a comment", "<a><!--\n|--><b/></a>"],
    ["a start tag", "<a>\n  <b\n|c='1'/></a>"],
    ['xml:space="preserve"', '<a xml:space="preserve">\n|<b/></a>'],
    ["the text before the root", "\n|<a/>"],
    ["the text after the root", "<a/>\n  |"],
  ];
  for (const [what, body] of kept)
    test(`the indentation keeps the line in ${what}`, () => assert.equal(after("\n", body), body.replace("|", "")));

  test("the indentation keeps the line in a header section", () => {
    const { message, offset } = atCursor("POST /s HTTP/1.1\n|\n\n<a/>");
    assert.equal(indentationAfter(message, offset, "\n", "  "), undefined);
  });
});

suite("indentation after a tag is completed", () => {
  test("the indentation aligns an end tag with its start tag", () => {
    assert.equal(after(">", "<a>\n  <b>\n    <c/>\n    </b>|\n</a>"), "<a>\n  <b>\n    <c/>\n  </b>\n</a>");
  });

  test("the indentation indents a start tag and an empty-element tag inside their parent", () => {
    assert.equal(after(">", "<a>\n<b>|\n</a>"), "<a>\n  <b>\n</a>");
    assert.equal(after(">", "<a>\n      <b/>|\n</a>"), "<a>\n  <b/>\n</a>");
  });

  const kept: readonly (readonly [string, string])[] = [
    ["is not the first on its line", "<a>\n      <c/><b/>|\n</a>"],
    ["is in text", "<a>text\n<b/>|</a>"],
    ["ends text", "<a>\n  <b>text\n      </b>|\n</a>"],
    ["ends an element that begins in the middle of a line", "<a><b>\n  <c/>\n  </b>|\n</a>"],
  ];
  for (const [what, body] of kept) {
    test(`the indentation keeps the line if the tag ${what}`, () =>
      assert.equal(after(">", body), body.replace("|", "")));
  }
});
