import assert from "node:assert/strict";
import { contractOf } from "../../../support/contracts.ts";
import { device, scpd, service } from "../../wsdl/upnp/devices.ts";
import { callAll, checkAnswer } from "./answered.ts";
import { serve } from "./serving.ts";

const encoding = "http://schemas.xmlsoap.org/soap/encoding/";
const schema = `<xs:element name="root" type="xs:int"/><xs:element name="empty"><xs:complexType/></xs:element>
  <xs:complexType name="Point"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Shape" abstract="true"/>
  <xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence>
    <xs:element name="r" type="xs:decimal"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="soapenc:Array">
    <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>
  <xs:element name="file" type="xs:base64Binary"/>
  <xs:element name="tree"><xs:complexType><xs:sequence><xs:element ref="t:tree" minOccurs="0"/><xs:any minOccurs="0"/></xs:sequence>
    <xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType></xs:element>`;

interface Shape {
  /** The parts of the input and of the output. */
  readonly parts: string;
  readonly style?: "document" | "rpc";
  readonly body?: string;
  readonly version?: "soap" | "soap12";
}

/** A WSDL 1.1 whose operation has the same input and output. */
function describe({ parts, style = "document", body = 'use="literal"', version = "soap" }: Shape): string {
  const content = `<${version}:body ${body}/>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soapenc="${encoding}"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/">
    <types><xs:schema targetNamespace="urn:t">${schema}</xs:schema></types><message name="M">${parts}</message>
    <portType name="P"><operation name="Do"><input message="t:M"/><output message="t:M"/></operation></portType>
    <binding name="B" type="t:P"><${version}:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><input>${content}</input><output>${content}</output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><${version}:address location="http://h/s"/></port></service></definitions>`;
}

/** The content of the Body of the response to the request that is written for the only operation. */
function bodyFor(wsdl: string): string {
  const contract = contractOf(wsdl);
  const [exchange, another] = callAll(contract, ["parameters"]);
  assert.ok(exchange && !another);
  checkAnswer(contract, exchange);
  const body = /<soap:Body>([\s\S]*)<\/soap:Body>/.exec(exchange.response.body)?.[1] ?? exchange.response.body;
  return body.replace(/\s*\n\s*/g, "");
}

suite("a mock service responds with a valid output", () => {
  const named = (type: string) => `<part name="p" type="${type}"/>`;
  const element = (name: string) => `<part name="p" element="t:${name}"/>`;
  const rpc = (parts: string): Shape => ({ parts, style: "rpc", body: 'use="literal" namespace="urn:rpc"' });
  const encoded = `use="encoded" encodingStyle="${encoding}" namespace="urn:rpc"`;
  const cases: Readonly<Record<string, readonly [shape: Shape, body: RegExp]>> = {
    "of an element": [{ parts: element("root") }, /^<t:root>1<\/t:root>$/],
    "of an element in SOAP 1.2": [{ parts: element("root"), version: "soap12" }, /^<t:root>1<\/t:root>$/],
    "of an empty element": [{ parts: element("empty") }, /^<t:empty\/>$/],
    "of several elements": [
      { parts: `${element("root")}<part name="q" element="t:empty"/>` },
      /^<t:root>1<\/t:root><t:empty\/>$/,
    ],
    "of a type": [{ parts: named("t:Point") }, /^<x>1<\/x>$/],
    "of a message without parts": [{ parts: "" }, /<soap:Body\/>/],
    "of an element that contains itself": [{ parts: element("tree") }, /^<t:tree id="[^"]+"/],
    "of binary data, as Base64": [{ parts: element("file") }, /^<t:file>[A-Za-z\d+/]+=*<\/t:file>$/],
    "in rpc style": [rpc(named("xs:int")), /^<ns1:DoResponse><p>1<\/p><\/ns1:DoResponse>$/],
    "in rpc style without parts": [rpc(""), /^<ns1:DoResponse\/>$/],
    "in rpc style without a namespace": [
      { parts: named("xs:int"), style: "rpc" },
      /^<DoResponse><p>1<\/p><\/DoResponse>$/,
    ],
    "of an abstract type": [rpc(named("t:Shape")), /<p xsi:type="t:Circle"><r>1<\/r><\/p>/],
    "with SOAP's encoding": [
      { parts: named("t:Point"), style: "rpc", body: encoded },
      /<p xsi:type="t:Point"><x xsi:type="xsd:int">1<\/x><\/p>/,
    ],
    "of an encoded array": [
      { parts: named("t:Numbers"), style: "rpc", body: encoded },
      /<p xsi:type="t:Numbers" soapenc:arrayType="xsd:int\[1\]"><item xsi:type="xsd:int">1<\/item><\/p>/,
    ],
  };
  for (const [title, [shape, body]] of Object.entries(cases)) {
    test(title, () => assert.match(bodyFor(describe(shape)), body));
  }
});

