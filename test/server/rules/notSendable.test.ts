import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";
import { mark, marked } from "../../support/marked.ts";

function expectInBrowser(source: string): void {
  const { text, spans } = marked(source);
  const inBrowser = diagnose(analyze(text, { rules: {}, transport: "browser" })).filter(
    ({ code }) => code === "header-not-sendable",
  );
  assert.equal(
    mark(
      text,
      inBrowser.map(({ at }) => at),
    ),
    mark(text, spans),
  );
  const inNode = diagnose(analyze(text, { rules: {}, transport: "node" }));
  assert.ok(inNode.every(({ code }) => code !== "header-not-sendable"));
}

suite("header-not-sendable", () => {
  test("the rule reports nothing when the browser sends the headers as typed", () => {
    expectInBrowser(request({ Accept: "text/xml" }));
    expectInBrowser(request({ Host: "h:8000", Connection: "keep-alive" }));
  });
  test("the rule reports headers that the browser replaces or drops", () => {
    expectInBrowser(request({ "«Connection»": "close", "«Cookie»": "a=b", "«User-Agent»": "me" }));
  });
  test("the rule doesn't report a wrong Content-Length a second time", () => {
    expectInBrowser(request({ "Content-Length": "99" }));
  });
  test("the rule reports @auth, which the browser answers itself", () => {
    expectInBrowser(`# «@auth digest "a" "b"»\n${request()}`);
    expectInBrowser(`# «@auth ntlm "a" "b"»\n${request()}`);
    expectInBrowser(`# «@auth negotiate»\n${request()}`);
  });
  test("the rule reports the body of a GET", () => {
    expectInBrowser("GET /s HTTP/1.1\nHost: h\n\n«<a/>»");
  });
});
