import assert from "node:assert/strict";
import { contractFindings } from "../../support/contractFindings.ts";
import { request11 } from "../../support/findings.ts";

const wsdl = (
  schema: string,
  input = '<wsdl:part name="parameters" element="t:Add"/>',
  style = "document",
  body = "",
) => `
  <wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t">
    <wsdl:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}</xs:schema></wsdl:types>
    <wsdl:message name="In">${input}</wsdl:message>
    <wsdl:message name="Out"><wsdl:part name="parameters" element="t:AddResponse"/></wsdl:message>
    <wsdl:message name="Head"><wsdl:part name="ticket" element="t:Ticket"/></wsdl:message>
    <wsdl:portType name="P"><wsdl:operation name="Add"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/></wsdl:operation></wsdl:portType>
    <wsdl:binding name="B" type="t:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
      <wsdl:operation name="Add"><soap:operation soapAction="urn:add"/><wsdl:input>
        <soap:header message="t:Head" part="ticket" use="literal" wsdl:required="true"/>
        <soap:body use="literal" ${body}/></wsdl:input></wsdl:operation></wsdl:binding>
    <wsdl:service name="S"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
  </wsdl:definitions>`;

const schema = `
  <xs:element name="Add"><xs:complexType><xs:sequence>
    <xs:element name="order" type="t:Order"/><xs:element name="note" type="xs:string" minOccurs="0" form="unqualified"/>
  </xs:sequence><xs:attribute name="version" type="xs:int"/></xs:complexType></xs:element>
  <xs:element name="AddResponse" type="xs:string"/>
  <xs:element name="Ticket" type="xs:int"/>
  <xs:complexType name="Order"><xs:sequence>
    <xs:element name="item" type="xs:string"/><xs:element name="qty" type="t:Quantity"/>
    <xs:element name="unit" type="t:Unit" minOccurs="0"/><xs:element name="day" type="xs:date" minOccurs="0" nillable="true"/>
    <xs:element ref="t:shape" minOccurs="0"/><xs:element name="nothing" minOccurs="0"><xs:complexType/></xs:element>
  </xs:sequence><xs:attribute name="id" type="xs:ID"/><xs:attribute name="channel" use="required" type="xs:NCName"/></xs:complexType>
  <xs:simpleType name="Quantity"><xs:restriction base="xs:int"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Unit"><xs:restriction base="xs:token"><xs:enumeration value="piece"/><xs:enumeration value="dozen"/></xs:restriction></xs:simpleType>
  <xs:element name="shape" abstract="true" type="xs:string"/><xs:element name="circle" type="xs:string" substitutionGroup="t:shape"/>`;