suite("a mock service of a WSDL 2.0", () => {
  const wsdlOf = (
    binding: string,
    operation = "",
  ) => `<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:t"
    xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsoap="http://www.w3.org/ns/wsdl/soap"
    xmlns:whttp="http://www.w3.org/ns/wsdl/http">
    <types><xs:schema targetNamespace="urn:t"><xs:element name="sum" type="xs:int"/><xs:element name="add"><xs:complexType>
      <xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
    <interface name="I"><operation name="Add" pattern="http://www.w3.org/ns/wsdl/in-out"><input element="t:add"/>
      <output element="t:sum"/></operation></interface>
    <binding name="B" interface="t:I" ${binding}><operation ref="t:Add" ${operation}/></binding>
    <service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="http://h/s"/></service></description>`;
  const soap = 'type="http://www.w3.org/ns/wsdl/soap" wsoap:protocol="http://www.w3.org/2003/05/soap/bindings/HTTP/"';
  const http = 'type="http://www.w3.org/ns/wsdl/http"';

  test("a WSDL 2.0 is served in SOAP 1.2", () => {
    assert.equal(bodyFor(wsdlOf(soap)), "<t:sum>1</t:sum>");
  });

  test("a WSDL 2.0 is served in SOAP 1.1", () => {
    assert.equal(bodyFor(wsdlOf(`${soap} wsoap:version="1.1"`)), "<t:sum>1</t:sum>");
  });

  test("GET gets an envelope, where that is the pattern", () => {
    const pattern = `wsoap:mep="http://www.w3.org/2003/05/soap/mep/soap-response/" whttp:location="/add"`;
    assert.equal(bodyFor(wsdlOf(soap, pattern)), "<t:sum>1</t:sum>");
  });

  test("GET, POST and PUT of an HTTP binding get responses", () => {
    for (const method of ["GET", "POST", "PUT"]) {
      const body = bodyFor(wsdlOf(http, `whttp:method="${method}" whttp:location="/{a}/sum"`));
      assert.equal(body, '<t:sum xmlns:t="urn:t">1</t:sum>', method);
    }
  });
});

suite("a mock service of a device", () => {
  const address = "http://192.0.2.1:49152";
  const contract = contractOf({
    [`${address}/root.xml`]: device([service("RenderingControl")]),
    [`${address}/RenderingControl.xml`]: scpd(),
  });

  test("a device responds to its actions", () => {
    const [exchange, another] = callAll(contract, ["parameters"]);
    assert.ok(exchange && !another);
    checkAnswer(contract, exchange);
    assert.match(exchange.response.body, /<u:SetVolumeResponse>\s*<Mute>/);
  });

  test("a device serves its descriptions, from which the same requests are written", () => {
    const { send, ports } = serve([contract]);
    const path = ports[0]?.path ?? "";
    assert.equal(path, "/ctl/RenderingControl");
    const files = ["wsdl", "wsdl=2"].map((query) => {
      const response = send({ method: "GET", target: `${path}?${query}` });
      assert.equal(response?.status, 200, query);
      return [`http://localhost:8080${path}?${query}`, response?.bytes ?? ""] as const;
    });
    const served = contractOf(Object.fromEntries(files));
    assert.deepEqual(
      served.operations.map(({ operation, address: own }) => [operation, own]),
      [["SetVolume", `http://localhost:8080${path}`]],
    );
  });
});
