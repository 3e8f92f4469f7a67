import assert from "node:assert/strict";
import { childElements } from "../../../server/src/soap/envelope.ts";
import { ChildLists, copied } from "../../../server/src/validation/childLists.ts";
import type { Problem } from "../../../server/src/validation/problems.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import type { XmlElement } from "../../../server/src/xml/tree.ts";
import { Declarations, schemasIn } from "../../../server/src/xsd/declarations.ts";
import { readDocument } from "../../../server/src/xsd/document.ts";
import { Schemas } from "../../../server/src/xsd/schemas.ts";
import { judge, schemaOf, withDeclarations } from "./support.ts";

const content = (...particles: readonly string[]) =>
  schemaOf(
    `<xs:element name="r"><xs:complexType><xs:sequence>${particles.join("")}</xs:sequence></xs:complexType></xs:element>
    <xs:element name="global" type="xs:int"/>`,
  );
const a = '<xs:element name="a" type="xs:int"/>';
const b = '<xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="2"/>';
const c = '<xs:element name="c" type="xs:int"/>';

type Change = (children: readonly XmlElement[]) => readonly XmlElement[];

/** The problems of a root with other children; undefined if they can't be known without its text. */
function problemsOf(schema: string, instance: string, change: Change): readonly Problem[] | undefined {
  const main = readDocument("file:///main.xsd", schema);
  const schemas = new Schemas(new Declarations(schemasIn(main), () => main));
  const document = parseXml(withDeclarations(instance));
  const { root } = document;
  const type = schemas.element({ namespace: "urn:t", local: "r" })?.type;
  assert.ok(root && type?.kind === "complex");
  const elements = change(childElements(root));
  return new ChildLists(schemas, document, root, type).problemsOf({ parent: root, elements });
}

const summary = ({ kind, element }: Problem) => `${kind} ${element.local}`;

/** Asserts that a list of children has the problems of a text with these children. */
function isLike(schema: string, instance: string, change: Change, changed: string): void {
  const problems = problemsOf(schema, instance, change);
  const ofText = judge(schema).problemsOf(withDeclarations(changed));
  assert.deepEqual(problems?.map(summary), ofText.map(summary), changed);
}

suite("other children of a valid element", () => {
  const all = "<r><a>1</a><b>1</b><c>1</c></r>";

  test("other children have the problems of a text without one child", () => {
    isLike(content(a, b, c), all, ([, ...rest]) => rest, "<r><b>1</b><c>1</c></r>");
    isLike(content(a, b, c), all, ([x, , z]) => [x, z].flatMap((one) => one ?? []), "<r><a>1</a><c>1</c></r>");
    isLike(content(a), "<r><a>1</a></r>", () => [], "<r></r>");
  });

  test("other children have the problems of a text in which a child is repeated", () => {
    const twice: Change = ([x, y, z]) => [x, y, y, z].flatMap((one) => one ?? []);
    isLike(content(a, b, c), all, twice, "<r><a>1</a><b>1</b><b>1</b><c>1</c></r>");
    const often: Change = ([x, y, z]) => [x, y, y, y, z, z].flatMap((one) => one ?? []);
    isLike(content(a, b, c), all, often, "<r><a>1</a><b>1</b><b>1</b><b>1</b><c>1</c><c>1</c></r>");
  });

  test("other children have the problems of a text in which two are in the place of each other", () => {
    const swapped: Change = ([x, y, z]) =>
      x && y && z ? [copied(z, { start: x.start }), y, copied(x, { start: z.start })] : [];
    isLike(content(a, b, c), all, swapped, "<r><c>1</c><b>1</b><a>1</a></r>");
  });

  test("other children have the problems of a text in which a child has another namespace", () => {
    const renamed: Change = ([x, ...rest]) => (x ? [copied(x, { prefix: "o", namespace: "urn:o" }), ...rest] : []);
    isLike(content(a, b, c), all, renamed, '<r><o:a xmlns:o="urn:o">1</o:a><b>1</b><c>1</c></r>');
  });

  test("other children are unknown where the content of one would be validated in another way", () => {
    const any = '<xs:any namespace="##any"/>';
    const onlyLast: Change = ([, y]) => (y ? [y] : []);
    // Without `a`, the wildcard isn't reached: `b` is one of the optional elements before it.
    const optional = '<xs:element name="global" type="xs:string" minOccurs="0"/>';
    const schema = content(optional, any);
    assert.equal(problemsOf(schema, "<r><global>x</global><global>1</global></r>", onlyLast), undefined);
    const renamed: Change = ([x]) => (x ? [copied(x, { prefix: "o", namespace: "urn:o" })] : []);
    assert.equal(problemsOf(content(any), "<r><global>1</global></r>", renamed), undefined);
  });
});
