import assert from "node:assert/strict";
import { analyze, messagesOf, outgoingOf, requestAt } from "../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";

const namespaces = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
};
const filler = "<x>0123456789</x>".repeat(70_000);

suite("large messages", () => {
  function made(before: string, attributes: string, payload: string, closed = true) {
    const body = `${before}<s:Envelope ${attributes}><s:Body>${payload}</s:Body></s:Envelope${closed ? ">" : ""}`;
    const analysis = analyze(request({}, body));
    const message = requestAt(analysis, 0);
    assert.ok(message);
    const result = outgoingOf(analysis, message, fixedSending);
    assert.ok(result.kind === "message");
    return result;
  }

  test("the version is that of the envelope, wherever its start tag begins and ends", () => {
    const long = `a="${"a".repeat(70_000)}"`;
    for (const [version, namespace] of Object.entries(namespaces))
      for (const before of ["", `<!--${long}-->`])
        for (const declared of ["", long])
          for (const payload of ["<a/>", filler]) {
            const { soapVersion } = made(before, `${declared} xmlns:s="${namespace}"`, payload);
            assert.equal(soapVersion, version, `${before.length} ${declared.length} ${payload.length}`);
          }
    assert.equal(made("", 'xmlns:s="urn:s"', filler).soapVersion, undefined);
  });

  test("the errors are those of the whole body", () => {
    const attributes = `xmlns:s="${namespaces["1.1"]}"`;
    const codes = (closed: boolean) =>
      made("", attributes, `<p xmlns="">${filler}</p>`, closed).errors.map(({ code }) => code);
    assert.ok(!codes(true).includes("xml-tag-unclosed"));
    assert.ok(codes(false).includes("xml-tag-unclosed"), `${codes(false)}`);
  });

  test("the contract is found where a WSDL may be one that no request names", () => {
    const add = (text: string) => `<Add xmlns="urn:calc">${text}</Add>`;
    const files = { "/w/calc.wsdl": sampleWsdl({ operations: ["Add"] }) };
    for (const text of ["", filler]) {
      const body = `<s:Envelope xmlns:s="${namespaces["1.1"]}"><s:Body>${add(text)}</s:Body></s:Envelope>`;
      const [message] = messagesOf(analyze(request({}, body), undefined, around({ files })));
      assert.equal(message?.message.contract.kind, "found", `${text.length}`);
    }
  });
});
