import assert from "node:assert/strict";
import { operationOf } from "../../../server/src/contract/operationReference.ts";
import type { ResponseFacts } from "../../../server/src/protocol/protocol.ts";
import { checkResponse } from "../../../server/src/rules/response.ts";
import { contractOf } from "../../support/contracts.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { received } from "../response/captured.ts";

/** Code, severity and message of each finding in a response to an operation; «…» marks them. */
function findings(
  source: string,
  name = "Add",
  status = "200 OK",
  wsdl = shopWsdl(),
  facts?: ResponseFacts,
): readonly string[] {
  const contract = contractOf({ "file:///s.wsdl": wsdl });
  const typed = marked(`HTTP/1.1 ${status}\nContent-Type: text/xml; charset=utf-8\nContent-Length: 1\n\n${source}`);
  const operation = operationOf(contract, { wsdl: contract.uri, operation: `Shop/P/${name}` }, undefined);
  assert.ok(operation);
  const findings = checkResponse(typed.text, facts, undefined, { schemas: contract.schemas, operation });
  expectAtMarks(typed, findings);
  return findings.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
}

const fault = (detail: string) =>
  shopMessage(`<s:Fault><faultcode>s:Server</faultcode><faultstring>r</faultstring>${detail}</s:Fault>`, "");
const answer = (content: string) => `<AddResponse xmlns="urn:shop">${content}</AddResponse>`;

suite("a response by the contract of its request", () => {
  test("a response has no findings if it is valid", () => {
    assert.deepEqual(findings(shopMessage(answer("<id>1</id>"))), []);
    assert.deepEqual(
      findings(shopMessage('<r:CountResponse xmlns:r="urn:shop"><count>1</count></r:CountResponse>', ""), "Count"),
      [],
    );
  });

  test("the check warns about mistakes in the payload", () => {
    assert.deepEqual(findings(shopMessage(answer("<id>«one»</id>"))), [
      "warning schema-value: one isn't a valid xs:int. Example: 1",
    ]);
    assert.deepEqual(findings(shopMessage(answer("<id>1</id><«more»/>"))), [
      "warning schema-element-unexpected: Unexpected <more>. Expected </AddResponse>.",
    ]);
    assert.deepEqual(
      findings(shopMessage('<r:CountResponse xmlns:r="urn:shop"><count>«x»</count></r:CountResponse>', ""), "Count"),
      ["warning schema-value: x isn't a valid xs:int. Example: 1"],
    );
  });

  test("the check warns about another payload", () => {
    assert.deepEqual(findings(shopMessage('<«Other» xmlns="urn:shop"/>')), [
      "warning schema-payload: The service's response contains <Other>. The operation responds with <AddResponse>.",
    ]);
    assert.deepEqual(findings(shopMessage('<«Add» xmlns="urn:shop"/>')), [
      "warning schema-payload: <Add> is the request of the operation. The service's response must be <AddResponse>.",
    ]);
    assert.deepEqual(findings(shopMessage("").replace("<s:Body>", "<«s:Body»>")), [
      "warning schema-payload: The service's response has no <AddResponse> in <s:Body>.",
    ]);
  });

  test("the check covers the headers", () => {
    assert.deepEqual(findings(shopMessage(answer("<id>1</id>"), '<Ticket xmlns="urn:shop">«x»</Ticket>')), [
      "warning schema-value: x isn't a valid xs:int. Example: 1",
    ]);
    assert.deepEqual(findings(shopMessage(answer("<id>1</id>"), "").replace("<s:Body>", "<«s:Body»>")), [
      "warning schema-header-missing: The service's response has no header <Ticket>, which the operation requires.",
    ]);
  });

  test("the check covers the detail of a Fault that the operation declares, and no other", () => {
    const entry = (content: string) => fault(`<detail><OutOfStock xmlns="urn:shop">${content}</OutOfStock></detail>`);
    const status = "500 Internal Server Error";
    assert.deepEqual(findings(entry("<left>1</left>"), "Add", status), []);
    assert.deepEqual(findings(entry("<left>«few»</left>"), "Add", status), [
      "warning schema-value: few isn't a valid xs:int. Example: 1",
    ]);
    assert.deepEqual(
      findings(fault("<detail><«OutOfStock»><left>1</left></OutOfStock></detail>"), "Add", status).map(
        (one) => one.split(":")[0],
      ),
      ["warning schema-element-namespace"],
    );
    assert.deepEqual(findings(fault("<detail><stack>…</stack></detail>"), "Add", status), []);
    assert.deepEqual(findings(fault(""), "Add", status), []);
  });
});

