import assert from "node:assert/strict";
import { contractFindings } from "../../support/contractFindings.ts";
import { request11 } from "../../support/findings.ts";
import { around as contractHost } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

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
    { SOAPAction: '"urn:add"', "Content-Length": "{{$contentLength}}" },
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Header>${header}</s:Header><s:Body>${payload}</s:Body></s:Envelope>`,
  );
const add = (content: string) => `<Add xmlns="urn:t"><order channel="web">${content}</order></Add>`;

const findings = (source: string, service = wsdl(schema)) => contractFindings(source, service);

const inService = (around: (content: string) => string) =>
  rulesIn((content) => `# @wsdl ./s.wsdl\n${around(content)}`, {
    resolver: contractHost({ files: { "/w/a/b/s.wsdl": wsdl(schema) } }),
  });

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

inService((content) => message(add(content)))`
  schema-element-unexpected
    an unknown element, and names what is expected | <item>a</item><qty>1</qty><«quantity»>1</quantity>
      says Unexpected <quantity>. Expected <unit>, <day>, <circle>, <nothing>, or </order>.
      → Remove <quantity> | <item>a</item><qty>1</qty>
    a misspelled element, and names the similar one | <item>a</item><«qtty»>1</qtty>
      says Unexpected <qtty>. Did you mean <qty>?
      → Change to qty | <item>a</item><qty>1</qty>
    an element that occurs too often | <item>a</item><«item»>b</item><qty>1</qty>
      says Too many <item>. Expected <qty>.
      → Remove <item> | <item>a</item><qty>1</qty>
    an element in a simple type | <item><«b»/></item><qty>1</qty>
      says Unexpected <b>. <item> can't contain elements.
      → Remove <b> | <item></item><qty>1</qty>

  schema-element-missing
    what is missing before another element | <«qty»>1</qty>
      says <item> is missing before <qty>.
      → Insert <item> | <item>item</item><qty>1</qty>

  schema-element-order
    elements in the wrong order | <«qty»>1</qty> <item>a</item>
      says <qty> is in the wrong place. Expected <item> before it.
      → Put the elements in order | <item>a</item> <qty>1</qty>

  schema-value
    a value out of range | <item>a</item><qty>«0»</qty>
      says 0 is out of range. Expected at least 1 (minInclusive of Quantity).
      → Change to 1 | <item>a</item><qty>1</qty>
    a value that an enumeration lacks, and offers the similar one | <item>a</item><qty>1</qty><unit>«Piece»</unit>
      says Piece isn't a value of Unit. Expected one of these: piece, dozen
      → Change to piece | <item>a</item><qty>1</qty><unit>piece</unit>

  schema-text
    whitespace in an empty element | <item>a</item><qty>1</qty><nothing>« »</nothing>
      says <nothing> must be empty, without whitespace.
      → Remove text | <item>a</item><qty>1</qty><nothing></nothing>

  schema-type
    an abstract element | <item>a</item><qty>1</qty><«shape»>x</shape>
      says <shape> is abstract. Expected one of these: <circle>
      → Change to circle | <item>a</item><qty>1</qty><circle>x</circle>

  schema-nil
    xsi:nil where it isn't allowed | <item «xsi:nil»="true"/><qty>1</qty>
      says <item> can't have xsi:nil: it isn't declared as nillable.
      → Remove xsi:nil | <item/><qty>1</qty>
    content beside xsi:nil | <item/><qty>1</qty><day xsi:nil="true">«2026-01-02»</day>
      says <day> must be empty, because of xsi:nil.
      → Remove the content of <day> | <item/><qty>1</qty><day xsi:nil="true"></day>
      → Remove xsi:nil | <item/><qty>1</qty><day>2026-01-02</day>
`;

const order = '<order channel="web"><item>a</item><qty>1</qty></order>';

inService(message)`
  schema-element-missing
    what is missing at the end | <Add xmlns="urn:t">⏎  <«order» channel="web">⏎    <item>a</item>⏎  </order>⏎</Add>
      says <qty> is missing in <order>.
      → Insert <qty> | <Add xmlns="urn:t">⏎  <order channel="web">⏎    <item>a</item>⏎    <qty>1</qty>⏎  </order>⏎</Add>
    what is missing in an empty element | <Add xmlns="urn:t"><«order» channel="web"/></Add>
      says <item> is missing in <order>.
      → Insert <item>, <qty> | <Add xmlns="urn:t"><order channel="web"><item>item</item><qty>1</qty></order></Add>

  schema-element-namespace
    an element that must be qualified | <t:Add xmlns:t="urn:t"><«order» channel="web"><t:item>a</t:item><t:qty>1</t:qty></order></t:Add>
      says <order> has no namespace. It must be in urn:t.
      → Change to t:order | <t:Add xmlns:t="urn:t"><t:order channel="web"><t:item>a</t:item><t:qty>1</t:qty></t:order></t:Add>
    an element that must be unqualified | <t:Add xmlns:t="urn:t"><t:order channel="web"><t:item>a</t:item><t:qty>1</t:qty></t:order><«t:note»>a</t:note></t:Add>
      says <t:note> must not have a namespace, but is in urn:t.
      → Change to note | <t:Add xmlns:t="urn:t"><t:order channel="web"><t:item>a</t:item><t:qty>1</t:qty></t:order><note>a</note></t:Add>
    an element in another namespace, which may be declared where it is | <«Add» xmlns="urn:T">${order}</Add>
      says <Add> is in the namespace urn:T, but must be in urn:t.
      → Change the namespace to urn:t | <Add xmlns="urn:t">${order}</Add>

  schema-element-level
    a missing level | <Add xmlns="urn:t"><«item»>a</item><qty>1</qty></Add> | besides schema-attribute-missing
      says <item> must be inside <order>, which is missing.
      → Insert <order> around the elements | <Add xmlns="urn:t"><order><item>a</item><qty>1</qty></order></Add>
    an extra level | <Add xmlns="urn:t"><«request»>${order}</request></Add>
      says <request> is one level too many. Its content belongs directly in <Add>.
      → Remove the tags of request | <Add xmlns="urn:t">${order}</Add>

  schema-text
    text among elements | <Add xmlns="urn:t">«text»${order}</Add>
      says Text isn't allowed in Add, only elements.
      → Remove text | <Add xmlns="urn:t">${order}</Add>

  schema-attribute-unexpected
    a misspelled attribute | <Add xmlns="urn:t">${order.replace("channel", "«chanel»")}</Add>
      says Unexpected attribute chanel. Did you mean channel?
      → Change to channel | <Add xmlns="urn:t">${order}</Add>
    an attribute that must not have a prefix | <Add xmlns:t="urn:t" «t:version»="1" xmlns="urn:t">${order}</Add>
      says The attribute t:version must not have a prefix.
      → Change to version | <Add xmlns:t="urn:t" version="1" xmlns="urn:t">${order}</Add>

  schema-attribute-missing
    a missing attribute | <Add xmlns="urn:t">${order.replace('order channel="web"', "«order»")}</Add>
      says The attribute channel is missing in <order>.
      → Insert channel="channel" | <Add xmlns="urn:t">${order.replace("web", "channel")}</Add>

  schema-type
    an unknown type | <Add xmlns="urn:t">${order.replace("<order", '<order xsi:type="«Ordr»"')}</Add>
      says The type Ordr is unknown.
      → Change to Order | <Add xmlns="urn:t">${order.replace("<order", '<order xsi:type="Order"')}</Add>
`;

