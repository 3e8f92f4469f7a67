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
} from "../../support/findings.ts";
import { mark, marked } from "../../support/marked.ts";
import { around } from "../../support/resolver.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";

const expectClean = (text: string) => expectCleanOf(text, ofMock);
const expectRule = (code: string, text: string, ...besides: string[]) => expectRuleOf(code, text, besides, ofMock);
const expectFix = (code: string, text: string, title: string, expected: string) =>
  expectFixOf(code, text, title, expected, ofMock);

/** A valid response. `changes` replaces headers by name, `undefined` removes one. */
function response(
  changes: Readonly<Record<string, string | undefined>> = {},
  body = envelope12,
  line = "HTTP/1.1 200 OK",
): string {
  const fields: Record<string, string | undefined> = {
    "Content-Type": "application/soap+xml; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(marked(body).text.replace(/[\r\n]+$/, ""))),
    ...changes,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`));
  return [line, ...lines, "", body].join("\n");
}

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
    const found = findingsIn(`@a = {{a}}\n${text}{{none}}`, ofMock);
    assert.ok(found.length >= 5, describe(found));
    assert.deepEqual(
      found.filter(({ severity }) => severity === "error"),
      [],
    );
  });
});

suite("rules of the directives of a response", () => {
  test("when-invalid reports a condition that can't be read", () => {
    const [finding] = expectRule("when-invalid", `# @when «operations» Add\n${response()}`);
    assert.equal(finding?.severity, "error");
    expectFix("when-invalid", "# @when operatio Add\n# @hang", "Change to operation", "# @when operation Add\n# @hang");
    expectRule("when-invalid", `###\n# @«when»\n# @hang\n`);
  });

  test("directive-value reports a value, even of a response without text", () => {
    const [finding] = expectRule("directive-value", "# @times «often»\n# @hang\n");
    assert.equal(finding?.severity, "error");
  });

  test("directive-unknown reports a directive of requests", () => {
    expectRule("directive-unknown", `# @«retry» 3\n${response()}`);
    expectFix("directive-unknown", "# @othrwise\n# @hang", "Change to @otherwise", "# @otherwise\n# @hang");
  });

  test("data-file-missing reports a file that can't be read", () => {
    const text = `# @data «./none.csv» where a = //a\n${response()}`;
    const { text: plain, spans } = marked(text);
    const found = diagnose(analyze(plain, ofMock, around()));
    assert.equal(
      mark(
        plain,
        found.map(({ at }) => at),
      ),
      mark(plain, spans),
      describe(found),
    );
    assert.deepEqual(
      found.map(({ code, severity }) => [code, severity]),
      [["data-file-missing", "error"]],
    );
  });

  test("directive-without-request reports directives without a response", () => {
    expectRule("directive-without-request", `«# @when operation Add»\n###\n${response()}`);
  });

  test("name-duplicate and the rules of variables hold for responses, too", () => {
    expectRule("name-duplicate", `# @name a\n# @when method GET\n${response()}\n###\n# @name «a»\n${response()}`);
    expectRule("variable-unused", `«@a = 1»\n${response()}`);
    expectRule("variable-redefined", `@a = 1\n@«a» = 2\n${response({ X: "{{a}}" })}`);
    expectRule("variable-undefined", response({ X: "«{{none}}»" }));
    expectFix(
      "variable-undefined",
      response({ X: "{{none}}" }),
      "Define none above response",
      `@none = \n${response({ X: "{{none}}" })}`,
    );
  });

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

suite("the order of responses", () => {
  test("response-unreachable reports one below a response that always matches", () => {
    expectRule(
      "response-unreachable",
      `${response()}\n###\n# @when operation Add\n«HTTP/1.1 200 OK»\n\n###\n`.replace(
        "«HTTP/1.1 200 OK»\n",
        "«HTTP/1.1 204 OK»\n",
      ),
    );
  });

  test("response-unreachable reports one whose conditions include those of an earlier one", () => {
    const one = "# @when operation Add\n# @reset\n";
    expectRule("response-unreachable", `${one}###\n# @when method POST\n# @when  operation Add\n«HTTP/1.1 204 OK»\n`);
    expectRule("response-unreachable", `${one}###\n«# @when operation Add»\n# @hang\n`);
  });

  test("response-unreachable reports @otherwise if another response always matches", () => {
    expectRule("response-unreachable", "# @otherwise\n«HTTP/1.1 204 OK»\n###\nHTTP/1.1 204 OK\n");
  });

  test("a response with @times or @data leaves requests to those below", () => {
    expectClean("# @times 2\nHTTP/1.1 204 A\n###\nHTTP/1.1 204 B\n");
    expectClean("# @when method GET\nHTTP/1.1 204 A\n###\n# @when method POST\nHTTP/1.1 204 B\n");
  });

  test("otherwise-duplicate reports the second @otherwise", () => {
    const text = "# @otherwise\nHTTP/1.1 204 A\n###\n«# @otherwise»\nHTTP/1.1 204 B\n";
    expectRule("otherwise-duplicate", text);
    expectClean("# @otherwise\n# @times 1\nHTTP/1.1 204 A\n###\n# @otherwise\nHTTP/1.1 204 B\n");
  });
});

