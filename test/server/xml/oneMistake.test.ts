import assert from "node:assert/strict";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { expectWellFormed } from "./trace.ts";

const message = `<?xml version="1.0" encoding="utf-8"?>
<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:m="urn:m">
  <!-- note -->
  <s:Header/>
  <s:Body>
    <m:Add id="1" kind='x'>
      <m:a>2 &amp; 3</m:a>
      <m:b><![CDATA[x < y]]></m:b>
      <m:c unit="cm" />
    </m:Add>
  </s:Body>
</s:Envelope>
`;

/** The cases in which the parser reports more than one problem after a piece is removed. */
function withSeveralProblems(
  from: string,
  pieces: Iterable<{ readonly start: number; readonly end: number }>,
): string[] {
  const more: string[] = [];
  for (const { start, end } of pieces) {
    const { problems } = parseXml(from.slice(0, start) + from.slice(end));
    const shown = `${from.slice(start - 10, start)}«${from.slice(start, end)}»${from.slice(end, end + 10)}`;
    if (problems.length > 1) more.push(`${JSON.stringify(shown)}: ${problems.map(({ reason }) => reason).join(" ")}`);
  }
  return more;
}

function matches(text: string, pattern: RegExp): { start: number; end: number }[] {
  const places = [...text.matchAll(pattern)].map(({ 0: all, index }) => ({ start: index, end: index + all.length }));
  assert.ok(places.length > 0);
  return places;
}

suite("one mistake is one problem", () => {
  for (const [title, text] of [
    ["a message on many lines", message],
    ["a message on one line", message.replace(/\n\s*/g, "")],
  ] as const) {
    suite(title, () => {
      test("the text without a mistake is well-formed", () => void expectWellFormed(text));
      test("one mistake is one problem after removing any one character", () => {
        // The content of the section becomes markup, which is wrong at its start and its end.
        const hidden = /«<»!\[CDATA\[.*: tag-name-missing cdata-end-in-text$/;
        assert.deepEqual(
          withSeveralProblems(text, matches(text, /[\s\S]/g)).filter((one) => !hidden.test(one)),
          [],
        );
      });
      test("one mistake is one problem after removing any end tag, or end of a comment or CDATA section", () => {
        assert.deepEqual(withSeveralProblems(text, matches(text, /<\/[^>]*>|-->|\]\]>/g)), []);
      });
      test("one mistake is one problem after removing any attribute or empty element", () => {
        assert.deepEqual(withSeveralProblems(text, matches(text, / [\w:]+=("[^"]*"|'[^']*')| *<[^>]*\/>/g)), []);
      });
      test("cutting off the text is at most one problem for each open element and one for the cut", () => {
        for (let end = 0; end < text.length; end++) {
          const cut = text.slice(0, end);
          const markup = cut.replace(/<!--[\s\S]*?(-->|$)|<!\[CDATA\[[\s\S]*?(\]\]>|$)|<[\w:]+[^>]*\/>/g, "");
          const open = (markup.match(/<[\w:]+[^>]*>/g)?.length ?? 0) - (markup.match(/<\/[\w:]+>/g)?.length ?? 0);
          const { problems } = parseXml(cut);
          assert.ok(problems.length <= open + 1, `${JSON.stringify(cut)}: ${problems.map((one) => one.reason)}`);
        }
      });
    });
  }
});
