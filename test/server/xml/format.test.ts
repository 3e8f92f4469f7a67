import assert from "node:assert/strict";
import { applyEdits } from "../../../server/src/text/edits.ts";
import { formatXml, minifyXml } from "../../../server/src/xml/format.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { resolveReferences } from "../../../server/src/xml/references.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../../server/src/xml/tree.ts";

const options = { indent: "  ", lineBreak: "\n" };
const formatted = (text: string, changes: object = {}) => {
  return applyEdits(text, formatXml(parseXml(text), { ...options, ...changes }));
};
const minified = (text: string) => {
  return applyEdits(text, minifyXml(parseXml(text)));
};
const unchanged = (text: string) => {
  assert.equal(formatted(text), text);
  assert.equal(minified(text), text);
};
const lines = (...all: string[]) => all.join("\n");

suite("formatting XML", () => {
  test("formatting puts each element on a line of its own and keeps text in place", () => {
    assert.equal(
      formatted('<?xml version="1.0"?><a><b>text</b><c/><d><e x="1"></e></d></a>'),
      lines('<?xml version="1.0"?>', "<a>", "  <b>text</b>", "  <c/>", "  <d>", '    <e x="1"></e>', "  </d>", "</a>"),
    );
  });

  test("formatting uses the given indentation, line break and depth", () => {
    assert.equal(
      formatted("<!-- c --><a><b/></a>", { indent: "\t", lineBreak: "\r\n", depth: 1 }),
      "<!-- c -->\r\n\t<a>\r\n\t\t<b/>\r\n\t</a>",
    );
  });

  test("formatting changes only wrong whitespace", () => {
    const text = "<a>\n\n\n   <b/>\n  <c/> <d/>\n</a>";
    assert.deepEqual(formatXml(parseXml(text), options), [
      { start: 3, end: 9, newText: "\n  " },
      { start: 20, end: 21, newText: "\n  " },
    ]);
  });

  test("formatting formats a document inside a longer text", () => {
    const text = "head\n\n<a> <b/></a>\n### next";
    const edits = formatXml(parseXml(text, 6, 19), options);
    assert.equal(applyEdits(text, edits), "head\n\n<a>\n  <b/>\n</a>\n### next");
  });

  test("formatting keeps whitespace before and after the document", () => {
    assert.equal(formatted("\n <a><b/></a> \n"), "\n <a>\n  <b/>\n</a> \n");
    assert.equal(minified("\n <a> <b/> </a> \n"), "\n <a><b/></a> \n");
  });

  test("formatting keeps text and the elements mixed with it", () => {
    unchanged("<a>some <b> <c/> </b> text</a>");
    unchanged("<a>&#32;<b/></a>");
    unchanged("<a><![CDATA[]]><b/></a>");
    unchanged("<a>  </a>");
    unchanged("<a>\n  <!-- no element here -->\n</a>");
    assert.equal(formatted("<a><b> <c/>x</b></a>"), "<a>\n  <b> <c/>x</b>\n</a>");
  });

  test("formatting puts comments and processing instructions on their own lines, except a comment after an element", () => {
    assert.equal(
      formatted("<a><!-- 1\n--><b/> <!-- 2 --><?p  x ?><c/></a>"),
      lines("<a>", "  <!-- 1", "-->", "  <b/> <!-- 2 -->", "  <?p  x ?>", "  <c/>", "</a>"),
    );
  });

  test('formatting keeps elements with xml:space="preserve"', () => {
    unchanged('<a xml:space="preserve"> <b> <c/></b></a>');
    assert.equal(
      formatted('<a> <b xml:space="preserve"> <c/></b></a>'),
      '<a>\n  <b xml:space="preserve"> <c/></b>\n</a>',
    );
    assert.equal(formatted('<a xml:space="default"><b/></a>'), '<a xml:space="default">\n  <b/>\n</a>');
  });

  test("formatting keeps signed elements and SignedInfo", () => {
    const signature =
      '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo> <ds:Reference URI="#body-1"/></ds:SignedInfo><ds:KeyInfo><k/></ds:KeyInfo></ds:Signature>';
    const body = '<Body wsu:Id="body-1" xmlns:wsu="urn:wsu"> <p><q/></p></Body>';
    const text = formatted(
      `<e>${signature}${body}<other Id="body-2"><r/></other><reference to="body-1"><r/></reference></e>`,
    );
    assert.ok(text.includes(`\n  ${body}\n`), text);
    assert.ok(text.includes('\n    <ds:SignedInfo> <ds:Reference URI="#body-1"/></ds:SignedInfo>\n'), text);
    assert.ok(text.includes("\n    <ds:KeyInfo>\n      <k/>\n"), text);
    assert.ok(text.includes('\n  <other Id="body-2">\n    <r/>\n'), text);
    assert.ok(text.includes('\n  <reference to="body-1">\n    <r/>\n'), text);
  });

  test("formatting keeps a document that is signed as a whole", () => {
    for (const uri of ['URI=""', 'URI="#xpointer(/)"', ""]) {
      unchanged(
        `<e><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference ${uri}/></SignedInfo></Signature></e>`,
      );
    }
  });

  test("formatting keeps an element that contains only xop:Include", () => {
    unchanged('<photo><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:1"/></photo>');
  });

  test("formatting keeps an ill-formed document, unless only a prefix is undeclared", () => {
    for (const text of ["<a><b></a>", "<a><b/>", "<a><b x=1/></a>", "<a/><b><c/></b>", "just text", ""])
      unchanged(text);
    assert.equal(formatted("<p:a><b/></p:a>"), "<p:a>\n  <b/>\n</p:a>");
  });

  test("formatting formats an incomplete document up to its end", () => {
    assert.equal(formatted("<a><b><c/><d>", { cut: true }), "<a>\n  <b>\n    <c/>\n    <d>");
    assert.equal(formatted("<a><b x=1><c/>", { cut: true }), "<a><b x=1><c/>");
  });

  test("formatting doesn't indent 100,000 nested elements, so that the result grows linearly", () => {
    const depth = 100_000;
    const text = `${"<a>".repeat(depth)}<b/>${"</a>".repeat(depth)}`;
    const result = formatted(text);
    assert.equal(result.length, text.length + 2 * depth);
    assert.equal(minified(result), text);
  });

  test("formatting formats a hundred thousand sibling elements", () => {
    const text = `<a>${"<b/>".repeat(100_000)}</a>`;
    assert.equal(formatted(text), `<a>\n${"  <b/>\n".repeat(100_000)}</a>`);
  });

  suite("random documents", () => {
    const documents = Array.from({ length: 600 }, (_, seed) => generate(seed + 1));

    test("random documents are well-formed and of all kinds, and most change when formatted", () => {
      for (const text of documents) assert.deepEqual(parseXml(text).problems, [], text);
      assert.ok(documents.filter((text) => formatted(text) !== text).length > 400);
      for (const part of ["<![CDATA[", "<!--", "<?", "xml:space", "&#"]) {
        assert.ok(documents.filter((text) => text.includes(part)).length > 50, part);
      }
    });

    test("random documents have the same content after formatting", () => {
      for (const text of documents) {
        assert.deepEqual(meaning(formatted(text)), meaning(text), text);
        assert.deepEqual(meaning(minified(text)), meaning(text), text);
      }
    });

    test("random documents don't change when formatted twice, and minifying undoes formatting", () => {
      for (const text of documents) {
        assert.equal(formatted(formatted(text)), formatted(text));
        assert.equal(minified(minified(text)), minified(text));
        assert.equal(minified(formatted(text)), minified(text));
      }
    });
  });
});