suite("status-line-malformed", () => {
  for (const [source, title, line] of [
    ["«Content-Length:» 0\n\n", "Insert HTTP/1.1 200 OK", "HTTP/1.1 200 OK\nContent-Length: 0\n\n"],
    ["«200» OK\nContent-Length: 0\n\n", "Insert HTTP/1.1", "HTTP/1.1 200 OK\nContent-Length: 0\n\n"],
    ["«HTTP/2» 204 OK\n", "Change to HTTP/1.1", "HTTP/1.1 204 OK\n"],
    ["«http/1.1» 204 OK\n", "Change to HTTP/1.1", "HTTP/1.1 204 OK\n"],
    ["HTTP/1.1« »204 OK\n".replace(" ", "  "), "Remove whitespace", "HTTP/1.1 204 OK\n"],
    ["HTTP/1.1 204«\t»OK\n", "Remove whitespace", "HTTP/1.1 204 OK\n"],
    ["HTTP/1.1 «204»\n", "Insert No Content", "HTTP/1.1 204 No Content\n"],
  ] as const) {
    test(`a fix offers "${title}" for ${JSON.stringify(marked(source).text)}`, () => {
      expectRule("status-line-malformed", source);
      expectFix("status-line-malformed", source, title, line);
    });
  }

  test("the rule reports a status that isn't one", () => {
    expectRule("status-line-malformed", "HTTP/1.1 «20» OK\nContent-Length: 0\n\n");
    expectRule("status-line-malformed", "HTTP/1.1 «600» OK\nContent-Length: 0\n\n");
    expectRule("status-line-malformed", "HTTP/1.1 «OK»\nContent-Length: 0\n\n");
  });

  test("the rule accepts unknown statuses, any reason, and variables", () => {
    expectClean("HTTP/1.1 299 Sort of\nContent-Length: 0\n\n");
    expectClean("HTTP/1.0 {{request.query.status}} Any\nContent-Length: 0\n\n");
  });
});

