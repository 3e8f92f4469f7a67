import assert from "node:assert/strict";
import { contractDefinitions, typeDefinitions } from "../../../server/src/features/contractDefinitions.ts";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionAt, sectionOfReceived, sectionsOfSegments } from "../../../server/src/features/support/section.ts";
import { readReceived } from "../../../server/src/response/receivedMessage.ts";
import { analyze, Contracts, getDefinitions } from "../../../server/src/service/languageService.ts";
import { contextOf } from "../../support/contexts.ts";
import { serviceWsdl } from "../../support/contracts.ts";
import { mark, withCursor } from "../../support/marked.ts";
import { around } from "../../support/resolver.ts";

const schema = `
<xs:element name="Order" type="t:Order"/>
<xs:complexType name="Order"><xs:annotation><xs:documentation>An order of a shop.</xs:documentation></xs:annotation><xs:sequence>
  <xs:element name="state" type="t:State"><xs:annotation><xs:documentation>Whether it is *open*: [x](command:y)</xs:documentation></xs:annotation></xs:element>
  <xs:element name="place" type="t:Place" minOccurs="0" maxOccurs="5"/>
  <xs:element name="amount" default="1"><xs:simpleType><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/><xs:maxExclusive value="10"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType></xs:element>
  <xs:element name="codes" type="t:Codes"/>
</xs:sequence><xs:attribute name="unit" type="t:State" use="required"/></xs:complexType>
<xs:simpleType name="State"><xs:restriction base="xs:token"><xs:enumeration value="open"/><xs:enumeration value="closed"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}"/><xs:maxLength value="2"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Codes"><xs:list itemType="t:Code"/></xs:simpleType>
<xs:complexType name="Place"><xs:sequence/></xs:complexType>
<xs:complexType name="Street"><xs:complexContent><xs:extension base="t:Place"/></xs:complexContent></xs:complexType> <xs:element name="Cart"><xs:complexType><xs:attribute name="size"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="big"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element>
`;
const wsdl = serviceWsdl(schema);
const files = { "/w/shop.wsdl": wsdl };
const namespaces =
  'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const inOrder = (content: string) =>
  `# @wsdl ../../shop.wsdl\nPOST /s HTTP/1.1\nHost: h\nContent-Type: text/xml\n\n<s:Envelope ${namespaces}><s:Body><t:Order unit="open">${content}</t:Order></s:Body></s:Envelope>`;

function at(source: string) {
  const { text, offset, spans } = withCursor(source);
  const sections = sectionsOfSegments(analyze(text, undefined, around({ files })));
  const section = sectionAt(sections, offset);
  assert.ok(section);
  const found = hover(section, offset - section.start);
  return { text, offset, sections, found, expected: mark(text, spans), start: section.start };
}

/** Asserts the marked text and the paragraphs of a hover, after those about its name and its namespace. */
function expectHover(source: string, ...paragraphs: readonly string[]): void {
  const { found, text, expected } = at(source);
  assert.ok(found, source);
  assert.equal(mark(text, [found]), expected);
  const own = found.markdown
    .split("\n\n")
    .filter((one) => !one.startsWith("**t:") && !one.startsWith("In the namespace"));
  assert.deepEqual(own, paragraphs);
}

/** The text that a definition leads to, with its line. */
function targets(source: string, find = contractDefinitions): readonly string[] {
  const { sections, offset, text, expected } = at(source);
  return find(sections, offset).map(({ from, place }) => {
    assert.equal(mark(text, [from]), expected);
    const line = place.text.slice(0, place.name.start).split("\n").length;
    return `${place.uri}:${line} ${place.text.slice(place.name.start, place.name.end)} in ${place.text.slice(place.whole.start, place.whole.end).split(">")[0]}`;
  });
}

