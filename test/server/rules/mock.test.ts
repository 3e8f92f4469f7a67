import assert from "node:assert/strict";
import { analyze, applyEdits, diagnose, fixEverything } from "../../../server/src/service/languageService.ts";
import {
  describe,
  envelope11,
  envelope12,
  expectClean as expectCleanOf,
  expectFix as expectFixOf,
  expectRule as expectRuleOf,
  findingsIn,
  ofMock,
  request,
} from "../../support/findings.ts";
import { around } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";

const expectClean = (text: string) => expectCleanOf(text, ofMock);
const expectRule = (code: string, text: string, ...besides: string[]) => expectRuleOf(code, text, besides, ofMock);
const expectFix = (code: string, text: string, title: string, expected: string) =>
  expectFixOf(code, text, title, expected, ofMock);

/** A valid response. `changes` replaces headers by name, `undefined` removes one. */
const response = (
  changes: Readonly<Record<string, string | undefined>> = {},
  body = envelope12,
  line = "HTTP/1.1 200 OK",
) => request({ Host: undefined, ...changes }, body, line);

const fault = (code: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>${code}</faultcode><faultstring>x</faultstring></s:Fault></s:Body></s:Envelope>`;

suite("a .soapmock file", () => {
  test("a .soapmock file has no findings if its responses are right", () => {
    expectClean(`# @name one\n# @when operation Add\n# @times 3\n${response()}\n###\n# @otherwise\n${response()}`);
  });

  test("a .soapmock file may have responses without a body, and responses that aren't SOAP", () => {
    expectClean("HTTP/1.1 204 No Content\n###\n");
    expectClean(response({ "Content-Type": "application/json" }, '{"a": 1 }'));
    expectClean(response({ "Content-Type": "text/html; charset=utf-8" }, "<html><br></html>"));
    expectClean(response({ "Content-Type": "application/octet-stream" }, "any"));
    expectClean(response({ "Content-Length": "0", "Content-Type": undefined }, "", "HTTP/1.1 404 Not Found"));
  });

  test("a .soapmock file may have responses that are never sent", () => {
    expectClean("# @when operation Add\n# @reset\n###\n# @hang\n");
  });

  test("a .soapmock file has at most warnings, except about its directives", () => {
    const text = response({ "Content-Length": "x", Folded: "1\n  2" }, "<a><b></a>&", "HTTP/1.1 200 OK");
    const findings = findingsIn(`@a = {{a}}\n${text}{{none}}`, ofMock);
    assert.ok(findings.length >= 5, describe(findings));
    assert.deepEqual(
      findings.filter(({ severity }) => severity === "error"),
      [],
    );
  });
});

suite("rules of the directives of a response", () => {
  for (const [code, text] of [
    ["when-invalid", `# @when operations Add\n${response()}`],
    ["directive-value", "# @times often\n# @hang\n"],
    ["data-file-missing", `# @data ./none.csv where a = //a\n${response()}`],
  ] as const) {
    test(`${code} is an error`, () => {
      const [finding, ...others] = diagnose(analyze(text, ofMock, around()));
      assert.deepEqual([finding?.code, finding?.severity, others], [code, "error", []]);
    });
  }

  test("a condition uses the variables that it compares, and that are in its value", () => {
    expectClean(`@state = new\n@id = 1\n# @when variable state = new\n# @when //Id = {{id}}\n${response()}`);
  });

  test("variables of the request, the state and the rows have values", () => {
    const files = { "/w/a/b/rows.csv": "sku,price\n1,2\n" };
    const text = `# @set last = //m:Id\n# @data ./rows.csv where sku = //m:Sku\n${response({ X: "{{last}} {{price}} {{request.path}}" })}`;
    assert.equal(describe(diagnose(analyze(text, ofMock, around({ files })))), "nothing");
  });

  test("variable-undefined reports a part that requests don't have", () => {
    const [finding] = expectRule("variable-undefined", response({ X: "«{{request.status}}»" }));
    assert.match(finding?.message ?? "", /body\.PATH, headers\.NAME, query\.NAME, path, method/);
  });
});

const mocked = rulesIn((text) => text, { options: ofMock });
const withLine = rulesIn((line) => `${line}\nContent-Length: 0\n\n`, { options: ofMock });
const named = "HTTP/1.1 204 ";

