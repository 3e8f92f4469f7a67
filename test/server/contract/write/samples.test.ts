import assert from "node:assert/strict";
import type { Extent } from "../../../../server/src/contract/contract.ts";
import { bodyOf, describe, requestOf } from "../descriptions.ts";
import { enumeratedReference } from "../shapes.ts";
import { payloadJudge, payloadOf } from "../validity.ts";

/** The payload for a schema; it must be valid. */
function payloadFor(schema: string, extent?: Extent): string {
  const wsdl = describe({ schema });
  const request = requestOf(wsdl, extent);
  const judge = payloadJudge(wsdl);
  assert.ok(judge, "libxml2 refuses the schema");
  assert.equal(judge(payloadOf(request) ?? ""), undefined, request);
  return bodyOf(request);
}

const root = (content: string) => `<xs:element name="root"><xs:complexType>${content}</xs:complexType></xs:element>`;

suite("a sample", () => {
  test("a sample has a declared element where a wildcard is strict", () => {
    const schema = `<xs:element name="long"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/>
      <xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="short" type="xs:int"/>`;
    assert.equal(
      payloadFor(`${root("<xs:sequence><xs:any/></xs:sequence>")}${schema}`),
      "<t:root>\n  <t:short>1</t:short>\n</t:root>",
    );
  });

  test("a sample has an element that isn't declared where a wildcard is lax or skips", () => {
    const declared = '<xs:element name="short" type="xs:int"/>';
    for (const process of ["lax", "skip"]) {
      const any = `<xs:sequence><xs:any namespace="##any" processContents="${process}"/></xs:sequence>`;
      assert.doesNotMatch(payloadFor(`${root(any)}${declared}`), /short/, process);
    }
  });

  test("a sample avoids a strict wildcard that no declared element fits", () => {
    const choice = '<xs:choice><xs:any namespace="urn:unknown"/><xs:element name="a" type="xs:int"/></xs:choice>';
    assert.equal(payloadFor(root(choice)), "<t:root>\n  <t:a>1</t:a>\n</t:root>");
  });

  const line = (type: string, occurs = 'minOccurs="3" maxOccurs="9"') =>
    `<xs:element name="line" ${occurs}><xs:complexType><xs:sequence><xs:element name="id" type="${type}"/></xs:sequence></xs:complexType></xs:element>`;
  const keyed = (content: string, constraints: string, types = "") =>
    `<xs:element name="root"><xs:complexType>${content}</xs:complexType>${constraints}</xs:element>${types}`;
  const ids = (payload: string) => [...payload.matchAll(/<t:id>(.*?)<\/t:id>/g)].map(([, id]) => id);

  test("a sample has different values for a key and a unique", () => {
    for (const kind of ["key", "unique"]) {
      const constraint = `<xs:${kind} name="k"><xs:selector xpath="t:line"/><xs:field xpath="t:id"/></xs:${kind}>`;
      const of = (type: string, types = "") =>
        ids(payloadFor(keyed(`<xs:sequence>${line(type)}</xs:sequence>`, constraint, types)));
      assert.deepEqual(of("xs:int"), ["1", "2", "3"]);
      assert.deepEqual(of("xs:string"), ["id", "id2", "id3"]);
      const guid = `<xs:simpleType name="Guid"><xs:restriction base="xs:string">
        <xs:pattern value="[0-9a-fA-F]{8}-[0-9a-fA-F]{4}"/></xs:restriction></xs:simpleType>`;
      assert.equal(new Set(of("t:Guid", guid)).size, 3);
      const letters = `<xs:simpleType name="Letters"><xs:restriction base="xs:string"><xs:pattern value="[a-z]{3}"/></xs:restriction></xs:simpleType>`;
      assert.equal(new Set(of("t:Letters", letters)).size, 3);
      const colors = `<xs:simpleType name="Color"><xs:restriction base="xs:string">
        <xs:enumeration value="red"/><xs:enumeration value="green"/><xs:enumeration value="blue"/></xs:restriction></xs:simpleType>`;
      assert.deepEqual(of("t:Color", colors), ["red", "green", "blue"]);
    }
  });

  test("a sample has different values for a unique of all descendants, as GIS GKH's TransportGUID is", () => {
    const constraint = '<xs:unique name="u"><xs:selector xpath=".//*"/><xs:field xpath="t:id"/></xs:unique>';
    const other = line("xs:string", "").replace('"line"', '"other"');
    assert.deepEqual(ids(payloadFor(keyed(`<xs:sequence>${line("xs:string")}${other}</xs:sequence>`, constraint))), [
      ...["id", "id2", "id3", "id4"],
    ]);
  });

  test("a sample has a value of the key where it refers to one", () => {
    const constraints = `<xs:keyref name="r" refer="t:k"><xs:selector xpath="t:use"/><xs:field xpath="@of"/></xs:keyref>
      <xs:key name="k"><xs:selector xpath="t:line"/><xs:field xpath="t:id"/></xs:key>`;
    const use =
      '<xs:element name="use"><xs:complexType><xs:attribute name="of" type="xs:string" use="required"/></xs:complexType></xs:element>';
    assert.match(
      payloadFor(keyed(`<xs:sequence>${use}${line("xs:string")}</xs:sequence>`, constraints)),
      /<t:use of="id"\/>/,
    );
  });

  test("a sample has a key with the value of a reference whose type accepts no other", () => {
    assert.equal(
      payloadFor(enumeratedReference),
      '<t:root>\n  <t:a ref="only"/>\n  <t:b>only</t:b>\n  <t:b>b</t:b>\n</t:root>',
    );
    const fixed = enumeratedReference.replace(
      'use="required" type="t:Code"',
      'use="required" type="xs:string" fixed="it"',
    );
    assert.equal(payloadFor(fixed), '<t:root>\n  <t:a ref="it"/>\n  <t:b>it</t:b>\n  <t:b>b</t:b>\n</t:root>');
  });

  test("a sample has the value of an ID where a default value refers to one", () => {
    const id = '<xs:element name="id" type="xs:ID"/>';
    assert.equal(
      payloadFor(root(`<xs:sequence>${id}</xs:sequence><xs:attribute name="of" type="xs:IDREFS" default="x"/>`)),
      '<t:root of="id">\n  <t:id>id</t:id>\n</t:root>',
    );
  });

  test("a sample has the value of an ID where it refers to one, and no optional reference without an ID", () => {
    const reference =
      '<xs:element name="use"><xs:complexType><xs:attribute name="of" type="xs:IDREF"/></xs:complexType></xs:element>';
    const content = (id: string) =>
      root(`<xs:sequence>${reference}<xs:element name="all" type="xs:IDREFS" minOccurs="0"/>${id}</xs:sequence>`);
    assert.equal(
      payloadFor(content('<xs:element name="id" type="xs:ID"/>'), "optional"),
      '<t:root>\n  <t:use of="id"/>\n  <t:all>id</t:all>\n  <t:id>id</t:id>\n</t:root>',
    );
    assert.equal(
      payloadFor(root(`<xs:sequence>${reference}</xs:sequence>`), "optional"),
      "<t:root>\n  <t:use/>\n</t:root>",
    );
  });

  test("a sample has distinct identifiers", () => {
    const item = '<xs:element name="item" type="xs:string" minOccurs="0"/>';
    const content = `<xs:sequence><xs:element name="a" type="xs:ID"/><xs:element name="b"><xs:complexType>
      <xs:sequence>${item}</xs:sequence><xs:attribute name="a" type="xs:ID" use="required"/></xs:complexType></xs:element>
      <xs:element name="a" type="xs:ID"/></xs:sequence>`;
    assert.equal(payloadFor(root(content)), '<t:root>\n  <t:a>a</t:a>\n  <t:b a="a2"/>\n  <t:a>a3</t:a>\n</t:root>');
  });

  test("a sample declares the prefixes of qualified names", () => {
    const codes = `<xs:simpleType name="code"><xs:restriction base="xs:QName">
      <xs:enumeration value="c:Busy" xmlns:c="urn:codes"/></xs:restriction></xs:simpleType>`;
    const attribute = '<xs:attribute name="kind" type="t:code" use="required"/>';
    const content = `<xs:sequence><xs:element name="code" type="t:code"/></xs:sequence>${attribute}`;
    assert.equal(payloadFor(codes + root(content)), '<t:root kind="ns1:Busy">\n  <t:code>ns1:Busy</t:code>\n</t:root>');
  });

  test("a sample is of a type that the declaration doesn't block", () => {
    const extension = (name: string, base: string, more = "") => `<xs:complexType name="${name}" ${more}>
      <xs:complexContent><xs:extension base="t:${base}"/></xs:complexContent></xs:complexType>`;
    const types = `<xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/>
        </xs:sequence></xs:complexType>${extension("Extended", "Base")}
      <xs:complexType name="Restricted"><xs:complexContent><xs:restriction base="t:Base"><xs:sequence>
        <xs:element name="a" type="xs:int"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`;
    assert.match(
      payloadFor(`${types}<xs:element name="root" type="t:Base" block="extension"/>`),
      /^<t:root xsi:type="t:Restricted">/,
    );
  });

  test("a sample is an element that substitutes one whose type is abstract", () => {
    const schema = `<xs:complexType name="Shape" abstract="true"/><xs:element name="shape" type="t:Shape"/>
      <xs:element name="circle" substitutionGroup="t:shape"><xs:complexType><xs:complexContent>
        <xs:extension base="t:Shape"/></xs:complexContent></xs:complexType></xs:element>`;
    const content = '<xs:sequence><xs:element ref="t:shape"/></xs:sequence>';
    assert.equal(payloadFor(schema + root(content)), "<t:root>\n  <t:circle/>\n</t:root>");
  });
});
