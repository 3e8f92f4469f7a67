import assert from "node:assert/strict";
import { xpathProblem } from "../../../server/src/expectations/xpath.ts";
import * as fontoxpath from "../../../server/src/node/fontoxpath.mjs";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { provideXPath } from "../../../server/src/service/languageService.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { nodesOf } from "../../../server/src/xpath/domNodes.ts";
import { evaluateXPath } from "../../../server/src/xpath/xpath.ts";
import { evaluationWith } from "../../support/evaluation.ts";

const body = nodesOf(
  parseXml(
    '<o xmlns="urn:o" xmlns:p="urn:p"><p:i a="1&amp;2">x &lt; y<e/></p:i><doc>&lt;n k="v"&gt;5&lt;/n&gt;</doc></o>',
  ),
);
const evaluation = () =>
  evaluationWith(
    new Map([
      ["p", "urn:p"],
      ["xs", "http://www.w3.org/2001/XMLSchema"],
    ]),
  );

/** XPath without a process, as in a browser. */
const inBrowser = () => provideXPath(() => fontoxpath, undefined);

/** The values of an expression, or why there are none. */
function valuesOf(expression: string): readonly string[] | string {
  const result = evaluateXPath(expression, body, evaluation());
  return "why" in result ? result.why : result.values.map(({ text }) => text);
}

const d = "xs:date('2002-12-31')";
const t = "xs:time('15:58:45.762+02:00')";
const dt = "xs:dateTime('2002-12-31T15:58:45.762')";

