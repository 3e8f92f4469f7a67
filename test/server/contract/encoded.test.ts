import assert from "node:assert/strict";
import type { Extent } from "../../../server/src/contract/contract.ts";
import { bodyOf, describe, findingsOf, requestOf } from "./descriptions.ts";

const encoding = "http://schemas.xmlsoap.org/soap/encoding/";

/** An array of SOAP's encoding, by its `wsdl:arrayType` and the elements in it. */
function array(name: string, arrayType: string, content = ""): string {
  return `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="soapenc:Array">${content}
    <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="${arrayType}"/></xs:restriction></xs:complexContent></xs:complexType>`;
}

/** The wrapper of a call with one parameter. */
function callWith(type: string, schema: string, namespace = 'namespace="urn:t"', extent?: Extent): string {
  const wsdl = describe({
    ...{ schema, style: "rpc", parts: `<part name="p" type="${type}"/>` },
    input: `<soap:body use="encoded" encodingStyle="${encoding}" ${namespace}/>`,
  });
  const request = requestOf(wsdl, extent);
  assert.deepEqual(findingsOf(request, wsdl), [], request);
  return bodyOf(request);
}

/** The parameter of a call, without the wrapper. */
function parameter(type: string, schema: string): string {
  const [, inner = ""] = /^<t:Do [^>]*>\n([\s\S]*)\n<\/t:Do>$/.exec(callWith(type, schema)) ?? [];
  return inner.replace(/^ {2}/gm, "");
}

suite("an encoded call", () => {
  test("a call names the types of its values", () => {
    const schema =
      '<xs:complexType name="Point"><xs:sequence><xs:element name="x" type="xs:int" form="unqualified"/></xs:sequence></xs:complexType>';
    assert.equal(
      callWith("t:Point", schema),
      `<t:Do soap:encodingStyle="${encoding}">\n  <p xsi:type="t:Point">\n    <x xsi:type="xsd:int">1</x>\n  </p>\n</t:Do>`,
    );
  });

  test("a call has a wrapper without a namespace where the binding has none", () => {
    assert.match(
      callWith("xs:int", "", ""),
      /^<Do soap:encodingStyle="[^"]*">\n {2}<p xsi:type="xsd:int">1<\/p>\n<\/Do>$/,
    );
  });

  test("a call has values in their places, without the attributes for references", () => {
    const point = `<xs:complexType name="Point"><xs:sequence>
      <xs:element name="x" type="soapenc:int" form="unqualified"/></xs:sequence><xs:attribute name="unit" type="xs:string"/></xs:complexType>`;
    assert.equal(
      callWith("t:Point", point, undefined, "optional").replace(/^<.*\n|\n<.*$/g, ""),
      '  <p xsi:type="t:Point" unit="unit">\n    <x xsi:type="soapenc:int">1</x>\n  </p>',
    );
  });

  const item =
    '<xs:sequence><xs:element name="entry" type="xs:int" form="unqualified" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>';
  const cases: readonly (readonly [title: string, type: string, schema: string, expected: string])[] = [
    [
      "an array",
      "t:Array",
      array("Array", "xs:int[]"),
      '<p xsi:type="t:Array" soapenc:arrayType="xsd:int[1]">\n  <item xsi:type="xsd:int">1</item>\n</p>',
    ],
    [
      "an array whose items have a name",
      "t:Array",
      array("Array", "xs:int[]", item),
      '<p xsi:type="t:Array" soapenc:arrayType="xsd:int[1]">\n  <entry xsi:type="xsd:int">1</entry>\n</p>',
    ],
    [
      "an array of two dimensions",
      "t:Array",
      array("Array", "xs:int[,]"),
      '<p xsi:type="t:Array" soapenc:arrayType="xsd:int[1,1]">\n  <item xsi:type="xsd:int">1</item>\n</p>',
    ],
    [
      "an array of three dimensions",
      "t:Array",
      array("Array", "xs:int[,,]"),
      '<p xsi:type="t:Array" soapenc:arrayType="xsd:int[1,1,1]">\n  <item xsi:type="xsd:int">1</item>\n</p>',
    ],
    [
      "an array of arrays of two dimensions",
      "t:Array",
      array("Array", "xs:int[,][]"),
      '<p xsi:type="t:Array" soapenc:arrayType="xsd:int[,][1]">\n  <item xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[1,1]">\n    <item xsi:type="xsd:int">1</item>\n  </item>\n</p>',
    ],
    [
      "an array of arrays",
      "t:Array",
      array("Array", "xs:int[][]"),
      '<p xsi:type="t:Array" soapenc:arrayType="xsd:int[][1]">\n  <item xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[1]">\n    <item xsi:type="xsd:int">1</item>\n  </item>\n</p>',
    ],
    [
      "an array of a type that is an array",
      "t:Outer",
      array("Outer", "t:Inner[]") + array("Inner", "xs:int[]"),
      '<p xsi:type="t:Outer" soapenc:arrayType="t:Inner[1]">\n  <item xsi:type="t:Inner" soapenc:arrayType="xsd:int[1]">\n    <item xsi:type="xsd:int">1</item>\n  </item>\n</p>',
    ],
    [
      "an array that only its element describes",
      "t:Array",
      `<xs:complexType name="Array"><xs:complexContent><xs:restriction base="soapenc:Array">${item}</xs:restriction></xs:complexContent></xs:complexType>`,
      '<p xsi:type="t:Array" soapenc:arrayType="xsd:int[1]">\n  <entry xsi:type="xsd:int">1</entry>\n</p>',
    ],
    [
      "an array without a type of its own",
      "soapenc:Array",
      "",
      '<p xsi:type="soapenc:Array" soapenc:arrayType="xsd:anyType[1]">\n  <item xsi:type="xsd:string">item</item>\n</p>',
    ],
    [
      "an array of itself",
      "t:Node",
      `<xs:complexType name="Node"><xs:sequence><xs:element name="children" type="t:Nodes" form="unqualified"/></xs:sequence></xs:complexType>${array("Nodes", "t:Node[]")}`,
      '<p xsi:type="t:Node">\n  <children xsi:type="t:Nodes" soapenc:arrayType="t:Node[0]"/>\n</p>',
    ],
    [
      "nil where a type must contain itself",
      "t:Node",
      '<xs:complexType name="Node"><xs:sequence><xs:element name="next" type="t:Node" form="unqualified"/></xs:sequence></xs:complexType>',
      '<p xsi:type="t:Node">\n  <next xsi:nil="true"/>\n</p>',
    ],
    ["a value of a type that isn't defined", "t:none", "", '<p xsi:type="xsd:string">p</p>'],
    ["a value of any type", "xs:anyType", "", '<p xsi:type="xsd:string">p</p>'],
  ];
  for (const [title, type, schema, expected] of cases) {
    test(`a call has ${title}`, () => assert.equal(parameter(type, schema), expected));
  }
});
