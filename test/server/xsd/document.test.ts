import assert from "node:assert/strict";
import { readDocument } from "../../../server/src/xsd/document.ts";
import { readBySax, treeOf } from "./saxTree.ts";

const schema = (content: string, attributes = "") =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>${content}</xs:schema>`;
const type = '<xs:simpleType name="t"><xs:restriction base="xs:int"/></xs:simpleType>';

suite("documents of schemas", () => {
  const sources: Readonly<Record<string, string>> = {
    components: schema(
      `\n  ${type}\n  <xs:element name='e'><xs:complexType><xs:sequence/></xs:complexType></xs:element >\n`,
    ),
    "components in components": schema(`<xs:element name="a"><xs:element name="b">x</xs:element></xs:element>${type}`),
    "comments and CDATA": schema(
      `<!-- <xs:a> & -->${type}<xs:annotation>1<![CDATA[<xs:a>&]]>2<!--3-->4</xs:annotation>`,
    ),
    references: schema(`<xs:annotation>&lt;&#10;&#xE4;</xs:annotation><xs:a b="&quot;&amp;" c='"'>x</xs:a>`),
    "references to control characters": schema("<xs:a>&#9;&#x9;&#13;&#xd;&#127;&#x7f;</xs:a>"),
    "an attribute twice": `<w xmlns="a" xmlns="b" c="1" c='2'/>`,
    "an empty comment": schema("<xs:a> <!---->1<!---->2</xs:a>"),
    "what is around the root element": `<?xml version="1.0"?>\n<!-- a -->\n<?b c?>${schema(type)}\n<?b??c?>\n<!-- d -->\n`,
    "whitespace in tags": `<w\n\ta = 'b'\tc="d" >${schema(type)}</w\n>`,
    "a second root element": schema(type) + schema(type),
    "CDATA after the root element": `${schema(type)}<![CDATA[a]]>`,
    "text between components": schema(`a${type}b${type}c`),
    "names that aren't ASCII": schema(`<xs:größe>1</xs:größe>${type}`),
    "a processing instruction": schema(`<xs:a><?x <xs:b> ?>1</xs:a>${type}`),
    "several schemas, the first one empty": `<w>${schema("")}<xs:schema/>${schema(type)}${schema(type, 'a="1"')}</w>`,
    "a schema in a comment": `<w><!-- ${schema(type)} -->${schema(type)}</w>`,
    "a schema in CDATA": `<w><![CDATA[${schema(type)}]]>${schema(type)}</w>`,
    "entities of its own": `<!DOCTYPE w [<!ENTITY a "1"><!ENTITY lt "2">]>${schema("<xs:b>&a;&lt;</xs:b>")}`,
  };
  for (const [title, source] of Object.entries(sources)) {
    test(`documents are read as a whole: ${title}`, () => {
      assert.deepEqual(treeOf(readDocument("a.xsd", source)), readBySax(source));
    });
  }

  const broken: Readonly<Record<string, string>> = {
    "an element that isn't closed": schema(`<xs:a><xs:b></xs:a>${type}`),
    "an end tag without a start tag": schema(`<xs:a></xs:b></xs:a>${type}`),
    "a schema that isn't closed": schema(type).replace("</xs:schema>", ""),
    "an unknown entity": schema(`<xs:a>&nbsp;</xs:a>${type}`),
    "an ampersand": schema(`<xs:a b="a&b"> </xs:a>${type}`),
    "a reference to no character": schema(`<xs:a>&#0;</xs:a>${type}`),
    "references to characters that XML doesn't have": schema(`<xs:a>&#11;&#x1F;&#xD800;&#xFFFF;</xs:a>${type}`),
    "text after the root element": `${schema(type)} a`,
    "an attribute without quotes": schema(`<xs:a b=c> </xs:a>${type}`),
    "attributes without whitespace": schema(`<xs:a b="c"d="e"> </xs:a>${type}`),
    "two hyphens in a comment": schema(`<xs:a><!-- a -- b --></xs:a>${type}`),
    "a comment that isn't closed": schema(`<xs:a><!-- </xs:a>${type}`),
    "CDATA that isn't closed": schema(`<xs:a><![CDATA[ </xs:a>${type}`),
    "an end tag with an attribute": schema(`<xs:a> </xs:a b="c">${type}`),
  };
  for (const [title, source] of Object.entries(broken)) {
    test(`documents are reported at once where they are not well-formed: ${title}`, () => {
      const document = readDocument("a.xsd", source);
      assert.ok(document.problems.length > 0);
      assert.deepEqual(treeOf(document), readBySax(source));
    });
  }

  test("documents have the same elements each time", () => {
    const [component] = readDocument("a.xsd", schema(type)).root?.children ?? [];
    const [inner] = component?.children ?? [];
    assert.equal(component?.children[0], inner);
    assert.equal(inner?.parent, component);
  });

  test("documents don't keep elements that were only looked at", () => {
    const [component] = readDocument("a.xsd", schema(type)).root?.children ?? [];
    const looked = component?.unkeptChildren[0];
    assert.equal(looked?.local, "restriction");
    assert.notEqual(component?.children[0], looked);
    assert.deepEqual(component?.children[0]?.span, looked?.span);
    assert.equal(component?.unkeptChildren[0], component?.children[0]);
  });
});
