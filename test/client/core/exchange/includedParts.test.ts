import assert from "node:assert/strict";
import { includedParts } from "../../../../client/src/core/exchange/includedParts.ts";

const parts = [{ contentId: "root" }, { contentId: "photo@example.org" }, { contentId: undefined }];

suite("the parts that a response includes", () => {
  const included = (text: string) => includedParts(text.split("\n"), parts);

  test("included parts are found by their Content-ID, which is percent-encoded", () => {
    const text = [
      "HTTP/1.1 200 OK",
      '<a><xop:Include xmlns:xop="urn:x" href="cid:photo@example.org"/></a>',
      "<Include href = 'cid:photo%40example.org' />",
    ].join("\n");
    assert.deepEqual(included(text), [
      { line: 1, part: 1 },
      { line: 2, part: 1 },
    ]);
  });

  test("other elements, unknown parts and broken text include no parts", () => {
    assert.deepEqual(included('<a href="cid:photo@example.org"/>\n<x:Include href="cid:none"/>'), []);
    assert.deepEqual(included('<x:Include href="cid:photo@example.org\n"/>\n<x:Include><b href="cid:root"/>'), []);
    assert.deepEqual(included('<x:Include href="cid:%zz"/>'), []);
  });

  test("included parts are limited", () => {
    assert.equal(included('<Include href="cid:root"/>\n'.repeat(300)).length, 100);
  });
});
