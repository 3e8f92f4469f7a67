import assert from "node:assert/strict";
import { isProblem } from "../../../../server/src/expectations/problem.ts";
import { readCondition } from "../../../../server/src/mock/directives/condition.ts";
import { provideXPathHere } from "../../../../server/src/node/xpath.ts";
import { mark, marked } from "../../../support/marked.ts";

provideXPathHere();

function read(text: string): string {
  const condition = readCondition(text, { start: 0, end: text.length });
  assert.ok(!isProblem(condition), isProblem(condition) ? `${text}: ${condition.message}` : "");
  const subject = "name" in condition ? condition.name : "path" in condition ? condition.path.text : "";
  const { operator = "", operand = undefined } = "check" in condition ? condition.check : {};
  return `${condition.kind} | ${subject} | ${operator} | ${operand?.text ?? ""}`;
}

suite("# @when", () => {
  const understood: Readonly<Record<string, string>> = {
    "operation Add": "operation | Add |  | ",
    "operation Calculator/CalculatorSoap/Add": "operation | Calculator/CalculatorSoap/Add |  | ",
    "//m:a = 2": "body path | //m:a | = | 2",
    "//m:a exists": "body path | //m:a | exists | ",
    "count(//*:Item) > 2": "body path | count(//*:Item) | > | 2",
    "for $a in //m:a return $a exists": "body path | for $a in //m:a return $a | exists | ",
    "$.items[0].name = x": "body path | $.items[0].name | = | x",
    "header X-Mode = slow": "header | X-Mode | = | slow",
    "header X-Mode absent": "header | X-Mode | absent | ",
    "header X-Mode!=slow": "header | X-Mode | != | slow",
    "path /calc": "path pattern | /calc |  | ",
    "path */calc": "path pattern | */calc |  | ",
    'path matches "^/calc/\\d+$"': "path |  | matches | ^/calc/\\d+$",
    "query id = 5": "query | id | = | 5",
    "query id=5": "query | id | = | 5",
    'query "a name" exists': "query | a name | exists | ",
    "method GET": "method | GET |  | ",
    "method PROPFIND": "method | PROPFIND |  | ",
    "version 1.2": "version | 1.2 |  | ",
    'body contains "<a> b"': "body |  | contains | <a> b",
    "variable state = paid": "variable | state | = | paid",
    "variable count >= {{least}}": "variable | count | >= | {{least}}",
  };
  for (const [text, expected] of Object.entries(understood)) {
    test(`the condition is read: ${text}`, () => assert.equal(read(text), expected));
  }

  const problems: Readonly<Record<string, RegExp>> = {
    "«»": /^Missing condition\. Use operation, header, path, query, method, version, body, variable, signature, certificate, or a path\.$/,
    "«oparation» Add": /Did you mean operation\?/,
    "«status» 200": /^Unknown condition status\. Use operation/,
    "«operation»": /Missing operation/,
    "operation Add «Sub»": /double quotes/,
    "method «get»": /case-sensitive\. Use GET\./,
    "method = «GET»": /double quotes/,
    "method «=GET»": /Unexpected text after the method/,
    "version «2.0»": /must be 1\.1 or 1\.2/,
    "//m:a «equals 2»": /From here on/,
    "//m:a «contians» 2": /Did you mean contains\?/,
    "«//m:a»": /Missing comparison after the path/,
    "//m:a«[ = 2»": /closing/,
    "header X «is» 2": /Unknown comparison is/,
    "«header»": /Missing name, such as header Accept contains xml\./,
    "«header X»": /Missing comparison/,
    "path /calc«?x=1»": /A path has no query/,
    "query id count «many»": /number/,
    'body contains« "abc»': /closing quote/,
    "«variable»": /Missing name, such as variable state = paid\./,
  };
  for (const [source, message] of Object.entries(problems)) {
    test(`the message explains: ${source}`, () => {
      const { text, spans } = marked(source);
      const condition = readCondition(text, { start: 0, end: text.length });
      assert.ok(isProblem(condition), `${text} can be understood`);
      assert.match(condition.message, message);
      assert.equal(mark(text, [{ start: condition.start, end: condition.end }]), mark(text, spans));
    });
  }
});
