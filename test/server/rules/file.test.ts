import assert from "node:assert/strict";
import { codesOf, envelope12, expectClean, expectRule, findingsIn, request } from "../../support/findings.ts";
import { findingsAround } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

const body = (text: string) => envelope12.replace("<s:Body/>", `<s:Body><a xmlns="urn:a">${text}</a></s:Body>`);
const count = (text: string) => ({ "Content-Length": String(Buffer.byteLength(body(text))) });
const calculated = { "Content-Length": "{{$contentLength}}" };

const empty = request({ "Content-Length": "0" }, "").replace("POST", "«POST»");
const inserted =
  '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">\n  <soap:Body>\n  </soap:Body>\n</soap:Envelope>';
const below = request().replace("POST /s HTTP/1.1", "«$&»");
const [above = "", cut = ""] = request({}, body("a\n### b\nc")).split("###");
const openBody = request({}, body("a").replace("</s:Body>", "")).replace("<s:Body>", "<«s:Body»>");

rulesIn((text) => text)`
  xml-missing
    a request without a body | ${empty}
    a request without a body above another one | ${empty}### b⏎${request()}
      → Insert envelope | ${request({ "Content-Length": String(inserted.length) }, inserted)}⏎### b⏎${request()}

  body-file-missing
    a path without a file | ${request(calculated, "< «./envelope.xml»\n")}
    a path with a blank and without a file | ${request(calculated, "<@ «a b.xml» ")}

  separator-missing
    a second request | ${request()}⏎⏎«GET /s HTTP/1.1»⏎Host: h⏎
      → Insert ### | ${request()}⏎⏎###⏎GET /s HTTP/1.1⏎Host: h⏎
    a duplicate request line | POST /s HTTP/1.1⏎${below}
      → Remove duplicate line | ${request()}
    a request line among the headers of a GET | GET /s?wsdl HTTP/1.1⏎Host: h⏎Accept: */*⏎${below}
      → Insert ### | GET /s?wsdl HTTP/1.1⏎Host: h⏎Accept: */*⏎###⏎${request()}

  separator-in-body
    ### in the body, and nothing that follows from it | ${above}«###${cut.replace("\n", "»\n")}
      → Change to &#35;## | ${above.replace("122", "126")}&#35;##${cut}

  xml-tag-unclosed
    an element without an end tag above another request | ${openBody}⏎###⏎${request()}

  name-duplicate
    a second request of the same name | # @name a⏎${request()}⏎###⏎# @name «a»⏎${request()}
    a second name of a request | # @name a⏎# @name «a»⏎${request()}
      → Remove duplicate line | # @name a⏎${request()}

  directive-unknown
    a misspelled directive | # @«nmae» a⏎${request()}
      says Unknown directive @nmae. Did you mean @name?
      → Change to @name | # @name a⏎${request()}

  variable-undefined
    a variable in a definition | @a = «{{b}}»⏎${request({ "X-A": "{{a}}" })}
    a variable in Host | ${request({ Host: "«{{h}}»" })} | besides host-invalid
      → Define h above request | @h = ⏎${request({ Host: "{{h}}" })}
    a variable in the body | ${request(count("{{x}}"), body("«{{x}}»"))}
    a variable in the target | ${request({}, undefined, "POST /«{{p}}» HTTP/1.1")}

  variable-redefined
    the name of a second definition | @a = 1⏎@«a» = 2⏎${request({ "X-A": "{{a}}" })}

  variable-cycle
    the names of definitions that use each other | @«a» = {{b}}⏎@«b» = {{a}}⏎${request({ "X-A": "{{a}}" })}

  variable-unused
    a definition | «@a = 1»⏎${request()}
      → Remove definition | ${request()}

  variable-value-refused
    a value that would end its CDATA section | @x = ]]>⏎${request({}, body("<![CDATA[«{{x}}»]]>"))}

  content-length-mismatch
    each request of a file | ${request({ "Content-Length": "«1»" })}⏎### two⏎⏎${request()}⏎### three⏎${request({ "Content-Length": "«1»" })}
`;

suite("rules of the file", () => {
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

  test("variable-unused fades the definition", () => {
    assert.equal(findingsIn(`@a = 1\n${request()}`)[0]?.unnecessary, true);
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

  test("# @ignore disables a rule for one request", () => {
    const wrong = request({ "Content-Length": "1" });
    expectClean(`# @ignore content-length-mismatch\n${wrong}`);
    const both = findingsIn(`# @ignore content-length-mismatch\n${wrong}\n###\n${wrong}`);
    assert.deepEqual(codesOf(both), ["content-length-mismatch"]);
  });

  test("# @ignore also disables rules about the whole file, in its segment", () => {
    expectClean(`# @ignore variable-unused\n@a = 1\n${request()}`);
    expectRule("variable-unused", `# @ignore variable-unused\n@a = 1\n###\n«@b = 2»\n${request()}`);
    expectClean(`@a = 1\n###\n# @ignore variable-redefined\n@a = 12345\n${request({}, body("{{a}}"))}`);
    const named = `# @name x\n${request()}\n###\n# @name x\n`;
    expectClean(`${named}# @ignore name-duplicate\n${request()}`);
  });
});
