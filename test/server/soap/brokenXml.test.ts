import assert from "node:assert/strict";
import { describe, findingsIn, request } from "../../support/findings.ts";
import { namespace12, soap11, soap12 } from "./soapMessages.ts";

/*
 * In broken XML, what seems to be missing may be there. The diagnostic of the XML is then the only one.
 */
const start = `<s:Envelope xmlns:s="${namespace12}" xmlns:x="urn:x">`;

suite("SOAP rules on broken XML", () => {
  for (const [what, source] of Object.entries({
    "an Envelope that is cut off": request({}, start),
    "a Header that is cut off": request({}, `${start}<s:Header><x:T`),
    "a Header without an end tag, which contains the Body": soap12("<s:Header><x:T/><s:Body/>"),
    "a comment that doesn't end": soap12("<s:Header/><!-- <s:Body/>"),
    "a CDATA section that doesn't end": soap12("<s:Header/><![CDATA[ <s:Body/>"),
    "a tag with a space before its name": soap12("< s:Body/>"),
    "a start tag that doesn't end": soap12("<s:Header <s:Body></s:Body>"),
    "a CDATA section in a Fault that doesn't end": soap12("<s:Body><s:Fault><![CDATA[</s:Fault></s:Body>"),
    "an instruction that doesn't end": soap12("<?a <s:Body></s:Body>\n"),
    "an undeclared prefix in a SOAP 1.1 Fault": soap11(
      "<s:Body><s:Fault><y:faultcode>s:Client</y:faultcode><faultstring/></s:Fault></s:Body>",
    ),
    "a root whose name is a variable": request({}, "<{{v}}/>"),
    "a quote that doesn't end": soap12('<s:Header><x:T a="1/></s:Header><s:Body/>'),
    "a Fault that is cut off": soap12("<s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code>"),
    "an undeclared prefix on the Envelope": request({}, "<soap:Envelope><soap:Body/></soap:Envelope>"),
    "an undeclared prefix on the Body": soap12("<soap:Body/>"),
    "an undeclared prefix on a header block": soap12("<s:Header><y:T/></s:Header><s:Body/>"),
    "an undeclared prefix in a fault code": soap12(
      '<s:Body><s:Fault><s:Code><s:Value>y:A</s:Value></s:Code><s:Reason><s:Text xml:lang="en"/></s:Reason></s:Fault></s:Body>',
    ),
    "a bare ampersand in the Body": soap12("<s:Body>a & b</s:Body>"),
    "an attribute without a value": soap12("<s:Header><x:T s:mustUnderstand/></s:Header><s:Body/>"),
    "text instead of XML": request({}, "hello"),
    "no body": request({}, ""),
  })) {
    test(`the rules report nothing about ${what}`, () => {
      const findings = findingsIn(source).filter(({ code }) => code.startsWith("soap-"));
      assert.deepEqual(
        findings.filter(({ code }) => code !== "soap-fault-in-request").map(({ code }) => code),
        [],
        describe(findings),
      );
    });
  }
  for (const [code, source] of Object.entries({
    "soap-child-unexpected": soap12("<s:Header/><x:Item></x:Itme><s:Body/>"),
    "soap-body-missing": soap12("<s:Header><x:T>a & b</x:T></s:Header>"),
    "soap-attribute-value": soap12('<s:Header><x:T s:mustUnderstand="yes"></x:U></s:Header><s:Body/>'),
  })) {
    test(`the rules report ${code} when the broken part can't matter`, () => {
      assert.deepEqual(
        findingsIn(source).flatMap((one) => (one.code.startsWith("soap-") ? one.code : [])),
        [code],
      );
    });
  }
  test("the rules handle deep nesting", () => {
    const deep = 100_000;
    const inside = `${"<x:a>".repeat(deep)}<x:b s:encodingStyle="a b"/><?p?>${"</x:a>".repeat(deep)}`;
    const codes = findingsIn(soap12(`<s:Body>${inside}</s:Body>`)).map(({ code }) => code);
    assert.deepEqual(codes, ["soap-attribute-value", "soap-processing-instruction"]);
  });
});
