import assert from "node:assert/strict";
import { inlayHints } from "../../../server/src/features/inlayHints.ts";
import { defaultInlayHints, type InlayHintSettings } from "../../../server/src/protocol/protocol.ts";
import { analyze, requestAt } from "../../../server/src/service/languageService.ts";
import { envelope12, request } from "../../support/findings.ts";

const off: InlayHintSettings = { contentLength: "off", target: "off", variables: "off" };

/** Expects the hints at the positions of `‹…›`. */
function expectHints(source: string, settings: Partial<InlayHintSettings>, lines?: readonly [number, number]): void {
  const text = source.replace(/‹[^›]*›/g, "");
  const requestInfo = requestAt(analyze(text), text.indexOf(" HTTP/1.1"));
  assert.ok(requestInfo);
  const own = requestInfo.message.text;
  const span = lines
    ? { start: lineStart(own, lines[0]), end: lineStart(own, lines[1]) }
    : { start: 0, end: own.length };
  const hints = inlayHints(requestInfo.message, span, { ...off, ...settings });
  const shown = hints.toReversed().reduce((all, { at, label }) => `${all.slice(0, at)}‹${label}›${all.slice(at)}`, own);
  assert.equal(shown, source);
}

function lineStart(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line; count++) at = text.indexOf("\n", at) + 1;
  return at;
}

suite("inlay hints", () => {
  test("hints show the length always, or only if Content-Length differs", () => {
    expectHints(request({ "Content-Length": "84‹84 bytes›" }), { contentLength: "on" });
    expectHints(request({ "Content-Length": "84" }), { contentLength: "different" });
    expectHints(request({ "Content-Length": "99‹84 bytes›" }), { contentLength: "different" });
    expectHints(request({ "Content-Length": "{{$contentLength}}‹84 bytes›" }), { contentLength: "different" });
    expectHints(request({ "Content-Length": "99" }), { contentLength: "off" });
  });

  test("hints accept a length that includes line breaks after the body", () => {
    expectHints(`${request({ "Content-Length": "85" })}\n`, { contentLength: "different" });
    expectHints(`${request({ "Content-Length": "86‹84 bytes›" })}\n`, { contentLength: "different" });
  });

  test("hints show the length after an empty value, and without a body", () => {
    expectHints(request({ "Content-Length": "‹84 bytes›" }), { contentLength: "different" });
    expectHints("POST /s HTTP/1.1\nHost: h\nContent-Length: 3‹0 bytes›", { contentLength: "different" });
    expectHints("POST /s HTTP/1.1\nHost: h\nContent-Length: 0", { contentLength: "different" });
  });

  test("hints show nothing if the length is unknown", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a>{{nowhere}}</a></s:Body>");
    expectHints(request({ "Content-Length": "99" }, body), { contentLength: "on" });
    expectHints(request({ "Content-Length": "99" }, "< ./envelope.xml"), { contentLength: "on" });
    const unknown = "application/soap+xml; charset=klingon";
    expectHints(request({ "Content-Type": unknown }), { contentLength: "on" });
  });

  test("hints show the URL always, or only if it isn't http://, Host and target", () => {
    expectHints(request().replace("/s", "/s‹→ http://h/s›"), { target: "on" });
    expectHints(request(), { target: "different" });
    expectHints(request({ Host: "h:443" }).replace("/s", "/s‹→ https://h/s›"), { target: "different" });
    const variable = `@b = h:81\n\n${request({ Host: "{{b}}" }).replace("/s", "/s‹→ http://h:81/s›")}`;
    expectHints(variable, { target: "different" });
    expectHints(request({}, envelope12, "POST http://h/s HTTP/1.1"), { target: "on" });
    expectHints(request({ Host: undefined }), { target: "on" });
  });

  test("hints show the values of variables each time, or once in a request", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a>{{v}}‹= 1›{{v}}‹= 1›{{w}}</a></s:Body>");
    expectHints(`@v = 1\n\n${request({ "Content-Length": "1" }, body)}`, { variables: "on" });
    expectHints(`@v = 1\n\n${request({ "Content-Length": "1" }, body.replace("{{v}}‹= 1›{{w", "{{v}}{{w"))}`, {
      variables: "different",
    });
  });

  test("hints truncate a long value", () => {
    expectHints(`@v = ${"x".repeat(100)}\n\n${request({ Host: `{{v}}‹= ${"x".repeat(60)}…›` })}`, { variables: "on" });
  });

  test("hints are limited to the visible lines", () => {
    const text = `@v = 1\nPOST /{{v}} HTTP/1.1\nHost: {{v}}‹= 1›\nX: {{v}}\n\n`;
    expectHints(text, { variables: "on" }, [2, 3]);
  });

  test("hints show only a different length by default", () => {
    expectHints(request({ "Content-Length": "{{$contentLength}}‹84 bytes›" }), defaultInlayHints);
  });
});
