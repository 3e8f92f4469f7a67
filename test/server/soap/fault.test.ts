import assert from "node:assert/strict";
import { readEnvelope } from "../../../server/src/soap/envelope.ts";
import { envelopeNamespaces, faultCodes, type SoapVersion, soapVersions } from "../../../server/src/soap/facts.ts";
import { codeInWords, decodeFault, definedCode, reasonIn } from "../../../server/src/soap/fault.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { namespace11, namespace12 } from "./soapMessages.ts";

function decode(namespace: string, fault: string) {
  const envelope = readEnvelope(
    parseXml(
      `<s:Envelope xmlns:s="${namespace}" xmlns:x="urn:x"><s:Body><s:Fault>${fault}</s:Fault></s:Body></s:Envelope>`,
    ),
  );
  const decoded = envelope && decodeFault(envelope);
  assert.ok(decoded);
  return decoded;
}

suite("decoding a Fault", () => {
  test("the decoder reads a SOAP 1.1 Fault", () => {
    const fault = decode(
      namespace11,
      "<faultcode> s:Client.Auth.Expired </faultcode><faultstring xml:lang='en'>a &lt; b</faultstring><faultactor>urn:n</faultactor><detail><x:a/></detail>",
    );
    assert.equal(fault.version, "1.1");
    assert.deepEqual(fault.code, {
      text: "s:Client.Auth.Expired",
      local: "Client.Auth.Expired",
      namespace: namespace11,
    });
    assert.equal(definedCode(fault), "Client");
    assert.deepEqual(
      fault.subcodes.map(({ local }) => local),
      ["Auth", "Expired"],
    );
    assert.deepEqual(fault.reasons, [{ language: "en", text: "a < b" }]);
    assert.equal(fault.node, "urn:n");
    assert.equal(fault.detail?.name, "detail");
  });
  test("the decoder reads a SOAP 1.2 Fault", () => {
    const fault = decode(
      namespace12,
      "<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>x:A</s:Value><s:Subcode><s:Value>y:B</s:Value></s:Subcode></s:Subcode></s:Code><s:Reason><s:Text xml:lang='en'> a </s:Text><s:Text xml:lang='de-AT'><![CDATA[<b>]]></s:Text></s:Reason><s:Node>urn:n</s:Node><s:Role>urn:r</s:Role><s:Detail/>",
    );
    assert.equal(fault.version, "1.2");
    assert.equal(definedCode(fault), "Sender");
    assert.deepEqual(
      fault.subcodes.map(({ text, namespace }) => [text, namespace]),
      [
        ["x:A", "urn:x"],
        ["y:B", undefined],
      ],
    );
    assert.deepEqual([fault.node, fault.role, fault.detail?.name], ["urn:n", "urn:r", "s:Detail"]);
    assert.equal(reasonIn(fault, ["de"]), "<b>");
    assert.equal(reasonIn(fault, ["fr", "EN"]), "a");
    assert.equal(reasonIn(fault, ["fr"]), "a");
  });
  test("the decoder recognizes a Fault of the other version by its children", () => {
    const fault = decode(namespace12, "<faultcode>s:Client</faultcode><faultstring>a</faultstring>");
    assert.equal(fault.version, "1.1");
    assert.equal(fault.code?.text, "s:Client");
    assert.equal(definedCode(fault), "Client");
    assert.equal(
      decode(namespace11, "<Code><Value>s:Receiver</Value></Code><Reason><Text>a</Text></Reason>").version,
      "1.2",
    );
  });
  test("the decoder reads an empty Fault", () => {
    const fault = decode(namespace12, "");
    assert.deepEqual([fault.version, fault.code, fault.reasons], ["1.2", undefined, []]);
    assert.equal(reasonIn(fault, ["en"]), undefined);
    assert.equal(definedCode(fault), undefined);
  });
  test("the decoder treats a code outside SOAP's namespace as the service's own", () => {
    assert.equal(definedCode(decode(namespace11, "<faultcode>500</faultcode>")), undefined);
    assert.equal(definedCode(decode(namespace11, "<faultcode>x:Client</faultcode>")), undefined);
  });
  test("the decoder returns undefined without a Fault", () => {
    const envelope = readEnvelope(parseXml(`<s:Envelope xmlns:s="${namespace12}"><s:Body/></s:Envelope>`));
    assert.equal(envelope && decodeFault(envelope), undefined);
  });
});

suite("explanations of fault codes", () => {
  const words = (version: SoapVersion, code: string) => {
    const parts = version === "1.1" ? `<faultcode>${code}</faultcode>` : `<s:Code><s:Value>${code}</s:Value></s:Code>`;
    return codeInWords(decode(envelopeNamespaces[version], parts));
  };

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