inService((text) => text)`
  schema-payload
    the response of the operation | # @operation Add⏎${message('<«AddResponse» xmlns="urn:t"/>')}
      says <AddResponse> is the response of the operation. The request is <Add>.
    a missing payload | # @operation Add⏎${message("").replace("<s:Body>", "<«s:Body»>")}
      says <Add> is missing in <s:Body>.

  schema-header-missing
    a header that the binding requires | ${message(`<Add xmlns="urn:t">${order}</Add>`, "").replace("<s:Header>", "<«s:Header»>")}
      says The operation requires the header <Ticket>.

  schema-value
    a value in a header block | ${message(`<Add xmlns="urn:t">${order}</Add>`, ticket.replace(">1<", ">«one»<"))}
      says one isn't a valid xs:int. Example: 1
    a valid value of a variable | @n = 2⏎${message(`<Add xmlns="urn:t">${order}</Add>`).replace(">1</qty>", ">{{n}}</qty>")}
    the value of a variable | @n = two⏎${message(`<Add xmlns="urn:t">${order}</Add>`).replace(">1</qty>", ">«{{n}}»</qty>")}
      says two isn't a valid xs:int. Example: 1
`;

suite("fixes of the schema rules", () => {
  test("Fix All applies the fixes that need no decision of the user, and no others", () => {
    const attributes =
      '<xs:attribute name="kind" fixed="new"/><xs:attribute name="size"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="big"/></xs:restriction></xs:simpleType></xs:attribute>';
    const service = wsdl(schema.replace('<xs:attribute name="version"', `${attributes}$&`));
    const fixes = (payload: string) =>
      findings(message(payload), service).flatMap(({ code, fixed }) =>
        fixed.map(([title, , isAutomatic]) => `${isAutomatic ? "automatic" : "offered"} ${code}: ${title}`),
      );
    const inAdd = (content: string) => fixes(`<Add xmlns="urn:t">${content}</Add>`);
    const withAttribute = (attribute: string) =>
      fixes(`<Add ${attribute} xmlns:t="urn:t" xmlns="urn:t">${order}</Add>`);
    assert.deepEqual(
      [
        fixes(`<«Add» xmlns="urn:T">${order}</Add>`),
        inAdd(`<«Add»>${order}</Add>`),
        fixes(add("<«qty»>1</qty><item>a</item>")),
        fixes(add("<item>a</item><qty>1</qty><nothing>« »</nothing>")),
        withAttribute('«t:version»="1"'),
        withAttribute('kind="«old»"'),
        withAttribute('size="« big »"'),
        fixes(add("<«qty»>1</qty>")),
        inAdd("<«item»>a</item><qty>1</qty>"),
        inAdd(`«text»${order}`),
        withAttribute('size="«Big»"'),
        fixes(add('<item/><qty>1</qty><day xsi:nil="true">«2026-01-02»</day>')),
      ].flat(),
      [
        "automatic schema-element-namespace: Change the namespace to urn:t",
        "automatic schema-element-level: Remove the tags of Add",
        "automatic schema-element-order: Put the elements in order",
        "automatic schema-text: Remove text",
        "automatic schema-attribute-unexpected: Change to version",
        "automatic schema-value: Change to new",
        "automatic schema-value: Remove the whitespace",
        "offered schema-element-missing: Insert <item>",
        "offered schema-element-level: Insert <order> around the elements",
        "offered schema-text: Remove text",
        "offered schema-value: Change to big",
        "offered schema-nil: Remove the content of <day>",
        "offered schema-nil: Remove xsi:nil",
      ],
    );
  });
});

suite("schema-header-missing", () => {
  test("the rule reports a header that must be understood, as WSDL 2.0 can say", () => {
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
});

suite("schema rules for other messages", () => {
  test("an rpc request is checked by its wrapper and the types of its parts", () => {
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

  test("a body without an envelope is checked by the elements of the schemas", () => {
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
