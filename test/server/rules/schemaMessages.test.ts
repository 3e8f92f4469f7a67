import assert from "node:assert/strict";
import { contractFindings } from "../../support/contractFindings.ts";
import { messagesOf, request11 } from "../../support/findings.ts";
import { around } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";

const add = (content: string) => `<Add xmlns="urn:shop">${content}</Add>`;
const request = (body: string, header?: string, action = "urn:add") =>
  request11({ SOAPAction: `"${action}"` }, shopMessage(body, header));

const host = around({ files: { "/w/a/b/s.wsdl": shopWsdl() } });
const inShop = (content: (text: string) => string) =>
  rulesIn((text) => `# @wsdl ./s.wsdl\n${content(text)}`.replace(/(Content-Length: )\d+/, "$1{{$$contentLength}}"), {
    resolver: host,
  });

const valid = add("<item>a</item>");
const shopTicket = '<Ticket xmlns="urn:shop">1</Ticket>';

inShop((body) => request(body))`
  schema-element-level
    the payload's children directly in the Body | <«item» xmlns="urn:shop">a</item>
      says <item> must be inside <Add>, which is missing.
      → Insert <Add> around the elements | <Add xmlns="urn:shop"><item xmlns="urn:shop">a</item></Add>
    a repeated payload | ${add("<«Add»><item>a</item></Add>")}
      → Remove the tags of Add | ${valid}

  schema-payload
    the response sent as a request | <«AddResponse» xmlns="urn:shop"><item>a</item></AddResponse>
      says <AddResponse> is the response of the operation. The request is <Add>.
      → Change to Add | ${valid}
    a second payload | ${valid}<«more»/>
      says Unexpected <more>. The body must end here.
      → Remove <more> | ${valid}
`;

inShop((body) => request(body, undefined, "").replace('"urn:add"', '""'))`
  schema-payload
    a payload that no operation has, but that is similar to one | <«Adds» xmlns="urn:shop"><item>a</item></Adds> | besides schema-action
      says No operation of the WSDL has <Adds>. Did you mean <Add>?
      → Change to Add | ${valid}
`;

inShop((body) => request(body, "", "urn:count"))`
  schema-element-level
    the part of an rpc request directly in the Body | <«word»>a</word>
      says <word> must be inside <Count>, which is missing.
      → Insert <Count> around the elements | <ns1:Count xmlns:ns1="urn:shop"><word>a</word></ns1:Count>
`;

inShop((header) => request(valid, header))`
  schema-element-namespace
    a header in the wrong namespace | <«Ticket» xmlns="urn:x">1</Ticket>
      says <Ticket> is in the namespace urn:x, but must be in urn:shop.
      → Change the namespace to urn:shop | ${shopTicket}

  schema-value
    a value with whitespace around it | <Ticket xmlns="urn:shop"> «x» </Ticket>
`;

inShop((text) => text)`
  schema-payload
    an empty Body | ${request("").replace("<s:Body>", "<«s:Body»>")}
      → Insert <Add> | ${request('<Add xmlns="urn:shop"><item>item</item></Add>')}

  schema-header-missing
    a request without a Header | ${request(valid, "").replace("<s:Body>", "<«s:Body»>")}
      → Insert <Ticket> | ${request(valid)}
    a Header without the header | ${request(valid, "<b:a xmlns:b='urn:b'/>").replace("<s:Header>", "<«s:Header»>")}
      → Insert <Ticket> | ${request(valid, `<b:a xmlns:b='urn:b'/>${shopTicket}`)}
`;

