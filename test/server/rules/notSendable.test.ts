import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../server/src/languageService.ts";
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
  test("nothing, where what is sent is what is typed", () => {
    expectInBrowser(request({ Accept: "text/xml" }));
    expectInBrowser(request({ Host: "h:8000", Connection: "keep-alive" }));
  });
  test("headers that are the browser's own, or dropped", () => {
    expectInBrowser(request({ "«Connection»": "close", "«Cookie»": "a=b", "«User-Agent»": "me" }));
  });
  test("not the count where that is wrong: it is told of already", () => {
    expectInBrowser(request({ "Content-Length": "99" }));
  });
  test("the body of a GET", () => {
    expectInBrowser("GET /s HTTP/1.1\nHost: h\n\n«<a/>»");
  });
});
