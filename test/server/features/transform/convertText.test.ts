import assert from "node:assert/strict";
import { insertConverted } from "../../../../server/src/features/transform/convertText.ts";
import { envelope12, expectClean, request } from "../../../support/findings.ts";
import { offeredAt, transformed } from "./transforming.ts";

const soap12 = "-H 'Content-Type: application/soap+xml; charset=utf-8'";

suite("converting pasted text in a document", () => {
  test("the conversion replaces a curl command by a request and keeps the text around it", () => {
    const result = transformed(
      insertConverted,
      `@a = 1\n\n### one\n# a comment\n|curl http://h/s \\\n  ${soap12} \\\n  -d '${envelope12}'\n\n### two\n${request()}`,
      "Convert the curl command to a request",
    );
    assert.equal(result, `@a = 1\n\n### one\n# a comment\n${request()}\n\n### two\n${request()}`);
  });

  test("the conversion replaces several commands by several requests", () => {
    const result = transformed(insertConverted, "|curl http://h/1\ncurl http://h/2\n", "Convert the curl command");
    assert.equal(result, "GET /1 HTTP/1.1\nHost: h\n\n###\nGET /2 HTTP/1.1\nHost: h\n");
    expectClean(result);
  });

  test("the conversion converts the whole file of another tool", () => {
    const source = `@base = http://h\n\n### one\nPOST {{base}}/s\n\n${envelope12}\n\n> {% x %}\n### two\n${request()}\n### three\nGET {{base}}|/s\n`;
    const result = transformed(insertConverted, source, "Convert the .http file");
    expectClean(result);
    assert.match(result, /### one\n# Not converted: > \{% x %\}\nPOST \{\{base\}\}\/s HTTP\/1\.1\nHost: h\n/);
    assert.ok(result.includes(`### two\n${request()}\n### three\nGET {{base}}/s HTTP/1.1\nHost: h\n`));
  });

  test("the conversion is not offered for requests of this format", () => {
    assert.deepEqual(offeredAt(insertConverted, request()), []);
    assert.deepEqual(offeredAt(insertConverted, "GET /s HTTP/1.1\nHost: h\n"), []);
  });
});
