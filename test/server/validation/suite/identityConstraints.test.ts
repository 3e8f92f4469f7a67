import { qualified, specify } from "./verdicts.ts";

const constraint = (kind: string, selector: string, ...fields: readonly string[]) =>
  `<xs:${kind}><xs:selector xpath="${selector}"/>${fields.map((field) => `<xs:field xpath="${field}"/>`).join("")}</xs:${kind.split(" ")[0]}>`;
/** An element with children `i` of a type, attributes `x` and `y`, and children `k`; nested in `g`. */
const items = (constraints: string, type = "xs:string", group = "") =>
  `<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="i" minOccurs="0" maxOccurs="unbounded"/><xs:element ref="g" minOccurs="0" maxOccurs="unbounded"/><xs:element name="f" type="${type}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>${constraints}</xs:element>
  <xs:element name="g"><xs:complexType><xs:sequence><xs:element ref="i" minOccurs="0" maxOccurs="unbounded"/><xs:element name="f" type="${type}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>${group}</xs:element>
  <xs:element name="i"><xs:complexType><xs:sequence><xs:element name="k" type="${type}" minOccurs="0" maxOccurs="unbounded" nillable="true"/><xs:element name="n" type="${type}" minOccurs="0"/></xs:sequence><xs:attribute name="x" type="${type}"/><xs:attribute name="y" type="${type}"/></xs:complexType></xs:element>`;
const same = (type: string, ...values: readonly string[]) => ({
  schema: items(constraint('unique name="u"', "i", "@x"), type),
  valid: `<r><i x="${values[0]}"/><i x="${values.at(-1)}"/></r>`,
  invalid: values.slice(0, -1).map((value) => `<r><i x="${values[0]}"/><i x="${value}"/></r>`),
});

specify("unique", {
  attributes: {
    schema: items(constraint('unique name="u"', "i", "@x")),
    valid: `<r><i x="a"/><i x="b"/></r>  <r><i/><i/></r>  <r><i x="a"/><g><i x="a"/></g></r>  <r><i x="a" y="a"/></r>`,
    invalid: `<r><i x="a"/><i x="a"/></r>  <r><i x="a"/><i x="b"/><i x="a"/></r>`,
  },
  "at any depth": {
    schema: items(constraint('unique name="u"', ".//i", "@x")),
    valid: `<r><i x="a"/><g><i x="b"/></g></r>`,
    invalid: `<r><i x="a"/><g><i x="a"/></g></r>  <r><g><i x="a"/></g><g><i x="a"/></g></r>`,
  },
  "of a union of paths": {
    schema: items(constraint('unique name="u"', "i | g/i", "@x | @y")),
    valid: `<r><i x="a"/><g><i y="b"/></g></r>  <r><i x="a"/><i/></r>`,
    invalid: `<r><i x="a"/><g><i x="a"/></g></r>  <r><i x="a"/><i y="a"/></r>  <r><i x="a" y="b"/></r>`,
  },
  "of several fields": {
    schema: items(constraint('unique name="u"', "i", "@x", "k")),
    valid: `
      <r><i x="a"><k>1</k></i><i x="a"><k>2</k></i></r>  <r><i x="a"/><i x="a"/></r>
      <r><i><k>1</k></i><i><k>1</k></i></r>
    `,
    invalid: `<r><i x="a"><k>1</k></i><i x="a"><k>1</k></i></r>  <r><i x="a"><k>1</k><k>2</k></i></r>`,
  },
  "of all elements, and of the element itself": {
    schema: items(
      constraint('unique name="u"', "*", ".").replace("*", "f") + constraint('unique name="v"', "./g/./i", "./@x"),
    ),
    valid: `<r><f>a</f><f>b</f></r>  <r><g><i x="a"/></g></r>`,
    invalid: `<r><f>a</f><f>a</f></r>  <r><g><i x="a"/><i x="a"/></g></r>`,
  },
  "by wildcards and axes": {
    schema: items(constraint('unique name="u"', "child::*", "attribute::x")),
    valid: `<r><i x="a"/><i x="b"/></r>  <r><i x="a"/><g/></r>`,
    invalid: `<r><i x="a"/><i x="a"/></r>`,
  },
  "in its scope only": {
    schema: items("", "xs:string", constraint('unique name="u"', "i", "@x")),
    valid: `<r><g><i x="a"/></g><g><i x="a"/></g></r>  <r><i x="a"/><i x="a"/></r>`,
    invalid: `<r><g><i x="a"/><i x="a"/></g></r>`,
  },
  "nil has no value": {
    schema: items(constraint('unique name="u"', "i", "k")),
    valid: `<r><i><k xsi:nil="true"/></i><i><k xsi:nil="true"/></i></r>`,
    invalid: `<r><i><k>a</k></i><i><k>a</k></i></r>`,
  },
  "names with prefixes": {
    schema: qualified(items(constraint('unique name="u"', "t:i", "t:n")).replaceAll('ref="', 'ref="t:')),
    valid: `<t:r><t:i><t:n>a</t:n></t:i><t:i><t:n>b</t:n></t:i></t:r>`,
    invalid: `<t:r><t:i><t:n>a</t:n></t:i><t:i><t:n>a</t:n></t:i></t:r>`,
  },
  "default values count": {
    schema: items(constraint('unique name="u"', "i", "@x")).replace(
      'name="x" type="xs:string"',
      'name="x" type="xs:string" default="a"',
    ),
    valid: `<r><i/><i x="b"/></r>`,
    invalid: `<r><i/><i/></r>  <r><i x="a"/><i/></r>`,
  },
});

