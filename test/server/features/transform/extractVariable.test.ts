import assert from "node:assert/strict";
import { extractVariable } from "../../../../server/src/features/transform/extractVariable.ts";
import { envelope12, expectClean, request, request11 } from "../../../support/findings.ts";
import { lastSent } from "../../../support/outgoing.ts";
import { contextOf, inPayload, offeredAt, transformed, whyNot } from "./transforming.ts";

const extracted = (source: string) => transformed(extractVariable, source, "Extract to variable");
const reason = (source: string) => whyNot(extractVariable, source, "Extract");
const soap = inPayload;

/** The bytes of the last request in the document. */
function sent(text: string): string {
  const { requestLine, head, body } = lastSent(text);
  return `${requestLine}\n${head}\n${Buffer.from(body).toString()}`;
}

/** Expects this definition and this reference, the same sent bytes and no findings. */
function expectExtracted(source: string, definition: string, replaced: string): void {
  const before = contextOf(source).text;
  const after = extracted(source);
  assert.ok(after.includes(`${definition}\n`), `${definition} is not in ${after}`);
  assert.ok(after.includes(replaced), `${replaced} is not in ${after}`);
  assert.equal(sent(after), sent(before));
  expectClean(after);
}

suite("extracting a value into a variable", () => {
  test("the extraction names a text after its element, with a selection or at the cursor", () => {
    expectExtracted(soap("<b>«42»</b>"), "@b = 42", "<b>{{b}}</b>");
    expectExtracted(soap("<b>4|2</b>"), "@b = 42", "<b>{{b}}</b>");
    expectExtracted(soap("<b>\n  4|2\n</b>"), "@b = 42", "<b>\n  {{b}}\n</b>");
    expectExtracted(soap("<b>1«2»3</b>"), "@b = 2", "<b>1{{b}}3</b>");
  });

  test("the extraction replaces XML references in the definition, because values are escaped", () => {
    expectExtracted(soap("<b>«x &lt; y &amp; z»</b>"), "@b = x < y & z", "<b>{{b}}</b>");
  });

  test("the extraction updates Content-Length if the value is escaped differently", () => {
    const source = soap("<b>«x &#60; y»</b>");
    expectClean(contextOf(source).text);
    expectClean(extracted(source));
    assert.match(extracted(source), /^@b = x < y\n/);
  });

  test("the extraction keeps the text of a CDATA section", () => {
    expectExtracted(soap("<b><![CDATA[«x < y»]]></b>"), "@b = x < y", "<![CDATA[{{b}}]]>");
  });

  test("the extraction extracts an attribute value", () => {
    expectExtracted(soap('<b userId="4|2"/>'), "@userId = 42", 'userId="{{userId}}"');
  });

  test("the extraction extracts a header value or a part of it", () => {
    expectExtracted(request({ Host: "lo|calhost:8000" }), "@host = localhost:8000", "Host: {{host}}");
    expectExtracted(request({ Host: "«localhost»:8000" }), "@host = localhost", "Host: {{host}}:8000");
    expectExtracted(request11({ SOAPAction: '"«http://e/Add»"' }), "@soapAction = http://e/Add", '"{{soapAction}}"');
    expectExtracted(request({ "X-API-Key": "«k»" }), "@xAPIKey = k", "X-API-Key: {{xAPIKey}}");
  });

  test("the extraction extracts a part of the target", () => {
    const post = (target: string) => request({ Host: "h" }, envelope12, `POST ${target} HTTP/1.1`);
    expectExtracted(post("«http://h»/s"), "@url = http://h", "POST {{url}}/s HTTP/1.1");
    expectExtracted(post("/|s"), "@path = /s", "POST {{path}} HTTP/1.1");
  });

  test("the extraction keeps variables in the definition", () => {
    expectExtracted(`@x = 12345\n${soap("<b>«a{{x}}»</b>")}`, "@x = 12345\n@b = a{{x}}", "<b>{{b}}</b>");
  });

  test("the extraction inserts the definition after others in the file, or above the request", () => {
    const file = `@x = 1\n### one\n${soap("<b>{{x}}</b>")}\n### two\n`;
    assert.ok(extracted(`${file}${soap("<b>«2»</b>")}`).startsWith("@x = 1\n@b = 2\n### one\n"));
    assert.ok(
      extracted(`### one\n# @name one\n${soap("<b>«2»</b>")}`).startsWith("### one\n# @name one\n@b = 2\nPOST"),
    );
  });

  test("the extraction chooses an unused name", () => {
    assert.deepEqual(offeredAt(extractVariable, `@b = 1\n@b2 = {{b}}{{b2}}\n${soap("<b>«42»</b>")}`), [
      "Extract to variable b3",
    ]);
  });

  test("the extraction refuses a value that a definition can't have", () => {
    assert.match(reason(soap("<b>«1\n2»</b>")), /more than one line/);
    assert.match(reason(soap("<b>«1&#10;2»</b>")), /more than one line/);
    assert.match(reason(soap("<b>«&#32;2»</b>")), /whitespace/);
    assert.match(reason(soap("<b>«&#123;{x}}»</b>")), /would be read as a variable/);
  });

  test("the extraction isn't offered for Content-Length, names, namespaces, comments and variables", () => {
    for (const source of [
      request({ "Content-Length": "«84»" }),
      request({}, envelope12.replace("soap-envelope", "soap-«env»elope")),
      soap("<«b»/>"),
      soap("<!-- «b» -->"),
      soap("<b>«{{$guid}}»</b>"),
      soap("<b>«{{$gu»id}}</b>"),
      soap("<b>|</b>"),
      request().replace("POST", "«POST»"),
    ]) {
      assert.deepEqual(offeredAt(extractVariable, source), [], source);
    }
  });
});
