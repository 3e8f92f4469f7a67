import assert from "node:assert/strict";
import { operationOf } from "../../../server/src/contract/operationReference.ts";
import type { ResponseFacts } from "../../../server/src/protocol/protocol.ts";
import { checkResponse } from "../../../server/src/rules/response.ts";
import { contractOf } from "../../support/contracts.ts";
import { codesOf } from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { received } from "../response/captured.ts";

interface Given {
  readonly name?: string;
  readonly status?: string;
  readonly wsdl?: string;
  readonly facts?: ResponseFacts;
}

function operationIn(wsdl: string, name: string) {
  const contract = contractOf({ "file:///s.wsdl": wsdl });
  const operation = operationOf(contract, { wsdl: contract.uri, operation: `Shop/P/${name}` }, undefined);
  assert.ok(operation);
  return { schemas: contract.schemas, operation };
}

/** Responses to an operation, which are checked by its contract. All findings are warnings. */
function responses(makeBody: (content: string) => string, given: Given = {}) {
  const { name = "Add", status = "200 OK", wsdl = shopWsdl(), facts } = given;
  const head = `HTTP/1.1 ${status}\nContent-Type: text/xml; charset=utf-8\nContent-Length: 1\n\n`;
  return rulesIn((content) => head + makeBody(content), {
    check: (text) => {
      const findings = checkResponse(text, facts, undefined, operationIn(wsdl, name));
      for (const { severity } of findings) assert.equal(severity, "warning");
      return findings;
    },
  });
}

const answer = (content: string) => `<AddResponse xmlns="urn:shop">${content}</AddResponse>`;
const empty = (header?: string) => shopMessage("", header).replace("<s:Body>", "<«s:Body»>");
const noInt = "isn't a valid xs:int. Example: 1";

responses((payload) => shopMessage(payload))`
  schema-value
    a valid payload | ${answer("<id>1</id>")}
    a value of the payload | ${answer("<id>«one»</id>")}
      says one ${noInt}

  schema-element-unexpected
    an element that the payload doesn't have | ${answer("<id>1</id><«more»/>")}
      says Unexpected <more>. Expected </AddResponse>.

  schema-payload
    another payload | <«Other» xmlns="urn:shop"/>
      says The service's response contains <Other>. The operation responds with <AddResponse>.
    the payload of the request | <«Add» xmlns="urn:shop"/>
      says <Add> is the request of the operation. The service's response must be <AddResponse>.
`;

responses((header) => shopMessage(answer("<id>1</id>"), header))`
  schema-value
    a value of a header block | <Ticket xmlns="urn:shop">«x»</Ticket>
      says x ${noInt}
`;

responses((body) => body)`
  schema-payload
    a missing payload | ${empty()}
      says The service's response has no <AddResponse> in <s:Body>.

  schema-header-missing
    a missing header block | ${shopMessage(answer("<id>1</id>"), "").replace("<s:Body>", "<«s:Body»>")}
      says The service's response has no header <Ticket>, which the operation requires.
`;

responses((body) => body, { name: "Count" })`
  schema-value
    a valid payload of an rpc operation | ${shopMessage('<r:CountResponse xmlns:r="urn:shop"><count>1</count></r:CountResponse>', "")}
    a value of an rpc operation | ${shopMessage('<r:CountResponse xmlns:r="urn:shop"><count>«x»</count></r:CountResponse>', "")}
      says x ${noInt}

  schema-payload
    a missing payload of an rpc operation | ${empty("")}
      says The service's response has no <CountResponse> in <s:Body>.
`;

const fault = (detail: string) =>
  shopMessage(`<s:Fault><faultcode>s:Server</faultcode><faultstring>r</faultstring>${detail}</s:Fault>`, "");

