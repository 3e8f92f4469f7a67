import assert from "node:assert/strict";
import { judge, schemaOf, withDeclarations } from "./support.ts";

/** Asserts that a schema has a problem, and these documents none. */
function expectValid(schema: string, ...documents: readonly string[]): void {
  const { problemsOf, schemaProblems } = judge(schemaOf(schema));
  for (const document of documents) {
    assert.deepEqual(
      problemsOf(withDeclarations(document)).map(({ kind }) => kind),
      [],
      document,
    );
  }
  assert.ok(schemaProblems.length > 0, "the schema has no problem");
}

suite("holes in schemas accept any content", () => {
  const complex = (content: string) => `<xs:element name="r"><xs:complexType>${content}</xs:complexType></xs:element>`;
  const derived = (kind: string) =>
    complex(
      `<xs:complexContent><xs:${kind} base="t:none"><xs:sequence><xs:element name="z"/></xs:sequence></xs:${kind}></xs:complexContent>`,
    );

  test("a type that isn't defined accepts any content", () => {
    expectValid('<xs:element name="r" type="t:none"/>', "<r/>", "<r a='b'>x<y/></r>", '<r xsi:type="xs:int">1</r>');
    expectValid(complex('<xs:attribute name="a" type="t:none"/>'), '<r a="x"/>');
    expectValid(
      '<xs:element name="r"><xs:simpleType><xs:union memberTypes="xs:int t:none"/></xs:simpleType></xs:element>',
      "<r>x</r>",
    );
  });

  test("a type whose base isn't defined accepts any content", () => {
    expectValid(derived("extension"), "<r><z/></r>", "<r a='b'><x/><y/><z/></r>");
    expectValid(derived("restriction"), "<r a='b'><z/></r>");
    expectValid(
      `<xs:element name="r" type="t:base"/><xs:complexType name="base"/><xs:complexType name="d"><xs:complexContent><xs:extension base="t:none"/></xs:complexContent></xs:complexType>`,
      '<r xsi:type="t:d"><any/></r>',
    );
  });

  test("groups that are nested more than 200 levels deep accept any content", () => {
    const nested = (levels: number) =>
      complex(`${"<xs:sequence>".repeat(levels)}<xs:element name="z"/>${"</xs:sequence>".repeat(levels)}`);
    expectValid(nested(202), "<r><any/></r>");
    assert.deepEqual(judge(schemaOf(nested(200))).schemaProblems, []);
  });

  test("undefined groups, elements and attributes accept any content", () => {
    expectValid(complex('<xs:group ref="t:none"/>'), "<r/>", "<r><x/><y/></r>");
    expectValid(complex('<xs:attributeGroup ref="t:none"/>'), "<r a='b'/>");
    expectValid(complex('<xs:sequence><xs:element ref="t:none"/></xs:sequence>'), "<r><none a='b'>x<y/></none></r>");
    expectValid(complex('<xs:sequence><xs:element ref="t:none"/></xs:sequence>'), '<r><none xsi:nil="true"/></r>');
    expectValid(complex('<xs:attribute ref="t:none"/>'), '<r t:none="x"/>');
  });

  test("the elements and attributes of a schema that can't be read accept any content", () => {
    const imported = '<xs:import namespace="urn:o" schemaLocation="none.xsd"/>';
    const any = complex("<xs:sequence><xs:any/></xs:sequence><xs:anyAttribute/>");
    expectValid(imported + any, '<r xmlns:o="urn:o" o:a=""><o:x/></r>', '<r><known xmlns="urn:o" xsi:type="t"/></r>');
    const included = '<xs:include schemaLocation="none.xsd"/>';
    expectValid(included + any, '<r t:a=""><x/></r>');
  });

  test("a type with a facet or a path that can't be read accepts any content", () => {
    expectValid(
      '<xs:element name="r"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="("/></xs:restriction></xs:simpleType></xs:element>',
      "<r>x</r>",
    );
    expectValid(
      `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" maxOccurs="2"/></xs:sequence></xs:complexType>
        <xs:unique name="u"><xs:selector xpath="t:a[1]"/><xs:field xpath="."/></xs:unique></xs:element>`,
      "<r><a>1</a><a>1</a></r>",
    );
  });
});
