import assert from "node:assert/strict";
import { decodeValue, resolveReferences } from "../../../server/src/xml/references.ts";

const text = (source: string) => resolveReferences(source, 0, source.length);
const value = (source: string) => decodeValue(source, 0, source.length);

suite("decoding text", () => {
  test("decoding replaces references and changes line endings to LF", () => {
    assert.equal(text("plain"), "plain");
    assert.equal(text("&lt;&gt;&amp;&apos;&quot;"), "<>&'\"");
    assert.equal(text("&#65;&#x42;&#x1F600;"), "AB😀");
    assert.equal(text("a\r\nb\rc\nd&#13;"), "a\nb\nc\nd\r");
    assert.equal(text("&amp;lt;"), "&lt;");
  });

  test("decoding keeps invalid references", () => {
    for (const source of ["&x;", "&", "&#0;", "&#xD800;", "&#x110000;", "&lt", "&constructor;"])
      assert.equal(text(source), source);
  });

  test("decoding turns whitespace in a value into spaces, except in references", () => {
    assert.equal(value("a\tb\nc\r\nd\re&#10;&#9;"), "a b c d e\n\t");
    assert.equal(value("plain"), "plain");
    assert.equal(value("&lt;"), "<");
  });

  test("decoding decodes a part of a text", () => assert.equal(resolveReferences("&lt;&gt;", 4, 8), ">"));
});