const ticket = '<Ticket xmlns="urn:t">1</Ticket>';
const message = (payload: string, header = ticket) =>
  request11(
    { SOAPAction: '"urn:add"' },
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Header>${header}</s:Header><s:Body>${payload}</s:Body></s:Envelope>`,
  );
const add = (content: string) => `<Add xmlns="urn:t"><order channel="web">${content}</order></Add>`;

const findings = (source: string, service = wsdl(schema)) => contractFindings(source, service);

/** Asserts the code and the message of the only finding, and what its first fix writes in its place. */
function expectOne(payload: string, code: string, expected: string, fixed?: string): void {
  const [finding, ...others] = findings(message(payload));
  assert.deepEqual(others, []);
  assert.deepEqual([finding?.code, finding?.message], [code, expected]);
  const [first] = finding?.fixed ?? [];
  const body = first && /<s:Body>(.*)<\/s:Body>/s.exec(first[1])?.[1];
  assert.equal(body, fixed);
}

suite("schema rules", () => {
  test("markup that is inserted may be the payload and the header block that the operation expects, but text can't be", () => {
    const header = "@header = <!-- -->\n";
    const inserted = message("{{value | xml}}", "{{header | trim | xml}}");
    assert.deepEqual(findings(`@value = <!-- -->\n${header}${inserted}`), []);
    const [missing] = findings(
      `@value = x\n${header}${message("{{value}}", "{{header | xml}}")}`.replace("s:Body", "«s:Body»"),
    );
    assert.equal(missing?.code, "schema-payload");
  });

  test("the rules report nothing for a valid request", () => {
    assert.deepEqual(findings(message(add("<item>a</item><qty>1</qty><unit>dozen</unit>"))), []);
  });
});

suite("schema-element-unexpected", () => {
  test("the message names what is expected", () => {
    expectOne(
      add("<item>a</item><qty>1</qty><«quantity»>1</quantity>"),
      "schema-element-unexpected",
      "Unexpected <quantity>. Expected <unit>, <day>, <circle>, <nothing>, or </order>.",
      add("<item>a</item><qty>1</qty>"),
    );
  });

  test("the message names the similar element", () => {
    expectOne(
      add("<item>a</item><«qtty»>1</qtty>"),
      "schema-element-unexpected",
      "Unexpected <qtty>. Did you mean <qty>?",
      add("<item>a</item><qty>1</qty>"),
    );
  });

  test("the rule reports an element that occurs too often", () => {
    expectOne(
      add("<item>a</item><«item»>b</item><qty>1</qty>"),
      "schema-element-unexpected",
      "Too many <item>. Expected <qty>.",
      add("<item>a</item><qty>1</qty>"),
    );
  });

  test("the rule reports elements in a simple type", () => {
    expectOne(
      add("<item><«b»/></item><qty>1</qty>"),
      "schema-element-unexpected",
      "Unexpected <b>. <item> can't contain elements.",
      add("<item></item><qty>1</qty>"),
    );
  });
});

suite("schema-element-missing", () => {
  test("the fix inserts what is missing at the end", () => {
    const request = (content: string) =>
      `<Add xmlns="urn:t">\n  <«order» channel="web">\n    ${content}\n  </order>\n</Add>`;
    expectOne(
      request("<item>a</item>"),
      "schema-element-missing",
      "<qty> is missing in <order>.",
      request("<item>a</item>\n    <qty>1</qty>").replace(/[«»]/g, ""),
    );
  });

  test("the fix inserts what is missing before another element", () => {
    expectOne(
      add("<«qty»>1</qty>"),
      "schema-element-missing",
      "<item> is missing before <qty>.",
      add("<item>item</item><qty>1</qty>"),
    );
  });

  test("the fix fills an empty element", () => {
    expectOne(
      '<Add xmlns="urn:t"><«order» channel="web"/></Add>',
      "schema-element-missing",
      "<item> is missing in <order>.",
      '<Add xmlns="urn:t"><order channel="web"><item>item</item><qty>1</qty></order></Add>',
    );
  });
});

suite("schema-element-namespace", () => {
  test("an element that must be qualified", () => {
    expectOne(
      '<t:Add xmlns:t="urn:t"><«order» channel="web"><t:item>a</t:item><t:qty>1</t:qty></order></t:Add>',
      "schema-element-namespace",
      "<order> has no namespace. It must be in urn:t.",
      '<t:Add xmlns:t="urn:t"><t:order channel="web"><t:item>a</t:item><t:qty>1</t:qty></t:order></t:Add>',
    );
  });

  test("an element that must be unqualified", () => {
    const request = (note: string) =>
      `<t:Add xmlns:t="urn:t"><t:order channel="web"><t:item>a</t:item><t:qty>1</t:qty></t:order>${note}</t:Add>`;
    expectOne(
      request("<«t:note»>a</t:note>"),
      "schema-element-namespace",
      "<t:note> must not have a namespace, but is in urn:t.",
      request("<note>a</note>"),
    );
  });

  test("an element in another namespace, which may be declared where it is", () => {
    expectOne(
      add("<item>a</item><qty>1</qty>").replace("urn:t", "urn:T").replace("Add", "«Add»"),
      "schema-element-namespace",
      "<Add> is in the namespace urn:T, but must be in urn:t.",
      add("<item>a</item><qty>1</qty>"),
    );
  });
});

suite("schema-element-order", () => {
  test("the fix brings the elements into order", () => {
    expectOne(
      add("<«qty»>1</qty> <item>a</item>"),
      "schema-element-order",
      "<qty> is in the wrong place. Expected <item> before it.",
      add("<item>a</item> <qty>1</qty>"),
    );
  });
});

suite("schema-element-level", () => {
  test("a missing level", () => {
    expectOne(
      '<Add xmlns="urn:t"><«item»>a</item><qty>1</qty></Add>',
      "schema-element-level",
      "<item> must be inside <order>, which is missing.",
      '<Add xmlns="urn:t"><order><item>a</item><qty>1</qty></order></Add>',
    );
  });

  test("an extra level", () => {
    const order = '<order channel="web"><item>a</item><qty>1</qty></order>';
    expectOne(
      `<Add xmlns="urn:t"><«request»>${order}</request></Add>`,
      "schema-element-level",
      "<request> is one level too many. Its content belongs directly in <Add>.",
      `<Add xmlns="urn:t">${order}</Add>`,
    );
  });
});

suite("schema-payload", () => {
  test("the response of the operation", () => {
    const [finding] = findings(`# @operation Add\n${message('<«AddResponse» xmlns="urn:t"/>')}`);
    assert.equal(finding?.code, "schema-payload");
    assert.equal(finding.message, "<AddResponse> is the response of the operation. The request is <Add>.");
  });

  test("a missing payload", () => {
    const [finding] = findings(`# @operation Add\n${message("").replace("<s:Body>", "<«s:Body»>")}`);
    assert.deepEqual([finding?.code, finding?.message], ["schema-payload", "<Add> is missing in <s:Body>."]);
  });
});

