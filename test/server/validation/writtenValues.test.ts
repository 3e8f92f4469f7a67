import assert from "node:assert/strict";
import { documentsOf, judge } from "./support.ts";

const options = { ignores: () => false, isMultipart: false };

const restricted = (base: string, facets: string) =>
  `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" minOccurs="0" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>`;

/** Most values are tested where they stand in the text. */
suite("values as they are written", () => {
  test("references stand for their characters", () => {
    documentsOf(restricted("xs:string", '<xs:enumeration value="a&amp;b"/><xs:enumeration value="c"/>'))`
      <r><a>a&amp;b</a></r>  <r><a>&#99;</a></r>  <r><a>c</a><a>&#x63;</a><a>c</a></r>
      <r><a>c</a><a>«&amp;c»</a></r> | value
    `;
    documentsOf(restricted("xs:string", '<xs:pattern value=".{5}"/>'))`
      <r><a>abcde</a><a>abcd&amp;</a></r>
      <r><a>abcde</a><a>«&amp;»</a></r> | value
    `;
    documentsOf(restricted("xs:int", ""))`
      <r><a>1</a><a>&#49;</a></r>
      <r><a>1</a><a>«&#97;»</a></r> | value
    `;
  });

  test("a CR LF is one character", () => {
    for (const facets of ['<xs:length value="3"/>', '<xs:pattern value="a\\nb"/>']) {
      documentsOf(restricted("xs:string", facets))`
        <r><a>a⏎b</a></r>  <r><a>a\r⏎b</a></r>  <r><a>a\rb</a></r>
        <r><a>«a\r⏎\r⏎b»</a></r> | value
      `;
    }
    documentsOf(restricted("xs:string", '<xs:pattern value="a\\s\\sb"/>'))`
      <r><a>a⏎⏎b</a></r>  <r><a>a\r⏎\r⏎b</a></r>
      <r><a>«a\r⏎b»</a></r> | value
    `;
  });

  test("a character beyond the BMP is one character", () => {
    documentsOf(restricted("xs:string", '<xs:maxLength value="2"/>'))`
      <r><a>😀😀</a></r>  <r><a>ab</a></r>
      <r><a>«😀😀😀»</a></r> | value
    `;
  });

  test("an unknown variable may be any value, and the others are checked", () => {
    documentsOf(restricted("xs:string", '<xs:maxLength value="2"/>'))`
      <r><a>ab</a><a>{{value}}</a><a>ab</a></r>  <r><a>{{a}}&amp;{{b}}</a></r>
      <r><a>{{value}}</a><a>«abc»</a></r> | value
    `;
  });

  test("a known variable is checked by its value", () => {
    const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
      ${restricted("xs:string", '<xs:minLength value="3"/>')}</xs:schema>`;
    const { problemsOf } = judge(schema, {}, { ...options, resolve: (text) => text.replace("{{value}}", "a") });
    const kinds = (text: string) => problemsOf(`<r xmlns="urn:t">${text}</r>`).map(({ kind }) => kind);
    assert.deepEqual(kinds("<a>abc</a><a>{{value}}bc</a>"), []);
    assert.deepEqual(kinds("<a>abc</a><a>{{value}}</a>"), ["value"]);
  });

  test("whitespace that the type keeps is part of the value", () => {
    documentsOf(restricted("xs:string", '<xs:pattern value="a b"/>'))`
      <r><a>a b</a></r>
      <r><a>«a  b»</a></r> | value
    `;
    documentsOf(restricted("xs:token", '<xs:pattern value="a b"/>'))`
      <r><a>a b</a></r>  <r><a> a ⏎ b </a></r>
      <r><a>«ab»</a></r> | value
    `;
  });

  test("a number at a bound is compared exactly", () => {
    documentsOf(restricted("xs:decimal", '<xs:minExclusive value="0"/><xs:maxInclusive value="1.5"/>'))`
      <r><a>0.1</a><a>1.5</a><a>1.50</a></r>
      <r><a>«0»</a></r> | value
      <r><a>«-0.5»</a></r> | value
      <r><a>«1.51»</a></r> | value
    `;
  });
});
