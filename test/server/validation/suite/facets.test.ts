import { restricted, specify, values } from "./verdicts.ts";

const list = (item: string) => `<xs:simpleType><xs:list itemType="${item}"/></xs:simpleType>`;
const union = (...members: readonly string[]) =>
  `<xs:simpleType><xs:union memberTypes="${members.join(" ")}"/></xs:simpleType>`;

specify("facets of lengths", {
  "length of text": values(restricted("xs:string", "length=2"), ["ab", "  ", "𝒳a", "\n\n"], ["", "a", "abc"]),
  "length 0": values(restricted("xs:string", "length=0"), [""], [" ", "a"]),
  "minLength of text": values(restricted("xs:token", "minLength=2"), ["ab", "  ab  "], ["a", " a "]),
  "maxLength of text": values(restricted("xs:normalizedString", "maxLength=2"), ["", "a ", "\t\n"], ["a b", "   "]),
  "minLength and maxLength": values(restricted("xs:NCName", "minLength=1", "maxLength=3"), ["a", " abc "], ["abcd"]),
  "in octets for hexBinary": values(
    restricted("xs:hexBinary", "length=2"),
    ["0aFF", " 0aFF "],
    ["0a", "0aFF00", "0aF"],
  ),
  "in octets for base64Binary": values(
    restricted("xs:base64Binary", "length=4"),
    ["YWJjZA==", "Y W J j Z A = ="],
    ["YWJj", "YWJjZGU=", ""],
  ),
  "maxLength of base64Binary": values(restricted("xs:base64Binary", "maxLength=1"), ["", "YQ=="], ["YWI=", "YWJj"]),
  "of anyURI": values(restricted("xs:anyURI", "length=5"), ["urn:a", "a%20b"], ["urn:ab"]),
  "without a meaning for QName": values(restricted("xs:QName", "maxLength=2"), ["t:abcdef", "abc"], ["u:a"]),
  "of lists, in items": values(restricted(list("xs:int"), "length=2"), ["1 2", " 1\n2 "], ["", "1", "1 2 3", "1 a"]),
  "minLength of lists": values(restricted(list("xs:int"), "minLength=1"), ["1", "1 2"], ["", " "]),
  "maxLength of lists": values(restricted(list("xs:string"), "maxLength=1"), ["", "abc"], ["a b"]),
  "of NMTOKENS": values(restricted("xs:NMTOKENS", "maxLength=2"), ["a b"], ["a b c", ""]),
  "tightened in a derived type": {
    schema: `<xs:simpleType name="a"><xs:restriction base="xs:string"><xs:minLength value="2"/></xs:restriction></xs:simpleType>
      <xs:element name="v"><xs:simpleType><xs:restriction base="a"><xs:minLength value="3"/><xs:maxLength value="4"/></xs:restriction></xs:simpleType></xs:element>`,
    valid: `<v>abc</v>  <v>abcd</v>`,
    invalid: `<v>ab</v>  <v>abcde</v>`,
  },
});

