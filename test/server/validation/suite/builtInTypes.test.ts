import { specify, values, words } from "./verdicts.ts";

specify("built-in types: text", {
  string: values("xs:string", ["", " a\tb\n", "\r", "ü€𝒳", "{x}"], []),
  normalizedString: values("xs:normalizedString", ["", "a\tb", " a  b "], []),
  token: values("xs:token", ["", "a", " a  b\n"], []),
  language: values(
    "xs:language",
    ["en", "en-US", " de ", "x-klingon", "i-navajo", "abcdefgh-12345678", "sgn-BE-fr"],
    ["", "e1", "abcdefghi", "en-", "en_US", "-en", "en-123456789"],
  ),
  NMTOKEN: values("xs:NMTOKEN", ["a", "1", "-a.b:c_", ":", " x ", "ü·"], ["", "a b", "a/b", "a,b", "÷"]),
  NMTOKENS: values("xs:NMTOKENS", ["a", "1 2", " a\n-b "], ["", " ", "a, b"]),
  Name: values("xs:Name", ["a", ":a", "a:b:c", "_", "é1", " x "], ["", "1a", "-a", ".a", "a b", "a/b"]),
  NCName: values("xs:NCName", ["a", "_a", "a-b.c1", "é"], ["", "a:b", ":a", "1", "-a", "a b"]),
  ID: values("xs:ID", ["a", "_1", " a "], ["", "1", "a:b", "a b"]),
  anyURI: values(
    "xs:anyURI",
    [...words("a http://a/b?c=d#e ../x urn:a:b mailto:a@b #x a%20b //h/p ?q a/b:c"), "", "http://a/ü b"],
    ["%", "a%2", "a#b#c", "%zz"],
  ),
  "anyURI, by the grammar of RFC 2396 and RFC 2732": values(
    "xs:anyURI",
    words("http:// http:///a http://a:b http://u@[::1]:80/a //[::1] urn:a[b] a?[b] a#[b] a:?b é/a:b"),
    ["a:", "http:", "urn:#a", ":a", "1:a", "é:a", "a]", "http://a]", "http://[::1", "http://[g]/", "a/[b]", "[a]"],
  ),
  "names, by the second edition of XML 1.0": values(
    "xs:NCName",
    ["a·", "日本", "À", "a\u0387", "가"],
    ["𝒳", "Ⅻ", "a\u203f", "ĳ", "ſ", "\u0e46", "a\u0220"],
  ),
  QName: values("xs:QName", ["a", "t:a", " xs:int ", "_"], ["", ":a", "t:", "unknown:a", "t:1", "t:a:b", "a b"]),
});

specify("built-in types: numbers", {
  boolean: values("xs:boolean", ["true", "false", "1", "0", " true\n"], ["", "TRUE", "yes", "2", "01", "t"]),
  decimal: values(
    "xs:decimal",
    ["0", "-0", "+1", "1.", ".5", "-.5", "00.10", "123456789012345678901234567890.123456789"],
    ["", ".", "+", "1e2", "1,0", "INF", "NaN", "- 1", "--1", "1.2.3"],
  ),
  float: values(
    "xs:float",
    ["1", "-1E4", "1267.43233E12", "12.78e-2", "12", "INF", "-INF", "NaN", "0", "-0", "1e40", ".1", "1.", "+1"],
    ["", "+INF", "Infinity", "nan", "inf", "1e", "e1", "1e1.5", "0x1", "1 0", "1f"],
  ),
  double: values("xs:double", ["1E400", "-1e-400", "NaN", "1."], ["+INF", "-NaN", "1d", ""]),
  integer: values("xs:integer", ["0", "-0", "+5", "0012", "99999999999999999999999"], ["", "1.0", "1.", "1e1", "+"]),
  nonPositiveInteger: values("xs:nonPositiveInteger", ["0", "-1", "+0", "-99999999999999999999"], ["1", "+1", ""]),
  negativeInteger: values("xs:negativeInteger", ["-1", "-001"], ["0", "-0", "1"]),
  nonNegativeInteger: values("xs:nonNegativeInteger", ["0", "-0", "+1"], ["-1", ""]),
  positiveInteger: values("xs:positiveInteger", ["1", "+1", "0001"], ["0", "-1", "+0"]),
  long: values(
    "xs:long",
    ["9223372036854775807", "-9223372036854775808", "0"],
    ["9223372036854775808", "-9223372036854775809", "1.0"],
  ),
  int: values("xs:int", ["2147483647", "-2147483648", "+1"], ["2147483648", "-2147483649", "", "1.5"]),
  short: values("xs:short", ["32767", "-32768"], ["32768", "-32769"]),
  byte: values("xs:byte", ["127", "-128", "-0"], ["128", "-129"]),
  unsignedLong: values("xs:unsignedLong", ["0", "18446744073709551615", "+1"], ["18446744073709551616", "-1"]),
  unsignedInt: values("xs:unsignedInt", ["0", "4294967295"], ["4294967296", "-1"]),
  unsignedShort: values("xs:unsignedShort", ["0", "65535", "-0"], ["65536", "-1"]),
  unsignedByte: values("xs:unsignedByte", ["0", "255"], ["256", "-1"]),
});

