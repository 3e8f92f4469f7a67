import assert from "node:assert/strict";
import { growthTests, stepCounter } from "../../support/steps.ts";
import { judge, schemaOf } from "./support.ts";

const root = (content: string, more = "") =>
  schemaOf(`<xs:element name="r"><xs:complexType>${content}</xs:complexType>${more}</xs:element>
  <xs:complexType name="nested"><xs:sequence><xs:element name="n" type="t:nested" minOccurs="0"/></xs:sequence></xs:complexType>`);
const list = (occurs: string) => root(`<xs:sequence><xs:element name="a" type="xs:int" ${occurs}/></xs:sequence>`);
const times = (n: number, text: string) => text.repeat(n);
const numbered = (n: number, text: (at: number) => string) => Array.from({ length: n }, (_, at) => text(at)).join("");
const document = (content: string) => `<r xmlns="urn:t">${content}</r>`;

suite("validation of growing documents and schemas", () => {
  const grows = growthTests();
  const valid = (schema: string, content: string) => {
    if (judge(schema).problemsOf(document(content)).length > 0) throw new Error("it isn't valid");
  };
  const invalid = (schema: string, content: string) => {
    if (judge(schema).problemsOf(document(content)).length === 0) throw new Error("it is valid");
  };

  for (const occurs of ['maxOccurs="unbounded"', 'maxOccurs="100000"', 'minOccurs="10" maxOccurs="100000"']) {
    grows(
      `a list with ${occurs}`,
      (n) => times(n, "<a>1</a>"),
      (content) => valid(list(occurs), content),
    );
  }

  grows(
    "nested counters",
    (n) => times(n, "<a>1</a>"),
    (content) =>
      valid(
        root(
          `<xs:sequence maxOccurs="9999"><xs:sequence maxOccurs="9999"><xs:element name="a" maxOccurs="9999"/></xs:sequence></xs:sequence>`,
        ),
        content,
      ),
  );

  grows(
    "an ambiguous model",
    (n) => times(n, "<a/>"),
    (content) =>
      valid(
        root(
          `<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="a"/><xs:sequence><xs:element name="a"/><xs:element name="a" maxOccurs="3"/></xs:sequence><xs:any processContents="skip"/></xs:choice>`,
        ),
        content,
      ),
  );

  grows(
    "the elements of a sequence, in order",
    (n) => n,
    (n) =>
      valid(
        root(`<xs:sequence>${numbered(n, (at) => `<xs:element name="e${at}" minOccurs="0"/>`)}</xs:sequence>`),
        numbered(n, (at) => `<e${at}/>`),
      ),
  );

  grows(
    "the branches of a choice",
    (n) => n,
    (n) =>
      valid(
        root(`<xs:choice maxOccurs="unbounded">${numbered(n, (at) => `<xs:element name="e${at}"/>`)}</xs:choice>`),
        numbered(n, (at) => `<e${at}/>`),
      ),
  );

  grows(
    "elements that are nested deep",
    (n) => times(n, "<n>") + times(n, "</n>"),
    (content) => valid(root('<xs:sequence><xs:element name="n" type="t:nested"/></xs:sequence>'), content),
  );

  grows(
    "unknown elements",
    (n) => times(n, "<x/>"),
    (content) => invalid(list('maxOccurs="unbounded"'), content),
  );

  grows(
    "elements in the wrong order",
    (n) => times(n, "<b/><a/>"),
    (content) =>
      invalid(
        root('<xs:sequence><xs:element name="a" maxOccurs="unbounded"/><xs:element name="b"/></xs:sequence>'),
        content,
      ),
  );

  grows(
    "keys and references",
    (n) => numbered(n, (at) => `<a>${at}</a>`),
    (content) =>
      valid(
        root(
          '<xs:sequence><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:sequence>',
          `<xs:key name="k"><xs:selector xpath=".//t:a"/><xs:field xpath="."/></xs:key><xs:keyref name="f" refer="t:k"><xs:selector xpath="t:a"/><xs:field xpath="."/></xs:keyref>`,
        ),
        content,
      ),
  );

  grows(
    "types that extend each other",
    (n) => n,
    (n) =>
      valid(
        schemaOf(
          `<xs:complexType name="t0"/>${numbered(n, (at) => `<xs:complexType name="t${at + 1}"><xs:complexContent><xs:extension base="t:t${at}"><xs:sequence><xs:element name="e" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)}<xs:element name="r" type="t:t${n}"/>`,
        ),
        "<e/>",
      ),
  );

  grows(
    "members of a substitution group",
    (n) => n,
    (n) =>
      valid(
        schemaOf(
          `<xs:element name="head"/>${numbered(n, (at) => `<xs:element name="e${at}" substitutionGroup="t:head"/>`)}<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="t:head" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`,
        ),
        numbered(n, (at) => `<e${at}/>`),
      ),
  );

  grows(
    "a list of words as a regular expression",
    (n) => n,
    (n) =>
      valid(
        schemaOf(
          `<xs:element name="r"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(${Array.from({ length: n }, (_, at) => `a${at}`).join("|")})*"/></xs:restriction></xs:simpleType></xs:element>`,
        ),
        numbered(n, (at) => `a${at}`),
      ),
  );
});

suite("elements in any order", () => {
  const steps = stepCounter();

  test("validation of elements in any order takes time in proportion to their number", () => {
    const [few = 0, many = 0] = [300, 3_000].map((n) => {
      const { problemsOf } = judge(root(`<xs:all>${numbered(n, (at) => `<xs:element name="e${at}"/>`)}</xs:all>`));
      // The first validation compiles the schema, which is most of the work.
      problemsOf(document(numbered(n, (at) => `<e${n - 1 - at}/>`)));
      const valid = document(numbered(n, (at) => `<e${at}/>`));
      return steps(() => assert.deepEqual(problemsOf(valid), []));
    });
    assert.ok(many / few < 15, `10 times the elements take ${(many / few).toFixed(1)} times the steps`);
  });
});
