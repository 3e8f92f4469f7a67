import assert from "node:assert/strict";
import { readEnvelope } from "../../../server/src/soap/envelope.ts";
import { envelopeNamespaces, faultCodes, type SoapVersion, soapVersions } from "../../../server/src/soap/facts.ts";
import { codeInWords, decodeFault } from "../../../server/src/soap/fault.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";

function words(version: SoapVersion, code: string): string | undefined {
  const parts =
    version === "1.1" ? `<faultcode>${code}</faultcode>` : `<s:Code><s:Value>${code}</s:Value></s:Code><s:Reason/>`;
  const text = `<s:Envelope xmlns:s="${envelopeNamespaces[version]}" xmlns:x="urn:x"><s:Body><s:Fault>${parts}</s:Fault></s:Body></s:Envelope>`;
  const envelope = readEnvelope(parseXml(text));
  const fault = envelope && decodeFault(envelope);
  assert.ok(fault);
  return codeInWords(fault);
}

suite("explanations of fault codes", () => {
  for (const version of soapVersions) {
    for (const code of faultCodes[version]) {
      test(`${code} of SOAP ${version} is explained`, () => assert.match(words(version, `s:${code}`) ?? "", /\.$/));
    }
  }
  test("explanations name the side that caused the Fault", () => {
    assert.match(words("1.2", "s:Sender") ?? "", /^The request/);
    assert.match(words("1.1", "s:Server") ?? "", /^The service/);
    assert.equal(words("1.1", "s:Client.Auth"), words("1.2", "s:Sender"));
  });
  test("explanations are missing for a service's own code", () => assert.equal(words("1.1", "x:Client"), undefined));
});