specify("facets of bounds", {
  "decimal minInclusive": values(
    restricted("xs:decimal", "minInclusive=1.5"),
    ["1.5", "1.50", "2", "+01.5"],
    ["1.49999", "-2", "1"],
  ),
  "decimal maxExclusive": values(
    restricted("xs:decimal", "maxExclusive=10"),
    ["9.99999", "-100"],
    ["10", "10.0", "11"],
  ),
  "integers beyond 64 bits": values(
    restricted("xs:integer", "maxInclusive=99999999999999999999"),
    ["99999999999999999999", "-999999999999999999999"],
    ["100000000000000000000"],
  ),
  "negative decimals": values(restricted("xs:decimal", "minExclusive=-1.5"), ["-1.4", "0"], ["-1.5", "-1.50", "-2"]),
  "no value between two exclusive bounds": values(
    restricted("xs:int", "minExclusive=5", "maxExclusive=5"),
    [],
    ["5", "4", "6"],
  ),
  "one value": values(restricted("xs:int", "minInclusive=5", "maxInclusive=5"), ["5", "05"], ["4", "6"]),
  float: values(
    restricted("xs:float", "minInclusive=0", "maxExclusive=INF"),
    ["0", "-0", "1e30"],
    ["-1", "INF", "NaN", "1e39"],
  ),
  "float rounded": values(restricted("xs:float", "maxInclusive=0.1"), ["0.1", "0.10000000001"], ["0.11"]),
  "double up to INF": values(restricted("xs:double", "maxInclusive=INF"), ["INF", "-INF", "0"], ["NaN"]),
  "double from -INF": values(restricted("xs:double", "minExclusive=-INF"), ["0", "INF"], ["-INF", "NaN"]),
  "a day, with time zones": values(
    restricted("xs:date", "minInclusive=2000-01-01Z"),
    ["2000-01-01Z", "2000-01-02", "2001-01-01+14:00"],
    ["1999-12-31Z", "2000-01-01+01:00", "2000-01-01", "1999-12-31"],
  ),
  "a dateTime without a time zone": values(
    restricted("xs:dateTime", "maxExclusive=2000-01-01T12:00:00"),
    ["2000-01-01T11:59:59.999", "1999-12-31T21:59:59Z"],
    ["2000-01-01T12:00:00", "2000-01-01T12:00:00Z", "2000-01-01T00:00:00Z"],
  ),
  "the end of a day is the beginning of the next": values(
    restricted("xs:dateTime", "minInclusive=2000-01-02T00:00:00"),
    ["2000-01-01T24:00:00", "2000-01-02T00:00:00"],
    ["2000-01-01T23:59:59"],
  ),
  time: values(
    restricted("xs:time", "minInclusive=10:00:00", "maxInclusive=12:00:00"),
    ["10:00:00", "12:00:00.000"],
    ["09:59:59", "12:00:00.001"],
  ),
  "time with zones": values(
    restricted("xs:time", "minExclusive=10:00:00Z"),
    ["10:00:01Z", "10:00:00-01:00"],
    ["10:00:00Z", "10:00:00+01:00"],
  ),
  gYear: values(
    restricted("xs:gYear", "minInclusive=-0001", "maxInclusive=2000"),
    ["-0001", "0001", "2000"],
    ["-0002", "2001", "12000"],
  ),
  gYearMonth: values(restricted("xs:gYearMonth", "maxInclusive=2000-02"), ["2000-02", "1999-12"], ["2000-03"]),
  gMonthDay: values(restricted("xs:gMonthDay", "minExclusive=--02-28"), ["--02-29", "--12-31"], ["--02-28", "--01-31"]),
  gMonth: values(restricted("xs:gMonth", "minInclusive=--03"), ["--03", "--12"], ["--02"]),
  gDay: values(restricted("xs:gDay", "maxInclusive=---10"), ["---10", "---01"], ["---11"]),
  duration: values(
    restricted("xs:duration", "minInclusive=P1M"),
    ["P1M", "P32D", "P1Y", "P1MT0.1S", "P1M1D"],
    ["P27D", "P28D", "P31D", "-P1M", "P0M"],
  ),
  "duration maxExclusive": values(
    restricted("xs:duration", "maxExclusive=P1Y"),
    ["P11M", "P364D", "-P10Y"],
    ["P1Y", "P12M", "P365D", "P366D", "P367D"],
  ),
  "bounds of a base and of its restriction": {
    schema: `<xs:simpleType name="a"><xs:restriction base="xs:int"><xs:minInclusive value="0"/><xs:maxExclusive value="100"/></xs:restriction></xs:simpleType>
      <xs:element name="v"><xs:simpleType><xs:restriction base="a"><xs:minExclusive value="0"/><xs:maxInclusive value="50"/></xs:restriction></xs:simpleType></xs:element>`,
    valid: `<v>1</v>  <v>50</v>`,
    invalid: `<v>0</v>  <v>51</v>  <v>99</v>`,
  },
});

specify("facets of digits", {
  totalDigits: values(
    restricted("xs:decimal", "totalDigits=3"),
    ["123", "0123", "1.23", "-12.3", "1.230", "000", "100", ".123", "0.120", "123.0"],
    ["1234", "12.34", "1000", "1.2345", "100.5", "0.0001"],
  ),
  "totalDigits of integers": values(
    restricted("xs:integer", "totalDigits=2"),
    ["99", "-99", "0099", "+1"],
    ["100", "-100"],
  ),
  fractionDigits: values(
    restricted("xs:decimal", "fractionDigits=2"),
    ["1", "1.2", "1.23", "1.2300", ".05"],
    ["1.234", "0.001"],
  ),
  "fractionDigits 0": values(restricted("xs:decimal", "fractionDigits=0"), ["1", "1.0", "1."], ["1.1", ".5"]),
  both: values(
    restricted("xs:decimal", "totalDigits=4", "fractionDigits=1"),
    ["123.4", "1234"],
    ["12345", "1.25", "1234.5"],
  ),
});

const spaced = "a\tb\r\nc";

