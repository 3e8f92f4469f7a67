import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MockExchanges } from "../../../server/src/mockService/mockExchanges.ts";
import type { FindingCounts, ServedRequest } from "../../../server/src/protocol/served.ts";
import { contractOf, sampleWsdl } from "../../support/contracts.ts";
import { requestOf, soapRequest, TestedMock } from "../../support/mock.ts";
import { bytesOfRequest, sentBytes, servedFrom, upstream } from "../../support/mockExchanges.ts";

const folder = join("test", "fixtures", "requests");
/** The requests of real clients, by their files. */
const ofClients = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith(".http"))
    .map((name) => [name, servedFrom(readFileSync(join(folder, name)))]),
);

const exchanges = () => new MockExchanges(() => []);

function captured(request: ServedRequest): string {
  const { text } = exchanges().captured(request);
  assert.ok(text !== undefined);
  return text;
}

/** A request whose body is this text. */
function withBody(body: string, type = "text/plain"): ServedRequest {
  return requestOf(
    `POST /a\nHost: localhost\nContent-Type: ${type}\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`,
  );
}

suite("Captured requests", () => {
  for (const [name, request] of Object.entries(ofClients)) {
    test(`the text sends the same bytes, but for secrets: ${name}`, () => {
      const sent = sentBytes(captured(request));
      if (name === "zeep-11-wsse.http") assert.match(sent, /Content-Length: 932\r\n[\s\S]*\[redacted\]<\/wsse:Nonce>/);
      else assert.equal(sent, bytesOfRequest(request));
    });
  }

  const bodies: Readonly<Record<string, string>> = {
    "a separator": "### title\n### again",
    "a separator after CRLF": "a\r\n### title",
    "a separator after CR": "a\r###",
    "a variable": "{{x}} {{ y }} {{$guid}} {{{z}}} {{request.body.//a}}",
    "a variable with the name of the inserted one": "{{empty}}",
    "a body file": "< secret.txt",
    "a body file with variables": "<@ secret.txt",
    "line breaks at the start and the end": "\n\r\n a \n\n\r\n",
    "a CR at the end": "a\r",
    "only CR": "a\rb\rc",
    "mixed line breaks": "a\nb\r\nc\rd",
    "blanks at the end of lines": "a \n\t\n b\t",
    "comments, directives and variables": "# @name x\n@a = 1\n// b",
    "a request": "POST /b HTTP/1.1\nHost: other\n\nx",
    "a byte order mark": "\ufeff<a/>",
    "control characters": "\u0001\u0007\u001b[31m",
    "characters outside of the BMP": "😀 é \u2028",
    "a separator in XML": '<a b="\n### c">\n### d <![CDATA[\n###]]><!--\n### --></a>',
    "markup that isn't well-formed": "<a {{b}}\n###<",
    nothing: "",
  };
  for (const [what, body] of Object.entries(bodies)) {
    test(`the text of a body with ${what} sends the same bytes`, () => {
      for (const type of ["text/plain", "text/xml", "application/json"]) {
        const request = withBody(body, type);
        assert.equal(sentBytes(captured(request)), bytesOfRequest(request));
      }
    });
  }

  test("a part of a multipart body that has the form of a body file stays text", () => {
    const parts = ["--b", "Content-Type: text/xml", "", "<a/>", "--b", "", "< secret.txt", "--b--", ""].join("\r\n");
    const request = withBody(parts, "multipart/related; boundary=b");
    assert.equal(sentBytes(captured(request)), bytesOfRequest(request));
  });

  test("a body in its charset is text", () => {
    for (const charset of ["iso-8859-1", "windows-1252", "utf-16le"]) {
      const body = Buffer.from("<ü/>", charset === "utf-16le" ? "utf16le" : "latin1");
      const request = { ...withBody("", `text/xml; charset=${charset}`), body: new Uint8Array(body) };
      assert.match(captured(request), /<ü\/>/);
    }
  });

  test("a captured request keeps order, case and duplicates of headers, and variables in them and in the target", () => {
    const request = requestOf(
      "POST /a?b={{c}}\nhost: localhost\nX-A: 1\nx-a: {{2}} {{b}}\nX-Empty:\nCONTENT-LENGTH: 1\n\nx",
    );
    assert.equal(sentBytes(captured(request)), bytesOfRequest(request));
  });

  test("a captured request has Content-Length instead of transfer and content codings, and says so", () => {
    const request = requestOf(
      "POST /a\nHost: localhost\nTransfer-Encoding: chunked\nContent-Encoding: gzip\nX: 1\n\nabc",
    );
    assert.equal(
      captured(request),
      `### POST /a
# Received with Transfer-Encoding: chunked, Content-Encoding: gzip. Here, the body is decoded.
POST /a HTTP/1.1
Host: localhost
Content-Length: 3
X: 1

abc

`,
    );
  });

  test("a request that can't be text with the same bytes is a comment", () => {
    const requests: readonly ServedRequest[] = [
      { ...withBody("", "image/png"), body: Uint8Array.of(0x89, 0xff, 0) },
      { ...withBody("", "text/xml; charset=utf-8"), body: Uint8Array.of(0xff) },
      requestOf("POST /a\nHost: localhost\nX: \xff\xfe"),
      requestOf("POST /a\nHost: localhost\n#x: 1"),
      requestOf("#GET /\nHost: localhost"),
      requestOf("@name= /\nHost: localhost"),
      { method: "GET", target: "/", fields: [{ name: "Host", value: "a\r\n\r\n###" }], body: new Uint8Array(0) },
    ];
    for (const request of requests) {
      const text = captured(request);
      assert.match(text, /^### .*\n# This message can't be written as text with the same bytes\./);
      assert.ok(
        text.split("\n").every((line) => /^(?:# [ -~]*|### [ -~]*|)$/.test(line)),
        text,
      );
    }
  });

  test("secrets are redacted in headers, parameters and bodies", () => {
    const xml = '<a><wsse:Password xmlns:wsse="urn:w">hunter2</wsse:Password></a>';
    const request = requestOf(
      `POST /a?token=hunter2&b=1\nHost: localhost\nAuthorization: Basic hunter2\nContent-Type: text/xml\nContent-Length: 3\n\n${xml}`,
    );
    const text = captured(request);
    assert.doesNotMatch(text, /hunter2/);
    assert.match(text, /^POST \/a\?token=%5Bredacted%5D&b=1 HTTP\/1\.1$/m);
    assert.match(text, /^Authorization: \[redacted\]$/m);
    assert.match(text, /<wsse:Password xmlns:wsse="urn:w">\[redacted\]</);
    const form = withBody("password=hunter2&b=1", "application/x-www-form-urlencoded");
    assert.match(captured(form), /\n\npassword=%5Bredacted%5D&b=1\n\n$/);
  });

  test("a request is captured once", () => {
    const service = exchanges();
    assert.ok(service.captured(withBody("a")).text !== undefined);
    assert.equal(service.captured(withBody("a")).text, undefined);
    assert.ok(service.captured(withBody("b")).text !== undefined);
  });
});

suite("Findings of received requests", () => {
  const counts = ({ errors, warnings }: FindingCounts) => ({ errors, warnings });
  const valid = requestOf(soapRequest("<c:Add/>").replace("\n\n", '\nHost: localhost\nSOAPAction: ""\n\n'));

  test("the count has errors and warnings, also of a request that was captured before", () => {
    const service = exchanges();
    assert.deepEqual(counts(service.captured(valid)), { errors: 0, warnings: 0 });
    const broken = { ...valid, body: valid.body.subarray(0, 100) };
    const { errors } = service.captured(broken);
    assert.ok(errors > 0);
    assert.equal(service.captured(broken).errors, errors);
  });

  test("the response to a request is checked by the operation of the request", () => {
    const contract = contractOf({ "file:///w/calc.wsdl": sampleWsdl() });
    const request = requestOf(soapRequest("<c:Add><c:a>1</c:a></c:Add>"));
    assert.deepEqual(new MockExchanges(() => [contract]).factsOf(request), {
      soapVersion: "1.1",
      contract: { wsdl: "file:///w/calc.wsdl", operation: "Calc/Calcsoap11/Add" },
    });
    assert.deepEqual(exchanges().factsOf(withBody("a")), { soapVersion: undefined, contract: undefined });
  });

  test("the requests of real clients have no errors", () => {
    for (const [name, request] of Object.entries(ofClients)) {
      assert.equal(exchanges().captured(request).errors, 0, name);
    }
  });
});

suite("Recorded exchanges", () => {
  /** Serves recorded exchanges alone. */
  function served(...recorded: readonly (readonly [request: ServedRequest, body: string])[]): TestedMock {
    const service = exchanges();
    const segments = recorded.map(([request, body]) => service.recorded(request, upstream(body)) ?? "");
    return new TestedMock({ "recorded.soapmock": segments.join("") });
  }

  test("a recorded response has conditions that match its request", () => {
    const request = requestOf(soapRequest('<c:Add><c:a>2</c:a><c:b>a "b"</c:b></c:Add>'));
    assert.equal(
      exchanges().recorded(request, upstream("<sum>5</sum>")),
      `### POST /calc
# @when path /calc
# @when operation Add
# @when version 1.1
# @when //*:a = "2"
# @when //*:b = "a \\"b\\""
# @when //*:Body//* count 3
HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: 12

<sum>5</sum>

`,
    );
  });

  test("a request without an envelope is matched by its method, path and parameters", () => {
    const text = exchanges().recorded(requestOf("GET /calc?wsdl&v=1&token=x"), upstream("<d/>"));
    assert.match(
      text ?? "",
      /\n# @when method GET\n# @when path \/calc\n# @when query "wsdl" = ""\n# @when query "v" = "1"\n# @when query "token" exists\nHTTP/,
    );
  });

  test("a recorded exchange has no codings and nothing that concerns the connection, but Content-Length", () => {
    const response = {
      ...upstream("abc"),
      fields: ["Transfer-Encoding: chunked", "Content-Encoding: gzip", "Connection: keep-alive", "X: 1"].map((line) => {
        const [name = "", value = ""] = line.split(": ");
        return { name, value };
      }),
    };
    const text = exchanges().recorded(requestOf("GET /"), response);
    assert.match(text ?? "", /\nHTTP\/1\.1 200 OK\nContent-Length: 3\nX: 1\n\nabc\n\n$/);
  });

  test("responses of requests with other values, elements, versions and actions are distinguished", () => {
    const texts = [
      soapRequest("<c:Add><c:a>2</c:a></c:Add>"),
      soapRequest("<c:Add><c:a>3</c:a></c:Add>"),
      soapRequest("<c:Add><c:a>3</c:a><c:b/></c:Add>"),
      soapRequest("<c:Add><c:a>3</c:a><c:a>4</c:a></c:Add>"),
      soapRequest("<c:Add><c:a> 3</c:a></c:Add>"),
      soapRequest("<c:Add><c:a>line 1\nline 2 \\ {{x}} 'a' ü</c:a></c:Add>"),
      soapRequest("<c:Add><c:a>line 1\nline 2</c:a></c:Add>"),
      soapRequest("<c:Add/>"),
      soapRequest("<c:Add/>", "1.2"),
      soapRequest(""),
      soapRequest("").replace("\n\n", '\nSOAPAction: "urn:x"\n\n'),
      soapRequest("<c:Add/>").replace("/calc", "/other"),
      "GET /calc",
      "GET /calc?a",
      "GET /calc?a=b%0A%22c",
      'POST /calc\nContent-Type: application/json\n\n{"a":{"b":[1,"x"]}}',
      'POST /calc\nContent-Type: application/json\n\n{"a":{"b":[1,"y"]}}',
      "POST /calc\nContent-Type: text/plain\n\nabc",
      "POST /calc\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=2",
    ].reverse();
    const mock = served(...texts.map((text, index) => [requestOf(text), `response ${index}`] as const));
    assert.deepEqual(
      texts.map((text) => mock.body(text)),
      texts.map((_, index) => `response ${index}`),
    );
  });

  test("a request is recorded once, and a secret in it or in the response isn't recorded", () => {
    const service = exchanges();
    const request = (password: string) =>
      requestOf(soapRequest(`<c:Login><c:user>a</c:user><c:password>${password}</c:password></c:Login>`));
    const response = {
      ...upstream("<c:token xmlns:c='urn:c'>hunter2</c:token>"),
      fields: [{ name: "Set-Cookie", value: "hunter2" }],
    };
    const text = service.recorded(request("hunter2"), response) ?? "";
    assert.doesNotMatch(text, /hunter2/);
    assert.match(text, /\n# @when \/\/\*:password exists\n/);
    assert.equal(service.recorded(request("other"), response), undefined);
    assert.ok(new TestedMock({ "a.soapmock": text }).respond(request("another")));
  });

  test("names and values in a request can't add lines to the file", () => {
    const hostile = [
      "GET /?a%0AHTTP/1.1%20200%20OK=1&b=%0A%0D%0A###",
      'POST /\nContent-Type: application/json\n\n{"a\\n\\n### b":"c\\n###"}',
      "POST /\nContent-Type: application/x-www-form-urlencoded\n\npassword=1&a\n###",
      "POST /\n\n\n### a\n\n",
    ];
    for (const text of hostile) {
      const recorded = exchanges().recorded(requestOf(text), upstream("a")) ?? "";
      assert.equal(recorded.split("###").length, 2, recorded);
      assert.equal(new TestedMock({ "a.soapmock": recorded }).body(text), "a");
    }
  });

  test("a response that can't be text with the same bytes is a comment", () => {
    const text = exchanges().recorded(requestOf("GET /"), { ...upstream(""), body: Uint8Array.of(0xff, 0, 1) }) ?? "";
    assert.match(text, /^### GET \/\n# This message can't be written/);
    assert.equal(new TestedMock({ "a.soapmock": text }).respond("GET /"), undefined);
  });
});