/** A name as a link in a hover. */
const link = (name: string) => {
  const line = wsdl.slice(0, wsdl.indexOf(name)).split("\n").length;
  return `Defined in [shop.wsdl:${line}](file:///w/shop.wsdl#L${line})`;
};

suite("hover by the schema", () => {
  test("the hover shows type, cardinality, documentation and place of an element, without markup of the schema", () => {
    expectHover(
      inOrder("<«t:st|ate»>open</t:state>"),
      "type `State`, required",
      "Whether it is \\*open\\*: \\[x\\](command:y)",
      "A kind of `xs:token`.",
      "One of: `open`, `closed`",
      link('name="state"'),
    );
    expectHover(inOrder("<t:state/><t:place></«t:pl|ace»>"), "type `Place`, up to 5 times", link('name="place"'));
  });

  test("the hover names the element or attribute of an anonymous type", () => {
    const cart = (content: string) => inOrder("").replace(/<t:Order.*<\/t:Order>/, content);
    const inCart = at(cart('<t:Ca|rt size="big"/>')).found?.markdown ?? "";
    assert.match(inCart, /\n\nanonymous type of `<t:Cart>`\n\nDefined in /);
    expectHover(
      cart('<t:Cart «si|ze»="big"/>'),
      ...[
        "**size**",
        "No namespace.",
        "anonymous type of `size`, optional",
        "A kind of `xs:token`.",
        "One of: `big`",
        link('name="size"'),
      ],
    );
    expectHover(cart('<t:Cart size="«b|ig»"/>'), "**size**", "A kind of `xs:token`.", "One of: `big`");
  });

  test("the hover shows facets and a default value in words", () => {
    expectHover(
      inOrder("<t:state/><«t:amo|unt»/>"),
      "anonymous type of `<t:amount>`, required",
      "Default: `1`.",
      "A kind of `xs:decimal`.",
      "Allowed: at least `0`, less than `10`, at most 2 decimal places",
      link('name="amount"'),
    );
    expectHover(
      inOrder("<t:state/><t:amount/><«t:co|des»/>"),
      "type `Codes`, required",
      "A list of `Code`, separated by spaces.",
      link('name="codes"'),
    );
  });

  test("the hover shows the type that xsi:type names", () => {
    const street = '<t:state/><t:place xsi:type="t:Street"/>';
    expectHover(
      inOrder(street.replace("t:place", "«t:pl|ace»")),
      "type `Street`, up to 5 times",
      "Declared type: `Place`",
      link('name="place"'),
    );
    expectHover(inOrder(street.replace("t:Street", "«t:St|reet»")), "type `Street`", link('name="Street"'));
  });

  test("the hover shows an attribute, and what is allowed for a value", () => {
    expectHover(
      inOrder("").replace("unit", "«un|it»"),
      "**unit**",
      "No namespace.",
      "type `State`, required",
      "A kind of `xs:token`.",
      "One of: `open`, `closed`",
      link('name="unit"'),
    );
    const values = ["**State**", "A kind of `xs:token`.", "One of: `open`, `closed`"];
    expectHover(inOrder("").replace('"open"', '"«op|en»"'), ...values);
    expectHover(inOrder("<t:state> «op|en» </t:state>"), ...values);
    assert.equal(at(inOrder("<t:un|known/>")).found?.markdown.includes("type"), false);
  });

  test("the hover shows the same in a response", () => {
    const output = wsdl
      .replaceAll("</input></operation>", '</input><output><soap11:body use="literal"/></output></operation>')
      .replace('<input message="t:Order"/>', '<input message="t:Order"/><output message="t:Order"/>');
    const contract = new Contracts({
      get: () => ({ bytes: new TextEncoder().encode(output) }),
      edition: () => 1,
      changes: 1,
    }).get("file:///w/shop.wsdl");
    const [endpoint] = contract.endpoints;
    assert.ok(endpoint);
    const { text, offset } = withCursor(
      `HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<s:Envelope ${namespaces}><s:Body><t:Order><t:st|ate>open</t:state></t:Order></s:Body></s:Envelope>`,
    );
    const received = readReceived(text, undefined, undefined, {
      schemas: contract.schemas,
      operation: endpoint.operation,
    });
    assert.match(hover(sectionOfReceived(received), offset)?.markdown ?? "", /type `State`, required/);
  });
});

