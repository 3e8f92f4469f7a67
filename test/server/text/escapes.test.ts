import assert from "node:assert/strict";
import { escapeXml } from "../../../server/src/text/escapes.ts";

suite("escaping for XML", () => {
  test("the matched characters are replaced by references, others stay", () => {
    assert.equal(escapeXml(`<a b="c">&'`, /[&<>"']/g), "&lt;a b=&quot;c&quot;&gt;&amp;&apos;");
    assert.equal(escapeXml(`a > b "c"`, /[&<]/g), `a > b "c"`);
  });

  test("a character without a name becomes its number", () => {
    assert.equal(escapeXml("a\r\n\tb", /[\t\r\n]/g), "a&#13;&#10;&#9;b");
  });
});
