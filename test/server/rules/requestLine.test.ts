import assert from "node:assert/strict";
import { allFindings } from "../../support/contractFindings.ts";
import { envelope12, expectClean, expectFix, findingsIn, request } from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { httpWsdl } from "../contract/shapes.ts";

const withLine = (line: string) => request({}, undefined, line);

suite("rules of the request line", () => {
  test("the rules report at most 100 problems of a target", () => {
    const codes = (count: number) =>
      findingsIn(withLine(`POST /${"%zz".repeat(count)} HTTP/1.1`)).map(({ code }) => code);
    assert.equal(codes(100).length, 100);
    assert.equal(codes(150).length, 100);
  });

  for (const target of ["/s", "/a/b;c=1?x=%20&y=%5B%5D", "http://h/s", "https://h"])
    test(`the rules accept the target ${target}`, () => expectClean(withLine(`POST ${target} HTTP/1.1`)));

  for (const line of ["POST /s HTTP/1.1", "POST http://h/s HTTP/1.1"]) {
    test(`the fix of request-line-missing moves ${line} from below a header to the top`, () => {
      const swapped = withLine(line).replace(`${line}\nHost: h`, `Host: h\n${line}`);
      expectFix("request-line-missing", swapped, "Move request line to top", withLine(line));
    });
  }

  test("the fix of request-line-missing inserts a request line above an envelope", () => {
    const inserted = `POST /path HTTP/1.1\n\n${envelope12}`;
    expectFix("request-line-missing", envelope12, "Insert POST /path HTTP/1.1", inserted);
  });

  test("method-unsupported accepts the method that the HTTP binding of the operation has", () => {
    const codes = (source: string) =>
      allFindings(`# @wsdl ./s.wsdl\n${source}`, httpWsdl("PUT", "t:root")).map(({ code }) => code);
    const named = "# @operation Do\n# @ignore soap-envelope-missing\n";
    const body = '<t:root xmlns:t="urn:t">1</t:root>';
    const put = request({ "Content-Type": "text/xml; charset=utf-8" }, body, "PUT /s HTTP/1.1");
    assert.deepEqual(codes(`${named}${put}`), []);
    assert.deepEqual(codes(`${named}${put.replace("PUT", "PATCH")}`), ["method-unsupported"]);
  });
});

rulesIn(withLine)`
  request-line-malformed
    two spaces | POST«  »/s HTTP/1.1
    a tab | POST /s«\t»HTTP/1.1
    a space at the end | POST /s HTTP/1.1« »
    spaces and tabs everywhere at the first one | « »POST  /s\tHTTP/1.1 
      → Normalize request line | POST /s HTTP/1.1
    a space in the target | POST /a« »b HTTP/1.1
      → Change to %20 | POST /a%20b HTTP/1.1
    a target without a method | «http://h/s» HTTP/1.1
      → Insert POST | POST http://h/s HTTP/1.1

  method-unsupported
    a method in lower case | «post» /s HTTP/1.1
      → Change to POST | POST /s HTTP/1.1
    PSOT | «PSOT» /s HTTP/1.1
      → Change to POST | POST /s HTTP/1.1
    POS | «POS» /s HTTP/1.1
      → Change to POST | POST /s HTTP/1.1
    POSTT | «POSTT» /s HTTP/1.1
      → Change to POST | POST /s HTTP/1.1

  target-missing
    a method and a version alone | «POST HTTP/1.1»
      → Insert / | POST / HTTP/1.1

  target-invalid
    characters that aren't allowed in a URI | POST /a«"»«é»«|» HTTP/1.1
    a character outside of ASCII | POST /«é» HTTP/1.1
      → Change to %C3%A9 | POST /%C3%A9 HTTP/1.1
    an invalid percent-encoding | POST /a«%zz»b«%4» HTTP/1.1
    user information | POST http://«me:secret@»h/s HTTP/1.1

  target-form
    a word alone | POST «s» HTTP/1.1
    a path without its first slash | POST «s/t» HTTP/1.1
      → Insert / | POST /s/t HTTP/1.1

  target-fragment
    a fragment | POST /s«#x» HTTP/1.1
      → Remove fragment | POST /s HTTP/1.1

  version-missing
    a line without a version | «POST /s»
      → Append HTTP/1.1 | POST /s HTTP/1.1

  version-unsupported
    HTTP/1.0 | POST /s «HTTP/1.0»
    HTTP/2 | POST /s «HTTP/2»
      → Change to HTTP/1.1 | POST /s HTTP/1.1
    http/1.1 in lower case | POST /s «http/1.1»

  placeholder
    a placeholder as the target | POST «<path>» HTTP/1.1
    a placeholder in the target | POST /a/«{id}» HTTP/1.1
`;

rulesIn((line) => request({ Host: "example.com:81" }, undefined, line))`
  target-form
    a host with a port and no scheme | POST «example.com:81/s» HTTP/1.1
      → Insert http:// | POST http://example.com:81/s HTTP/1.1
`;

rulesIn((line) => request({ Host: "localhost" }, undefined, line))`
  target-form
    localhost without a scheme | POST «localhost/s» HTTP/1.1
      → Insert http:// | POST http://localhost/s HTTP/1.1
`;

rulesIn((host) => request({ Host: host }, undefined, "POST http://h:81/s HTTP/1.1"))`
  placeholder
    a host that the target names | «{host}»
      → Change to h:81 | h:81
`;

rulesIn((type) => request({ "Content-Type": type }))`
  placeholder
    placeholders in Content-Type | «MIMEType»; charset=«character-encoding»
    a content ID outside of multipart | application/soap+xml; start="«<root>»"
`;

rulesIn((length) => request({ "Content-Length": length }))`
  placeholder
    bytes instead of a count | «bytes»
      → Change to 84 | 84
    length instead of a count | «length»
    nnnn instead of a count | «nnnn»
`;

rulesIn((text) => text)`
  request-line-missing
    a file that begins with a header | «Host:» h${request({ Host: undefined }).replace("POST /s HTTP/1.1", "")}
    an envelope alone | ${envelope12.replace("<s:Envelope", "«<s:Envelope»")}

  method-unsupported
    PUT | ${request({ "Content-Length": undefined, "Content-Type": undefined }, "", "«PUT» /s HTTP/1.1")}

  target-invalid
    the brackets of an IPv6 address | ${request({ Host: "[::1]:8000" }, undefined, "POST http://[::1]:8000/s HTTP/1.1")}

  placeholder
    a placeholder for a host that nothing names | ${request({ Host: "«{host}»" })}
    a variable for the host | @h = h⏎${request({ Host: "{{h}}" })}
`;

/** A multipart request whose root part has this content ID. */
function multipart(id: string): string {
  const head = `Content-Type: application/xop+xml; charset=utf-8; type="application/soap+xml"\nContent-ID: <${id}>`;
  const part = `--b\n${head}\n\n${envelope12}\n--b--`.replaceAll("\n", "\r\n");
  const type = `multipart/related; boundary=b; type="application/xop+xml"; start="<${id}>"; start-info="application/soap+xml; action=<${id}>"`;
  const fields = { "Content-Type": type, "Content-Length": String(part.length) };
  return request(fields, "").replaceAll("\n", "\r\n") + part;
}

rulesIn(multipart)`
  placeholder
    the content ID root in multipart | root
    the content ID main-part in multipart | main-part
    the content ID uuid in multipart | uuid
`;