suite("definitions in schemas", () => {
  test("go to definition leads from elements, attributes and xsi:type to their declarations", () => {
    assert.deepEqual(targets(inOrder("<«t:st|ate»/>")), [
      'file:///w/shop.wsdl:7 state in <xs:element name="state" type="t:State"',
    ]);
    assert.deepEqual(targets(inOrder("").replace("unit", "«un|it»")), [
      'file:///w/shop.wsdl:11 unit in <xs:attribute name="unit" type="t:State" use="required"/',
    ]);
    assert.deepEqual(targets(inOrder('<t:state/><t:place xsi:type="«t:St|reet»"/>')), [
      'file:///w/shop.wsdl:16 Street in <xs:complexType name="Street"',
    ]);
  });

  test("go to definition leads from a payload to the operation and to its element", () => {
    assert.deepEqual(targets(inOrder("").replace("<t:Order", "<«t:Or|der»")), [
      'file:///w/shop.wsdl:24 Order in <operation name="Order"',
      'file:///w/shop.wsdl:5 Order in <xs:element name="Order" type="t:Order"/',
    ]);
  });

  test("go to definition leads from a prefix to its declaration, and from an unprefixed name to the default namespace only without a WSDL", () => {
    const linesAt = (source: string) => {
      const { text, offset } = withCursor(source);
      const context = contextOf(text, { uri: "file:///w/a/b/one.soaphttp", resolver: around({ files }) });
      return getDefinitions(context, { position: context.document.positionAt(offset) }).map((one) => {
        const uri = "uri" in one ? one.uri : one.targetUri;
        const { line } = "uri" in one ? one.range.start : one.targetSelectionRange.start;
        return `${uri.slice(uri.lastIndexOf("/") + 1)}:${line + 1}`;
      });
    };
    assert.deepEqual(linesAt(inOrder("<|t:state/>")), ["one.soaphttp:6"]);
    assert.deepEqual(linesAt(inOrder("<t:st|ate/>")), ["shop.wsdl:7"]);
    const bare = inOrder("<sta|te/>").replaceAll("t:Order", "Order").replace("xmlns:t", "xmlns");
    assert.deepEqual(linesAt(bare), ["shop.wsdl:7"]);
    assert.deepEqual(linesAt(bare.replace("# @wsdl", "# @no-wsdl\n# @wsdl")), ["one.soaphttp:7"]);
  });

  test("go to type definition leads to the type of an element, and of a value", () => {
    const state = ['file:///w/shop.wsdl:12 State in <xs:simpleType name="State"'];
    assert.deepEqual(targets(inOrder("<«t:st|ate»/>"), typeDefinitions), state);
    assert.deepEqual(targets(inOrder("<t:state>«op|en»</t:state>"), typeDefinitions), state);
    assert.deepEqual(targets(inOrder("").replace("unit", "«un|it»"), typeDefinitions), state);
  });

  test("go to definition leads to a read-only document if the schema is at an address", () => {
    const source = inOrder("<«t:st|ate»/>").replace("../../shop.wsdl", "http://localhost:1/a/shop?wsdl");
    const { text, offset } = withCursor(source);
    const resolver = around({ files: { "http://localhost:1/a/shop?wsdl": wsdl } });
    const sections = sectionsOfSegments(analyze(text, undefined, resolver));
    assert.equal(
      contractDefinitions(sections, offset)[0]?.place.uri,
      `soaphttp-wsdl:/shop.wsdl?${encodeURIComponent("http://localhost:1/a/shop?wsdl")}`,
    );
  });
});
