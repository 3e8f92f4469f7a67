import assert from "node:assert/strict";
import { effort } from "../../../fuzz/random.ts";
import { contractOf } from "../../../support/contracts.ts";
import { randomSchema } from "../../contract/randomSchemas.ts";
import { payloadJudge, payloadOf } from "../../contract/validity.ts";
import { callAll, checkAnswer } from "./answered.ts";

/** A WSDL whose input and output are the element of a schema, in document and in rpc style, and in both versions of SOAP. */
function description(schema: string): string {
  const binding = (soap: string, style: string) => `<binding name="${soap}-${style}" type="t:${style}">
    <${soap}:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Do"><${soap}:operation soapAction=""/>
    <input><${soap}:body use="literal" namespace="urn:rpc"/></input><output><${soap}:body use="literal" namespace="urn:rpc"/></output>
    </operation></binding>`;
  const port = (soap: string, style: string) =>
    `<port name="${soap}-${style}" binding="t:${soap}-${style}"><${soap}:address location="http://localhost/${style}"/></port>`;
  const all = ["soap", "soap12"].flatMap((soap) => ["document", "rpc"].map((style) => [soap, style] as const));
  const portType = (style: string) => `<portType name="${style}"><operation name="Do"><input message="t:${style}"/>
    <output message="t:${style}"/></operation></portType>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/">
    <types>${schema}${wrapper}</types>
    <message name="document"><part name="body" element="t:root"/></message>
    <message name="rpc"><part name="one" type="t:Type0"/><part name="two" type="t:Type1"/></message>
    ${portType("document")}${portType("rpc")}${all.map((one) => binding(...one)).join("")}
    <service name="S">${all.map((one) => port(...one)).join("")}</service></definitions>`;
}

/** The element around the parts of a response in rpc style, for libxml2. */
const wrapper = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:rpc"><xs:element name="DoResponse">
  <xs:complexType><xs:sequence><xs:element name="one" type="t:Type0"/><xs:element name="two" type="t:Type1"/></xs:sequence>
  </xs:complexType></xs:element></xs:schema>`;

suite("a mock service of random schemas", () => {
  test("the mock service accepts the requests that are written for them, and its responses are valid for libxml2", () => {
    let judged = 0;
    for (let seed = 1; seed <= 15 * effort; seed++) {
      const wsdl = description(randomSchema(seed));
      const judge = payloadJudge(wsdl);
      if (judge === undefined) continue;
      const contract = contractOf(wsdl);
      const exchanges = callAll(contract, ["parameters", "required", "optional"]);
      assert.equal(exchanges.length, 12);
      for (const exchange of exchanges) {
        checkAnswer(contract, exchange);
        const payload = payloadOf(exchange.response.body);
        assert.ok(payload, `seed ${seed}`);
        assert.equal(judge(payload), undefined, `seed ${seed}:\n${payload}\n${wsdl}`);
        judged++;
      }
    }
    assert.ok(judged > 100 * effort, `libxml2 judged only ${judged} responses`);
  });
});