suite("schema-header-missing", () => {
  test("a header that the binding requires", () => {
    const source = message(add("<item>a</item><qty>1</qty>"), "").replace("<s:Header>", "<«s:Header»>");
    const [finding] = findings(source);
    assert.deepEqual(
      [finding?.code, finding?.message],
      ["schema-header-missing", "The operation requires the header <Ticket>."],
    );
  });

  test("a header that must be understood, as WSDL 2.0 can say", () => {
    const description = `<description targetNamespace="urn:t" xmlns="http://www.w3.org/ns/wsdl" xmlns:t="urn:t" xmlns:w="http://www.w3.org/ns/wsdl/soap">
      <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="Add"/><xs:element name="Ticket" type="xs:int"/></xs:schema></types>
      <interface name="I"><operation name="add" pattern="http://www.w3.org/ns/wsdl/in-only"><input element="t:Add"/></operation></interface>
      <binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/soap" w:version="1.1">
        <operation ref="t:add"><input><w:header element="t:Ticket" mustUnderstand="true" required="true"/></input></operation>
      </binding>
      <service name="S" interface="t:I"><endpoint name="E" binding="t:B"/></service></description>`;
    const source = message('<Add xmlns="urn:t"/>', "").replace("<s:Header>", "<«s:Header»>");
    const [finding] = findings(source, description);
    assert.equal(finding?.code, "schema-header-missing");
    assert.match(
      finding?.fixed[0]?.[1] ?? "",
      /<s:Header>\s*<Ticket s:mustUnderstand="1" xmlns="urn:t">1<\/Ticket>\s*<\/s:Header>/,
    );
  });

  test("header blocks are checked, too", () => {
    const source = message(add("<item>a</item><qty>1</qty>"), ticket.replace(">1<", ">«one»<"));
    const [finding] = findings(source);
    assert.deepEqual([finding?.code, finding?.message], ["schema-value", "one isn't a valid xs:int. Example: 1"]);
  });
});

suite("schema-value", () => {
  test("a value out of range", () => {
    expectOne(
      add("<item>a</item><qty>«0»</qty>"),
      "schema-value",
      "0 is out of range. Expected at least 1 (minInclusive of Quantity).",
      add("<item>a</item><qty>1</qty>"),
    );
  });

  test("the fix offers the similar value of an enumeration, or all if they are few", () => {
    expectOne(
      add("<item>a</item><qty>1</qty><unit>«Piece»</unit>"),
      "schema-value",
      "Piece isn't a value of Unit. Expected one of these: piece, dozen",
      add("<item>a</item><qty>1</qty><unit>piece</unit>"),
    );
  });

  test("variables are values of any type, unless their value is known", () => {
    const request = message(add("<item>a</item><qty>{{n}}</qty>"));
    const known = (value: string) => request.replace("POST", `@n = ${value}\nPOST`);
    assert.deepEqual(findings(known("2")), []);
    const [finding] = findings(known("two").replace("{{n}}", "«{{n}}»"));
    assert.equal(finding?.message, "two isn't a valid xs:int. Example: 1");
  });
});

