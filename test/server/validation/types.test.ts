import { documentsOf } from "./support.ts";

const sequence = (...names: readonly string[]) =>
  `<xs:sequence>${names.map((name) => `<xs:element name="${name}" type="xs:string"/>`).join("")}</xs:sequence>`;
const derived = (name: string, base: string, kind: string, content: string, attributes = "") =>
  `<xs:complexType name="${name}" ${attributes}><xs:complexContent><xs:${kind} base="${base}">${content}</xs:${kind}></xs:complexContent></xs:complexType>`;
const types = `
  <xs:complexType name="base" BASE>${sequence("a")}</xs:complexType>
  ${derived("longer", "t:base", "extension", sequence("b"))}
  ${derived("longest", "t:longer", "extension", sequence("c"))}
  ${derived("same", "t:base", "restriction", sequence("a"))}
  <xs:complexType name="unrelated">${sequence("a")}</xs:complexType>`;
const schema = (element: string, base = "") =>
  `<xs:element name="r" type="t:base" ${element}/>${types.replace("BASE", base)}`;

suite("derived types", () => {
  test("an extension adds to the content of its base", () => {
    documentsOf(schema("").replace('type="t:base"', 'type="t:longest"'))`
      <r><a/><b/><c/></r>
      <«r»><a/><b/></r> | element-missing
    `;
  });

  test("xsi:type names a derived type", () => {
    documentsOf(schema(""))`
      <r xsi:type="t:longer"><a/><b/></r>  <r xsi:type=" base "><a/></r>  <r xsi:type="t:same"><a/></r>
      <«r» xsi:type="t:longer"><a/></r> | element-missing
      <r xsi:type="«t:unrelated»"><a/></r> | type-not-derived
      <r xsi:type="«xs:string»"><a/></r> | type-not-derived
      <r xsi:type="«t:none»"><a/></r> | type-unknown
      <r xsi:type="«a b»"><a/></r> | type-unknown
    `;
  });

  test("a blocked derivation can't be named by xsi:type", () => {
    for (const blocked of [schema('block="extension"'), schema("", 'block="extension"')]) {
      documentsOf(blocked)`
        <r xsi:type="t:same"><a/></r>
        <r xsi:type="«t:longer»"><a/><b/></r> | type-blocked
        <r xsi:type="«t:longest»"><a/><b/><c/></r> | type-blocked
      `;
    }
    documentsOf(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"
        elementFormDefault="qualified" blockDefault="#all">${schema("")}</xs:schema>`)`
      <r><a/></r>
      <r xsi:type="«t:same»"><a/></r> | type-blocked
    `;
  });

  test("an abstract type needs xsi:type", () => {
    documentsOf(schema("", 'abstract="true"'))`
      <r xsi:type="t:longer"><a/><b/></r>
      <«r»><a/></r> | type-abstract
      <r xsi:type="«t:base»"><a/></r> | type-abstract
    `;
  });

  test("any type is derived from anyType, and a simple one from a union that it is a member of", () => {
    documentsOf('<xs:element name="r"/>')`
      <r>x<a b='c'/></r>  <r xsi:type="xs:int">1</r>
      <r xsi:type="xs:int">«x»</r> | value
    `;
    documentsOf(
      '<xs:element name="r"><xs:simpleType><xs:union memberTypes="xs:int xs:date"/></xs:simpleType></xs:element>',
    )`
      <r>1</r>  <r xsi:type="xs:int">1</r>  <r xsi:type="xs:short">1</r>
      <r xsi:type="«xs:string»">1</r> | type-not-derived
      <r xsi:type="xs:int">«2026-01-01»</r> | value
    `;
  });

  test("mixed on complexContent overrides that of the type", () => {
    const type = derived("m", "xs:anyType", "restriction", sequence("a"), 'mixed="true"');
    documentsOf(`<xs:element name="r" type="t:m"/>${type}`)`<r>x<a/></r>`;
    documentsOf(
      `<xs:element name="r" type="t:m"/>${type.replace("<xs:complexContent>", '<xs:complexContent mixed="false">')}`,
    )`
      <r>«x»<a/></r> | text-unexpected
    `;
  });

  test("an extension of anyType begins with any content", () => {
    documentsOf(
      `<xs:element name="r" type="t:e"/>${derived("e", "xs:anyType", "extension", sequence("z"), 'mixed="true"')}`,
    )`
      <r>x<y/><z/></r>  <r b='c'><z/></r>
      <«r»><y/></r> | element-missing
    `;
  });
});

suite("nil", () => {
  test("a nillable element may be nil, without content and with its attributes", () => {
    const nillable = `<xs:element name="r" nillable="true"><xs:complexType>${sequence("a")}<xs:attribute name="b" use="required"/></xs:complexType></xs:element>`;
    documentsOf(nillable)`
      <r b="" xsi:nil="true"/>  <r b="" xsi:nil=" 1 "/>  <r b="" xsi:nil="false"><a/></r>
      <«r» xsi:nil="true"/> | attribute-missing
      <r b="" xsi:nil="true">« »</r> | nil-content
      <r b="" xsi:nil="true"><«a»/></r> | nil-content
      <r b="" xsi:nil="«yes»"><a/></r> | nil-value
      <«r» b="" xsi:nil="0"/> | element-missing
    `;
  });

  test("another element can't have xsi:nil with any value", () => {
    documentsOf('<xs:element name="r" type="xs:string"/>')`
      <r/>
      <r «xsi:nil»="true"/> | nil-not-allowed
      <r «xsi:nil»="false"/> | nil-not-allowed
    `;
  });

  test("an element with a fixed value can't be nil", () => {
    documentsOf('<xs:element name="r" type="xs:string" nillable="true" fixed="x"/>')`
      <r>x</r>  <r/>
      <r xsi:nil="«true»"/> | nil-fixed
    `;
  });
});

suite("fixed and default values", () => {
  test("a fixed value is compared by the type", () => {
    documentsOf('<xs:element name="r" type="xs:decimal" fixed="1.0"/>')`
      <r/>  <r>1</r>  <r> 1.00 </r>
      <r>«1.1»</r> | fixed
    `;
    documentsOf('<xs:element name="r" type="xs:string" fixed="a b"/>')`
      <r>a b</r>  <r><!-- c -->a b</r>
      <r> «a b»</r> | fixed
    `;
    documentsOf('<xs:element name="r" type="xs:QName" fixed="t:a"/>')`
      <r>a</r>  <r xmlns:q="urn:t">q:a</r>
      <r>«xs:a»</r> | fixed
    `;
  });

  test("mixed content with a fixed value is this text", () => {
    const mixed = `<xs:element name="r" fixed="x"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
    documentsOf(mixed)`
      <r>x</r>  <r/>
      <r>«y»</r> | fixed
      <r>«x<a/>»</r> | fixed
    `;
  });

  test("a default value applies to an empty element", () => {
    documentsOf('<xs:element name="r" type="xs:int" default="1"/>')`
      <r/>  <r></r>  <r>2</r>
      <r>« »</r> | value
    `;
  });

  test("a default value has the prefixes of the schema", () => {
    documentsOf('<xs:element name="r" type="xs:QName" default="z:a" xmlns:z="urn:z"/>')`
      <r/>  <r>t:a</r>
      <r>«z:a»</r> | value
    `;
  });
});
