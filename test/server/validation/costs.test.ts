import assert from "node:assert/strict";
import { documentsOf, judge, schemaOf, withDeclarations } from "./support.ts";

const numbered = (n: number, text: (at: number) => string, separator = "") =>
  Array.from({ length: n }, (_, at) => text(at)).join(separator);
const slowType = `<xs:simpleType name="slow"><xs:restriction base="xs:string"><xs:pattern value="((.*a){20}){500}"/></xs:restriction></xs:simpleType>`;
const slowValue = "ab".repeat(10_000);

suite("checks that would take too long", () => {
  test("a slow value is left unchecked, and the values after it are checked", () => {
    documentsOf(
      `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="t:slow"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>${slowType}`,
    )`
      <r><a>«${slowValue}»</a><b>«x»</b></r> | value-unchecked value
    `;
  });

  test("a slow value of an attribute is left unchecked", () => {
    documentsOf(
      `<xs:element name="r"><xs:complexType><xs:attribute name="a" type="t:slow"/></xs:complexType></xs:element>${slowType}`,
    )`
      <r a="«${slowValue}»"/> | value-unchecked
    `;
  });

  test("the check of values ends after many of them", () => {
    const { problemsOf } = judge(
      schemaOf(
        `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="t:slow" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>${slowType}`,
      ),
    );
    const problems = problemsOf(`<r xmlns="urn:t">${`<a>${slowValue}</a>`.repeat(40)}</r>`);
    const last = problems.at(-1);
    assert.ok(problems.length > 1 && problems.length < 20, `${problems.length}`);
    assert.ok(problems.every(({ kind }) => kind === "value-unchecked"));
    assert.deepEqual(
      problems.map((one) => one.kind === "value-unchecked" && one.rest),
      problems.map((one) => one === last),
    );
  });

  test("the check of keys ends", () => {
    const n = 2_000;
    const { problemsOf } = judge(
      schemaOf(
        `<xs:element name="n"><xs:complexType><xs:sequence><xs:element ref="t:n" minOccurs="0"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType><xs:key name="k"><xs:selector xpath=".//t:n"/><xs:field xpath="@id"/></xs:key></xs:element>`,
      ),
    );
    const document = (id: (at: number) => number) =>
      `<n xmlns="urn:t">${numbered(n, (at) => `<n id="${id(at)}">`)}${"</n>".repeat(n)}</n>`;
    assert.deepEqual(
      problemsOf(document((at) => at)).map(({ kind }) => kind),
      ["keys-unchecked"],
    );
  });

  test("the check of the order of elements ends, and not that of their content", () => {
    let model = '<xs:element name="a" type="xs:int"/>';
    for (let depth = 0; depth < 90; depth++) {
      model = `<xs:sequence maxOccurs="5000"><xs:element name="a" minOccurs="0" type="xs:int"/>${model}<xs:element name="b" minOccurs="0"/></xs:sequence>`;
    }
    const { problemsOf } = judge(
      schemaOf(`<xs:element name="r"><xs:complexType>${model}</xs:complexType></xs:element>`),
    );
    const problems = problemsOf(`<r xmlns="urn:t">${"<a>1</a>".repeat(2_000)}<a>x</a></r>`);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ["content-unchecked", "value"],
    );
  });

  test("a choice of many elements, or many in any order, doesn't take too long", () => {
    const n = 1_000;
    const elements = numbered(n, (at) => `<xs:element name="e${at}" type="xs:int"/>`);
    const inReverse = numbered(n, (at) => `<e${n - 1 - at}>1</e${n - 1 - at}>`);
    documentsOf(`<xs:element name="r"><xs:complexType><xs:all>${elements}</xs:all></xs:complexType></xs:element>`)`
      <r>${inReverse}</r>
      <«r»>${inReverse.replace("<e7>1</e7>", "")}</r> | element-missing
      <r>${inReverse}<«e7»>1</e7></r> | element-count
    `;
  });

  for (const derivation of ['restriction base="NEXT"', 'union memberTypes="NEXT"', 'list itemType="NEXT"']) {
    test(`a value is checked by a long chain of types: ${derivation}`, () => {
      const chain = numbered(5_000, (at) => {
        const next = at + 1 < 5_000 ? `t:t${at + 1}` : "xs:int";
        return `<xs:simpleType name="t${at}"><xs:${derivation.replace("NEXT", next)}/></xs:simpleType>`;
      });
      const { problemsOf } = judge(schemaOf(`<xs:element name="r" type="t:t0"/>${chain}`));
      assert.doesNotThrow(() => problemsOf(withDeclarations("<r>x</r>")));
    });
  }
});