const examples: readonly (readonly [expression: string, ...values: string[]])[] = [
  ["format-integer(123, '0000')", "0123"],
  ["format-integer(123, 'w')", "one hundred and twenty-three"],
  ["format-integer(21, '1;o', 'en')", "21st"],
  ["format-integer(14, 'Ww;o')", "Fourteenth"],
  ["format-integer(7, 'a')", "g"],
  ["format-integer(27, 'A')", "AA"],
  ["format-integer(57, 'I')", "LVII"],
  ["format-integer(1234, '#;##0;')", "1;234"],
  ["format-integer(1234567, '#,##0')", "1,234,567"],
  ["format-integer(-5, '00')", "-05"],
  ["format-integer(12, '١')", "١٢"],
  ["format-integer((), '1')", ""],
  ["1234 => format-integer('0,000')", "1,234"],
  ["format-number(12345.6, '#,###.00')", "12,345.60"],
  ["format-number(12345678.9, '9,999.99')", "12,345,678.90"],
  ["format-number(123.9, '9999')", "0124"],
  ["format-number(0.14, '01%')", "14%"],
  ["format-number(-6, '000')", "-006"],
  ["format-number(1234.5678, '00.000e0')", "12.346e2"],
  ["format-number(0.234, '0.0e0')", "2.3e-1"],
  ["format-number(0.234, '#.00e0')", "0.23e0"],
  ["format-number(0.234, '.00e0')", ".23e0"],
  ["format-number(9.99, '0.0e0')", "1.0e1"],
  ["format-number(2.5, '0')", "2"],
  ["format-number(3.5, '0')", "4"],
  ["format-number(-5, '0;(0)')", "(5)"],
  ["format-number(0.5, '#.##')", ".5"],
  ["format-number(0.001, '0.00')", "0.00"],
  ["format-number(0.005, '0.0')", "0.0"],
  ["format-number(0.006, '0.00')", "0.01"],
  ["format-number((), '0')", "NaN"],
  ["format-number(1e-300, '0.00')", "0.00"],
  ["format-number(-5e-7, '0.0000000')", "-0.0000005"],
  ["format-number(-1234.5, '$#,##0.00;($#,##0.00)')", "($1,234.50)"],
  ["format-number(1234.5678, '#,##0.00,00')", "1,234.56,78"],
  ["format-number(0.125, '0.00')", "0.12"],
  ["format-number(0, '#')", "0"],
  ["format-integer(1234, '0,0,00')", "1,2,34"],
  ["format-integer(30, 'w;o')", "thirtieth"],
  ["format-date(xs:date('2020-12-31'), '[W] [w] [F1] [FNn,3-3] [E]')", "53 5 4 Thu ad"],
  ["format-date(xs:date('-0044-03-15'), '[Y] [EN] [d]')", "44 BC 75"],
  ["format-number(1 div 0e0, '0')", "Infinity"],
  ["format-number(1e20, '#,##0')", "100,000,000,000,000,000,000"],
  [`format-date(${d}, '[Y0001]-[M01]-[D01]')`, "2002-12-31"],
  [`format-date(${d}, '[M]-[D]-[Y]')`, "12-31-2002"],
  [`format-date(${d}, '[D1] [MI] [Y]')`, "31 XII 2002"],
  [`format-date(${d}, '[D1o] [MNn], [Y]')`, "31st December, 2002"],
  [`format-date(${d}, '[D01] [MN,*-3] [Y0001]')`, "31 DEC 2002"],
  [`format-date(${d}, '[D1] [MNn] [Y]', 'de', (), ())`, "[Language: en]31 December 2002"],
  [`format-date(${d}, '[Dwo] [MNn] [Y,2-2]', 'en', 'AD', ())`, "thirty-first December 02"],
  [`format-date(${d}, '[FNn], day [d], week [W], [[x]]')`, "Tuesday, day 365, week 1, [x]"],
  [`format-date(${d}, '[YWw]')`, "Two Thousand and Two"],
  ["format-date((), '[Y]')"],
  [`format-time(${t}, '[h]:[m01] [PN]')`, "3:58 PM"],
  [`format-time(${t}, '[h]:[m01]:[s01] [Pn] [ZN]')`, "3:58:45 pm +02:00"],
  [`format-time(${t}, '[H01]:[m01]:[s01] [z]')`, "15:58:45 GMT+02:00"],
  [`format-time(${t}, '[H01]:[m01] [Z0]|[Z0101]|[Z00:00t]|[ZZ]|[Z]')`, "15:58 +2|+0200|+02:00|B|+02:00"],
  [`format-time(${t}, '[H01]:[m01]:[s01].[f001]')`, "15:58:45.762"],
  [`format-time(${t}, '[s].[f,1-1]')`, "45.7"],
  ["format-time(xs:time('01:02:03Z'), '[Z00:00t]|[ZZ]|[z]|[f001]')", "Z|Z|GMT+00:00|000"],
  [`format-dateTime(${dt}, '[h].[m01][Pn] on [FNn], [D1o] [MNn]')`, "3.58pm on Tuesday, 31st December"],
  [`format-dateTime(${dt}, '[M01]/[D01]/[Y0001] at [H01]:[m01]:[s01]')`, "12/31/2002 at 15:58:45"],
  ["parse-ietf-date('Wed, 06 Jun 1994 07:29:35 GMT')", "1994-06-06T07:29:35Z"],
  ["parse-ietf-date('Wed, 6 Jun 94 07:29:35 GMT')", "1994-06-06T07:29:35Z"],
  ["parse-ietf-date('Wed Jun 06 11:54:45 EST 2013')", "2013-06-06T11:54:45-05:00"],
  ["parse-ietf-date('Sunday, 06-Nov-94 08:49:37 GMT')", "1994-11-06T08:49:37Z"],
  ["parse-ietf-date('Wed, 6 Jun 94 07:29:35 +0500')", "1994-06-06T07:29:35+05:00"],
  [
    "adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00'), xs:dayTimeDuration('-PT10H'))",
    "2002-03-07T07:00:00-10:00",
  ],
  [
    "adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T00:00:00+01:00'), xs:dayTimeDuration('-PT8H'))",
    "2002-03-06T15:00:00-08:00",
  ],
  ["adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00'), ())", "2002-03-07T10:00:00"],
  ["adjust-date-to-timezone(xs:date('2002-03-07-07:00'), xs:dayTimeDuration('-PT10H'))", "2002-03-06-10:00"],
  ["adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('PT5H30M'))", "2002-03-07+05:30"],
  ["adjust-time-to-timezone(xs:time('10:00:00-07:00'), xs:dayTimeDuration('PT10H'))", "03:00:00+10:00"],
  ["adjust-time-to-timezone(xs:time('10:00:00-07:00'), xs:dayTimeDuration('PT0S'))", "17:00:00Z"],
  ["adjust-time-to-timezone(xs:time('10:00:00-07:00')) = xs:time('17:00:00Z')", "true"],
  ["sort((1, 4, 6, 5, 3))", "1", "3", "4", "5", "6"],
  ["sort((1, -2, 5, 10, -10, 3), (), function($v) { abs($v) })", "1", "-2", "3", "5", "10", "-10"],
  ["sort(('b', 'a'), ())[1]", "a"],
  ["sort(//*:e/ancestor::*) ! local-name(.)", "i", "o"],
  ["contains-token('red green blue ', 'red')", "true"],
  ["contains-token(('red', 'green'), ' green ')", "true"],
  ["contains-token('red, green', 'red')", "false"],
  ["contains-token('red', '  ')", "false"],
  ["normalize-unicode('e\u0301') = '\u00e9'", "true"],
  ["string-length(normalize-unicode('\u00e9', 'NFD'))", "2"],
  ["normalize-unicode('\ufb01', 'nfkc')", "fi"],
  ["normalize-unicode(())", ""],
  ["apply(concat#3, ['a', 'b', 'c'])", "abc"],
  ["apply(function() { 7 }, [])", "7"],
  ["parse-xml('<a><b>3</b></a>')/a/b + 1", "4"],
  ["parse-xml(//*:doc)//n/@k", "v"],
  ["parse-xml(//*:doc)//n/@k/..", "5"],
  ["parse-xml(())"],
  ["count(parse-xml('<a>x</a>') | parse-xml('<a/>') | //*:e)", "3"],
  ['parse-xml(\'<?xml version="1.0"?><p:a xmlns:p="urn:p"/>\')/p:a/namespace-uri()', "urn:p"],
  ["parse-xml-fragment('<alpha>abc</alpha><beta>abcd</beta>')/beta", "abcd"],
  ["parse-xml-fragment('He was <i>so</i> kind')/node() ! string(.)", "He was ", "so", " kind"],
  ["count(parse-xml-fragment('')/node())", "0"],
  ["parse-xml-fragment(' ')", " "],
  ["serialize(//p:i)", '<p:i xmlns="urn:o" xmlns:p="urn:p" a="1&amp;2">x &lt; y<e/></p:i>'],
  ["serialize(parse-xml('<a><?p q?><!--c-->d</a>'))", "<a><?p q?><!--c-->d</a>"],
  ["serialize((1, 'a<', //*:e, true()))", '1 a&lt;<e xmlns="urn:o"/>true'],
  ["serialize(map { 'a': [1, 'x\"', ()], 'b': true() }, map { 'method': 'json' })", '{"a":[1,"x\\"",null],"b":true}'],
  ["serialize((1, 2), map { 'method': 'text' })", "12"],
  [
    "analyze-string('The cat sat', '[aeiou]')/* ! concat(local-name(.), ':', .)",
    ...["non-match:Th", "match:e", "non-match: c", "match:a", "non-match:t s", "match:a", "non-match:t"],
  ],
  ["analyze-string('08-12-03', '^([0-9]+)-([0-9]+)-([0-9]+)$')//*:group[@nr = '2']", "12"],
  ["analyze-string('A1,C15', '((A|C)([0-9]+))')/fn:match[2]/fn:group/fn:group ! string(.)", ...["C", "15"]],
  ["count(analyze-string('aXbx', 'x', 'i')/fn:match)", "2"],
  ["analyze-string('a.b', '.', 'q')/fn:match", "."],
  ["analyze-string('', 'x') ! local-name(.)", "analyze-string-result"],
  [
    'json-to-xml(\'{"x": 1, "y": [3, "a<", null, true]}\') => serialize()',
    '<map xmlns="http://www.w3.org/2005/xpath-functions"><number key="x">1</number><array key="y"><number>3</number><string>a&lt;</string><null/><boolean>true</boolean></array></map>',
  ],
  ['xml-to-json(json-to-xml(\'{"x": 1e2, "y": [3, "a\\"", null, true]}\'))', '{"x":100,"y":[3,"a\\"",null,true]}'],
  ["fn:sort#1((2, 1))", "1", "2"],
  [`format-integer(${"9".repeat(400)}, 'A') => string-length() > 0`, "true"],
  ["format-integer(1000000000000000000000000, 'A') => starts-with('99')", "true"],
  ["format-integer(1000000000000000000000000, '#,##0') => starts-with('999,999,')", "true"],
  ["format-integer(1000000000000000000000000, 'w') => starts-with('99')", "true"],
  ["contains-token('a b', 'b', 'http://www.w3.org/2005/xpath-functions/collation/codepoint')", "true"],
  ["analyze-string('a b', '[ ] b', 'x')/fn:match", " b"],
  ['serialize(parse-xml(\'<a xmlns:x="urn:x"><b t="x:T"/></a>\'))', '<a xmlns:x="urn:x"><b t="x:T"/></a>'],
];

