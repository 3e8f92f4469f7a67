import assert from "node:assert/strict";
import { allFindings, contractFindings } from "../../support/contractFindings.ts";
import { codesOf } from "../../support/findings.ts";

const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t">
  <wsdl:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Add"><xs:complexType><xs:sequence><xs:element name="line" maxOccurs="9"><xs:complexType><xs:sequence>
      <xs:element name="qty" type="xs:int"/><xs:element name="note" type="xs:string" form="unqualified" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element></xs:sequence><xs:attribute name="version" type="xs:int"/></xs:complexType></xs:element>
    <xs:element name="Sub" type="xs:int"/>
  </xs:schema></wsdl:types>
  <wsdl:message name="SubIn"><wsdl:part name="parameters" element="t:Sub"/></wsdl:message>
  <wsdl:message name="In"><wsdl:part name="parameters" element="t:Add"/></wsdl:message>
  <wsdl:portType name="P"><wsdl:operation name="Add"><wsdl:input message="t:In"/></wsdl:operation>
    <wsdl:operation name="Sub"><wsdl:input message="t:SubIn"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="B" type="t:P"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Add"><soap:operation soapAction="urn:add"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>
    <wsdl:operation name="Sub"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation></wsdl:binding>
  <wsdl:service name="S"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const request = (payload: string, action = '"urn:add"', name = "send") => `### ${name}
POST / HTTP/1.1
Host: localhost
Content-Type: text/xml; charset=utf-8
SOAPAction: ${action}
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>
`;
const document = (name: string, text: string) => `###\n# @document ${name}\n\n${text}\n`;
const add = (content: string) => `<Add xmlns="urn:t">${content}</Add>`;

const findings = (source: string) => contractFindings(source, wsdl);

suite("rules of a message with documents in their places", () => {
  test("a document that is the payload is what the operation expects", () => {
    const line = "<line><qty>1</qty></line>";
    assert.deepEqual(findings(document("a", `<?xml version="1.0"?>\n${add(line)}`) + request("{{a | xml}}")), []);
    const other = document("a", `<«Ad» xmlns="urn:t">${line}</Ad>`) + request("{{a|xml}}");
    assert.equal(findings(other)[0]?.code, "schema-payload");
  });

  test("a value in a document is reported in its text, once, with the first request that inserts it", () => {
    const source = `${document("a", add("<line><qty>«x»</qty></line>"))}${request("{{a | xml}}")}${request("{{a | xml}}", '"urn:add"', "again")}`;
    const [finding] = findings(source);
    assert.equal(finding?.code, "schema-value");
    const [related] = finding?.related ?? [];
    const start = source.indexOf("POST") + "# @wsdl ./s.wsdl\n".length - "«»".length;
    assert.deepEqual([related?.message, related?.at.start], ["Inserted by send", start]);
  });

  test("the message around the document is reported at its place, and the fix changes it there", () => {
    const source = `${document("l", '<line xmlns="urn:t"><qty>1</qty></line>')}${request('<Add xmlns="urn:t" version="«x»">{{l | xml}}<«lin»><qty>1</qty></lin></Add>')}`;
    const reported = findings(source);
    assert.deepEqual(codesOf(reported), ["schema-value", "schema-element-unexpected"]);
    assert.match(reported[1]?.fixed[0]?.[1] ?? "", /\{\{l \| xml\}\}<line><qty>1<\/qty><\/line><\/Add>/);
  });

  test("the fix of a finding in a document changes the document", () => {
    const [finding] = findings(document("a", add("<«lin»><qty>1</qty></lin>")) + request("{{a | xml}}"));
    assert.match(
      finding?.fixed[0]?.[1] ?? "",
      /# @document a\n\n<Add xmlns="urn:t"><line><qty>1<\/qty><\/line><\/Add>/,
    );
  });

  test("a document in a document is in its place, and variables have their values", () => {
    const inner = document("l", '<line xmlns="urn:t"><qty>«{{n}}»</qty></line>');
    findings(`@n = many\n${inner}${document("a", add("{{l | xml}}"))}${request("{{a | xml}}")}`);
    findings(`@n = 5\n${inner.replace(/[«»]/g, "")}${document("a", add("{{l | xml}}"))}${request("{{a | xml}}")}`);
  });

  test("a document without a namespace stays without one in its place", () => {
    const note = document("n", "<note>x</note>");
    assert.deepEqual(findings(note + request(add("<line><qty>1</qty>{{n | xml}}</line>"))), []);
  });

  test("# @ignore above a document switches off what its messages report in it", () => {
    const ignored = `# @ignore schema-value\n# @document a`;
    const source = document("a", add("<line><qty>x</qty></line>")).replace("# @document a", ignored);
    assert.deepEqual(findings(source + request("{{a | xml}}")), []);
  });

  test("a document that isn't inserted as markup isn't checked by a contract", () => {
    const source = document("a", add("<line><qty>x</qty>{{l | xml}}</line>")) + document("l", '<line xmlns="urn:t"/>');
    const line = "<line><qty>{{a | size}}</qty></line>";
    assert.deepEqual(findings(source + request(add(line))), []);
  });

  test("the payload in a document chooses the operation", () => {
    const source = document("a", '<Sub xmlns="urn:t">«x»</Sub>') + request("{{a | xml}}", '""');
    assert.equal(findings(source)[0]?.code, "schema-value");
  });

  test("a value that may not be markup counts as unknown content", () => {
    const codes = (documents: string, reference = "{{a | xml}}") => {
      const source = `# @wsdl ./s.wsdl\n${documents}${request(add(`<line><qty>1</qty></line>${reference}`))}`;
      return allFindings(source, wsdl).map(({ code }) => code);
    };
    assert.deepEqual(codes(document("a", "<x/>")), ["schema-element-unexpected"]);
    assert.deepEqual(codes(document("a", "<x/>"), "{{a | c14n | text | xml}}"), []);
    assert.deepEqual(codes(document("a", "<x/><y/>")), ["xml-root-multiple", "step-input"]);
    const cycle = document("a", "<x>{{b | xml}}</x>") + document("b", "<x>{{a | xml}}</x>");
    assert.ok(codes(cycle).includes("computed-cycle"));
  });
});