suite("messages whose parts have types", () => {
  const typed = (part: string, style: string, use: string) =>
    shopWsdl(
      '<xs:complexType name="Line"><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType>',
    )
      .replace('<wsdl:part name="parameters" element="t:Add"/>', part)
      .replace('soapAction="urn:add"', `soapAction="urn:add" style="${style}"`)
      .replace(
        '<soap:body use="literal"/></wsdl:input>',
        `<soap:body use="${use}" namespace="urn:shop"/></wsdl:input>`,
      );

  test("a document/literal Body has the content of the type", () => {
    const wsdl = typed('<wsdl:part name="line" type="t:Line"/>', "document", "literal");
    const line = (n: string) =>
      `# @operation Add\n${request(`<sku xmlns="urn:shop">a</sku><n xmlns="urn:shop">${n}</n>`)}`;
    assert.deepEqual(contractFindings(line("1"), wsdl), []);
    const [finding] = contractFindings(line("«x»"), wsdl);
    assert.equal(finding?.code, "schema-value");
  });

  test("the members of an rpc/encoded value may be in any order, left out, or referred to", () => {
    const wsdl = typed('<wsdl:part name="line" type="t:Line"/>', "rpc", "encoded");
    const encoded = (content: string) => request(`<r:Add xmlns:r="urn:shop">${content}</r:Add>`);
    for (const valid of [
      "<line><sku>a</sku><n>1</n></line>",
      "<line><n>1</n><sku>a</sku></line>",
      "<line><n>1</n></line>",
      '<line xsi:nil="true"/>',
      '<line xsi:type="r:Line"><sku xsi:type="xsd:string" xmlns:xsd="http://www.w3.org/2001/XMLSchema">a</sku></line>',
      '<line xsi:type="r:Other"><sku>a</sku></line>',
      "",
    ]) {
      assert.deepEqual(contractFindings(encoded(valid), wsdl), [], valid);
    }
    const codes = (content: string) => contractFindings(encoded(content), wsdl).map(({ message }) => message);
    assert.deepEqual(codes("<line><n>«x»</n></line>"), ["x isn't a valid xs:int. Example: 1"]);
    const referred = '<r:Add xmlns:r="urn:shop"><line href="#1"/></r:Add><multiRef id="1"><n>«x»</n></multiRef>';
    assert.deepEqual(messagesOf(contractFindings(request(referred), wsdl)), ["x isn't a valid xs:int. Example: 1"]);
    assert.deepEqual(codes("<line><«num»>1</num></line>"), ["Unexpected <num>. Expected <sku>, <n>, or </line>."]);
    assert.deepEqual(codes("<«lin»/>"), ["Unexpected <lin>. Did you mean <line>?"]);
  });

  test("an rpc/encoded reference has no content, and a target in the message", () => {
    const wsdl = typed('<wsdl:part name="line" type="t:Line"/>', "rpc", "encoded");
    const messages = (content: string, after = "") =>
      contractFindings(request(`<r:Add xmlns:r="urn:shop">${content}</r:Add>${after}`), wsdl).map(
        ({ code, message, fixed }) => [`${code}: ${message}`, ...fixed.map(([title]) => title)],
      );
    const value = '<multiRef id="1"><n>1</n></multiRef>';
    assert.deepEqual(messages('<line href="#1"><!-- none --></line>', value), []);
    const named = '<multiRef id="{{$guid}}"><n>1</n></multiRef>';
    assert.deepEqual(messages('<line href="#{{$guid}}"/>', named), []);
    assert.deepEqual(messages('<line><sku id="id" «href»="http://example.com/href">sku</sku></line>'), [
      [
        "schema-id: <sku> has both href and content. Remove one of them: services ignore the content, or the reference.",
        "Remove href",
      ],
    ]);
    for (const target of ["#2", "http://example.com/href", "cid:a@b"]) {
      assert.deepEqual(messages(`<line href="«${target}»"/>`, value), [
        [`schema-id: <line> refers to ${target}, but no element of this message has this ID.`, "Remove href"],
      ]);
    }
  });
});

suite("a misspelled header block", () => {
  const wsdl = shopWsdl('<xs:element name="Session" type="xs:string"/>');
  const headers = (blocks: string) =>
    contractFindings(request(add("<item>a</item>"), blocks), wsdl).map(({ severity, code, message, fixed }) => [
      `${severity} ${code}: ${message}`,
      ...fixed.map(([title, text]) => `${title} ${/<s:Header>(.*)<\/s:Header>/.exec(text)?.[1]}`),
    ]);
  const ticket = '<c:Ticket xmlns:c="urn:shop">1</c:Ticket>';

  test("a misspelled header block is an information, with the nearest name", () => {
    assert.deepEqual(headers(`${ticket}<«c:Sesion» xmlns:c="urn:shop"/>`), [
      [
        "information schema-element-undeclared: The schema of its namespace has no <c:Sesion>. Did you mean <c:Session>?",
        `Change to c:Session ${ticket}<c:Session xmlns:c="urn:shop"/>`,
      ],
    ]);
  });

  test("a misspelled header block is a warning where the binding requires the header, which isn't also missing", () => {
    assert.deepEqual(headers('<«c:Tiket» xmlns:c="urn:shop">1</c:Tiket>'), [
      [
        "warning schema-element-undeclared: The schema of its namespace has no <c:Tiket>. Did you mean <c:Ticket>?",
        `Change to c:Ticket ${ticket}`,
      ],
    ]);
  });

  test("no other header block is reported", () => {
    for (const block of [
      '<o:Sesion xmlns:o="urn:other"/>',
      '<c:Unlike xmlns:c="urn:shop"/>',
      '<c:Session xmlns:c="urn:shop"/>',
    ]) {
      assert.deepEqual(headers(ticket + block), [], block);
    }
  });
});

suite("a WSDL that lacks schemas", () => {
  const withoutSchema = shopWsdl().replace(
    '<xs:schema targetNamespace="urn:shop"',
    '<xs:schema targetNamespace="urn:o"',
  );

  test("a payload whose namespace has no schema may have any content", () => {
    const messages = contractFindings(request(add("<whatever/>")), withoutSchema).map(({ message }) => message);
    assert.deepEqual(messages, []);
  });

  test("a payload whose namespace has no schema is checked by its xsi:type, if it has one", () => {
    const typed = `<Add xmlns="urn:shop" xsi:type="xs:int" xmlns:xs="http://www.w3.org/2001/XMLSchema">«a»</Add>`;
    const codes = contractFindings(request(typed), withoutSchema).map(({ code }) => code);
    assert.deepEqual(codes, ["schema-value"]);
  });
});
