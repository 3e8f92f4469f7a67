import assert from "node:assert/strict";
import { analyze, diagnose, fixesOf, requestAt } from "../../../server/src/service/languageService.ts";
import { expectRule, request } from "../../support/findings.ts";
import { sentOf } from "../../support/outgoing.ts";

/** The typed Transfer-Encoding is always reported too. */
const besides = ["transfer-encoding"];

function inChunks(body: string, lineEnd = "\r\n", fields = {}): string {
  const text = request({ "Content-Length": undefined, "Transfer-Encoding": "chunked", ...fields }, "BODY");
  return text.replace("BODY", body).replaceAll("\n", lineEnd);
}

suite("rules of typed chunks", () => {
  for (const [name, body] of [
    ["an invalid size", "4\n<a/>\n«size»\n"],
    ["a size that is too small", "«3»\n<a/>\n0\n\n"],
    ["a size that counts characters instead of bytes", "«5»\né<a/>\n0\n\n"],
    ["a wrong size of the second chunk", "6\né<a/>\n«2»\nx\n0\n\n"],
    ["a missing last chunk", "4\n«<a/>»\n"],
    ["a missing empty line after the last chunk", "4\n<a/>\n«0»\n"],
    ["a missing empty line after a trailer", "4\n<a/>\n0\n«A: b»\n"],
  ] as const) {
    test(`the rule reports ${name} at the smallest range`, () => {
      expectRule("chunks-malformed", inChunks(body), besides);
    });
  }

  test("the rules accept valid chunks and don't check their content", () => {
    expectRule("chunks-malformed", inChunks("4\n<a/>\n0\nA: b\n\n"), besides);
    expectRule("chunks-malformed", inChunks("4\n<a/>\n0\n\n\n\n### the next one\n"), besides);
    expectRule(
      "chunks-malformed",
      inChunks("4\n<a/>\n0\n\n", "\r\n", { "Transfer-Encoding": "gzip, Chunked" }),
      besides,
    );
  });

  test("a fix offers CRLF line endings when the file uses LF", () => {
    const text = inChunks("4\n<a/>\n0\n\n", "\n");
    expectRule("chunks-malformed", text.replace("\n4\n", "\n«4»\n"), besides);
    const analysis = analyze(text);
    const finding = diagnose(analysis).find(({ code }) => code === "chunks-malformed");
    assert.ok(finding);
    assert.deepEqual(
      fixesOf(analysis, finding).map(({ lineEnds }) => lineEnds),
      ["\r\n"],
    );
  });

  test("the rules ignore the chunked coding for a plain body", () => {
    expectRule("chunks-malformed", request({ "Transfer-Encoding": "chunked" }), besides);
    expectRule("chunks-malformed", request({ "Content-Length": "4" }, "4\n<a"), [
      "xml-root-multiple",
      "xml-tag-unclosed",
      "soap-envelope-missing",
    ]);
  });
});

suite("the end of a chunked body", () => {
  const bodyOf = (text: string): string => {
    const analysis = analyze(text);
    const info = requestAt(analysis, 0);
    assert.ok(info);
    const out = sentOf(analysis, info);
    assert.ok("body" in out);
    return new TextDecoder().decode(out.body);
  };

  for (const [typed, sent] of [
    ["4\n<a/>\n0\n\n", "4\n<a/>\n0\n\n"],
    ["4\n<a/>\n0\n\n\n\n", "4\n<a/>\n0\n\n"],
    ["4\n<a/>\n0\nA: b\n\n\n", "4\n<a/>\n0\nA: b\n\n"],
    ["4\n<a/>\n0\n", "4\n<a/>\n0\n"],
    ["4\n<a/>\n0", "4\n<a/>\n0"],
    ["4\n<a/>\n0\n\n\n### next\n", "4\n<a/>\n0\n\n"],
    ["<a/>\n\n", "<a/>"],
  ] as const) {
    test(`a chunked body ${JSON.stringify(typed)} is sent as ${JSON.stringify(sent)}, with the document's line endings`, () => {
      assert.equal(bodyOf(inChunks(typed)), sent.replaceAll("\n", "\r\n"));
      assert.equal(bodyOf(inChunks(typed, "\n")), sent);
    });
  }

  test("a body that only resembles chunks ends before its trailing line breaks", () => {
    assert.equal(bodyOf(request({ "Content-Length": "8" }, "4\n<a/>\n0\n\n")), "4\n<a/>\n0");
  });

  test("a variable in a chunk is replaced", () => {
    assert.equal(bodyOf(`@x = <b/>\r\n${inChunks("4\n{{x}}\n0\n\n")}`), "4\r\n&lt;b/&gt;\r\n0\r\n\r\n");
  });
});