suite("other schema rules", () => {
  test("text and whitespace", () => {
    expectOne(
      `<Add xmlns="urn:t">«text»<order channel="web"><item>a</item><qty>1</qty></order></Add>`,
      "schema-text",
      "Text isn't allowed in Add, only elements.",
      `<Add xmlns="urn:t"><order channel="web"><item>a</item><qty>1</qty></order></Add>`,
    );
    expectOne(
      add("<item>a</item><qty>1</qty><nothing>« »</nothing>"),
      "schema-text",
      "<nothing> must be empty, without whitespace.",
      add("<item>a</item><qty>1</qty><nothing></nothing>"),
    );
  });

  test("attributes", () => {
    expectOne(
      add("<item>a</item><qty>1</qty>").replace("channel", "«chanel»"),
      "schema-attribute-unexpected",
      "Unexpected attribute chanel. Did you mean channel?",
      add("<item>a</item><qty>1</qty>"),
    );
    expectOne(
      add("<item>a</item><qty>1</qty>").replace('order channel="web"', "«order»"),
      "schema-attribute-missing",
      "The attribute channel is missing in <order>.",
      add("<item>a</item><qty>1</qty>").replace('"web"', '"channel"'),
    );
    expectOne(
      add("<item>a</item><qty>1</qty>").replace("<Add", '<Add xmlns:t="urn:t" «t:version»="1"'),
      "schema-attribute-unexpected",
      "The attribute t:version must not have a prefix.",
      add("<item>a</item><qty>1</qty>").replace("<Add", '<Add xmlns:t="urn:t" version="1"'),
    );
  });

  test("the rule reports abstract and unknown types, and corrects them", () => {
    expectOne(
      add("<item>a</item><qty>1</qty><«shape»>x</shape>"),
      "schema-type",
      "<shape> is abstract. Expected one of these: <circle>",
      add("<item>a</item><qty>1</qty><circle>x</circle>"),
    );
    expectOne(
      add("<item>a</item><qty>1</qty>").replace("<order", '<order xsi:type="«Ordr»"'),
      "schema-type",
      "The type Ordr is unknown.",
      add("<item>a</item><qty>1</qty>").replace("<order", '<order xsi:type="Order"'),
    );
  });

  test("the rule reports xsi:nil where it isn't allowed, and content beside it", () => {
    expectOne(
      add('<item «xsi:nil»="true"/><qty>1</qty>'),
      "schema-nil",
      "<item> can't have xsi:nil: it isn't declared as nillable.",
      add("<item/><qty>1</qty>"),
    );
    expectOne(
      add('<item/><qty>1</qty><day xsi:nil="true">«x»</day>'),
      "schema-nil",
      "<day> must be empty, because of xsi:nil.",
      add('<item/><qty>1</qty><day xsi:nil="true"></day>'),
    );
  });

  test("the second fix for content beside xsi:nil keeps the content", () => {
    const [finding] = findings(message(add('<item/><qty>1</qty><day xsi:nil="true">«2026-01-02»</day>')));
    const [, [title, text] = []] = finding?.fixed ?? [];
    assert.equal(title, "Remove xsi:nil");
    assert.ok(text?.includes("<day>2026-01-02</day>"), text);
  });
});

suite("schema rules for other messages", () => {
  test("rpc: the wrapper and its parts", () => {
    const rpc = wsdl(
      schema,
      '<wsdl:part name="a" type="xs:int"/><wsdl:part name="b" type="t:Order"/>',
      "rpc",
      'namespace="urn:rpc"',
    );
    const wrapped = (content: string) => message(`<r:Add xmlns:r="urn:rpc" xmlns:t="urn:t">${content}</r:Add>`);
    const order = '<b channel="x"><t:item/><t:qty>1</t:qty></b>';
    assert.deepEqual(findings(wrapped(`<a>1</a>${order}`), rpc), []);
    const codes = (source: string) => findings(source, rpc).map(({ code }) => code);
    assert.deepEqual(codes(wrapped(`<a>«x»</a>${order}`)), ["schema-value"]);
    assert.deepEqual(codes(wrapped(order.replace("<b", "<«b»"))), ["schema-element-missing"]);
    assert.deepEqual(codes(wrapped(`<«t:a»>1</t:a>${order}`)), ["schema-element-namespace"]);
  });

  test("a body without an envelope, by the elements of the schemas", () => {
    const types = wsdl(schema).replace(/<wsdl:message[\s\S]*<\/wsdl:service>/, "");
    assert.deepEqual(findings(request11({}, '<Ticket xmlns="urn:t">1</Ticket>'), types), []);
    const [value] = findings(request11({}, '<Ticket xmlns="urn:t">«x»</Ticket>'), types);
    assert.equal(value?.code, "schema-value");
    const [unknown] = findings(request11({}, "<«Ticket»>x</Ticket>"), types);
    assert.deepEqual(
      [unknown?.code, unknown?.message],
      ["schema-element-undeclared", "<Ticket> isn't declared in the schemas of the WSDL."],
    );
  });
});