mocked`
  when-invalid
    a condition that can't be read | # @when «operations» Add⏎${response()}
    a misspelled condition | # @when «operatio» Add⏎# @hang
      → Change to operation | # @when operation Add⏎# @hang
    a directive without a condition | ###⏎# @«when»⏎# @hang⏎

  directive-value
    a wrong value, even of a response without text | # @times «often»⏎# @hang⏎

  data-file-missing
    a file that can't be read | # @data «./none.csv» where a = //a⏎${response()}

  directive-unknown
    a directive of requests | # @«retry» 3⏎${response()}
    a misspelled directive | # @«othrwise»⏎# @hang
      → Change to @otherwise | # @otherwise⏎# @hang

  directive-without-request
    directives without a response | «# @when operation Add»⏎###⏎${response()}

  name-duplicate
    a second response of a name | # @name a⏎# @when method GET⏎${response()}⏎###⏎# @name «a»⏎${response()}

  variable-unused
    a variable that no response has | «@a = 1»⏎${response()}

  variable-redefined
    a second definition | @a = 1⏎@«a» = 2⏎${response({ X: "{{a}}" })}

  response-unreachable
    a response below one that always matches | ${response()}⏎###⏎# @when operation Add⏎«${named}OK»⏎⏎###⏎
    a response whose conditions include those of an earlier one | # @when operation Add⏎# @reset⏎###⏎# @when method POST⏎# @when  operation Add⏎«${named}OK»⏎
    a response without text, at its first directive | # @when operation Add⏎# @reset⏎###⏎«# @when operation Add»⏎# @hang⏎
    @otherwise next to a response that always matches | # @otherwise⏎«${named}OK»⏎###⏎${named}OK⏎
    a response below one with @times | # @times 2⏎${named}A⏎###⏎${named}B⏎
    responses with different conditions | # @when method GET⏎${named}A⏎###⏎# @when method POST⏎${named}B⏎

  otherwise-duplicate
    a second @otherwise | # @otherwise⏎${named}A⏎###⏎«# @otherwise»⏎${named}B⏎
    @otherwise below one with @times | # @otherwise⏎# @times 1⏎${named}A⏎###⏎# @otherwise⏎${named}B⏎

  status-line-malformed
    HTTP/2 | «HTTP/2» 204 OK⏎
      → Change to HTTP/1.1 | HTTP/1.1 204 OK⏎
    http/1.1 in lower case | «http/1.1» 204 OK⏎
      → Change to HTTP/1.1 | HTTP/1.1 204 OK⏎
    two spaces | HTTP/1.1«  »204 OK⏎
      → Remove whitespace | HTTP/1.1 204 OK⏎
    a tab | HTTP/1.1 204«\t»OK⏎
      → Remove whitespace | HTTP/1.1 204 OK⏎
    a status without a reason | HTTP/1.1 «204»⏎
      → Insert No Content | HTTP/1.1 204 No Content⏎
    a response without a status line | «Content-Length:» 0⏎⏎
      → Insert HTTP/1.1 200 OK | HTTP/1.1 200 OK⏎Content-Length: 0⏎⏎
`;

withLine`
  status-line-malformed
    a line without a version | «200» OK
      → Insert HTTP/1.1 | HTTP/1.1 200 OK
    a status with two digits | HTTP/1.1 «20» OK
    a status above 599 | HTTP/1.1 «600» OK
    a status that isn't a number | HTTP/1.1 «OK»
    an unknown status with any reason | HTTP/1.1 299 Sort of
    a variable for the status | HTTP/1.0 {{request.query.status}} Any
`;

const ofRequest = envelope12.replace("<s:Body/>", "<s:Body>{{request.body.//a}}</s:Body>");
const chunked = { "Content-Length": undefined, "Transfer-Encoding": "chunked" };
const type11 = "text/xml; charset=utf-8";

mocked`
  variable-undefined
    an unknown variable | ${response({ X: "«{{none}}»" })}

  response-content-length-mismatch
    another length | ${response({ "Content-Length": "«85»" })}
      says Content-Length is 85, but the body is 84 bytes in utf-8 (1 too many).
      → Change Content-Length to 84 | ${response()}
    a length without a body | HTTP/1.1 200 OK⏎Content-Length: «5»⏎
    a length without a body for HEAD | # @when method HEAD⏎HTTP/1.1 200 OK⏎Content-Length: 5⏎
    a length without a body with 304 | HTTP/1.1 304 Not Modified⏎Content-Length: 5⏎
    a number where the body contains a value of the request | ${response({ "Content-Length": "«5»" }, ofRequest)}
      → Change Content-Length to {{$contentLength}} | ${response({ "Content-Length": "{{$contentLength}}" }, ofRequest)}

  response-content-length-missing
    neither a length nor chunks | ${response({ "Content-Length": undefined }).replace("HTTP/1.1", "«HTTP/1.1»")}
      → Insert Content-Length: 84 | ${response()}
    a body in chunks | ${response({ ...chunked, "Content-Type": "text/plain" }, "5\r\nhello\r\n0\r\n\r\n")}

  transfer-encoding
    a body without chunks | ${response({ "Content-Length": undefined, "«Transfer-Encoding»": "chunked" })}
    a body with a length | ${response({ "«Transfer-Encoding»": "chunked" })}

  response-content-type-missing
    a response without a media type | ${response({ "Content-Type": undefined }).replace("HTTP/1.1", "«HTTP/1.1»")}
      → Insert Content-Type: application/soap+xml; charset=utf-8 | ${response({ "Content-Type": undefined }).replace("\n\n", "\nContent-Type: application/soap+xml; charset=utf-8\n\n")}

  response-content-type-unexpected
    the media type of the other version | ${response({ "Content-Type": "«application/soap+xml»; charset=utf-8" }, envelope11)}
      → Change the media type to text/xml | ${response({ "Content-Type": type11 }, envelope11)}

  response-status-fault
    a Fault with status 200 | ${response({ "Content-Type": type11 }, fault("s:Server")).replace("200", "«200»")}
    a Fault with status 500 | ${response({ "Content-Type": type11 }, fault("s:Server"), "HTTP/1.1 500 Error")}

  xml-tag-unclosed
    a start tag without an end tag | ${response({}, envelope12.replace("<s:Body/>", "<s:Body><«a»></s:Body>"))}
    one above another response, without separator-in-body | # @when method GET⏎${response({}, envelope12.replace("<s:Body/>", "<«s:Body»>"))}⏎###⏎${response({}, envelope12.replace("<s:Body/>", "<s:Body></s:Body>"))}

  soap-body-missing
    an empty Envelope | ${response({}, envelope12.replace("s:Envelope", "«s:Envelope»").replace("<s:Body/>", ""))}

  body-file-missing
    a file that doesn't exist | ${response({ "Content-Length": "{{$contentLength}}" }, "< «./a.xml»\n")}
`;

