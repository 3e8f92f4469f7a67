import assert from "node:assert/strict";
import { isProblem } from "../../../server/src/expectations/problem.ts";
import { readExpectation } from "../../../server/src/expectations/readExpectation.ts";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { mark, marked } from "../../support/marked.ts";

provideXPathHere();

/** Returns the problem of the expectation, which must be at the marked place. */
function problemIn(source: string): string {
  const { text, spans } = marked(source);
  const expectation = readExpectation(text, { start: 0, end: text.length });
  assert.ok(isProblem(expectation), `${text} can be understood`);
  assert.equal(mark(text, [{ start: expectation.start, end: expectation.end }]), mark(text, spans));
  return expectation.message;
}

function read(text: string) {
  const expectation = readExpectation(text, { start: 0, end: text.length });
  assert.ok(!isProblem(expectation), isProblem(expectation) ? `${text}: ${expectation.message}` : "");
  const { subject, check } = expectation;
  return `${subject.kind} | ${"path" in subject ? (subject.path?.text ?? "") : "name" in subject ? subject.name : ""} | ${check?.operator ?? ""} | ${check?.operand?.text ?? ""}`;
}

suite("@expect", () => {
  const understood: Readonly<Record<string, string>> = {
    "status 200": "status |  | = | 200",
    "status < 400": "status |  | < | 400",
    "status<400": "status |  | < | 400",
    "no fault": "no fault |  |  | ",
    fault: "fault |  |  | ",
    "fault Client": "fault |  | = | Client",
    "fault //m:Code = 17": "fault | //m:Code | = | 17",
    "//m:Result = 5.5": "path | //m:Result | = | 5.5",
    "//m:Result=5.5": "path | //m:Result | = | 5.5",
    "//m:A[@b = 'x = y']/c != 3": "path | //m:A[@b = 'x = y']/c | != | 3",
    "count(//m:Item) >= 2": "path | count(//m:Item) | >= | 2",
    "//m:A | //m:B count 3": "path | //m:A | //m:B | count | 3",
    '//a contains "x \\" y"': 'path | //a | contains | x " y',
    '//a matches "^\\d+$"': "path | //a | matches | ^\\d+$",
    "//a exists": "path | //a | exists | ",
    "//a absent": "path | //a | absent | ",
    "//a type xs:date": "path | //a | type | xs:date",
    "//a = {{login.response.body.//b [1]}}": "path | //a | = | {{login.response.body.//b [1]}}",
    "{{state}} = open": "value |  | = | open",
    "{{a}}-{{b c}}!=1": "value |  | != | 1",
    "{{token}} exists": "value |  | exists | ",
    "//m:Page = //m:Pages": "path | //m:Page | = | //m:Pages",
    "$.items[0].name = x": "path | $.items[0].name | = | x",
    "header Content-Type contains xml": "header | Content-Type | contains | xml",
    "time < 500 ms": "time |  | < | 500 ms",
    "time<2s": "time |  | < | 2s",
    "p95 < 300 ms": "p95 |  | < | 300 ms",
    "certificate expires > 30 d": "certificate expires |  | > | 30 d",
    "redirects 0": "redirects |  | = | 0",
    "redirects <= 2": "redirects |  | <= | 2",
    addressing: "addressing |  |  | ",
    "no leak": "no leak |  |  | ",
    "let $a := //a = 5 return $a = true": "path | let $a := //a = 5 return $a | = | true",
    "for $a in //a, $b in //b[. > 1] return $a count 3": "path | for $a in //a, $b in //b[. > 1] return $a | count | 3",
    "let $a := for $b in //b return $b > 1 return $a < 2":
      "path | let $a := for $b in //b return $b > 1 return $a | < | 2",
    "//return = 1": "path | //return | = | 1",
    "size < 10 KB": "size |  | < | 10 KB",
    "body = ./expected.xml": "body |  | = | ./expected.xml",
    'body contains "a \\" b"': 'body text |  | contains | a " b',
    'body not contains "a"': "body text |  | contains | a",
    'body matches "(?is)a.*b"': "body text |  | matches | (?is)a.*b",
    'body not matches "a"': "body text |  | matches | a",
    "body matches ./expected.xml": "body |  | matches | ./expected.xml",
    'body matches "./an expected.xml" ignore //m:Timestamp, //m:Id': "body |  | matches | ./an expected.xml",
  };
  for (const [text, expected] of Object.entries(understood)) {
    test(`the reader understands: ${text}`, () => assert.equal(read(text), expected));
  }

  const problems: Readonly<Record<string, RegExp>> = {
    "«statsu» 200": /Did you mean status\?/,
    "//a «contians» 5": /Did you mean contains\?/,
    "//a = 5 «6»": /double quotes/,
    '//a =« "5»': /closing quote/,
    "«//a»": /Missing comparison after the path/,
    "//m:a«[ = 5»": /closing \] is missing/,
    "//a«//» = 5": /not valid XPath/,
    "//a = //b«[»": /closing \] is missing/,
    "«nonsense(1)» = 5": /no function nonsense with 1 arguments/,
    "//a type «xs:dat»": /Did you mean xs:date\?/,
    "//a count «many»": /count must be followed by a number/,
    '//a matches «"(a"»': /not a regular expression/,
    '//a matches «"(a)\\1"»': /linear time/,
    "time < «5 parsecs»": /unit ms, s or min/,
    "p95 < «5»": /unit ms, s or min/,
    "p95 = «5 ms»": /Use <, <=, > or >=/,
    "certificate expires > «30»": /unit d or h/,
    "«certificate >» 30 d": /followed by expires/,
    "«certificat» expires": /Did you mean certificate\?/,
    "redirects «none»": /followed by a number/,
    "redirects contains «1»": /followed by a number/,
    "«no leek»": /followed by fault or leak/,
    "addressing «wsa»": /Unexpected text/,
    "«p99» < 5 ms": /Did you mean p95\?/,
    "«adressing»": /Did you mean addressing\?/,
    "let $a := //a = 5«»": /not valid XPath/,
    "size < «10»": /unit B, KB or MB/,
    "status < «abc»": /number from 100/,
    "body contains «x»": /in double quotes/,
    "body not matches «./a.xml»": /in double quotes/,
    'body not «=» "x"': /body not must be followed by contains or matches/,
    'body matches «"(a"»': /not a regular expression/,
    'body matches «"(?m)a"»': /linear time/,
    "body« exists»": /= FILE, matches FILE, contains/,
    "$.a«%» = 5": /can't be read here/,
  };
  for (const [source, message] of Object.entries(problems)) {
    test(`the reader reports: ${source}`, () => assert.match(problemIn(source), message));
  }

  test("the reader checks an XPath without evaluating it", () => {
    const endless = "count((1 to 100000000000)[. = -1])";
    assert.equal(read(`${endless} = 0`), `path | ${endless} | = | 0`);
    // If a function were written around this text, the text would end it.
    assert.match(problemIn(`(: ' :) «}, ${endless}, function() { (: ' :)» = 1`), /not valid XPath/);
  });

  test("the reader limits the length and the depth of an XPath", () => {
    const terms = (count: number) => Array(count).fill("//a").join(" or ");
    assert.equal(read(`${terms(250)} = true`), `path | ${terms(250)} | = | true`);
    const tooLong = terms(20_000);
    const marked = `${tooLong.slice(0, 2000)}«${tooLong.slice(2000)}»`;
    assert.match(problemIn(`${marked} = true`), /longer than 2000 characters. Shorten it/);
    assert.match(problemIn(`«${"(".repeat(900)}1${")".repeat(900)}» = 1`), /nested too deep/);
  });
});
