import assert from "node:assert/strict";
import { endTagFor } from "../../../../server/src/features/onType.ts";
import { atCursor, withBody } from "../../../support/typing.ts";

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
    test(`${JSON.stringify(body)}: ${expected}`, () => assert.equal(afterGreater(body), expected));
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
