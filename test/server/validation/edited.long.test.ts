import assert from "node:assert/strict";
import type { Problem } from "../../../server/src/validation/problems.ts";
import { parseEdited } from "../../../server/src/xml/parseEdited.ts";
import type { XmlDocument } from "../../../server/src/xml/tree.ts";
import { effort, Random } from "../../fuzz/random.ts";
import { judge, schemaOf, withDeclarations } from "./support.ts";

/** Orders with keys and references, IDs, derived types, names with prefixes, a wildcard, and mixed content. */
const schema = schemaOf(`
<xs:element name="orders"><xs:complexType><xs:choice maxOccurs="unbounded">
  <xs:element name="order" type="Order"><xs:unique name="lines"><xs:selector xpath="t:line"/><xs:field xpath="@n"/></xs:unique></xs:element>
  <xs:element name="keyed"><xs:complexType><xs:sequence><xs:element ref="orders" minOccurs="0"/>
    <xs:element name="row" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/>
      <xs:element name="to" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>
    <xs:key name="rows"><xs:selector xpath="t:row"/><xs:field xpath="t:id"/></xs:key>
    <xs:keyref name="tos" refer="rows"><xs:selector xpath="t:row"/><xs:field xpath="t:to"/></xs:keyref></xs:element>
  <xs:element name="note"><xs:complexType mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="3" processContents="lax"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="pair"><xs:complexType><xs:sequence><xs:element name="sub"><xs:complexType><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:any minOccurs="0" maxOccurs="2" processContents="lax"/></xs:sequence></xs:complexType></xs:element>
</xs:choice></xs:complexType></xs:element>
<xs:element name="sub"><xs:complexType><xs:sequence><xs:element name="x" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="Order"><xs:sequence>
  <xs:element name="line" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="item" type="xs:QName"/>
    <xs:element name="count" type="xs:int" nillable="true"/></xs:sequence><xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element>
  <xs:element name="ids" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="own" type="xs:ID"/><xs:element name="other" type="xs:IDREF"/></xs:sequence>
    <xs:attribute name="id" type="xs:ID"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
<xs:complexType name="Large"><xs:complexContent><xs:extension base="Order"><xs:sequence><xs:element name="more" type="xs:date"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`);

const lines = (...numbers: readonly number[]) =>
  numbers.map((n) => `<line n="${n}"><item>t:a${n}</item><count>${n}</count></line>`).join("\n");
const ids = (n: number, other: number) => `<ids id="a${n}"><own>b${n}</own><other>b${other}</other></ids>`;
const rows = "<row><id>1</id></row><row><id>2</id><to>1</to></row>";
const parts: readonly string[] = [
  `<order>${lines(1, 2, 3)}${ids(1, 2)}</order>`,
  `<order>${lines(1)}${ids(2, 1)}</order>`,
  `<order xsi:type="Large">${lines(1, 2)}<more>2026-01-01</more></order>`,
  `<order xmlns:u="urn:u">${lines(1).replace("t:", "u:")}<line n="7"><item>{{v}}</item><count xsi:nil="true"/></line></order>`,
  `<keyed><orders><order>${lines(4)}</order><keyed>${rows}</keyed></orders>${rows}</keyed>`,
  "<pair><sub><x>1</x></sub><y/><sub><x>a</x></sub></pair>",
  '<order><w:line xmlns:w="urn:w"><item>a</item><count>1</count></w:line></order>',
  `<note>text <order>${lines(5)}</order><orders><note/></orders></note>`,
];

/** Texts that are typed, pasted or deleted. */
const typed: readonly string[] = [
  ...["", "", "1", "2", "9", "a", "-", " ", "x:", "t:", "{{v}}", "<", ">", "/", '"', "é"],
  ...[
    ...parts,
    lines(1),
    ids(1, 1),
    "<row><id>1</id></row>",
    "<to>2</to>",
    "<line>",
    "</line>",
    "<x/>",
    '<line xmlns=""/>',
  ],
  ...[' n="1"', ' xsi:nil="true"', ' xsi:type="Large"', ' xmlns:t="urn:other"', ' xmlns="urn:x"', "<!-- x -->"],
];

