import assert from "node:assert/strict";
import { changeCharacterData } from "../../../../server/src/features/transform/characterData.ts";
import { analyze, messageOf } from "../../../../server/src/service/languageService.ts";
import { textContent } from "../../../../server/src/xml/query.ts";
import { expectClean } from "../../../support/findings.ts";
import { bodyOf } from "../../../support/typing.ts";
import { inPayload, offeredAt, transformed } from "./transforming.ts";

const inBody = inPayload;
const contentOf = (text: string) => /<a xmlns="urn:a">(.*)<\/a>/s.exec(bodyOf(text))?.[1];

const changed = (title: string) => (content: string) => {
  const result = transformed(changeCharacterData, inBody(content), title);
  expectClean(result);
  return contentOf(result);
};
const escaped = changed("Escape the selection");
const wrapped = changed("Wrap in a CDATA section");
const unwrapped = changed("Convert the CDATA section to escaped text");
const offered = (content: string) => offeredAt(changeCharacterData, inBody(content));

/** The text that an application reads in the message. */
function meaning(text: string): string {
  const analysis = analyze(text.replace(/[«»|]/g, ""));
  const segment = analysis.document.segments[0]?.segment;
  const xml = segment && messageOf(analysis, segment)?.xml;
  assert.ok(xml?.root);
  return textContent(xml, xml.root);
}

suite("escaping and CDATA sections", () => {
  test("escaping turns selected markup into text", () => {
    assert.equal(escaped("«<b>x &amp; y</b>»"), "&lt;b&gt;x &amp;amp; y&lt;/b&gt;");
    assert.equal(wrapped("«<b>x &amp; y</b>»"), "<![CDATA[<b>x &amp; y</b>]]>");
    assert.equal(wrapped("before «<b/>» after"), "before <![CDATA[<b/>]]> after");
  });

  test("a CDATA section with ]]> continues in a new section", () => {
    assert.equal(wrapped("«<![CDATA[x]]><b/>»"), "<![CDATA[<![CDATA[x]]]]><![CDATA[><b/>]]>");
    const text = transformed(changeCharacterData, inBody("«<![CDATA[x]]><b/>»"), "Wrap in a CDATA");
    assert.equal(meaning(text), "<![CDATA[x]]><b/>");
  });

  test("the actions keep the meaning of selected text", () => {
    assert.equal(wrapped("«a &lt; b»"), "<![CDATA[a < b]]>");
    assert.equal(wrapped("1«2»3"), "1<![CDATA[2]]>3");
  });

  test("the actions escape bare characters and keep references", () => {
    assert.equal(escaped("«a & b &lt; c &#65;»"), "a &amp; b &lt; c &#65;");
    assert.equal(wrapped("«a & b»"), "<![CDATA[a & b]]>");
  });

  test("the actions use the text at the cursor if it has references and nothing is selected", () => {
    assert.equal(wrapped("a &lt;| b"), "<![CDATA[a < b]]>");
    assert.deepEqual(offered("a| b"), []);
  });

  test("the actions turn a section into escaped text from any position in it", () => {
    for (const section of ["|<![CDATA[a < b & c]]>", "<![CDATA[a <| b & c]]>", "<![CDATA[a < b & c]]|>"]) {
      assert.equal(unwrapped(`x${section}y`), "xa &lt; b &amp; cy");
    }
  });

  test("the actions escape bare characters in an attribute value", () => {
    const text = transformed(changeCharacterData, inBody('<b c="«x & y»"/>'), "Escape the selection");
    assert.equal(contentOf(text), '<b c="x &amp; y"/>');
    assert.deepEqual(offered('<b c="«x &amp; y»"/>'), []);
  });

  test("the actions aren't offered for a selection that splits markup", () => {
    for (const content of ["«<b>x»</b>", "x<«b/»>", "<b>x«</b>y»", "<!-- «a» -->", "«<!-- a» -->"]) {
      assert.deepEqual(offered(content), [], content);
    }
  });

  test("the actions keep the meaning of the message in both directions", () => {
    for (const content of ["a &lt; b &amp; c", "]]&gt;", "a &#x3c; b"]) {
      const source = inBody(`«${content}»`);
      const there = transformed(changeCharacterData, source, "Wrap in a CDATA section");
      assert.equal(meaning(there), meaning(source));
      const at = there.indexOf("<![CDATA[") + 1;
      const back = transformed(changeCharacterData, `${there.slice(0, at)}|${there.slice(at)}`, "Convert the CDATA");
      assert.equal(meaning(back), meaning(source));
    }
  });

  test("the actions keep variables", () => {
    const source = `@x = 12345\n${inBody("«&lt;{{x}}»")}`;
    const result = transformed(changeCharacterData, source, "Wrap in a CDATA section");
    assert.equal(contentOf(result), "<![CDATA[<{{x}}]]>");
    expectClean(result);
  });
});