const encodedTypes = `
<xs:complexType name="Line"><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="n" type="xs:int"/><xs:element name="next" type="t:Line"/></xs:sequence></xs:complexType>
<xs:complexType name="Special"><xs:complexContent><xs:extension base="t:Line"><xs:sequence><xs:element name="why" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Lines"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
<xs:attribute ref="e:arrayType" wsdl:arrayType="t:Line[]"/></xs:restriction></xs:complexContent></xs:complexType>`;

suite("a response of an rpc/encoded operation", () => {
  /** The findings in a Body; the operation returns a line, and a number of type int. */
  const findingsIn = (
    body: string,
    parts = '<wsdl:part name="line" type="t:Line"/><wsdl:part name="left" type="xs:int"/>',
  ) => {
    const wsdl = shopWsdl(encodedTypes)
      .replace('<wsdl:part name="count" type="xs:int"/>', parts)
      .replace(
        '<wsdl:output><soap:body use="literal"',
        '<wsdl:output><soap:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
      );
    const declared = body.replace(
      /^<r:\w+/,
      '$& xmlns:r="urn:shop" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"',
    );
    return findings(shopMessage(declared, ""), "Count", undefined, wsdl);
  };
  const answered = (content: string) => `<r:CountResponse>${content}</r:CountResponse>`;
  const int = "x isn't a valid xs:int. Example: 1";

  test("the check warns about the values of its parts and their members", () => {
    assert.deepEqual(findingsIn(answered("<left>«x»</left>")), [`warning schema-value: ${int}`]);
    assert.deepEqual(findingsIn(answered('<line xsi:type="r:Line"><n xsi:type="xsd:int">«x»</n></line>')), [
      `warning schema-value: ${int}`,
    ]);
    assert.deepEqual(findingsIn(answered('<line xsi:type="r:Special"><next><n>«x»</n></next></line>')), [
      `warning schema-value: ${int}`,
    ]);
  });

  test("the check warns about a member that the type doesn't have", () => {
    assert.deepEqual(findingsIn(answered("<line><«num»>1</num></line>")), [
      "warning schema-element-unexpected: Unexpected <num>. Expected <sku>, <n>, <next>, or </line>.",
    ]);
  });

  test("the check follows references to values after its payload, as Axis, gSOAP and .NET write them", () => {
    const beside = (content: string, value: string) => findingsIn(`${answered(content)}${value}`);
    const line = (content: string) =>
      `<multiRef id="id0" e:root="0" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">${content}</multiRef>`;
    assert.deepEqual(beside('<line href="#id0"/>', line('<n>1</n><next href="#id0"/>')), []);
    assert.deepEqual(beside('<line href="#id0"/><left>1</left>', line("<n>«x»</n>")), [`warning schema-value: ${int}`]);
    assert.deepEqual(
      beside(
        '<line><next href="#id0"/></line><left href="#id1"/>',
        `${line("<sku/>")}<multiRef id="id1">«x»</multiRef>`,
      ),
      [`warning schema-value: ${int}`],
    );
    // Once, even if several references mean it.
    assert.deepEqual(beside('<line href="#id0"/>', line('<n>«x»</n><next href="#id0"/>')), [
      `warning schema-value: ${int}`,
    ]);
    assert.deepEqual(beside('<line href="«#other»"/>', line("<n>x</n>")), [
      "warning schema-id: <line> refers to #other, but no element of this message has this ID.",
    ]);
    assert.deepEqual(beside('<line href="#id0"/>', `${line("<n>x</n>")}${line("<n>x</n>")}`), []);
  });

  test("the check checks the items of an array by their type, with any names", () => {
    const lines = '<wsdl:part name="lines" type="t:Lines"/>';
    for (const type of ["", ' xsi:type="e:Array" e:arrayType="r:Line[2]"', ' xsi:type="r:Lines"']) {
      const array = (items: string) => answered(`<lines${type}>${items}</lines>`);
      assert.deepEqual(findingsIn(array("<item><n>1</n></item><Line/>"), lines), []);
      assert.deepEqual(findingsIn(array("<item><n>«x»</n></item>"), lines), [`warning schema-value: ${int}`]);
      assert.equal(findingsIn(array("<item/><item><«num»/></item>"), lines).length, 1);
    }
  });

  test("a payload has any name, and so has its return value (SOAP 1.1 section 7.1)", () => {
    const count = '<wsdl:part name="count" type="xs:int"/>';
    for (const name of ["return", "s-gensym3", "CountResult"]) {
      assert.deepEqual(findingsIn(answered(`<${name} xsi:type="xsd:int">1</${name}>`), count), []);
      assert.deepEqual(findingsIn(answered(`<${name}>«x»</${name}>`), count), [`warning schema-value: ${int}`]);
    }
    assert.deepEqual(
      findingsIn(
        '<ns1:countResponse xmlns:ns1="http://localhost/services/Count"><count>1</count></ns1:countResponse>',
        count,
      ),
      [],
    );
    assert.deepEqual(findingsIn("<r:Result><count>«x»</count></r:Result>", count), [`warning schema-value: ${int}`]);
    assert.deepEqual(findingsIn(answered("<a>x</a><b>x</b>"), count), []);
  });

  test("a response may have what the encoding allows", () => {
    for (const content of [
      "",
      "<left>1</left><line/>",
      '<line xsi:nil="true"/><left xsi:nil="1"/>',
      "<line><n>1</n><sku>a</sku></line>",
      '<left xsi:type="xsd:string">x</left>',
      '<line xsi:type="q:HashMap" xmlns:q="http://xml.apache.org/xml-soap"><item/></line>',
      '<line i:type="q:Other" xmlns:i="http://www.w3.org/1999/XMLSchema-instance" xmlns:q="urn:q"><item/></line>',
      '<line e:arrayType="xsd:anyType[1]"><item/></line>',
    ]) {
      assert.deepEqual(findingsIn(answered(content)), [], content);
    }
    assert.deepEqual(
      findingsIn(
        `<r:Line id="id0"><left>x</left></r:Line>${answered("<left>1</left>")}`.replace(
          "<r:CountResponse>",
          '<r:CountResponse xmlns:r="urn:shop">',
        ),
      ),
      [],
    );
  });

  test("a response has its payload in the Body", () => {
    assert.deepEqual(findings(shopMessage("", "").replace("<s:Body>", "<«s:Body»>"), "Count"), [
      "warning schema-payload: The service's response has no <CountResponse> in <s:Body>.",
    ]);
  });
});

