import assert from "node:assert/strict";
import {
  analyze,
  applyEdits,
  computedOutgoing,
  diagnose,
  fixesOf,
  requestAt,
} from "../../../../server/src/service/languageService.ts";
import { messagesOf } from "../../../support/findings.ts";
import { fixedSending } from "../../../support/outgoing.ts";
import { around } from "../../../support/resolver.ts";
import { testCompute, testKeys } from "../../../support/signing.ts";

const code = "signature-context";
const count = "{{$contentLength}}";
const head = (length: string) => `POST /s HTTP/1.1
Host: h
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
Content-Length: ${length}
`;
const inEnvelope = (
  content: string,
) => `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:m">
  <s:Body>
    ${content}
  </s:Body>
</s:Envelope>`;
const invoice = (declared = "") =>
  `<m:Invoice${declared} Id="i">\n      <m:No>{{no}}</m:No>\n      {{$signature me c14n=inclusive}}\n    </m:Invoice>`;
const declaration = ' xmlns:m="urn:m"';

function analysisOf(text: string) {
  return analyze(text, undefined, around({ keys: testKeys }));
}

/** The text after the fix of the first finding, which must be the only fix and leave no finding; `undefined` without a fix. */
function fixed(text: string): string | undefined {
  const analysis = analysisOf(text);
  const findings = diagnose(analysis);
  assert.ok(findings.length > 0);
  assert.deepEqual(
    [...new Set(findings.map((one) => one.code))],
    [code],
    JSON.stringify(findings.map((one) => one.message)),
  );
  const fixes = findings[0] ? fixesOf(analysis, findings[0]) : [];
  const [fix] = fixes;
  if (!fix) return undefined;
  assert.deepEqual(
    fixes.map(({ title, automatic }) => [title, automatic]),
    [["Move Invoice into a # @document", undefined]],
  );
  const after = applyEdits(text, fix.edits);
  assert.deepEqual(messagesOf(diagnose(analysisOf(after))), [], after);
  return after;
}

async function sent(text: string): Promise<string> {
  const analysis = analysisOf(text);
  const request = requestAt(analysis, text.indexOf("POST"));
  assert.ok(request);
  const made = await computedOutgoing(analysis, request, fixedSending, testCompute);
  assert.ok(made.kind === "message", JSON.stringify(made));
  return new TextDecoder().decode(made.outgoing.body);
}

suite("the fix of signature-context", () => {
  test("the signed element moves into a document below the variables of the file, with its declarations", () => {
    const before = `# Invoices\n@no = 7\n# @name send\n${head(count)}\n${inEnvelope(invoice())}\n`;
    const after = `# Invoices\n@no = 7\n# @document invoice\n\n${invoice(declaration)}\n###\n# @name send\n${head(count)}\n${inEnvelope("{{invoice | xml}}")}\n`;
    assert.equal(fixed(before), after);
  });

  test("the document is a segment of its own before that of the request", () => {
    const before = `@no = 7\n### Send\n# @name send\n${head(count)}\n${inEnvelope(invoice())}\n`;
    const after = `@no = 7\n###\n# @document invoice\n\n${invoice(declaration)}\n### Send\n# @name send\n${head(count)}\n${inEnvelope("{{invoice | xml}}")}\n`;
    assert.equal(fixed(before), after);
  });

  test("the document has a name that no variable has, and the line breaks of the file", () => {
    const typed = invoice().replace("{{no}}", "{{invoice}}");
    const before = `@invoice = 7\n${head(count)}\n${inEnvelope(typed)}\n`.replaceAll("\n", "\r\n");
    const after = fixed(before);
    assert.match(after ?? "", /# @document invoice2\r\n\r\n<m:Invoice /);
    assert.match(after ?? "", /\{\{invoice2 \| xml\}\}/);
    assert.doesNotMatch(after ?? "", /[^\r]\n/);
  });

  test("the same element is sent, except for the digest of its own namespaces", async () => {
    const before = `@no = 7\n${head(count)}\n${inEnvelope(invoice())}\n`;
    const withoutDigests = (text: string) => text.replace(/<(DigestValue|SignatureValue)>[^<]*/g, "<$1>");
    const [first, second] = [await sent(before), await sent(fixed(before) ?? "")].map(withoutDigests);
    assert.equal(second, first?.replace("<m:Invoice", `<m:Invoice${declaration}`));
  });

  test("a correct Content-Length stays correct", async () => {
    const source = (length: string) => `@no = 7é\n${head(length)}\n${inEnvelope(invoice())}\n`;
    const length = Buffer.byteLength(await sent(source(count)));
    const after = fixed(source(String(length))) ?? "";
    assert.ok(after.includes(`Content-Length: ${length + declaration.length}\n`), after);
  });

  test("all signatures in the element move with it", () => {
    const inner = '<m:Line Id="l">{{$signature me id=inner c14n=inclusive}}</m:Line>';
    const typed = invoice().replace("<m:No>", `${inner}<m:No>`).replace("me c14n", "me parts=Invoice c14n");
    const before = `@no = 7\n${head(count)}\n${inEnvelope(typed)}\n`;
    const analysis = analysisOf(before);
    const last = diagnose(analysis).at(-1);
    assert.ok(last);
    const [fix] = fixesOf(analysis, last);
    const after = applyEdits(before, fix?.edits ?? []);
    assert.deepEqual(messagesOf(diagnose(analysisOf(after))), [], after);
  });

  test("there is no fix if the signature also covers what is outside, or if the element reads the message", () => {
    const other = `<m:Other Id="o"/>${invoice().replace("c14n", 'parts="#i #o" c14n')}`;
    const whole = invoice().replace("c14n", 'parts="/ #i" c14n');
    const detached = '<m:Invoice Id="i"/><m:Signed>{{$signature me parts=#i c14n=inclusive}}</m:Signed>';
    const reading = invoice().replace("{{no}}", "{{$this.//m:Other}}");
    for (const content of [other, whole, detached, `<m:Other>5</m:Other>${reading}`]) {
      const used = content.includes("{{no}}") ? "@no = 7\n" : "";
      assert.equal(fixed(`${used}${head(count)}\n${inEnvelope(content)}\n`), undefined, content);
    }
  });
});
