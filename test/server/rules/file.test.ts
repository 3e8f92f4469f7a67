import assert from "node:assert/strict";
import { envelope12, expectClean, expectFix, expectRule, findingsIn, request } from "../../support/findings.ts";
import { findingsAround } from "../../support/resolver.ts";

const body = (text: string) => envelope12.replace("<s:Body/>", `<s:Body><a xmlns="urn:a">${text}</a></s:Body>`);
const count = (text: string) => ({ "Content-Length": String(Buffer.byteLength(body(text))) });

suite("rules of the file", () => {
  test("xml-missing inserts an envelope", () => {
    const empty = request({ "Content-Length": "0" }, "");
    expectRule("xml-missing", empty.replace("POST", "«POST»"));
    const envelope =
      '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">\n  <soap:Body>\n  </soap:Body>\n</soap:Envelope>';
    const length = String(envelope.length);
    const expected = `${request({ "Content-Length": length }, envelope)}\n### b\n${request()}`;
    expectFix("xml-missing", `${empty}### b\n${request()}`, "Insert envelope", expected);
  });

  test("body-file-missing reports a path without a file", () => {
    expectRule("body-file-missing", request({ "Content-Length": "{{$contentLength}}" }, "< «./envelope.xml»\n"));
    expectRule("body-file-missing", request({ "Content-Length": "{{$contentLength}}" }, "<@ «a b.xml» "));
  });

  test("separator-missing reports a second request and nothing that follows from it", () => {
    const two = `${request()}\n\n«GET /s HTTP/1.1»\nHost: h\n`;
    expectRule("separator-missing", two);
    expectFix("separator-missing", two, "Insert ###", two.replace("«GET /s HTTP/1.1»", "###\nGET /s HTTP/1.1"));
  });

  test("separator-missing removes a duplicate request line", () => {
    const twice = `POST /s HTTP/1.1\n${request()}`;
    expectRule("separator-missing", twice.replace("\nPOST /s HTTP/1.1", "\n«POST /s HTTP/1.1»"));
    expectFix("separator-missing", twice, "Remove duplicate line", request());
  });

  test("separator-missing reports a request line among the headers of a GET", () => {
    const get = "GET /s?wsdl HTTP/1.1\nHost: h\nAccept: */*\n";
    expectRule("separator-missing", `${get}${request().replace("POST /s HTTP/1.1", "«POST /s HTTP/1.1»")}`);
    expectFix("separator-missing", `${get}${request()}`, "Insert ###", `${get}###\n${request()}`);
  });

  test("separator-in-body reports ### in the body and nothing that follows from it", () => {
    const [start, end] = request({}, body("a\n### b\nc")).split("###");
    expectRule("separator-in-body", `${start}«###${end?.replace("\n", "»\n")}`);
    expectFix(
      "separator-in-body",
      `${start}###${end}`,
      "Change to &#35;##",
      `${start?.replace("122", "126")}&#35;##${end}`,
    );
    expectRule(
      "xml-tag-unclosed",
      request({}, body("a").replace("</s:Body>", "")).replace("<s:Body>", "<«s:Body»>").concat("\n###\n", request()),
    );
  });

  test("name-duplicate reports a second request of the same name", () => {
    expectRule("name-duplicate", `# @name a\n${request()}\n###\n# @name «a»\n${request()}`);
    const twice = `# @name a\n# @name a\n${request()}`;
    expectFix("name-duplicate", twice, "Remove duplicate line", `# @name a\n${request()}`);
  });

  test("directive-unknown suggests the nearest name", () => {
    const [finding] = expectRule("directive-unknown", `# @«nmae» a\n${request()}`);
    assert.match(finding?.message ?? "", /Did you mean @name\?/);
    expectFix("directive-unknown", `# @nmae a\n${request()}`, "Change to @name", `# @name a\n${request()}`);
  });

  test("directive-value reports an invalid value", () => {
    for (const value of ["2 minutes", "fast", "-1s", "1d", "{{t}}"])
      expectRule("directive-value", `# @timeout «${value}»\n${request()}`);
    expectRule("directive-value", `# @«timeout»\n${request()}`);
    expectRule("directive-value", `# @scheme «ftp»\n${request()}`);
    for (const value of ["500ms", "30", "30S", "1.5 s", "2m", "2MIN", "1h", "0"])
      expectClean(`# @timeout ${value}\n${request()}`);
  });

  test("directive-value reports a WSDL that doesn't exist", () => {
    const files = { "/w/a/b/calc.wsdl": "<definitions/>" };
    const wrong = ["./calc.wsdl", "https://h/s?wsdl", "./other.wsdl", "https://", ""].filter((value) =>
      findingsAround(`# @wsdl ${value}\n${request()}`, { files }).some(({ code }) => code === "directive-value"),
    );
    assert.deepEqual(wrong, ["./other.wsdl", "https://", ""]);
  });

  test("variable-undefined reports a variable in target, header, body and definition", () => {
    expectRule("variable-undefined", `@a = «{{b}}»\n${request({ Host: "h", "X-A": "{{a}}" })}`);
    expectRule("variable-undefined", request({ Host: "«{{h}}»" }));
    expectRule("variable-undefined", request(count("{{x}}"), body("«{{x}}»")));
    expectRule("variable-undefined", request({}, undefined, "POST /«{{p}}» HTTP/1.1"));
    expectFix(
      "variable-undefined",
      request({ Host: "{{h}}" }),
      "Define h above request",
      `@h = \n${request({ Host: "{{h}}" })}`,
    );
  });

  test("variable-redefined and variable-cycle report the name of the definition", () => {
    const use = request({ "X-A": "{{a}}" });
    expectRule("variable-redefined", `@a = 1\n@«a» = 2\n${use}`);
    expectRule("variable-cycle", `@«a» = {{b}}\n@«b» = {{a}}\n${use}`);
  });

  test("variable-unused fades the definition", () => {
    const [finding] = expectRule("variable-unused", `«@a = 1»\n${request()}`);
    assert.equal(finding?.unnecessary, true);
    expectFix("variable-unused", `@a = 1\n${request()}`, "Remove definition", request());
  });

  test("Content-Length counts the value of a variable as it is escaped in XML", () => {
    expectClean(`@x = a&b\n${request({ "Content-Length": String(body("a&amp;b").length) }, body("{{x}}"))}`);
    expectClean(
      `@x = a&b\n${request({ "Content-Length": String(body("<![CDATA[a&b]]>").length) }, body("<![CDATA[{{x}}]]>"))}`,
    );
  });

  test("quotes in a variable don't end the attribute value around it", () => {
    const text = body("").replace("<a ", '<a t="{{$datetime "YYYY"}}" ');
    expectClean(request({ "Content-Length": String(text.replace(/\{\{.*\}\}/, "2026").length) }, text));
  });

  test("variable-value-refused reports a value that would end its CDATA section", () => {
    expectRule("variable-value-refused", `@x = ]]>\n${request({}, body("<![CDATA[«{{x}}»]]>"))}`);
  });

  test("# @ignore disables a rule for one request", () => {
    const wrong = request({ "Content-Length": "1" });
    expectClean(`# @ignore content-length-mismatch\n${wrong}`);
    assert.deepEqual(
      findingsIn(`# @ignore content-length-mismatch\n${wrong}\n###\n${wrong}`).map(({ code }) => code),
      ["content-length-mismatch"],
    );
  });

  test("# @ignore also disables rules about the whole file, in its segment", () => {
    expectClean(`# @ignore variable-unused\n@a = 1\n${request()}`);
    expectRule("variable-unused", `# @ignore variable-unused\n@a = 1\n###\n«@b = 2»\n${request()}`);
    expectClean(`@a = 1\n###\n# @ignore variable-redefined\n@a = 12345\n${request({}, body("{{a}}"))}`);
    const named = `# @name x\n${request()}\n###\n# @name x\n`;
    expectClean(`${named}# @ignore name-duplicate\n${request()}`);
  });

  test("the rules report the findings of each request in a file", () => {
    const wrong = request({ "Content-Length": "«1»" });
    expectRule("content-length-mismatch", `${wrong}\n### two\n\n${request()}\n### three\n${wrong}`);
  });
});
