import assert from "node:assert/strict";
import { parseXml } from "../../../server/src/xml/parser.ts";
import {
  attribute,
  attributeAt,
  attributeValue,
  elementAt,
  nodeAt,
  textContent,
  walk,
  walkWith,
} from "../../../server/src/xml/query.ts";

/** The text without its `|`, and the offset of the `|`. */
function at(source: string): { document: ReturnType<typeof parseXml>; offset: number } {
  const offset = source.indexOf("|");
  return { document: parseXml(source.replace("|", "")), offset };
}

suite("the content of an element", () => {
  for (const [source, expected] of [
    ["<a>1</a>", '"1"'],
    ["<a> <b/>2</a >", '" " b "2"'],
    ["<a/>", ""],
    ["<a>1<!-- c -->2<![CDATA[3]]></a>", '"1" comment "2" cdata'],
    ["<a>1</x>2</x></a>", '"1" "2"'],
    ["<a>1<b>2</a>", '"1" b'],
    ["<a>1<!x>2</a>", '"1" "<!x>" "2"'],
    ["<a>1</", '"1"'],
  ] as const) {
    test(`${source} is ${expected === "" ? "nothing" : expected}: characters between the markup are text`, () => {
      const { root, text } = parseXml(source);
      const shown = root?.children.map((node) => {
        return node.kind === "text"
          ? JSON.stringify(text.slice(node.start, node.end))
          : node.kind === "element"
            ? node.name
            : node.kind;
      });
      assert.equal(shown?.join(" "), expected);
    });
  }

  test("content has no node for a text, but one for an end tag without an element", () => {
    assert.deepEqual(
      parseXml("<a>1<b/>2</x>3</a>").root?.markup.map(({ kind }) => kind),
      ["element", "stray-end-tag"],
    );
  });
});

suite("queries of a tree", () => {
  test("nodeAt returns the innermost node that contains the character after the offset", () => {
    for (const [source, expected] of [
      ["|<a>1</a>", "element a"],
      ["<a>|1</a>", "text 1"],
      ["<a>1|</a>", "element a"],
      ["<a><b/>|<c/></a>", "element c"],
      ["<a><!-- |b --></a>", "comment <!-- b -->"],
      ["<a><![CDATA[|b]]></a>", "cdata <![CDATA[b]]>"],
      ["<a/>| ", "text  "],
      ["<a/>|", "nothing"],
      ["<a b='|1'/>", "element a"],
    ] as const) {
      const { document, offset } = at(source);
      const node = nodeAt(document, offset);
      const text = node && document.text.slice(node.start, node.end);
      assert.equal(
        !node ? "nothing" : node.kind === "element" ? `element ${node.name}` : `${node.kind} ${text}`,
        expected,
        source,
      );
    }
  });

  test("elementAt returns the innermost element that contains the character after the offset", () => {
    for (const [source, expected] of [
      ["|<a>1</a>", "a"],
      ["<a>|1</a>", "a"],
      ["<a><b>|1</b></a>", "b"],
      ["<a><b>1|</b></a>", "b"],
      ["<a><b>1</b>|</a>", "a"],
      ["<a/>|", undefined],
      [" |<a/>", "a"],
    ] as const) {
      const { document, offset } = at(source);
      assert.equal(elementAt(document, offset)?.name, expected, source);
    }
  });

  test("attributes are found by offset and by expanded name", () => {
    const { document, offset } = at("<a xmlns:p='u' b='1' p:b='|2&amp;\n\t3'/>");
    const { root } = document;
    assert.ok(root);
    assert.equal(attributeAt(root, offset)?.name, "p:b");
    assert.equal(attributeAt(root, 1), undefined);
    const result = attribute(root, "u", "b");
    assert.ok(result);
    assert.equal(attributeValue(document, result), "2&  3");
    assert.equal(attribute(root, "", "b")?.name, "b");
    assert.equal(attribute(root, "v", "b"), undefined);
  });

  test("textContent replaces references, keeps CDATA and changes line endings to LF", () => {
    const document = parseXml("<a>1&lt;<b>&#x41;\r\n</b><!-- c --><![CDATA[&lt;\r]]><?d e?>&x;</a>");
    assert.ok(document.root);
    assert.equal(textContent(document, document.root), "1<A\n&lt;\n&x;");
  });

  test("walkWith visits only the nodes that contain a string, in their own text or their children's", () => {
    const document = parseXml("<a><b><c x='?'/></b><d>?</d><e>x</e><!-- ? --></a>");
    const visited = (string: string) =>
      Array.from(walkWith(document, string), (node) => (node.kind === "element" ? node.name : node.kind));
    assert.deepEqual(visited("?"), ["a", "b", "c", "d", "text", "comment"]);
    assert.deepEqual(visited("c"), ["a", "b", "c"]);
    assert.deepEqual(visited("none"), []);
  });

  test("walk visits the nodes in document order", () => {
    const { children } = parseXml("<!-- --><a>1<b><c/></b>2</a>");
    const names = [...walk(children)].map((node) => (node.kind === "element" ? node.name : node.kind));
    assert.deepEqual(names, ["comment", "a", "text", "b", "c", "text"]);
  });
});