specify("values of identity constraints are equal by their type", {
  decimal: same("xs:decimal", "1", "1.0", "+01.00", "2"),
  integer: same("xs:int", "1", "01", "+1", "-1"),
  float: same("xs:float", "1", "1e0", "10E-1", "1.5"),
  "float NaN": same("xs:float", "NaN", "NaN", "INF"),
  "float zero": same("xs:double", "0", "-0", "1"),
  boolean: same("xs:boolean", "true", "1", "false"),
  string: same("xs:string", "a", "a", " a"),
  token: same("xs:token", "a", " a ", "b"),
  date: same("xs:date", "2000-01-01Z", "2000-01-01+00:00", "2000-01-01"),
  dateTime: same("xs:dateTime", "2000-01-01T24:00:00", "2000-01-02T00:00:00", "2000-01-02T00:00:00Z"),
  time: same("xs:time", "10:00:00Z", "11:00:00+01:00", "10:00:00"),
  duration: same("xs:duration", "P1Y", "P12M", "P365D"),
  hexBinary: same("xs:hexBinary", "0a", "0A", "0b"),
  list: same("xs:NMTOKENS", "a b", " a  b ", "b a"),
});

specify("keys and references", {
  "a key": {
    schema: items(constraint('key name="u"', "i", "@x")),
    valid: `<r><i x="a"/><i x="b"/></r>  <r/>`,
    invalid: `<r><i/></r>  <r><i x="a"/><i x="a"/></r>  <r><i y="a"/></r>`,
  },
  "a key of elements": {
    schema: items(constraint('key name="u"', "i", "n")),
    valid: `<r><i><n>a</n></i><i><n>b</n></i></r>`,
    invalid: `<r><i/></r>  <r><i><n>a</n></i><i><n>a</n></i></r>`,
  },
  "a key of elements that may be nil": {
    schema: items(constraint('key name="u"', "i", "k")),
    valid: `<r/>`,
    invalid: `<r><i><k>a</k></i></r>  <r><i><k xsi:nil="true"/></i></r>`,
  },
  "a keyref": {
    schema: items(constraint('key name="u"', "i", "@x") + constraint('keyref name="w" refer="u"', "f", ".")),
    valid: `<r><i x="a"/><f>a</f><f>a</f></r>  <r/>`,
    invalid: `<r><f>a</f></r>  <r><i x="a"/><f>b</f></r>  <r><i x="a"/><f>a</f><f>b</f></r>`,
  },
  "a keyref before its key": {
    schema: items(constraint('keyref name="w" refer="u"', "f", ".") + constraint('unique name="u"', "i", "@x")),
    valid: `<r><i x="a"/><i/><f>a</f></r>`,
    invalid: `<r><i x="a"/><f>b</f></r>`,
  },
  "a keyref of several fields": {
    schema: items(
      constraint('key name="u"', "i", "@x", "@y") + constraint('keyref name="w" refer="u"', "g/i", "@x", "@y"),
    ),
    valid: `<r><i x="a" y="b"/><g><i x="a" y="b"/><i x="a"/></g></r>`,
    invalid: `<r><i x="a" y="b"/><g><i x="b" y="a"/></g></r>`,
  },
  "a keyref to keys of an inner element": {
    schema: items(
      constraint('keyref name="w" refer="u"', "f", "."),
      "xs:string",
      constraint('key name="u"', "i", "@x"),
    ),
    valid: `<r><g><i x="a"/></g><g><i x="b"/></g><f>a</f><f>b</f></r>`,
    invalid: `
      <r><g><i x="a"/></g><f>c</f></r>  <r><g><i x="a"/></g><g><i x="a"/></g><f>a</f></r>  <r><i x="a"/><f>a</f></r>
    `,
  },
  "a keyref to keys of an outer element": {
    schema: items(
      constraint('key name="u"', "i", "@x"),
      "xs:string",
      constraint('keyref name="w" refer="u"', "f", "."),
    ),
    invalid: `<r><i x="a"/><g><f>a</f></g></r>`,
  },
  "a field with elements in it": {
    schema: items(constraint('unique name="u"', ".", "g")),
    valid: `<r/>`,
    invalid: `<r><g/></r>`,
  },
  "a field that no schema declares has no simple type": {
    schema: `<xs:element name="r"><xs:complexType><xs:sequence><xs:any processContents="lax" maxOccurs="9"/></xs:sequence></xs:complexType>${constraint('unique name="u"', "*", ".")}</xs:element>`,
    valid: `<r><a xsi:type="xs:int">1</a></r>`,
    invalid: `<r><a>1</a></r>  <r><a xsi:type="xs:int">1</a><b xsi:type="xs:decimal">1.0</b></r>`,
  },
  "a field of any type": {
    schema: `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" maxOccurs="2"/></xs:sequence></xs:complexType>${constraint('unique name="u"', "a", ".")}</xs:element>`,
    valid: `
      <r><a xsi:type="xs:int">1</a><a xsi:type="xs:int">2</a></r>
      <r><a xsi:type="xs:int">1</a><a xsi:type="xs:string">1</a></r>
      <r><a xsi:type="xs:NMTOKENS">1</a><a xsi:type="xs:NMTOKEN">1</a></r>
    `,
    invalid: `<r><a>1</a></r>  <r><a xsi:type="xs:int">1</a><a xsi:type="xs:decimal">1.0</a></r>`,
  },
});