suite("rules of the head and the body of a response", () => {
  test("variable-undefined offers a definition above the response", () => {
    const text = response({ X: "{{none}}" });
    expectFix("variable-undefined", text, "Define none above response", `@none = \n${text}`);
  });

  test("a Content-Length and a body file that are wrong are only warnings", () => {
    for (const text of [
      response({ "Content-Length": "85" }),
      response({ "Content-Length": "{{$contentLength}}" }, "< ./a.xml\n"),
    ])
      assert.deepEqual(
        findingsIn(text, ofMock).map(({ severity }) => severity),
        ["warning"],
      );
  });

  test("messages are about the response", () => {
    const [misspelled] = expectRule(
      "header-misspelled",
      response({ "Content-Type": undefined, "«Contet-Type»": "text/xml" }),
      "soap-version-media",
      "response-content-type-missing",
    );
    assert.equal(misspelled?.message, "Did you mean Content-Type? The response has no such header.");
    const [start, end = ""] = response({}, envelope12.replace("<s:Body/>", "<s:Body><a>\n###\n</a></s:Body>")).split(
      "###",
    );
    const [cut] = expectRule("separator-in-body", `${start}«###»${end}`);
    assert.match(cut?.message ?? "", /separates responses/);
  });

  test("Fix all corrects what is certain", () => {
    const text = `${response({ "Content-Length": "1" })}\n###\n# @when method GET\n${response({ "Content-Length": undefined })}`;
    const analysis = analyze(text, ofMock);
    const fixed = applyEdits(text, fixEverything(analysis));
    assert.equal(
      fixed,
      text.replace("Length: 1", "Length: 84").replace(/(method GET[\s\S]*?utf-8)/, "$1\nContent-Length: 84"),
    );
  });
});

const soap11 = { "Content-Type": type11 };
const added = (id: string) =>
  response(soap11, shopMessage(`<AddResponse xmlns="urn:shop"><id>${id}</id></AddResponse>`));
const ofRequestedId = added("{{request.body.//id}}").replace(
  /Content-Length: .*/,
  "Content-Length: {{$contentLength}}",
);
const resolver = around({ files: { "/w/a/b/s.wsdl": shopWsdl() } });

rulesIn((text) => `# @wsdl ./s.wsdl\n${text}`, { options: ofMock, resolver })`
  schema-value
    a valid response to the operation of its conditions | # @when operation Add⏎${added("1")}
    a value in the response to the operation of its conditions | # @when operation Add⏎${added("«x»")}
      says x isn't a valid xs:int. Example: 1
    any value without an operation | ${added("x")}
    a value of the request | # @when operation Shop/P/Add⏎${ofRequestedId}

  operation-unknown
    a misspelled operation | # @when operation «Cuont»⏎${added("1")}
      says The operation Cuont is unknown. Did you mean Count?

  schema-payload
    another payload | # @when operation Add⏎${response(soap11, shopMessage('<«Add» xmlns="urn:shop"><item>a</item></Add>'))}
    a Fault | # @when operation Add⏎${response(soap11, fault("s:Server"), "HTTP/1.1 500 Error")}
`;

test("a response that its contract doesn't allow is only a warning", () => {
  const [finding] = diagnose(analyze(`# @wsdl ./s.wsdl\n# @when operation Add\n${added("x")}`, ofMock, resolver));
  assert.deepEqual([finding?.code, finding?.severity], ["schema-value", "warning"]);
});
