import assert from "node:assert/strict";
import { Contract, ContractDocuments } from "../../../server/src/contract/contract.ts";
import { describe, findingsOf, requestOf } from "./descriptions.ts";

const root = '<xs:element name="root" type="xs:int"/>';
const encoder = new TextEncoder();
const request = { extent: "optional", wsdl: undefined, contentLength: "calculated" } as const;

function contractOf(bytes: Uint8Array): Contract {
  return new Contract("file:///w.wsdl", () => ({ bytes }), new ContractDocuments());
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2 + 2));
  for (const [index, unit] of [0xfeff, ...Array.from(text, (one) => one.charCodeAt(0))].entries()) {
    bytes.setUint16(index * 2, unit, littleEndian);
  }
  return new Uint8Array(bytes.buffer);
}

suite("hostile contracts", () => {
  test("a schema of 30 MB is read", () => {
    const type = (at: number) => `<xs:complexType name="Type${at}"><xs:sequence>
      ${'<xs:element name="value" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>'.repeat(30)}</xs:sequence></xs:complexType>`;
    const wsdl = describe({ schema: root + Array.from({ length: 12_000 }, (_, at) => type(at)).join("") });
    assert.ok(wsdl.length > 29_000_000);
    const contract = contractOf(encoder.encode(wsdl));
    assert.equal(contract.operations.length, 1);
    assert.match(contract.requests([0], request), /<t:root>1<\/t:root>/);
  });

  test("a schema that is larger than the limit is a problem", () => {
    const contract = contractOf(new Uint8Array(64_000_001));
    assert.equal(contract.operations.length, 0);
    assert.match(contract.problems()[0]?.message ?? "", /The file is larger than 64 MB/);
  });

  test("the check of an encoded call reports more mistakes than a JavaScript function can have arguments", () => {
    const wsdl = describe({
      schema: "",
      ...{
        style: "rpc",
        parts: '<part name="p" type="xs:int"/>',
        input: '<soap:body use="encoded" namespace="urn:t"/>',
      },
    });
    const request = requestOf(wsdl).replace(/(<t:Do[^>]*>)/, `$1${"<q/>".repeat(200_000)}`);
    assert.equal(findingsOf(request, wsdl).filter((one) => /Unexpected/.test(one)).length, 100);
  });

  const circles: Readonly<Record<string, string>> = {
    "a group that contains itself": `<xs:group name="g"><xs:sequence><xs:group ref="t:g"/></xs:sequence></xs:group>
      <xs:element name="root"><xs:complexType><xs:group ref="t:g"/></xs:complexType></xs:element>`,
    "groups that contain each other": `<xs:group name="g"><xs:choice><xs:group ref="t:h"/></xs:choice></xs:group>
      <xs:group name="h"><xs:choice><xs:group ref="t:g"/></xs:choice></xs:group>
      <xs:element name="root"><xs:complexType><xs:group ref="t:g"/></xs:complexType></xs:element>`,
    "a type that is derived from itself": `<xs:complexType name="T"><xs:complexContent><xs:extension base="t:T"/></xs:complexContent></xs:complexType>
      <xs:element name="root" type="t:T"/>`,
  };
  for (const [title, schema] of Object.entries(circles)) {
    test(`${title} is a problem with its place`, () => {
      const contract = contractOf(encoder.encode(describe({ schema })));
      assert.match(contract.requests([0], request), /<t:root\b/);
      const [problem] = contract.problems();
      assert.match(problem?.message ?? "", /^The definition of \w is circular\.$/);
      assert.ok(problem && problem.line > 1 && problem.at.end > problem.at.start);
    });
  }

  test("attribute groups that contain each other are read", () => {
    const schema = `<xs:attributeGroup name="a"><xs:attributeGroup ref="t:b"/></xs:attributeGroup>
      <xs:attributeGroup name="b"><xs:attributeGroup ref="t:a"/><xs:attribute name="c" use="required"/></xs:attributeGroup>
      <xs:element name="root"><xs:complexType><xs:attributeGroup ref="t:a"/></xs:complexType></xs:element>`;
    assert.match(contractOf(encoder.encode(describe({ schema }))).requests([0], request), /<t:root c="c"\/>/);
  });

  test("elements that substitute each other are read", () => {
    const schema = `<xs:element name="a" abstract="true" substitutionGroup="t:b"/>
      <xs:element name="b" abstract="true" substitutionGroup="t:a"/>
      <xs:element name="root"><xs:complexType><xs:sequence><xs:element ref="t:a"/></xs:sequence></xs:complexType></xs:element>`;
    assert.match(contractOf(encoder.encode(describe({ schema }))).requests([0], request), /<t:root>/);
  });

  const wsdl = describe({ schema: root }).replaceAll('name="Do"', 'name="Größe"');
  const encodings: Readonly<Record<string, Uint8Array>> = {
    "UTF-16, little-endian": utf16(wsdl, true),
    "UTF-16, big-endian": utf16(wsdl, false),
    "ISO 8859-1": Uint8Array.from(`<?xml version="1.0" encoding="iso-8859-1"?>${wsdl}`, (one) => one.charCodeAt(0)),
    "UTF-8 with a byte order mark": encoder.encode(`\ufeff${wsdl}`),
  };
  for (const [title, bytes] of Object.entries(encodings)) {
    test(`${title} is read`, () => {
      const contract = contractOf(bytes);
      assert.equal(contract.operations[0]?.operation, "Größe");
      assert.deepEqual(contract.problems(), []);
    });
  }
});
