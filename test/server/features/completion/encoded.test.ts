import assert from "node:assert/strict";
import { hover } from "../../../../server/src/features/hover/hover.ts";
import { sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import { analyze } from "../../../../server/src/service/languageService.ts";
import { completionsAt, taken as takenAt } from "../../../support/completions.ts";
import { withCursor } from "../../../support/marked.ts";
import { around } from "../../../support/resolver.ts";
import { describe } from "../../contract/descriptions.ts";

const encoding = "http://schemas.xmlsoap.org/soap/encoding/";
const wsdl = describe({
  ...{
    style: "rpc",
    parts:
      '<part name="a" type="xs:int"/><part name="p" type="t:Point"/><part name="c" type="t:Color"/><part name="l" type="t:Points"/>',
  },
  input: `<soap:body use="encoded" encodingStyle="${encoding}" namespace="urn:t"/>`,
  schema: `<xs:complexType name="Point"><xs:sequence><xs:element name="x" type="xs:int" form="unqualified"/>
    <xs:element name="y" type="xs:int" form="unqualified" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="Points"><xs:complexContent><xs:restriction base="soapenc:Array">
      <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="t:Point[]"/></xs:restriction></xs:complexContent></xs:complexType>
    <xs:complexType name="Place"><xs:complexContent><xs:extension base="t:Point"/></xs:complexContent></xs:complexType>
    <xs:simpleType name="Color"><xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="blue"/></xs:restriction></xs:simpleType>`,
});
const options = { resolver: around({ files: { "/w/a/b/s.wsdl": wsdl } }) };
const namespaces = `xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:t"`;
const inBody = (body: string) => `# @wsdl ./s.wsdl
POST /s HTTP/1.1
Host: h
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:do"
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ${namespaces}><s:Body>${body}</s:Body></s:Envelope>`;
const inCall = (content: string) => inBody(`<t:Do>${content}</t:Do>`);
const offered = (source: string) =>
  completionsAt(source, options)
    .map(({ label }) => label)
    .filter((label) => !/^(?:!|xml|\/)/.test(label));
const taken = (source: string, label: string) => takenAt(source, label, options);

suite("completion in an rpc/encoded call", () => {
  test("completion offers the parts that are missing, with their types, in any order", () => {
    assert.deepEqual(offered(inCall("<|")), ["a", "p", "c", "l"]);
    assert.deepEqual(offered(inCall('<c xsi:type="t:Color">red</c><|')), ["a", "p", "l"]);
    assert.deepEqual(offered(inCall('<|<p href="#1"/>')), ["a", "c", "l"]);
    const item = completionsAt(inCall("<|"), options).find(({ label }) => label === "p");
    assert.equal(item?.note, "Point, required");
  });

  test("completion works in half-written text", () => {
    assert.deepEqual(offered(inCall("<a>1</a>\n|\n")), ["p", "c", "l"]);
    assert.deepEqual(offered(inBody("<t:Do><a>1</a><|")), ["p", "c", "l"]);
    assert.equal(taken(inCall("<|x></x>"), "a"), inCall("<a></x>"));
  });

  test("completion names the types of the values that it inserts", () => {
    assert.equal(taken(inCall("<|"), "a"), inCall('<a xsi:type="xsd:int">1</a>'));
    assert.equal(taken(inCall("<|"), "p"), inCall('<p xsi:type="t:Point">\n  <x xsi:type="xsd:int">1</x>\n</p>'));
    const undeclared = (content: string) => inCall(content).replace(namespaces, 'xmlns:t="urn:t"');
    assert.equal(
      taken(undeclared("<|"), "a"),
      undeclared(
        '<a xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xsd:int">1</a>',
      ),
    );
  });

  test("completion offers members and values below the parts", () => {
    assert.deepEqual(offered(inCall('<p xsi:type="t:Place"><|</p>')), ["x"]);
    assert.deepEqual(offered(inCall("<p><x>1</x><|</p>")), ["y"]);
    assert.deepEqual(offered(inCall("<c>|</c>")), ["red", "blue"]);
    assert.equal(taken(inCall("<p><|</p>"), "x"), inCall('<p><x xsi:type="xsd:int">1</x></p>'));
  });

  test("completion offers the items of an array, whose element the schema needn't declare", () => {
    const points = (content: string) => inCall(`<l xsi:type="soapenc:Array">${content}</l>`);
    assert.deepEqual(offered(points('<item href="#1"/><|')), ["item"]);
    assert.deepEqual(offered(points("<item><|</item>")), ["x"]);
    assert.equal(
      taken(points("<|"), "item"),
      points('<item xsi:type="t:Point">\n  <x xsi:type="xsd:int">1</x>\n</item>'),
    );
  });

  test("completion offers xsi:type and the attributes of SOAP encoding", () => {
    assert.ok(offered(inCall("<a |/>")).includes("xsi:type"));
    assert.equal(taken(inCall("<c |/>"), "xsi:type"), inCall('<c xsi:type="t:Color"/>'));
    const types = offered(inCall('<p xsi:type="|"/>')).filter((label) => label.startsWith("t:"));
    assert.deepEqual(types, ["t:Point", "t:Place"]);
    assert.ok(offered(`${inCall("<a |/>")}\n\n###\n${inCall('<a href="#1"/>')}`).includes("href"));
  });

  test("the hover shows the type of a part, and where it is defined", () => {
    const { text, offset } = withCursor(inCall('<p href="#1"/><|c>red</c>'));
    const [section] = sectionsOfSegments(analyze(text, undefined, options.resolver));
    assert.ok(section);
    assert.match(hover(section, offset - section.start)?.markdown ?? "", /type `Color`[\s\S]*Defined in \[s\.wsdl/);
  });

  test("completion inserts the call with its parts", () => {
    assert.equal(
      taken(inBody("<|").replace("# @wsdl", "# @operation Do\n# @wsdl"), "t:Do"),
      inBody(`<t:Do xmlns:soapenc="${encoding}" s:encodingStyle="${encoding}">
  <a xsi:type="xsd:int">1</a>
  <p xsi:type="t:Point">
    <x xsi:type="xsd:int">1</x>
  </p>
  <c xsi:type="t:Color">red</c>
  <l xsi:type="t:Points" soapenc:arrayType="t:Point[1]">
    <item xsi:type="t:Point">
      <x xsi:type="xsd:int">1</x>
    </item>
  </l>
</t:Do>`).replace("# @wsdl", "# @operation Do\n# @wsdl"),
    );
  });
});