suite("the functions that the XPath library lacks", () => {
  suiteSetup(inBrowser);
  suiteTeardown(provideXPathHere);

  for (const [expression, ...values] of examples) {
    test(`an expression has the value of the specification: ${expression}`, () => {
      assert.equal(xpathProblem(expression), undefined);
      assert.deepEqual(valuesOf(expression), values);
    });
  }
});

const long = (text: string, count: number) => `string-join((1 to ${count}) ! '${text}', '')`;
const errors: readonly (readonly [expression: string, why: RegExp])[] = [
  ["format-number(1, '0', 'other')", /^The decimal format other is unknown\. Leave it out\.$/],
  ["format-number(1, '0.0.0')", /^The picture 0\.0\.0 isn't one for numbers, such as #,##0\.00\.$/],
  ["format-number(1, '0#')", /^The picture 0# isn't/],
  ["format-number(1, '')", /^The picture {2}isn't/],
  ["format-number(1, '0%%')", /^The picture/],
  ["format-number(1, '0;0;0')", /^The picture/],
  [`format-number(1, ${long("#,", 50_000)})`, /^The picture #,#,/],
  ["format-integer(1, '0#')", /^The picture/],
  ["format-integer(1, '')", /^The picture/],
  [`format-integer(1, ${long("0", 100_000)})`, /^The picture/],
  [`format-date(${d}, '[X]')`, /^The picture \[X\] isn't one for dates and times/],
  [`format-date(${d}, '[Y')`, /^The picture \[Y isn't/],
  [`format-date(${d}, '[H]')`, /^The value has no component H, which the picture shows\.$/],
  [`format-date(${d}, ${long("[", 100_000)})`, /^The picture/],
  [`format-date(${d}, ${long("[Y", 50_000)})`, /^The picture/],
  ["parse-ietf-date('31 Feb 2020 10:00 GMT')", /^The text isn't a date such as/],
  [`parse-ietf-date(${long(" ", 100_000)})`, /isn't a date/],
  ["adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('PT15H'))", /^PT15H isn't a time zone/],
  ["adjust-date-to-timezone(xs:date('2002-03-07'), xs:dayTimeDuration('PT1S'))", /isn't a time zone/],
  ["normalize-unicode('a', 'X')", /^The normalization form X is unknown/],
  ["apply(concat#2, array { 1 to 11 })", /^A function can't be applied to 11 values\.$/],
  ["parse-xml('<a>')", /^The text isn't well-formed XML\.$/],
  ["parse-xml('')", /^The text isn't well-formed XML\.$/],
  ["parse-xml('<a/><b/>')", /^The text isn't well-formed XML/],
  ["parse-xml-fragment('</x><x>')", /^The text isn't well-formed XML/],
  ["parse-xml-fragment('<!DOCTYPE a><a/>')", /^The text isn't well-formed XML|^XML with a document type/],
  [
    "parse-xml('<!DOCTYPE a [<!ENTITY b \"c\">]><a>&amp;b;</a>')",
    /^XML with a document type declaration isn't parsed\.$/,
  ],
  ["parse-xml('<a>&amp;b;</a>' => replace('&amp;', '&'))", /^The text isn't well-formed XML/],
  [`parse-xml(concat(${long("<a>", 3000)}, ${long("</a>", 3000)}))`, /^The XML is nested too deep for XPath\.$/],
  [
    `(1 to 12) ! parse-xml(concat('<a>', ${long("0123456789", 100_000)}, '</a>'))`,
    /^The functions of an expression read at most 10 MB\.$/,
  ],
  ["json-to-xml('{')", /^The text isn't JSON\.$/],
  [`json-to-xml(concat(${long("[", 3000)}, ${long("]", 3000)}))`, /^The XML is nested too deep/],
  ["xml-to-json(/*)", /^xml-to-json needs the XML of json-to-xml\. Unexpected: o$/],
  ["serialize(//@a)", /^An attribute alone can't be serialized\.$/],
  ["serialize((1, 2), map { 'method': 'json' })", /^Several values have no JSON/],
  ["serialize(1, map { 'method': 'html' })", /^The serialization method html isn't supported/],
  ["analyze-string('a', '(')", /^The pattern \( isn't supported\.$/],
  ["analyze-string('a', 'x*')", /^The pattern x\* matches an empty text\.$/],
  ["analyze-string('a', 'a', 'z')", /^The flags z aren't supported/],
  ["format-date('x', '[Y]')", /XPTY0004/],
];

suite("errors of the added functions", () => {
  suiteSetup(inBrowser);
  suiteTeardown(provideXPathHere);

  for (const [expression, why] of errors) {
    test(`an expression has no value: ${expression}`, () => {
      const values = valuesOf(expression);
      assert.match(typeof values === "string" ? values : values.join("|"), why);
    });
  }

  test("a regular expression that takes exponential time elsewhere is matched in linear time", () => {
    assert.deepEqual(valuesOf(`count(analyze-string(${long("a", 2000)}, '(a+)+b')/*)`), ["1"]);
  });

  for (const name of [
    "doc",
    "collection",
    "unparsed-text",
    "json-doc",
    "environment-variable",
    "transform",
    "fn:doc",
  ]) {
    test(`the function ${name} isn't available, because an expression reads nothing`, () => {
      const { why } = xpathProblem(`${name}('file:///etc/passwd')`) ?? {};
      assert.equal(why, `The function ${name.replace("fn:", "")} isn't available: an expression reads nothing.`);
    });
  }

  test("a function that has another number of arguments is reported with its name", () => {
    assert.equal(xpathProblem("sort(1, 2, 3, 4)")?.why, "XPath has no function sort with 4 arguments.");
  });
});