responses(fault, { status: "500 Internal Server Error" })`
  schema-value
    a valid detail of a declared Fault | <detail><OutOfStock xmlns="urn:shop"><left>1</left></OutOfStock></detail>
    a value in the detail of a declared Fault | <detail><OutOfStock xmlns="urn:shop"><left>«few»</left></OutOfStock></detail>
      says few ${noInt}
    another detail | <detail><stack>…</stack></detail>
    a Fault without a detail |

  schema-element-namespace
    a declared detail without a namespace | <detail><«OutOfStock»><left>1</left></OutOfStock></detail>
`;

const encodedTypes = `
<xs:complexType name="Line"><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="n" type="xs:int"/><xs:element name="next" type="t:Line"/></xs:sequence></xs:complexType>
<xs:complexType name="Special"><xs:complexContent><xs:extension base="t:Line"><xs:sequence><xs:element name="why" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Lines"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
<xs:attribute ref="e:arrayType" wsdl:arrayType="t:Line[]"/></xs:restriction></xs:complexContent></xs:complexType>`;

/** Responses of an rpc/encoded operation; by default, it returns a line, and a number of type int. */
const encodedResponses = (
  makeBody: (content: string) => string,
  parts = '<wsdl:part name="line" type="t:Line"/><wsdl:part name="left" type="xs:int"/>',
) => {
  const wsdl = shopWsdl(encodedTypes)
    .replace('<wsdl:part name="count" type="xs:int"/>', parts)
    .replace(
      '<wsdl:output><soap:body use="literal"',
      '<wsdl:output><soap:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
    );
  const declarations =
    'xmlns:r="urn:shop" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"';
  return responses((content) => shopMessage(makeBody(content).replace(/^<r:\w+/, `$& ${declarations}`), ""), {
    name: "Count",
    wsdl,
  });
};
const answered = (content: string) => `<r:CountResponse>${content}</r:CountResponse>`;
const line = (content: string) =>
  `<multiRef id="id0" e:root="0" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">${content}</multiRef>`;

encodedResponses(answered)`
  schema-value
    a value of an encoded part | <left>«x»</left>
      says x ${noInt}
    a value of a member | <line xsi:type="r:Line"><n xsi:type="xsd:int">«x»</n></line>
      says x ${noInt}
    a value of a member of a derived type | <line xsi:type="r:Special"><next><n>«x»</n></next></line>
      says x ${noInt}
    no parts |
    parts in any order | <left>1</left><line/>
    parts that are nil | <line xsi:nil="true"/><left xsi:nil="1"/>
    members in any order | <line><n>1</n><sku>a</sku></line>
    another type of a part | <left xsi:type="xsd:string">x</left>
    an unknown type of a part | <line xsi:type="q:HashMap" xmlns:q="http://xml.apache.org/xml-soap"><item/></line>
    an unknown type in the namespace of 1999 | <line i:type="q:Other" xmlns:i="http://www.w3.org/1999/XMLSchema-instance" xmlns:q="urn:q"><item/></line>
    an array instead of a part | <line e:arrayType="xsd:anyType[1]"><item/></line>

  schema-element-unexpected
    a member that the type doesn't have | <line><«num»>1</num></line>
      says Unexpected <num>. Expected <sku>, <n>, <next>, or </line>.
`;

encodedResponses((body) => body)`
  schema-value
    references to a value after the payload, as Axis, gSOAP and .NET write them | ${answered('<line href="#id0"/>')}${line('<n>1</n><next href="#id0"/>')}
    a value after the payload | ${answered('<line href="#id0"/><left>1</left>')}${line("<n>«x»</n>")}
      says x ${noInt}
    a value that a member refers to | ${answered('<line><next href="#id0"/></line><left href="#id1"/>')}${line("<sku/>")}<multiRef id="id1">«x»</multiRef>
      says x ${noInt}
    a value once that several references mean | ${answered('<line href="#id0"/>')}${line('<n>«x»</n><next href="#id0"/>')}
      says x ${noInt}
    values with the same ID | ${answered('<line href="#id0"/>')}${line("<n>x</n>")}${line("<n>x</n>")}
    a value before the payload | <r:Line id="id0"><left>x</left></r:Line>${answered("<left>1</left>").replace("Response", 'Response xmlns:r="urn:shop"')}

  schema-id
    a reference to no value | ${answered('<line href="«#other»"/>')}${line("<n>x</n>")}
      says <line> refers to #other, but no element of this message has this ID.
`;

