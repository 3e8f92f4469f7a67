import assert from "node:assert/strict";
import { insertMissingParts } from "../../../../server/src/features/transform/missing.ts";
import { envelope11, envelope12, expectClean, findingsIn, request } from "../../../support/findings.ts";
import { offeredAt, transformed } from "./transforming.ts";

const inserted = (source: string) => transformed(insertMissingParts, source, "Insert missing parts");

suite("inserting missing parts", () => {
  test("the action completes a pasted URL and envelope", () => {
    const source = `POST http://h:81/s\n\n${envelope12}`;
    assert.deepEqual(offeredAt(insertMissingParts, source), [
      "Insert missing parts: HTTP/1.1, Host, Content-Type, Content-Length",
    ]);
    assert.equal(inserted(source), request({ Host: "h:81" }, envelope12, "POST http://h:81/s HTTP/1.1"));
    expectClean(inserted(source));
  });

  test("the action adds media type and SOAPAction for SOAP 1.1", () => {
    const result = inserted(`POST http://h/s HTTP/1.1\n\n${envelope11}`);
    assert.match(result, /^Content-Type: text\/xml; charset=utf-8$/m);
    assert.match(result, /^SOAPAction: ""$/m);
    expectClean(result);
  });

  test("the action adds the empty line before the envelope with the line endings of the file", () => {
    const result = inserted(`POST http://h/s HTTP/1.1\r\nHost: h\r\n${envelope12}\r\n`);
    expectClean(result);
    assert.doesNotMatch(result, /[^\r]\n/);
  });

  test("the action adds an envelope with Content-Length", () => {
    const result = inserted("POST http://h/s HTTP/1.1\nHost: h");
    expectClean(result);
    assert.match(result, /<soap:Body>/);
  });

  test("the action adds a placeholder for an unknown host", () => {
    const result = inserted(`POST /s HTTP/1.1\n\n${envelope12}`);
    assert.deepEqual(
      findingsIn(result).map(({ code }) => code),
      ["placeholder"],
    );
  });

  test("the action completes the request at the cursor and keeps its headers", () => {
    const first = "POST http://h/a HTTP/1.1\n\n<a/>\n### b\n";
    const result = inserted(`${first}|POST http://h/b HTTP/1.1\nX-Own: 1\n\n${envelope12}\n`);
    assert.ok(result.startsWith(first));
    assert.match(result, /\/b HTTP\/1\.1\nHost: h\nX-Own: 1\nContent-Type: .*\nContent-Length: 84\n\n/);
  });

  test("the action isn't offered for a single missing part, which has its own fix", () => {
    assert.deepEqual(offeredAt(insertMissingParts, request({ Host: undefined })), []);
    assert.deepEqual(offeredAt(insertMissingParts, request()), []);
  });
});
