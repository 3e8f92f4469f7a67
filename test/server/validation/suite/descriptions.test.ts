import assert from "node:assert/strict";
import { unqualified, verdictsOf } from "./verdicts.ts";

const schema = unqualified(`<xs:element name="r" type="T"/><xs:element name="other" type="T"/>
  <xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>`);
const embedded = schema;
const imported = '<xs:schema targetNamespace="urn:w"><xs:import schemaLocation="main.xsd"/></xs:schema>';
const included = '<xs:schema><xs:include schemaLocation="main.xsd"/></xs:schema>';

/** A WSDL whose operation has a part, with a binding and a service or without. */
function wsdl(types: string, part: string | undefined, isBound = true): string {
  const service = `<w:binding name="B" type="w1:P"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><w:operation name="O"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input></w:operation></w:binding>
    <w:service name="S"><w:port name="P" binding="w1:B"><s:address location="http://h/s"/></w:port></w:service>`;
  const operation = `<w:message name="M"><w:part name="p" ${part}/></w:message><w:portType name="P"><w:operation name="O"><w:input message="w1:M"/></w:operation></w:portType>${isBound ? service : ""}`;
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:w1="urn:w" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:w">
    <w:types>${types}</w:types>${part === undefined ? "" : operation}</w:definitions>`;
}

const descriptions: Readonly<Record<string, string>> = {
  "the types alone, embedded": wsdl(embedded, undefined),
  "the types alone, imported": wsdl(imported, undefined),
  "the types alone, included": wsdl(included, undefined),
  "an operation with the element": wsdl(imported, 'element="r"'),
  "an operation that isn't bound": wsdl(imported, 'element="r"', false),
  "an operation with the type": wsdl(imported, 'type="T"'),
  "an operation with any type": wsdl(imported, 'type="xs:anyType"'),
  "an operation with an element that isn't declared": wsdl(imported, 'element="unknown"'),
};

suite("the body is validated, even if the WSDL describes it otherwise", () => {
  for (const [name, text] of Object.entries(descriptions)) {
    test(name, () => {
      const payloads = [
        "<r><a>1</a></r>",
        "<r><a>x</a></r>",
        "<r/>",
        "<r><a>1</a><b/></r>",
        '<r xsi:type="xs:int">1</r>',
      ];
      const verdicts = verdictsOf(payloads, { "x.wsdl": text, "main.xsd": schema });
      assert.deepEqual(
        verdicts.map((findings) => findings.length > 0),
        [false, true, true, true, true],
        JSON.stringify(verdicts),
      );
    });
  }

  test("a root without a declaration is validated by the type of its xsi:type", () => {
    for (const [name, text] of Object.entries(descriptions)) {
      const root = name.includes("isn't declared")
        ? "unknown"
        : name.includes("the element") || name.includes("bound")
          ? "r"
          : "x";
      const verdicts = verdictsOf(
        [`<${root} xsi:type="T"><a>1</a></${root}>`, `<${root} xsi:type="T"><a>x</a></${root}>`],
        { "x.wsdl": text, "main.xsd": schema },
      );
      assert.deepEqual([verdicts[0], verdicts[1]?.length], [[], 1], `${name}: ${JSON.stringify(verdicts)}`);
    }
  });

  test("an element that the schema doesn't declare is one finding", () => {
    for (const part of [undefined, 'element="r"', 'element="x"']) {
      const [findings] = verdictsOf(["<x/>"], { "x.wsdl": wsdl(imported, part), "main.xsd": schema });
      assert.equal(findings?.length, 1, `${part}: ${findings}`);
    }
  });

  test("whitespace in empty content is a finding, too", () => {
    const empty = unqualified('<xs:element name="r"><xs:complexType/></xs:element>');
    const [findings] = verdictsOf(["<r>\n</r>"], { "x.wsdl": wsdl(imported, 'element="r"'), "main.xsd": empty });
    assert.equal(findings?.length, 1);
    assert.match(findings?.[0] ?? "", /^schema-text: /);
  });

  test("a question mark that isn't a value of its type is one finding", () => {
    const number = unqualified('<xs:element name="r" type="xs:int"/>');
    const [findings] = verdictsOf(["<r>?</r>"], { "x.wsdl": wsdl(imported, 'element="r"'), "main.xsd": number });
    assert.equal(findings?.length, 1);
  });
});
