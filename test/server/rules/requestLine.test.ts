import assert from "node:assert/strict";
import { allFindings } from "../../support/contractFindings.ts";
import { envelope12, expectClean, expectFix, expectRule, findingsIn, request } from "../../support/findings.ts";
import { httpWsdl } from "../contract/shapes.ts";

const withLine = (line: string) => request({}, undefined, line);

suite("rules of the request line", () => {
  test("the rules report at most 100 problems of a target", () => {
    const codes = (count: number) =>
      findingsIn(withLine(`POST /${"%zz".repeat(count)} HTTP/1.1`)).map(({ code }) => code);
    assert.equal(codes(100).length, 100);
    assert.equal(codes(150).length, 100);
  });

  test("the rules accept a valid request line", () => {
    expectClean(withLine("POST /s HTTP/1.1"));
    expectClean(withLine(`${"POST /a/b;c=1?x=%20&y=[]".replace("[]", "%5B%5D")} HTTP/1.1`));
    expectClean(withLine("POST http://h/s HTTP/1.1"));
    expectClean(withLine("POST https://h HTTP/1.1"));
  });

  suite("request-line-missing", () => {
    test("the rule reports a file that begins with a header", () => {
      expectRule("request-line-missing", request().replace("POST /s HTTP/1.1\nHost: h", "«Host:» h"));
    });
    test("the fix moves a request line below a header to the top", () => {
      for (const line of ["POST /s HTTP/1.1", "POST http://h/s HTTP/1.1"]) {
        const good = withLine(line);
        const swapped = good.replace(`${line}\nHost: h`, `Host: h\n${line}`);
        expectFix("request-line-missing", swapped, "Move request line to top", good);
      }
    });
    test("the fix inserts a request line above an envelope", () => {
      expectRule("request-line-missing", envelope12.replace("<s:Envelope", "«<s:Envelope»"));
      expectFix(
        "request-line-missing",
        envelope12,
        "Insert POST /path HTTP/1.1",
        `POST /path HTTP/1.1\n\n${envelope12}`,
      );
    });
  });

  suite("request-line-malformed", () => {
    test("the rule reports extra spaces and tabs", () => {
      expectRule("request-line-malformed", withLine("POST«  »/s HTTP/1.1"));
      expectRule("request-line-malformed", withLine("POST /s«\t»HTTP/1.1"));
      expectRule("request-line-malformed", withLine("POST /s HTTP/1.1« »"));
      expectFix(
        "request-line-malformed",
        withLine(" POST  /s\tHTTP/1.1 "),
        "Normalize request line",
        withLine("POST /s HTTP/1.1"),
      );
    });
    test("the fix encodes a space in the target", () => {
      expectRule("request-line-malformed", withLine("POST /a« »b HTTP/1.1"));
      expectFix(
        "request-line-malformed",
        withLine("POST /a b HTTP/1.1"),
        "Change to %20",
        withLine("POST /a%20b HTTP/1.1"),
      );
    });
    test("the fix inserts a missing method", () => {
      expectRule("request-line-malformed", withLine("«http://h/s» HTTP/1.1"));
      expectFix(
        "request-line-malformed",
        withLine("http://h/s HTTP/1.1"),
        "Insert POST",
        withLine("POST http://h/s HTTP/1.1"),
      );
    });
  });

  test("method-unsupported reports other methods and corrects misspelled ones", () => {
    expectRule(
      "method-unsupported",
      request({ "Content-Length": undefined, "Content-Type": undefined }, "", "«PUT» /s HTTP/1.1"),
    );
    expectRule("method-unsupported", withLine("«post» /s HTTP/1.1"));
    const codes = (text: string) =>
      allFindings(`# @wsdl ./s.wsdl\n${text}`, httpWsdl("PUT", "t:root")).map(({ code }) => code);
    const named = "# @operation Do\n# @ignore soap-envelope-missing\n";
    const put = request(
      { "Content-Type": "text/xml; charset=utf-8" },
      '<t:root xmlns:t="urn:t">1</t:root>',
      "PUT /s HTTP/1.1",
    );
    // The HTTP binding of the operation has it.
    assert.deepEqual(codes(`${named}${put}`), []);
    assert.deepEqual(codes(`${named}${put.replace("PUT", "PATCH")}`), ["method-unsupported"]);
    expectFix("method-unsupported", withLine("post /s HTTP/1.1"), "Change to POST", withLine("POST /s HTTP/1.1"));
    for (const typed of ["PSOT", "POS", "POSTT"]) {
      expectRule("method-unsupported", withLine(`«${typed}» /s HTTP/1.1`));
      expectFix("method-unsupported", withLine(`${typed} /s HTTP/1.1`), "Change to POST", withLine("POST /s HTTP/1.1"));
    }
  });

  test("target-missing inserts /", () => {
    expectRule("target-missing", withLine("«POST HTTP/1.1»"));
    expectFix("target-missing", withLine("POST HTTP/1.1"), "Insert /", withLine("POST / HTTP/1.1"));
  });

  suite("target-invalid", () => {
    test("the rule reports characters that aren't allowed in a URI", () => {
      expectRule("target-invalid", withLine('POST /a«"»«é»«|» HTTP/1.1'));
      expectFix("target-invalid", withLine("POST /é HTTP/1.1"), "Change to %C3%A9", withLine("POST /%C3%A9 HTTP/1.1"));
    });
    test("the rule reports an invalid percent-encoding", () => {
      expectRule("target-invalid", withLine("POST /a«%zz»b«%4» HTTP/1.1"));
    });
    test("the rule reports user information", () => {
      expectRule("target-invalid", withLine("POST http://«me:secret@»h/s HTTP/1.1"));
    });
    test("the rule accepts the brackets of an IPv6 address", () => {
      expectClean(request({ Host: "[::1]:8000" }, undefined, "POST http://[::1]:8000/s HTTP/1.1"));
    });
  });

  test("target-form inserts / or http://", () => {
    expectRule("target-form", withLine("POST «s» HTTP/1.1"));
    expectFix("target-form", withLine("POST s/t HTTP/1.1"), "Insert /", withLine("POST /s/t HTTP/1.1"));
    expectFix(
      "target-form",
      withLine("POST example.com:81/s HTTP/1.1"),
      "Insert http://",
      withLine("POST http://example.com:81/s HTTP/1.1"),
    );
    expectFix(
      "target-form",
      withLine("POST localhost/s HTTP/1.1"),
      "Insert http://",
      withLine("POST http://localhost/s HTTP/1.1"),
    );
  });

  test("target-fragment reports the fragment, but not its characters", () => {
    expectRule("target-fragment", withLine("POST /s«#a b» HTTP/1.1".replace(" b", "")));
    expectFix("target-fragment", withLine("POST /s#x HTTP/1.1"), "Remove fragment", withLine("POST /s HTTP/1.1"));
  });

  test("version-missing appends HTTP/1.1", () => {
    expectRule("version-missing", withLine("«POST /s»"));
    expectFix("version-missing", withLine("POST /s"), "Append HTTP/1.1", withLine("POST /s HTTP/1.1"));
  });

  test("version-unsupported changes the version to HTTP/1.1", () => {
    for (const version of ["HTTP/1.0", "HTTP/2", "http/1.1"])
      expectRule("version-unsupported", withLine(`POST /s «${version}»`));
    expectFix("version-unsupported", withLine("POST /s HTTP/2"), "Change to HTTP/1.1", withLine("POST /s HTTP/1.1"));
  });

  suite("placeholder", () => {
    test("the rule reports placeholders in target, Host, Content-Type and Content-Length, and nothing else there", () => {
      expectRule("placeholder", withLine("POST «<path>» HTTP/1.1"));
      expectRule("placeholder", withLine("POST /a/«{id}» HTTP/1.1"));
      expectRule("placeholder", request({ Host: "«{host}»" }));
      expectRule("placeholder", request({ "Content-Type": "«MIMEType»; charset=«character-encoding»" }));
      for (const word of ["bytes", "length", "nnnn"])
        expectRule("placeholder", request({ "Content-Length": `«${word}»` }));
    });
    test("the rule ignores variables", () => {
      expectClean(`@h = h\n${request({ Host: "{{h}}" })}`);
    });
    test("the rule ignores content IDs in a multipart Content-Type", () => {
      for (const id of ["root", "main-part", "uuid"]) {
        const part = `--b\n${xopPart(id)}\n\n${envelope12}\n--b--`.replaceAll("\n", "\r\n");
        const type = `multipart/related; boundary=b; type="application/xop+xml"; start="<${id}>"; start-info="application/soap+xml; action=<${id}>"`;
        const text = request({ "Content-Type": type, "Content-Length": String(part.length) }, "");
        expectClean(text.replaceAll("\n", "\r\n") + part);
      }
      expectRule("placeholder", request({ "Content-Type": 'application/soap+xml; start="«<root>»"' }));
    });
    test("the fix offers the known value", () => {
      expectFix(
        "placeholder",
        request({ "Content-Length": "bytes" }),
        "Change to 84",
        request({ "Content-Length": "84" }),
      );
      expectFix(
        "placeholder",
        request({ Host: "{host}" }, undefined, "POST http://h:81/s HTTP/1.1"),
        "Change to h:81",
        request({ Host: "h:81" }, undefined, "POST http://h:81/s HTTP/1.1"),
      );
    });
  });
});

function xopPart(id: string): string {
  return `Content-Type: application/xop+xml; charset=utf-8; type="application/soap+xml"\nContent-ID: <${id}>`;
}