specify("built-in types: dates, times and durations", {
  dateTime: values(
    "xs:dateTime",
    [
      ...["2002-10-10T12:00:00", "2002-10-10T12:00:00Z", "2002-10-10T12:00:00-05:00", "2002-10-10T12:00:00.123456789"],
      ...["-0001-01-01T00:00:00", "12002-01-01T00:00:00", "2000-02-29T00:00:00", "2002-10-10T24:00:00"],
      ...["2002-10-10T12:00:00+14:00", "2002-10-10T12:00:00-14:00", " 2002-10-10T12:00:00 ", "2002-10-10T24:00:00.00"],
    ],
    [
      ...[
        "",
        "2002-10-10",
        "2002-10-10 12:00:00",
        "0000-01-01T00:00:00",
        "02002-01-01T00:00:00",
        "+2002-01-01T00:00:00",
      ],
      ...[
        "2001-02-29T00:00:00",
        "1900-02-29T00:00:00",
        "2002-13-01T00:00:00",
        "2002-00-01T00:00:00",
        "2002-04-31T00:00:00",
      ],
      ...[
        "2002-10-10T24:00:01",
        "2002-10-10T25:00:00",
        "2002-10-10T12:60:00",
        "2002-10-10T12:00:60",
        "2002-10-10T12:00:00.",
      ],
      ...[
        "2002-10-10T12:00:00+14:01",
        "2002-10-10T12:00:00+15:00",
        "2002-10-10T12:00:00z",
        "2002-10-10T12:00",
        "200-10-10T12:00:00",
      ],
      ...[
        "2002-10-10T12:00:00+5:00",
        "2002-10-10T12:00:00 Z",
        "2002-1-10T12:00:00",
        "99-10-10T12:00:00",
        "2002-10-00T12:00:00",
      ],
    ],
  ),
  time: values(
    "xs:time",
    ["13:20:00", "13:20:00-05:00", "00:00:00Z", "24:00:00", "23:59:59.999", "12:00:00+14:00"],
    [...words("24:00:01 13:20 1:20:00 13:60:00 13:20:60 25:00:00 13:20:00. -13:20:00 12:00:00+14:30"), ""],
  ),
  date: values(
    "xs:date",
    ["1999-05-31", "1999-05-31Z", "1999-05-31-14:00", "-0044-03-15", "20000-01-01", "2000-02-29"],
    [...words("1999-5-31 1999-02-29 99-05-31 0000-01-01 1999-05-32 1999-05-31T00:00:00 19990531 1999-05"), ""],
  ),
  gYearMonth: values(
    "xs:gYearMonth",
    ["1999-05", "1999-05Z", "-1999-12+05:00", "12345-01"],
    ["", "1999-13", "1999-00", "1999", "0000-05", "99-05", "1999-5", "01999-05"],
  ),
  gYear: values(
    "xs:gYear",
    ["1999", "-0001", "12345", "1999Z", "1999-05:00"],
    ["", "99", "0000", "01999", "+1999", "1999-05"],
  ),
  gMonthDay: values(
    "xs:gMonthDay",
    ["--05-31", "--02-29", "--12-25Z", "--01-01+14:00"],
    ["", "--02-30", "--13-01", "--04-31", "05-31", "-05-31", "--5-31", "--05-00"],
  ),
  gDay: values("xs:gDay", ["---01", "---31", "---31Z", "---15-05:00"], ["", "---32", "---00", "--01", "---1", "01"]),
  "gMonth, in the form of the first edition too": values(
    "xs:gMonth",
    ["--01", "--12", "--12Z", "--05+13:00", "--05--", "--12--Z"],
    ["", "--13", "--00", "-05", "05", "--5", "--05-", "---05", "--05---"],
  ),
  duration: values(
    "xs:duration",
    ["P1Y2M3DT10H30M", "-P120D", "P1347Y", "P0Y1347M", "PT0S", "PT1.5S", "P1Y", "-PT1M", "P1M", "P0Y", " PT0S "],
    [
      ...[
        "",
        "P",
        "PT",
        "P1YT",
        "P-20M",
        "1Y",
        "P20M1Y",
        "PT1.S",
        "PT.5S",
        "P1S",
        "P1.5Y",
        "+P1Y",
        "P1H",
        "P1Y2",
        "-P",
      ],
      ...["PT1S1M", "P 1Y", "p1y"],
    ],
  ),
});

specify("built-in types: binary values", {
  hexBinary: values("xs:hexBinary", ["", "0f", "0FB7", "abcdef", " 00 "], ["0", "0g", "0 0F", "0x00"]),
  base64Binary: values(
    "xs:base64Binary",
    ["", "YQ==", "YWI=", "YWJj", "Y W J j", " YWJj\n YWJj ", "Y Q = =", "+/+/", "AA=="],
    ["Y", "YQ", "YQ=", "YWJ", "YR==", "YWK=", "@@@@", "====", "YWJj=", "YQ==YQ=="],
  ),
});
