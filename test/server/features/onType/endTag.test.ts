import assert from "node:assert/strict";
import { endTagFor, restOfEndTag } from "../../../../server/src/features/onType/endTag.ts";
import { applyEdits } from "../../../../server/src/languageService.ts";
import { atCursor, bodyOf, withBody } from "../../../support/typing.ts";

/** What is written behind the cursor of a body in which `>` was typed last. */
function afterGreater(body: string): string | undefined {
  const { message, offset } = atCursor(withBody(body));
  return endTagFor(message, offset);
}

/** The body after `</` was typed last, with the cursor where it then stands; `undefined` where nothing is written. */
function afterSlash(body: string): string | undefined {
  const { message, text, offset } = atCursor(withBody(body));
  const rest = restOfEndTag(message, offset);
  if (!rest) return undefined;
  const insertion = { start: offset, end: offset, newText: `${rest.text}|` };
  return bodyOf(applyEdits(text, rest.indentation ? [rest.indentation, insertion] : [insertion]));
}

suite("the end tag when > is typed", () => {
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
    ["its end tag is there", "<a>|</a>"],
    ["its end tag is there, further on", "<a>|<b/>text</a>"],
    ["its end tag is there, and an element of another name around it has none", "<r><a>|</a>"],
    ["its end tag is there, and so is that of an element of the same name around it", "<a><a>|</a></a>"],
    ["an end tag of the old name is there", "<r><new>|</old></r>"],
    ["an end tag", "<a></a>|"],
    ["a comment", "<a><!-- <b>| --></a>"],
    ["a comment that isn't closed yet", "<a><!-- <b>|</a>"],
    ["the end of a comment", "<a><!-- b -->|</a>"],
    ["a CDATA section", "<a><![CDATA[<b>|]]></a>"],
    ["a processing instruction", "<?xml version='1.0'?>|"],
    ["text", "<a>1 >|</a>"],
    ["a value", '<a b="1 >|"/>'],
    ["a value whose quote isn't closed yet", '<a b="1 >|'],
    ["no name", "<>|"],
    ["no XML name", "<1>|"],
    ["a name with two colons", "<a:b:c>|"],
  ];
  for (const [what, body] of nothing) {
    test(`nothing for ${what}`, () => assert.equal(afterGreater(body), undefined));
  }

  test("nothing in a head, in the body of a GET, in a request without a body", () => {
    for (const source of ["POST /s HTTP/1.1\nX: <a>|\n\n<b/>", "GET /s HTTP/1.1\n\n<a>|", "POST /<a>| HTTP/1.1"]) {
      const { message, offset } = atCursor(source);
      assert.equal(endTagFor(message, offset), undefined, source);
    }
  });
});

suite("the rest of an end tag when </ is typed", () => {
  const completed: readonly (readonly [string, string])[] = [
    ["<a></|", "<a></a>|"],
    ["<a>text</|", "<a>text</a>|"],
    ["<a><b></|</a>", "<a><b></b>|</a>"],
    ["<a><b></b></|", "<a><b></b></a>|"],
    ["<a><b/></|", "<a><b/></a>|"],
    ["<a><s:b></|>", "<a><s:b></s:b|>"],
    ["<a><b></|\ntext</a>", "<a><b></b>|\ntext</a>"],
    ["<a><b></|  more</a>", "<a><b></b>|  more</a>"],
    ["<a><b></|<c/></a>", "<a><b></b>|<c/></a>"],
    ["<a><!-- </b> --></|", "<a><!-- </b> --></a>|"],
  ];
  for (const [body, expected] of completed) {
    test(`${JSON.stringify(body)}: ${JSON.stringify(expected)}`, () => assert.equal(afterSlash(body), expected));
  }

  test("an end tag that begins its line comes to stand under its start tag", () => {
    assert.equal(afterSlash("<a>\n  <b>\n    <c/>\n    </|\n</a>"), "<a>\n  <b>\n    <c/>\n  </b>|\n</a>");
    assert.equal(afterSlash("<a>\n<b>\n\t\t</|\n</a>"), "<a>\n<b>\n</b>|\n</a>");
  });

  test("but not where the white space before it is text, or its start tag begins no line", () => {
    assert.equal(afterSlash("<a>\n  text\n  </|"), "<a>\n  text\n  </a>|");
    assert.equal(afterSlash('<a xml:space="preserve">\n  </|'), '<a xml:space="preserve">\n  </a>|');
    assert.equal(afterSlash("<a><b>\n  </|</a>"), "<a><b>\n  </b>|</a>");
    assert.equal(afterSlash("  <a>\n    <b/></|"), "  <a>\n    <b/></a>|");
  });

  const nothing: readonly (readonly [string, string])[] = [
    ["nothing is open", "<a/></|"],
    ["everything is closed", "<a></a></|"],
    ["a name follows", "<a></|a>"],
    ["a comment", "<a><!-- </| --></a>"],
    ["a CDATA section", "<a><![CDATA[</|]]></a>"],
    ["a value", '<a b="</|"></a>'],
    ["a start tag that isn't finished", "<a </|"],
    ["no < before the slash", "<a>1/|</a>"],
    ["an element without a usable name", "<1></|"],
  ];
  for (const [what, body] of nothing) {
    test(`nothing where ${what}`, () => assert.equal(afterSlash(body), undefined));
  }

  test("nothing in a head", () => {
    const { message, offset } = atCursor("POST /s HTTP/1.1\nX: </|\n\n<a><b>");
    assert.equal(restOfEndTag(message, offset), undefined);
  });

  test("nothing in another part of a multipart body", () => {
    const { message, offset } = atCursor(
      "POST /s HTTP/1.1\nContent-Type: multipart/related; boundary=b\n\n--b\n\n<a>\n--b\n\n<c></|\n--b--\n",
    );
    assert.equal(restOfEndTag(message, offset), undefined);
  });

  test("only the request itself says what is open in it", () => {
    const { message, offset, start } = atCursor(`${withBody("<x>")}\n###\n${withBody("<a></|")}\n###\n`);
    assert.deepEqual(restOfEndTag(message, offset - start), { text: "a>", indentation: undefined });
  });
});