suite("rules of the head and the body of a response", () => {
  test("response-content-length-mismatch says by how much, and corrects it", () => {
    const text = response({ "Content-Length": "«85»" });
    const [finding] = expectRule("response-content-length-mismatch", text);
    assert.deepEqual(
      [finding?.severity, finding?.message],
      ["warning", "Content-Length is 85, but the body is 84 bytes in utf-8 (1 too many)."],
    );
    expectFix("response-content-length-mismatch", text, "Change Content-Length to 84", response());
  });

  test("a Content-Length without a body is right for HEAD and 304", () => {
    expectRule("response-content-length-mismatch", "HTTP/1.1 200 OK\nContent-Length: «5»\n");
    expectClean("# @when method HEAD\nHTTP/1.1 200 OK\nContent-Length: 5\n");
    expectClean("HTTP/1.1 304 Not Modified\nContent-Length: 5\n");
  });

  test("a Content-Length can't be checked if the body contains a value of the request", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body>{{request.body.//a}}</s:Body>");
    const text = response({ "Content-Length": "«5»" }, body);
    expectRule("response-content-length-mismatch", text);
    expectFix(
      "response-content-length-mismatch",
      text,
      "Change Content-Length to {{$contentLength}}",
      response({ "Content-Length": "{{$contentLength}}" }, body),
    );
    expectClean(response({ "Content-Length": "{{$contentLength}}" }, body));
  });

  test("response-content-length-missing inserts the count", () => {
    const text = response({ "Content-Length": undefined }).replace("HTTP/1.1", "«HTTP/1.1»");
    expectRule("response-content-length-missing", text);
    expectFix("response-content-length-missing", text, "Insert Content-Length: 84", response());
    expectClean(
      response({ "Content-Length": undefined, "Transfer-Encoding": "chunked" }, "5\r\nhello\r\n0\r\n\r\n").replace(
        "application/soap+xml; charset=utf-8",
        "text/plain",
      ),
    );
  });

  test("transfer-encoding reports a body without chunks, and one with a length", () => {
    expectRule("transfer-encoding", response({ "Content-Length": undefined, "«Transfer-Encoding»": "chunked" }));
    expectRule("transfer-encoding", response({ "«Transfer-Encoding»": "chunked" }));
  });

  test("response-content-type-missing inserts that of the envelope", () => {
    const text = response({ "Content-Type": undefined });
    expectRule("response-content-type-missing", text.replace("HTTP/1.1", "«HTTP/1.1»"));
    const inserted = "Content-Type: application/soap+xml; charset=utf-8";
    expectFix("response-content-type-missing", text, `Insert ${inserted}`, text.replace("\n\n", `\n${inserted}\n\n`));
  });

  test("response-content-type-unexpected changes it to that of the envelope", () => {
    const text = response({ "Content-Type": "«application/soap+xml»; charset=utf-8" }, envelope11);
    expectRule("response-content-type-unexpected", text);
    expectFix(
      "response-content-type-unexpected",
      text,
      "Change the media type to text/xml",
      response({ "Content-Type": "text/xml; charset=utf-8" }, envelope11),
    );
  });

  test("response-status-fault reports a Fault with another status", () => {
    const body = fault("s:Server");
    expectRule(
      "response-status-fault",
      response({ "Content-Type": "text/xml; charset=utf-8" }, body).replace("200", "«200»"),
    );
    expectClean(response({ "Content-Type": "text/xml; charset=utf-8" }, body, "HTTP/1.1 500 Error"));
  });

  test("the rules of XML and SOAP hold, with their fixes", () => {
    const broken = envelope12.replace("<s:Body/>", "<s:Body><«a»></s:Body>");
    expectRule("xml-tag-unclosed", response({}, broken));
    expectRule(
      "soap-body-missing",
      response({}, envelope12.replace("s:Envelope", "«s:Envelope»").replace("<s:Body/>", "")),
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

  test("separator-in-body doesn't take the next response for a part of the body", () => {
    const open = response({}, envelope12.replace("<s:Body/>", "<«s:Body»>"));
    expectRule(
      "xml-tag-unclosed",
      `# @when method GET\n${open}\n###\n${response({}, envelope12.replace("<s:Body/>", "<s:Body></s:Body>"))}`,
    );
  });

  test("body-file-missing only warns", () => {
    const [finding] = expectRule(
      "body-file-missing",
      response({ "Content-Length": "{{$contentLength}}" }, "< «./a.xml»\n"),
    );
    assert.equal(finding?.severity, "warning");
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

suite("the contract of a response", () => {
  function expectByShop(source: string, ...codes: string[]) {
    const { text, spans } = marked(`# @wsdl ./s.wsdl\n${source}`);
    const found = diagnose(analyze(text, ofMock, around({ files: { "/w/a/b/s.wsdl": shopWsdl() } })));
    assert.equal(
      mark(
        text,
        found.map(({ at }) => at),
      ),
      mark(text, spans),
      describe(found),
    );
    assert.deepEqual(
      found.map(({ code }) => code),
      codes,
    );
    return found;
  }
  const soap11 = { "Content-Type": "text/xml; charset=utf-8" };
  const added = (id: string) =>
    response(soap11, shopMessage(`<AddResponse xmlns="urn:shop"><id>${id}</id></AddResponse>`));

  test("the contract is that of the operation in the response's conditions", () => {
    expectByShop(`# @when operation Add\n${added("1")}`);
    const [finding] = expectByShop(`# @when operation Add\n${added("«x»")}`, "schema-value");
    assert.equal(finding?.severity, "warning");
  });

  test("the contract isn't checked without an operation", () => {
    expectByShop(added("x"));
  });

  test("the check accepts values of the request", () => {
    const text = added("{{request.body.//id}}").replace(/Content-Length: .*/, "Content-Length: {{$contentLength}}");
    expectByShop(`# @when operation Shop/P/Add\n${text}`);
  });

  test("the hint says which operation is meant", () => {
    const [finding] = expectByShop(`# @when operation «Cuont»\n${added("1")}`, "operation-unknown");
    assert.equal(finding?.message, "The operation Cuont is unknown. Did you mean Count?");
  });

  test("the check reports another payload, and a Fault never", () => {
    const payload = '<«Add» xmlns="urn:shop"><item>a</item></Add>';
    expectByShop(`# @when operation Add\n${response(soap11, shopMessage(payload))}`, "schema-payload");
    expectByShop(`# @when operation Add\n${response(soap11, fault("s:Server"), "HTTP/1.1 500 Error")}`);
  });
});
