import assert from "node:assert/strict";
import { documentsOf, judge, schemaOf } from "./support.ts";

const items = (constraints: string, attributes = '<xs:attribute name="id" type="xs:decimal"/>') => `
  <xs:element name="r"><xs:complexType><xs:sequence>
    <xs:element name="item" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="code" type="xs:string" minOccurs="0" maxOccurs="2" nillable="true"/><xs:element name="part" minOccurs="0" type="t:part"/>
    </xs:sequence>${attributes}</xs:complexType></xs:element>
    <xs:element name="ref" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>${constraints}</xs:element>
  <xs:complexType name="part"><xs:sequence><xs:element name="part" type="t:part" minOccurs="0"/></xs:sequence><xs:attribute name="n" type="xs:int"/></xs:complexType>`;
const constraint = (kind: string, selector: string, ...fields: readonly string[]) =>
  `<xs:${kind}><xs:selector xpath="${selector}"/>${fields.map((field) => `<xs:field xpath="${field}"/>`).join("")}</xs:${kind.split(" ")[0]}>`;
const unique = (selector: string, ...fields: readonly string[]) => constraint('unique name="u"', selector, ...fields);
const key = (selector: string, ...fields: readonly string[]) => constraint('key name="k"', selector, ...fields);

const model = (content: string, constraints: string) =>
  `<xs:element name="r"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType>${constraints}</xs:element>`;

suite("identity constraints", () => {
  test("unique values are compared by their type, and may be missing", () => {
    documentsOf(items(unique("t:item", "@id")))`
      <r><item id="1"/><item id="2"/></r>  <r><item/><item/></r>  <r/>
      <r><item id="1"/><«item» id="1.0"/></r> | key-duplicate
    `;
  });

  test("several fields are unique together", () => {
    documentsOf(items(unique("t:item", "@id", "t:code")))`
      <r><item id="1"><code>a</code></item><item id="1"><code>b</code></item></r>
      <r><item id="1"/><item id="1"/></r>
      <r><item id="1"><code>a</code></item><«item» id="1"><code>a</code></item></r> | key-duplicate
      <r><«item» id="1"><code>a</code><code>b</code></item></r> | key-field-invalid
    `;
  });

  test("a key has all its fields, and no elements that may be nil", () => {
    documentsOf(items(key("t:item", "@id")))`
      <r><item id="1"/><item id="2"/></r>
      <r><item id="1"/><«item»/></r> | key-field-missing
      <r><item id="1"/><«item» id="1"/></r> | key-duplicate
    `;
    documentsOf(items(key("t:item", "t:code")))`<r><«item»><code>a</code></item></r> | key-field-invalid`;
  });

  test("a keyref has the values of a key", () => {
    const keyref = constraint('keyref name="f" refer="t:k"', "t:ref", ".");
    documentsOf(items(key("t:item", "@id") + keyref, '<xs:attribute name="id" type="xs:string"/>'))`
      <r><item id="1"/><ref>1</ref></r>  <r><item id="1"/></r>
      <r><item id="1"/><ref>1</ref><«ref»>2</ref></r> | key-not-found
    `;
  });

  test("values of different primitive types are different", () => {
    const keyref = constraint('keyref name="f" refer="t:k"', "t:ref", ".");
    documentsOf(items(key("t:item", "@id") + keyref))`<r><item id="1"/><«ref»>1</ref></r> | key-not-found`;
  });

  test("a keyref refers to keys of elements inside, if only one has them", () => {
    const group = `<xs:element name="r"><xs:complexType><xs:sequence>
        <xs:element name="group" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="item" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
          ${key("t:item", ".")}</xs:element>
        <xs:element name="ref" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
      ${constraint('keyref name="f" refer="t:k"', "t:ref", ".")}</xs:element>`;
    documentsOf(group)`
      <r><group><item>a</item></group><group><item>a</item></group></r>
      <r><group><item>a</item></group><group><item>b</item></group><ref>b</ref></r>
      <r><group><item>a</item></group><group><item>a</item></group><«ref»>a</ref></r> | key-not-found
    `;
  });

  test("the paths of selectors and fields find children, descendants and attributes", () => {
    const nested = (n: string, inner: string) => `<r><item><part n="${n}">${inner}</part></item></r>`;
    documentsOf(items(unique(".//t:part", "@n")))`
      ${nested("1", '<part n="2"/>')}
      ${nested("1", '<«part» n="1"/>')} | key-duplicate
    `;
    documentsOf(items(unique("t:item/t:part", "@n")))`${nested("1", '<part n="1"/>')}`;
    documentsOf(items(unique("t:item | t:ref", "@id|.")))`<r><ref>a</ref><«ref»>a</ref></r> | key-duplicate`;
    documentsOf(items(unique("*/t:*", "@*")))`
      <r><item><part n="1"/></item><item><«part» n="1"/></item></r> | key-duplicate
    `;
    documentsOf(items(unique("child::t:item", "attribute::id")))`
      <r><item id="1"/><«item» id="1"/></r> | key-duplicate
    `;
    documentsOf(items(unique("t:item", ".//t:part/@n")))`
      <r><«item»><part n="1"><part n="2"/></part></item></r> | key-field-invalid
    `;
  });

  test("a nil element is a value that is missing, if its type has one", () => {
    documentsOf(items(unique("t:item", "t:code")))`
      <r><item><code xsi:nil="true"/></item><item><code xsi:nil="true"/></item></r>
    `;
    const nil = model('<xs:element name="item" nillable="true"><xs:complexType/></xs:element>', unique("t:item", "."));
    documentsOf(nil)`<r><«item» xsi:nil="true"/></r> | key-field-invalid`;
  });

  test("default values are values", () => {
    documentsOf(items(unique("t:item", "@id"), '<xs:attribute name="id" type="xs:int" default="1"/>'))`
      <r><item/></r>
      <r><item/><«item» id="1"/></r> | key-duplicate
    `;
  });
});

