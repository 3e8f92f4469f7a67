import assert from "node:assert/strict";
import { endTagFor, indentationAfter, linkedNamePattern, linkedNames } from "../../../server/src/features/onType.ts";
import { applyEdits } from "../../../server/src/service/languageService.ts";
import { mark, withCursor } from "../../support/marked.ts";
import { atCursor, bodyOf, withBody } from "../../support/typing.ts";

/** The text that is inserted after `>` was typed at the cursor of a body. */
function afterGreater(body: string): string | undefined {
  const { message, offset } = atCursor(withBody(body));
  return endTagFor(message, offset);
}

suite("the end tag after > is typed", () => {
  const written: readonly (readonly [string, string])[] = [
    ["<a>|", "</a>"],
    ["<s:Envelope>|", "</s:Envelope>"],
    ['<a b="1">|', "</a>"],
    ["<a\n  b='>'\n>|", "</a>"],
    ["<a ><b>|</a>", "</b>"],
    ["<a><b>|<c/></a>", "</b>"],
    ["<a>text<b>|</a>", "</b>"],
    ["<a><a>|</a>", "</a>"],
    ["<a>\n  <b>1</b>\n  <b>|\n</a>", "</b>"],
    ["<s:Envelope><s:Body><Add>|</s:Body></s:Envelope>", "</Add>"],
    ["<näme>|", "</näme>"],
    ["<a><!-- > --><b>|</a>", "</b>"],
    ["<a>|{{x}}", "</a>"],
  ];
  for (const [body, expected] of written) {
    test(`${expected} is inserted in ${JSON.stringify(body)}`, () => assert.equal(afterGreater(body), expected));
  }

  const nothing: readonly (readonly [string, string])[] = [
    ["an empty-element tag", "<a/>|"],
    ["an element with an end tag", "<a>|</a>"],
    ["an element with an end tag further down", "<a>|<b/>text</a>"],
    ["an element with an end tag inside an unclosed element of another name", "<r><a>|</a>"],
    ["an element with an end tag inside an element of the same name", "<a><a>|</a></a>"],
    ["a start tag whose end tag still has the old name", "<r><new>|</old></r>"],
    ["an end tag", "<a></a>|"],
    ["a comment", "<a><!-- <b>| --></a>"],
    ["a comment that isn't closed yet", "<a><!-- <b>|</a>"],
    ["the end of a comment", "<a><!-- b -->|</a>"],
    ["a CDATA section", "<a><![CDATA[<b>|]]></a>"],
    ["a processing instruction", "<?xml version='1.0'?>|"],
    ["text", "<a>1 >|</a>"],
    ["a value", '<a b="1 >|"/>'],
    ["a value whose quote isn't closed yet", '<a b="1 >|'],
    ["a missing name", "<>|"],
    ["an invalid name", "<1>|"],
    ["a name with two colons", "<a:b:c>|"],
  ];
  for (const [what, body] of nothing) {
    test(`an end tag isn't inserted for ${what}`, () => assert.equal(afterGreater(body), undefined));
  }

  test("an end tag isn't inserted in a header section, the body of a GET or a request without a body", () => {
    for (const source of ["POST /s HTTP/1.1\nX: <a>|\n\n<b/>", "GET /s HTTP/1.1\n\n<a>|", "POST /<a>| HTTP/1.1"]) {
      const { message, offset } = atCursor(source);
      assert.equal(endTagFor(message, offset), undefined, source);
    }
  });
});

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
  for (const [where, body, expected] of cases)
    test(`a line ${where} gets its indentation`, () => assert.equal(after("\n", body), expected));

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
    ["a tag that isn't the first on its line", "<a>\n      <c/><b/>|\n</a>"],
    ["a tag in text", "<a>text\n<b/>|</a>"],
    ["a tag that ends text", "<a>\n  <b>text\n      </b>|\n</a>"],
    ["a tag that ends an element that begins in the middle of a line", "<a><b>\n  <c/>\n  </b>|\n</a>"],
  ];
  for (const [tag, body] of kept) {
    test(`the indentation keeps the line of ${tag}`, () => assert.equal(after(">", body), body.replace("|", "")));
  }
});

/** Expects the marked names to be linked at the cursor. */
function expectLinked(body: string): void {
  const { message, offset, text } = atCursor(withBody(body.replace(/[«»]/g, "")));
  assert.equal(mark(text, linkedNames(message, offset) ?? []), mark(text, withCursor(withBody(body)).spans));
}

suite("linked editing", () => {
  const linked = [
    "<«|a»></«a»>",
    "<«a|»></«a»>",
    "<«a»></«|a»>",
    "<«s:Bo|dy» x='1'><s:x/></«s:Body»>",
    "<a><«b»><b/></«b|» ></a>",
    "<a><«näm|e»></«näme»></a>",
  ];
  for (const body of linked) test(`linked editing links the names of ${body}`, () => expectLinked(body));

  const alone: readonly (readonly [string, string])[] = [
    ["an empty-element tag", "<a|/>"],
    ["no end tag", "<a|>"],
    ["an end tag with another name", "<r><a|></b></r>"],
    ["an attribute", "<a b|='1'></a>"],
    ["text", "<a>a|</a>"],
    ["a comment", "<a><!-- <b|></b> --></a>"],
    ["a cursor after the name", "<a |></a>"],
    ["a start tag that is being typed", "<Add><Add|</Add>"],
    ["an end tag that is being typed", "<Add><AddResult>1</Add|"],
    ["an end tag that is being typed before another", "<a>1</a|</a>"],
  ];
  for (const [what, body] of alone) test(`linked editing doesn't link names for ${what}`, () => expectLinked(body));

  test("linked editing accepts characters of names, and ends at others", () => {
    const pattern = new RegExp(`^(?:${linkedNamePattern})$`);
    for (const name of ["a", "soap:Body", "näme", "a-1.b", "x:"]) assert.match(name, pattern);
    for (const text of ["a b", "a>", "a/", "<a", 'a="']) assert.doesNotMatch(text, pattern);
  });
});