specify("tabs and line breaks in the attributes of a schema are spaces", {
  enumeration: values(restricted("xs:string", `enumeration=${spaced}`), ["a b c"], ["a\tb\nc", "a  b c"]),
  pattern: values(restricted("xs:string", `pattern=${spaced}`), ["a b c"], ["a\tb\nc"]),
  "fixed, of an element": {
    schema: `<xs:element name="v" type="xs:string" fixed="${spaced}"/>`,
    valid: `<v>a b c</v>  <v/>`,
    invalid: `<v>a\tb⏎c</v>`,
  },
  "fixed, of an attribute": {
    schema: `<xs:element name="v"><xs:complexType><xs:attribute name="a" type="xs:string" fixed="${spaced}"/></xs:complexType></xs:element>`,
    valid: `<v a="a b c"/>  <v a="a\tb⏎c"/>`,
    invalid: `<v a="a&#9;b&#10;c"/>  <v a="a b  c"/>`,
  },
});

specify("facets of enumerations", {
  text: values(restricted("xs:string", "enumeration=a", "enumeration= b"), ["a", " b"], ["b", "a ", "A", ""]),
  tokens: values(restricted("xs:token", "enumeration= a  b "), ["a b", " a\nb"], ["ab"]),
  "values of the base type, whose whitespace the type replaces": values(
    restricted("xs:string", "whiteSpace=collapse", "enumeration= a ", "enumeration=b", "enumeration=c  d"),
    ["b", " b\n"],
    ["a", " a ", "c d", "c  d"],
  ),
  "decimals by value": values(
    restricted("xs:decimal", "enumeration=1.0", "enumeration=-0"),
    ["1", "1.00", "+01", "0", "-0.0"],
    ["10", "-1"],
  ),
  "floats by value": values(
    restricted("xs:float", "enumeration=1e2", "enumeration=NaN", "enumeration=INF"),
    ["100", "NaN", "INF"],
    ["-INF", "101"],
  ),
  "dates by value": values(
    restricted("xs:date", "enumeration=2000-01-01Z"),
    ["2000-01-01Z", "2000-01-01+00:00"],
    ["2000-01-01", "2000-01-02Z"],
  ),
  "dateTimes by value": values(
    restricted("xs:dateTime", "enumeration=2000-01-01T12:00:00Z"),
    ["2000-01-01T13:00:00+01:00", "2000-01-01T12:00:00.0Z"],
    ["2000-01-01T12:00:00", "2000-01-01T12:00:00+01:00"],
  ),
  "durations by value": values(
    restricted("xs:duration", "enumeration=P1Y"),
    ["P12M", "P1Y0M", "P1YT0S"],
    ["P365D", "P1M"],
  ),
  "hexBinary by value": values(restricted("xs:hexBinary", "enumeration=0aFf"), ["0AFF", "0aff"], ["0A"]),
  "base64Binary by value": values(restricted("xs:base64Binary", "enumeration=YWJj"), ["Y W J j"], ["YWJk"]),
  "QNames by namespace": {
    schema: `<xs:element name="v"><xs:simpleType><xs:restriction base="xs:QName"><xs:enumeration value="p:a" xmlns:p="urn:t"/></xs:restriction></xs:simpleType></xs:element>`,
    valid: `<v>t:a</v>  <v xmlns:q="urn:t">q:a</v>  <v xmlns:q="urn:t"> q:a </v>`,
    invalid: `<v>a</v>  <v>xs:a</v>  <v>t:b</v>`,
  },
  "of lists": values(
    restricted(list("xs:int"), "enumeration=1 2", "enumeration=3"),
    ["1 2", "01  2", "3"],
    ["1", "2 1", "1 2 3", ""],
  ),
  "of unions": values(
    restricted(union("xs:int", "xs:boolean"), "enumeration=1", "enumeration=true"),
    ["1", "01", "true"],
    ["2", "false", "0"],
  ),
  "narrowed in a derived type": {
    schema: `<xs:simpleType name="a"><xs:restriction base="xs:string"><xs:enumeration value="x"/><xs:enumeration value="y"/></xs:restriction></xs:simpleType>
      <xs:element name="v"><xs:simpleType><xs:restriction base="a"><xs:enumeration value="x"/></xs:restriction></xs:simpleType></xs:element>`,
    valid: `<v>x</v>`,
    invalid: `<v>y</v>  <v>z</v>`,
  },
  "with other facets": values(
    restricted("xs:int", "enumeration=1", "enumeration=12", "pattern=.."),
    ["12"],
    ["1", "13"],
  ),
});