suite("ID, IDREF and ENTITY", () => {
  const element = `<xs:element name="r"><xs:complexType><xs:sequence>
    <xs:element name="a" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:attribute name="id" type="xs:ID"/><xs:attribute name="ref" type="xs:IDREF"/><xs:attribute name="refs" type="xs:IDREFS"/><xs:attribute name="entity" type="xs:ENTITY"/></xs:complexType></xs:element>
    <xs:element name="own" type="xs:ID" minOccurs="0" maxOccurs="2"/></xs:sequence></xs:complexType></xs:element>`;

  test("an ID identifies one element", () => {
    documentsOf(element)`
      <r><a id="x"/><a id="y"/></r>  <r><own>x</own><own>x</own></r>
      <r><a id="x"/><a id="« x »"/></r> | id-duplicate
    `;
  });

  test("an IDREF is an ID, before or after it", () => {
    documentsOf(element)`
      <r><a ref="x" refs="x y"/><a id="x"/><a id="y"/></r>
      <r><a ref="«z»" refs="«x y»"/><a id="x"/></r> | id-missing id-missing
    `;
  });

  test("an IDREF that is a default value is an ID, too", () => {
    const [first = "", ...rest] = element.split(/(?<=name="refs" type="xs:IDREFS")/);
    documentsOf([first, ' default="x y"', ...rest].join(""))`
      <r><a id="x"/><a id="y"/></r>  <r><a refs="x" id="x"/><a refs="x"/></r>
      <r><«a» id="x"/></r> | id-missing
    `;
  });

  test("an ENTITY is declared in the document, if that has a document type", () => {
    const { problemsOf } = judge(schemaOf(element));
    const kinds = (doctype: string) =>
      problemsOf(`${doctype}<r xmlns="urn:t"><a entity="e"/></r>`).map(({ kind }) => kind);
    assert.deepEqual(kinds("<!DOCTYPE r>"), ["entity-unknown"]);
    assert.deepEqual(kinds('<!DOCTYPE r [<!NOTATION n PUBLIC "n"><!ENTITY e SYSTEM "e" NDATA n>]>'), []);
    assert.deepEqual(kinds(""), []);
  });

  test("several paths of a field may find the same node, which has one value", () => {
    documentsOf(items(key("t:item", "@id|@id")))`
      <r><item id="1"/><item id="2"/></r>
      <r><item id="1"/><«item» id="1"/></r> | key-duplicate
      <r><«item»/></r> | key-field-missing
    `;
    documentsOf(items(unique("t:item", "t:code|./t:code|*")))`
      <r><item><code>a</code></item><item><code>b</code></item></r>
      <r><item><code>a</code></item><«item»><code>a</code></item></r> | key-duplicate
      <r><«item»><code>a</code><code>b</code></item></r> | key-field-invalid
    `;
  });
});

suite("IDs below any type", () => {
  const schema = `<xs:element name="r" type="xs:anyType"/><xs:element name="id" type="xs:ID"/><xs:element name="ref" type="xs:IDREF"/>
    <xs:attribute name="a" type="xs:ID"/><xs:attribute name="b" type="xs:ID"/>
    <xs:complexType name="c"><xs:attribute name="id" type="xs:ID"/><xs:anyAttribute namespace="##targetNamespace"/></xs:complexType>`;

  test("IDs below any type are found and referred to", () => {
    documentsOf(schema)`
      <r><x><id>a</id></x><ref>a</ref></r>  <r><x t:a="a"/><y><ref>a</ref></y></r>
      <r><x xsi:type="xs:ID">a</x><ref>a</ref></r>
      <r><ref>«a»</ref></r> | id-missing
      <r><x t:a="a"/><y><x t:b="«a»"/></y></r> | id-duplicate
    `;
  });

  test("each element has at most one ID", () => {
    documentsOf(schema)`
      <r><x t:a="a"/><x t:b="b"/></r>  <r><x xsi:type="t:c" id="a"/></r>
      <r><x t:a="a" «t:b»="b"/></r> | id-second
      <r><x xsi:type="t:c" id="a" «t:a»="b"/></r> | id-second
      <r><x xsi:type="t:c" «t:a»="b"/></r> | id-second
    `;
  });
});