suite("a response of an HTTP binding", () => {
  const post: ResponseFacts["request"] = { method: "POST", soapVersion: undefined };

  const findingsIn = (
    body: string,
    output = '<mime:mimeXml part="parameters"/>',
    status = "200 OK",
    request = post,
  ) => {
    const wsdl = shopWsdl()
      .replace("<soap:binding", '<http:binding verb="POST" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/><!--')
      .replace('<wsdl:operation name="Add"><soap:operation', '--><wsdl:operation name="Add"><soap:operation')
      .replace(
        /(<wsdl:output>)<soap:header.*?(<\/wsdl:output>)/,
        `<wsdl:output xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/">${output}$2`,
      );
    return findings(body, "Add", status, wsdl, received("", body, { request }).facts);
  };
  const mistakes = ["warning schema-value: one isn't a valid xs:int. Example: 1"];

  test("a response is checked by the element of its part", () => {
    assert.deepEqual(findingsIn(answer("<id>1</id>")), []);
    assert.deepEqual(findingsIn(answer("<id>«one»</id>")), mistakes);
    assert.deepEqual(findingsIn(answer("<id>«one»</id>"), '<mime:content type="text/xml"/>'), mistakes);
    assert.deepEqual(findingsIn(answer("<id>«one»</id>"), undefined, undefined, { ...post, method: "GET" }), mistakes);
    assert.deepEqual(findingsIn("<«Other»/>"), [
      "warning schema-payload: The service's response contains <Other>. The operation responds with <AddResponse>.",
    ]);
  });

  test("a response isn't checked if it is a failure, or if the WSDL doesn't say what it contains", () => {
    assert.deepEqual(findingsIn("<html/>", undefined, "500 Internal Server Error"), []);
    for (const output of ["", '<mime:content type="text/plain"/>', '<mime:mimeXml part="other"/>']) {
      assert.deepEqual(findingsIn("<other/>", output), [], output);
    }
  });
});

test("a multipart response may have its Base64 data in another part", () => {
  const wsdl = shopWsdl().replace('name="id" type="xs:int"', 'name="id" type="xs:base64Binary"');
  const contract = contractOf({ "file:///s.wsdl": wsdl });
  const operation = operationOf(contract, { wsdl: contract.uri, operation: "Shop/P/Add" }, undefined);
  assert.ok(operation);
  const codes = (head: string, body: string) =>
    checkResponse(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`, undefined, undefined, {
      schemas: contract.schemas,
      operation,
    }).flatMap(({ code }) => (code.startsWith("schema-") ? code : []));
  const envelope = shopMessage(
    answer('<id><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:p@h"/></id>'),
  );
  const type = 'type="application/xop+xml"; start="<e@h>"; start-info="text/xml"';
  const parts = [
    `--b\r\nContent-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\nContent-ID: <e@h>\r\n\r\n${envelope}`,
    "\r\n--b\r\nContent-ID: <p@h>\r\n\r\ndata\r\n--b--",
  ];
  assert.deepEqual(codes(`Content-Type: multipart/related; boundary="b"; ${type}`, parts.join("")), []);
  assert.deepEqual(codes("Content-Type: text/xml", envelope), ["schema-element-unexpected"]);
});