specify("whitespace", {
  "kept in strings": values(restricted("xs:string", "whiteSpace=preserve", "length=3"), [" a "], ["a"]),
  replaced: values(restricted("xs:string", "whiteSpace=replace", "pattern=a b"), ["a\tb", "a\nb"], ["a  b"]),
  collapsed: values(restricted("xs:string", "whiteSpace=collapse", "pattern=a b"), ["a\t\n b", "  a b "], ["ab"]),
  "of the text with comments and CDATA in it": {
    schema: '<xs:element name="v" type="xs:int"/>',
    valid: `<v>1<!-- c -->2</v>  <v><![CDATA[12]]></v>  <v> <?p?>12 </v>  <v>&#49;</v>  <v>&#x20;1</v>`,
    invalid: `<v>1 <!-- c -->2</v>  <v><!-- 1 --></v>  <v/>`,
  },
});

specify("lists and unions", {
  "a union of a union, whose facets don't hold in it": {
    schema: `<xs:simpleType name="a"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>
      <xs:simpleType name="b"><xs:restriction base="a"><xs:enumeration value="1"/></xs:restriction></xs:simpleType>
      <xs:element name="v"><xs:simpleType><xs:union memberTypes="b xs:date"/></xs:simpleType></xs:element><xs:element name="w" type="b"/>`,
    valid: `<v>1</v>  <v>2</v>  <v>true</v>  <v>2000-01-01</v>  <w>1</w>  <w xsi:type="xs:int">1</w>`,
    invalid: `<v>a</v>  <w>2</w>  <w xsi:type="xs:date">2000-01-01</w>`,
  },
  "a list": values(list("xs:int"), ["", "1", "1 2\t3\n", " "], ["1,2", "a", "1 a"]),
  "a list of a union": {
    schema: `<xs:simpleType name="u"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType><xs:element name="v"><xs:simpleType><xs:list itemType="u"/></xs:simpleType></xs:element>`,
    valid: `<v>1 true 2</v>  <v/>`,
    invalid: `<v>1 a</v>`,
  },
  "a list with a pattern": values(restricted(list("xs:int"), "pattern=\\d \\d"), ["1 2", " 1  2 "], ["1", "11 2"]),
  "a union": values(union("xs:int", "xs:date"), ["1", "2000-01-01", " 5 "], ["a", "", "1.5"]),
  "a union with a list": {
    schema: `<xs:simpleType name="l"><xs:list itemType="xs:int"/></xs:simpleType><xs:element name="v"><xs:simpleType><xs:union memberTypes="xs:boolean l"/></xs:simpleType></xs:element>`,
    valid: `<v>true</v>  <v>1 2</v>  <v/>`,
    invalid: `<v>true 1</v>`,
  },
  "a union with a pattern": values(
    restricted(union("xs:int", "xs:boolean"), "pattern=.{1,4}"),
    ["1234", "true"],
    ["12345", "false"],
  ),
  "whitespace of a union's member": values(union("xs:int", "xs:string"), [" 1 ", " a "], []),
  "members with facets, anonymous": {
    schema: `<xs:element name="v"><xs:simpleType><xs:union memberTypes="xs:int">${restricted("xs:string", "enumeration=many")}</xs:union></xs:simpleType></xs:element>`,
    valid: `<v>1</v>  <v>many</v>`,
    invalid: `<v>few</v>  <v> many</v>`,
  },
  "NOTATION by enumeration": {
    schema: `<xs:notation name="gif" public="image/gif"/><xs:notation name="png" public="image/png"/>
      <xs:element name="v"><xs:simpleType><xs:restriction base="xs:NOTATION"><xs:enumeration value="gif"/></xs:restriction></xs:simpleType></xs:element>`,
    valid: `<v>gif</v>  <v> gif </v>`,
    invalid: `<v>png</v>  <v>t:gif</v>  <v/>`,
  },
  IDREFS: {
    schema: `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" maxOccurs="9"><xs:complexType><xs:attribute name="id" type="xs:ID"/><xs:attribute name="to" type="xs:IDREFS"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`,
    valid: `<r><i id="a" to="b a"/><i id="b"/></r>`,
    invalid: `<r><i id="a" to=""/></r>  <r><i id="a" to="a c"/></r>  <r><i id="a"/><i id="a"/></r>`,
  },
  "ENTITY, which a message without a document type can't declare": {
    schema:
      '<xs:element name="r"><xs:complexType><xs:attribute name="e" type="xs:ENTITY"/><xs:attribute name="f" type="xs:ENTITIES"/></xs:complexType></xs:element>',
    valid: `<r e="a"/>  <r f="a b"/>`,
    invalid: `<r e="1"/>  <r f=""/>  <r e="a b"/>`,
  },
});
