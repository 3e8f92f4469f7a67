import assert from "node:assert/strict";
import { GivenValues } from "../../../../server/src/contract/write/givenValues.ts";
import { bodyOf, type Description, describe, requestOf } from "../descriptions.ts";

/** The payload with these values, in one line without prefixes, and the first path without an element. */
function written(description: Description, values: Readonly<Record<string, string>>) {
  const given = GivenValues.of(Object.entries(values).map(([path, value]) => ({ path, value })));
  const request = requestOf(describe(description), "parameters", { given });
  const payload = bodyOf(request)
    .replace(/\s*\n\s*/g, "")
    .replace(/(<\/?)t:/g, "$1");
  return { request, payload, untaken: given.untaken };
}

const root = (content: string, more = "") => ({
  schema: `<xs:element name="root"><xs:complexType>${content}</xs:complexType></xs:element>${more}`,
});
const text = (name: string, occurs = "") => `<xs:element name="${name}" type="xs:string" ${occurs}/>`;
const parent = (name: string, content: string, occurs = "") =>
  `<xs:element name="${name}" ${occurs}><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;

suite("given values", () => {
  const cases: readonly (readonly [string, Description, Readonly<Record<string, string>>, string])[] = [
    [
      "an optional element inside of an optional one is written",
      root(`<xs:sequence>${parent("a", text("b", 'minOccurs="0"'), 'minOccurs="0"')}</xs:sequence>`),
      { "a.b": "1" },
      "<root><a><b>1</b></a></root>",
    ],
    [
      "the elements before one with a number are samples",
      root(`<xs:sequence>${text("a", 'maxOccurs="5"')}</xs:sequence>`),
      { "a[3]": "x" },
      "<root><a>a</a><a>a</a><a>x</a></root>",
    ],
    [
      "a sequence is repeated for an element in it",
      root(`<xs:sequence maxOccurs="2">${text("a")}${text("b")}</xs:sequence>`),
      { "b[2]": "x" },
      "<root><a>a</a><b>b</b><a>a</a><b>x</b></root>",
    ],
    [
      "elements with the same name in several places are counted together",
      root(`<xs:sequence>${text("a")}${text("b")}${text("a")}</xs:sequence>`),
      { a: "1", "a[2]": "2" },
      "<root><a>1</a><b>b</b><a>2</a></root>",
    ],
    [
      "a choice has the element that is given",
      root(`<xs:choice>${text("a")}<xs:sequence>${text("b")}${text("c")}</xs:sequence></xs:choice>`),
      { c: "x" },
      "<root><b>b</b><c>x</c></root>",
    ],
    [
      "names may contain dots",
      root(`<xs:sequence>${parent("a.b", text("c"))}${parent("a", text("d"))}</xs:sequence>`),
      { "a.b.c": "1", "a.d": "2" },
      "<root><a.b><c>1</c></a.b><a><d>2</d></a></root>",
    ],
    [
      "an attribute is written",
      root(`<xs:sequence/><xs:attribute name="id" type="xs:int"/>`),
      { "@id": '4"' },
      '<root id="4&quot;"/>',
    ],
    [
      "a value replaces that of the schema",
      root(`<xs:sequence><xs:element name="a" type="xs:int" default="3"/></xs:sequence>`),
      { a: "4" },
      "<root><a>4</a></root>",
    ],
    [
      "a value isn't changed to be different from others",
      {
        schema: `<xs:element name="root"><xs:complexType><xs:sequence>${text("a", 'maxOccurs="3"')}</xs:sequence></xs:complexType>
          <xs:unique name="u"><xs:selector xpath="t:a"/><xs:field xpath="."/></xs:unique></xs:element>`,
      },
      { a: "x", "a[2]": "x" },
      "<root><a>x</a><a>x</a></root>",
    ],
    ["a payload that is a text has its own name", { schema: text("root") }, { root: "x" }, "<root>x</root>"],
    [
      "the parts of rpc have their names",
      { schema: "", style: "rpc", parts: '<part name="a" type="xs:int"/><part name="b" type="xs:int"/>' },
      { b: "7" },
      "<Do><a>1</a><b>7</b></Do>",
    ],
  ];
  for (const [title, description, values, expected] of cases)
    test(title, () => {
      const { payload, untaken, request } = written(description, values);
      assert.equal(payload, expected, request);
      assert.equal(untaken, undefined);
    });

  const deep = root(`<xs:sequence>${parent("order", parent("item", text("sku")))}</xs:sequence>`);
  const lost: readonly (readonly [path: string, rest: string, names: readonly string[]])[] = [
    ["ordr", "ordr", ["order"]],
    ["order.item.skU", "skU", ["sku"]],
    ["order.item[2].sku", "item[2].sku", ["item"]],
    ["order.item", "", ["sku"]],
    ["order.item.sku.x", "x", []],
    ["order[0]", "order[0]", ["order"]],
    ["order[9999999999999]", "order[9999999999999]", ["order"]],
    ["order.", "", ["item"]],
    ["__proto__", "__proto__", ["order"]],
  ];
  for (const [path, rest, names] of lost)
    test(`the path ${path} leads to no element`, () => {
      const { untaken } = written(deep, { path: "x", [path]: "x" });
      assert.equal(untaken?.path, "path");
      const only = GivenValues.of([{ path, value: "x" }]);
      requestOf(describe(deep), "parameters", { given: only });
      assert.deepEqual(only.untaken, { path, rest, isRepeated: false, names });
    });

  test("the first of two values for the same element is taken", () => {
    const description = root(`<xs:sequence>${text("a", 'maxOccurs="5"')}</xs:sequence>`);
    const two = GivenValues.of([
      { path: "a", value: "1" },
      { path: "a[1]", value: "2" },
    ]);
    assert.match(requestOf(describe(description), "parameters", { given: two }), /<t:a>1<\/t:a>\s*<\/t:root>/);
    assert.deepEqual(two.untaken, { path: "a[1]", rest: "", isRepeated: true, names: [] });
  });

  test("line breaks and tabs of a value are written as references, which no indentation changes", () => {
    const description = root(`<xs:sequence>${parent("a", text("b"))}</xs:sequence>`);
    assert.equal(written(description, { "a.b": "1\n2\t3" }).payload, "<root><a><b>1&#10;2&#9;3</b></a></root>");
  });

  test("a path that leads into itself again and again ends", () => {
    const node = `<xs:complexType name="N"><xs:sequence><xs:element name="n" type="t:N" minOccurs="0"/></xs:sequence></xs:complexType>`;
    const description = { schema: `<xs:element name="root" type="t:N"/>${node}` };
    const path = (depth: number) => Array.from({ length: depth }, () => "n").join(".");
    const { untaken } = written(description, { [path(5000)]: "x" });
    assert.equal(untaken?.path, path(5000));
    const { payload } = written(description, { [`${path(3)}.n.n.n`]: "x" });
    assert.match(payload, /^(?:<root>)(?:<n>){5}<n\/>/);
  });
});