/** Whole elements that are removed. */
const removed: readonly RegExp[] = [/<sub>.*?<\/sub>/, /<line\b.*?<\/line>/s, /<row>.*?<\/row>/, /<ids\b.*?<\/ids>/];

function editedText(random: Random, text: string): string {
  if (random.chance(10)) return text.replace(random.pick(removed), "");
  const ends = [...text.matchAll(/[<>"]/g)].map(({ index }) => index);
  const at = random.chance(60) ? random.pick(ends) + random.below(2) : random.below(text.length + 1);
  const length = random.chance(50) ? 0 : random.chance(50) ? random.below(4) : text.slice(at).search(/>|$/) + 1;
  return text.slice(0, at) + random.pick(typed) + text.slice(at + length);
}

function described(problem: Problem): string {
  const { kind, element, at } = problem;
  const others =
    problem.kind === "element-namespace"
      ? problem.others.map((other) => other.element.start)
      : problem.kind === "element-order"
        ? problem.inOrder()?.map(({ start }) => start)
        : problem.kind === "element-missing"
          ? problem.missing().map(({ name }) => name.local)
          : problem.kind === "key-duplicate" || problem.kind === "id-duplicate"
            ? [problem.first.start]
            : [];
  return `${kind} ${at.start}-${at.end} of ${element.start} ${others}`;
}

suite("validation after an edit", () => {
  test("validation after an edit finds the same as that of a new document, after each of many edits", () => {
    const variables = { v: "t:a" };
    const options = {
      resolve: (text: string) => text.replaceAll("{{v}}", variables.v),
      ignores: () => false,
      isMultipart: false,
    };
    const { problemsIn, problemsOf } = judge(schema, {}, options);
    const kinds = new Set<string>();
    let kept = 0;
    for (let seed = 0; seed < 40 * effort; seed++) {
      const random = new Random(seed);
      const made = [withDeclarations(`<orders>${random.some(3, 8, () => random.pick(parts))}</orders>`)];
      let document: XmlDocument | undefined;
      for (let edit = 0; edit < 30; edit++) {
        const text = made.at(-1) ?? "";
        const before: unknown = document?.root;
        document = parseEdited(document, text, 0, text.length, { variables: true });
        if (document.root === undefined) break;
        if (document.root === before) kept++;
        // Each validation uses the results of an earlier one, but not every tree is validated.
        if (random.chance(80)) {
          variables.v = random.pick(["t:a", "t:a", "9"]);
          const problems = problemsIn(document);
          assert.deepEqual(problems.map(described), problemsOf(text).map(described), `${seed}: ${text}`);
          for (const { kind } of problems) kinds.add(kind);
        }
        if (made.length > 1 && random.chance(60)) made.pop();
        else made.push(editedText(random, text));
      }
    }
    assert.ok(kept > 500 * effort, `${kept} trees were kept`);
    for (const kind of ["key-duplicate", "key-not-found", "id-duplicate", "id-missing", "element-namespace", "value"]) {
      assert.ok(kinds.has(kind), kind);
    }
  });

  test("validation after an edit checks again only what contains the edit", () => {
    let checked = 0;
    const ignores = () => {
      checked++;
      return true;
    };
    const { problemsIn } = judge(schema, {}, { resolve: () => undefined, ignores, isMultipart: false });
    const order = (n: number) => `<order t:x="">${lines(n)}</order>`;
    const text = withDeclarations(`<orders>${Array.from({ length: 30 }, (_, n) => order(n)).join("\n")}</orders>`);
    const document = parseEdited(undefined, text, 0, text.length, { variables: true });
    const countOf = (one: XmlDocument) => {
      checked = 0;
      assert.deepEqual(problemsIn(one), []);
      return checked;
    };
    assert.equal(countOf(document), 30);
    // The validation remembers valid elements from its second run on.
    assert.equal(countOf(document), 30);
    assert.equal(countOf(document), 0);
    const edited = text.replace("t:a17", "t:a170");
    assert.equal(countOf(parseEdited(document, edited, 0, edited.length, { variables: true })), 1);
  });
});
