import assert from "node:assert/strict";
import { getRequestNames } from "../../../../server/src/service/languageService.ts";

suite("names of requests", () => {
  test("names include each request of a file with the line of its request line", () => {
    const text =
      "@a = 1\n### Add\n# @name add\nPOST /add HTTP/1.1\n\n<a/>\n###\r\n\r\nGET {{a}}/x HTTP/1.1\n### empty\n";
    assert.deepEqual(getRequestNames(text).requests, [
      { name: "add", detail: "Add · POST /add", line: 3 },
      { name: "GET {{a}}/x", detail: "", line: 8 },
    ]);
  });

  test("names are empty without a request", () => {
    assert.deepEqual(getRequestNames("").requests, []);
    assert.deepEqual(getRequestNames("### only a title\n# a comment").requests, []);
  });
});
