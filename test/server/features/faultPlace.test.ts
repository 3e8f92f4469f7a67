import assert from "node:assert/strict";
import { faultPlace } from "../../../server/src/features/faultPlace.ts";
import type { FaultCause } from "../../../server/src/protocol/protocol.ts";
import { analyze, requestAt } from "../../../server/src/service/languageService.ts";
import { mark, marked } from "../../support/marked.ts";

/** Expects the marked range for this cause, or none without marks. */
function expectPlace(cause: FaultCause, source: string): void {
  const { text } = marked(source);
  const request = requestAt(analyze(text), 0);
  assert.ok(request);
  const place = faultPlace(request.message, cause);
  assert.equal(mark(text, place ? [place] : []), source);
}

const head = "POST /s HTTP/1.1\nHost: h\n";
const body = (header: string, content = "<m:Add/>", namespace = "urn:e") =>
  `\n<s:Envelope xmlns:s="${namespace}" xmlns:m="urn:m"><s:Header>${header}</s:Header><s:Body>${content}</s:Body></s:Envelope>\n`;
const soap12 = "http://www.w3.org/2003/05/soap-envelope";

suite("the cause of a Fault in a request", () => {
  test("the cause is the namespace of the Envelope for another version", () => {
    expectPlace({ kind: "envelope" }, head + body("", "<m:Add/>", "«urn:e»"));
  });

  test("the cause is a header block with the same name, or else with the same local name", () => {
    const cause: FaultCause = { kind: "element", namespace: "urn:m", local: "Token" };
    expectPlace(cause, head + body("<Token/><«m:Token»/>"));
    expectPlace(cause, head + body("<«Token»/>"));
    expectPlace(cause, head + body(""));
  });

  test("the cause is the first mandatory header block if the Fault names none", () => {
    const block = (value: string, name: string) => `<${name} s:mustUnderstand="${value}"/>`;
    expectPlace(
      { kind: "mustUnderstand" },
      head + body(block("false", "m:A") + block("true", "«m:B»") + block("1", "m:C"), "<m:Add/>", soap12),
    );
  });

  test("the cause is the value of encodingStyle", () => {
    expectPlace({ kind: "encoding" }, head + body("", '<m:Add s:encodingStyle="«urn:x»"/>'));
  });

  test("the cause is SOAPAction, the action parameter, wsa:Action or the operation for an unknown action", () => {
    const cause: FaultCause = { kind: "action" };
    expectPlace(cause, `${head}SOAPAction: «"urn:a"»\n${body("<m:Action>urn:a</m:Action>")}`);
    expectPlace(cause, `${head}«SOAPAction»:\n${body("")}`);
    expectPlace(cause, `${head}Content-Type: application/soap+xml; action=«"urn:a"»\n${body("")}`);
    expectPlace(cause, head + body("<«m:Action»>urn:a</m:Action>"));
    expectPlace(cause, head + body("", "<«m:Add»/>"));
  });

  test("the cause is the operation or the Header", () => {
    expectPlace({ kind: "operation" }, head + body("", "<!-- c --><«m:Add»><m:a/></m:Add>"));
    expectPlace({ kind: "header" }, (head + body("")).replace("<s:Header>", "<«s:Header»>"));
  });

  test("the cause is missing in a request without an envelope", () => {
    for (const kind of ["envelope", "header", "mustUnderstand", "encoding", "action", "operation"] as const) {
      expectPlace({ kind }, `${head}\nhello`);
    }
  });
});