const arrays = {
  undeclared: "",
  declared: ' xsi:type="e:Array" e:arrayType="r:Line[2]"',
  derived: ' xsi:type="r:Lines"',
};
for (const [kind, type] of Object.entries(arrays))
  encodedResponses((items) => answered(`<lines${type}>${items}</lines>`), '<wsdl:part name="lines" type="t:Lines"/>')`
    schema-value
      items of any names in an ${kind} array | <item><n>1</n></item><Line/>
      a value of an item of an ${kind} array | <item><n>«x»</n></item>
        says x ${noInt}

    schema-element-unexpected
      a member that items of an ${kind} array don't have | <item/><item><«num»/></item>
  `;

const count = '<wsdl:part name="count" type="xs:int"/>';
for (const name of ["return", "s-gensym3", "CountResult"])
  encodedResponses(answered, count)`
    schema-value
      any name of the return value, such as ${name} (SOAP 1.1 section 7.1) | <${name} xsi:type="xsd:int">1</${name}>
      a value with any name, such as ${name} | <${name}>«x»</${name}>
        says x ${noInt}
  `;

encodedResponses((body) => body, count)`
  schema-value
    a payload in another namespace | <ns1:countResponse xmlns:ns1="http://localhost/services/Count"><count>1</count></ns1:countResponse>
    a value in a payload of any name | <r:Result><count>«x»</count></r:Result>
      says x ${noInt}
    several values instead of the return value | ${answered("<a>x</a><b>x</b>")}
`;

const httpResponses = (
  output = '<mime:mimeXml part="parameters"/>',
  { status = "200 OK", method = "POST" }: { readonly status?: string; readonly method?: string } = {},
) => {
  const wsdl = shopWsdl()
    .replace("<soap:binding", '<http:binding verb="POST" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/><!--')
    .replace('<wsdl:operation name="Add"><soap:operation', '--><wsdl:operation name="Add"><soap:operation')
    .replace(
      /(<wsdl:output>)<soap:header.*?(<\/wsdl:output>)/,
      `<wsdl:output xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/">${output}$2`,
    );
  const { facts } = received("", " ", { request: { method, soapVersion: undefined } });
  return responses((body) => body, { status, wsdl, facts });
};

httpResponses()`
  schema-value
    a valid response of an HTTP binding | ${answer("<id>1</id>")}
    a value in a response of an HTTP binding | ${answer("<id>«one»</id>")}
      says one ${noInt}

  schema-payload
    another element in a response of an HTTP binding | <«Other»/>
      says The service's response contains <Other>. The operation responds with <AddResponse>.
`;

httpResponses('<mime:content type="text/xml"/>')`
  schema-value
    a value in XML that the WSDL describes by its media type | ${answer("<id>«one»</id>")}
      says one ${noInt}
`;

httpResponses(undefined, { method: "GET" })`
  schema-value
    a value in the response to a GET | ${answer("<id>«one»</id>")}
      says one ${noInt}
`;

httpResponses(undefined, { status: "500 Internal Server Error" })`
  schema-payload
    a failure of an HTTP binding | <html/>
`;

for (const output of ["", '<mime:content type="text/plain"/>', '<mime:mimeXml part="other"/>'])
  httpResponses(output)`
    schema-payload
      any response if the WSDL says only this about it: ${output} | <other/>
  `;

test("a multipart response may have its Base64 data in another part", () => {
  const wsdl = shopWsdl().replace('name="id" type="xs:int"', 'name="id" type="xs:base64Binary"');
  const codes = (head: string, body: string) => {
    const text = `HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`;
    const findings = checkResponse(text, undefined, undefined, operationIn(wsdl, "Add"));
    return codesOf(findings).filter((code) => code.startsWith("schema-"));
  };
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