/** The content that an application reads: without whitespace in elements that contain only elements. */
function meaning(text: string): unknown {
  const document = parseXml(text);
  assert.deepEqual(document.problems, [], text);
  return document.children.flatMap((node) => (node.kind === "text" ? [] : [meaningOf(document, node, false)]));
}

function meaningOf(document: XmlDocument, node: XmlNode, preserved: boolean): unknown {
  const source = document.text.slice(node.start, node.end);
  if (node.kind === "text") return ["text", resolveReferences(document.text, node.start, node.end)];
  if (node.kind !== "element") return [node.kind, source];
  const keeps = preserved || /^[^>]*xml:space="preserve"/.test(source);
  const children = node.children
    .filter((child) => keeps || !elementsOnly(document, node) || child.kind !== "text")
    .map((child) => meaningOf(document, child, keeps || !elementsOnly(document, node)));
  const attributes = node.attributes.map(({ start, end }) => document.text.slice(start, end));
  return [node.name, attributes, node.selfClosing, children];
}

function elementsOnly(document: XmlDocument, { children }: XmlElement): boolean {
  const isText = ({ kind, start, end }: XmlNode) =>
    kind === "cdata" || (kind === "text" && /[^ \t\r\n]/.test(document.text.slice(start, end)));
  return children.some(({ kind }) => kind === "element") && !children.some(isText);
}

/** A well-formed document, the same for the same seed. */
function generate(seed: number): string {
  let state = seed;
  const random = (below: number) => {
    // A linear congruential generator (constants of Numerical Recipes); its high bits are random.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (all: readonly string[]) => all[random(all.length)] ?? "";
  const space = () => pick(["", "", " ", "\n", "\n  ", "\t\r\n"]);
  const misc = () => pick(["<!-- a - b -->", "<!--x\ny-->", "<?p  d?>"]);
  const text = () => pick(["x", " y ", "&amp;", "&#32;", "&#xA;", "<![CDATA[ ]]>", "<![CDATA[<z>]]>", "]"]);
  const element = (depth: number): string => {
    const name = pick(["a", "b", "long-name"]);
    const attributes = pick([
      "",
      "",
      "",
      ' x="1"',
      " y = '&lt; \n >'",
      ' xml:space="preserve"',
      ' xml:space="default"',
    ]);
    if (random(5) === 0) return `<${name}${attributes}${space()}/>`;
    const mixed = random(4) === 0;
    let content = "";
    for (let count = depth > 5 ? 0 : random(5); count > 0; count--) {
      content += space() + (random(5) === 0 ? misc() : mixed && random(2) === 0 ? text() : element(depth + 1));
    }
    return `<${name}${attributes}>${content === "" && random(2) === 0 ? text() : content}${space()}</${name}>`;
  };
  const prolog = pick(["", '<?xml version="1.0"?>', "<!-- p -->"]);
  return `${prolog}${prolog === "" ? "" : space()}${element(0)}${space()}${random(3) === 0 ? misc() : ""}${space()}`;
}