specify("ID and IDREF", {
  "in attributes and elements": {
    schema: `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" minOccurs="0" maxOccurs="9"><xs:complexType><xs:attribute name="id" type="xs:ID"/><xs:attribute name="to" type="xs:IDREF"/></xs:complexType></xs:element><xs:element name="e" type="xs:IDREF" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`,
    valid: `<r><i id="a"/><i id="b" to="a"/><e>b</e></r>  <r><i to="a"/><i id=" a "/></r>  <r/>`,
    invalid: `<r><i id="a"/><i id="a"/></r>  <r><i to="a"/></r>  <r><e>x</e></r>  <r><i id="1"/></r>`,
  },
  "of derived types and unions": {
    schema: `<xs:simpleType name="D"><xs:restriction base="xs:ID"><xs:maxLength value="3"/></xs:restriction></xs:simpleType><xs:simpleType name="U"><xs:union memberTypes="xs:int xs:IDREF"/></xs:simpleType>
      <xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" maxOccurs="9"><xs:complexType><xs:attribute name="id" type="D"/><xs:attribute name="to" type="U"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`,
    valid: `<r><i id="abc" to="1"/><i to="abc"/></r>`,
    invalid: `<r><i id="abcd"/></r>  <r><i id="a"/><i id="a"/></r>  <r><i to="b"/></r>`,
  },
});
