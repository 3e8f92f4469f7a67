import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { ContentCodingFacts, ResponseFacts } from "../../../server/src/protocol/protocol.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import type { Finding } from "../../../server/src/rules/check.ts";
import { checkResponse, responseRules } from "../../../server/src/rules/response.ts";
import { codesOf, envelope11, envelope12 } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { captured, received } from "../response/captured.ts";

type Changes = Partial<ResponseFacts>;

const type12 = "Content-Type: application/soap+xml; charset=utf-8";
const type11 = "Content-Type: text/xml; charset=utf-8";
const post11: Changes = { request: { method: "POST", soapVersion: "1.1" } };
const post12: Changes = { request: { method: "POST", soapVersion: "1.2" } };
const get: Changes = { request: { method: "GET", soapVersion: undefined } };

const response = (status: string, fields: readonly string[], body = "") => [status, ...fields, "", body].join("\n");
const fault12 = (code: string) =>
  envelope12.replace(
    "<s:Body/>",
    `<s:Body><s:Fault><s:Code><s:Value>s:${code}</s:Value></s:Code><s:Reason><s:Text xml:lang="en">r</s:Text></s:Reason></s:Fault></s:Body>`,
  );
const fault11 = envelope11.replace(
  "<s:Body/>",
  "<s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>r</faultstring></s:Fault></s:Body>",
);

function factsOf(text: string, changes: Changes): ResponseFacts {
  const body = text.slice(text.indexOf("\n\n") + 2);
  const { facts } = received("", body, changes);
  return facts;
}

/** Expects only findings of `code`, at the marks. Returns the message of the first. */
function expectRule(code: string, source: string, changes: Changes = {}): string {
  const typed = marked(source);
  const { text } = typed;
  const findings = checkResponse(text, factsOf(text, changes)).filter(
    (one) => one.code === code || one.code !== refusal,
  );
  assert.deepEqual([...new Set(findings.map((one) => one.code))], [code], describe(findings));
  expectAtMarks(typed, findings);
  assert.ok(!findings.some((finding) => "fixes" in finding));
  return findings[0]?.message ?? "";
}

/** What every response with such a status has. */
const refusal = "response-refusal";

function expectClean(text: string, changes: Changes = {}): void {
  const findings = checkResponse(text, factsOf(text, changes)).filter((one) => one.code !== refusal);
  assert.deepEqual(findings, [], describe(findings));
}

const describe = (findings: readonly Finding[]) =>
  findings.map(({ code, message }) => `${code}: ${message}`).join("; ");

suite("rules of responses", () => {
  test("the rules accept a correct response", () => {
    expectClean(response("HTTP/1.1 200 OK", [type12], envelope12));
    expectClean(response("HTTP/1.1 200 OK", [type11], envelope11), post11);
    expectClean(response("HTTP/1.1 500 Internal Server Error", [type12], fault12("Receiver")));
    expectClean(response("HTTP/1.1 202 Accepted", ["Content-Length: 0"]));
    expectClean(response("HTTP/1.1 400 Bad Request", ["Content-Length: 0"]));
    expectClean(response("HTTP/1.1 200 OK", ["Content-Type: text/html"], "<p>hello"), get);
  });

  test("the rules have unique codes", () => {
    const codes = responseRules.map(({ code }) => code);
    assert.equal(new Set(codes).size, codes.length);
    assert.deepEqual([...codes].sort(), [
      ...["encryption-failed", "encryption-unsupported"],
      "response-400-content",
      "response-charset-mismatch",
      "response-charset-unknown",
      "response-content-coding",
      "response-content-length-mismatch",
      "response-content-length-missing",
      "response-content-type-missing",
      "response-content-type-unexpected",
      "response-refusal",
      "response-status-fault",
      "response-undecodable",
      "response-version",
      ...["signature-body-not-covered", "signature-certificate-expired", "signature-certificate-untrusted"],
      ...["signature-invalid", "signature-unsupported", "signature-weak", "signature-wrapped", "timestamp-expired"],
    ]);
  });

  suite("response-content-type-missing", () => {
    const code = "response-content-type-missing";

    test("the rule reports the status line and names the expected media type", () => {
      const message = expectRule(code, response("«HTTP/1.1 200 OK»", ["A: 1"], envelope12));
      assert.equal(message, "The response has no Content-Type. A SOAP 1.2 message requires application/soap+xml.");
      expectRule(code, response("«HTTP/1.1 200 OK»", [], "hello"), get);
    });

    test("the rule ignores an empty body, and headers that may be hidden", () => {
      expectClean(response("HTTP/1.1 200 OK", []));
      expectClean(response("HTTP/1.1 200 OK", [], envelope12), { headersComplete: false });
    });
  });

  suite("response-refusal", () => {
    for (const [status, fields, says, changes = post11] of [
      [
        "401 No",
        ['WWW-Authenticate: Basic realm="d"'],
        "with Basic. Add Authorization: Basic {{$basic user password}}.",
      ],
      ["401 No", ["WWW-Authenticate: bearer"], "with bearer. Add Authorization: bearer {{$secret token}}."],
      [
        "401 No",
        ['WWW-Authenticate: Digest realm="a, Basic b", nonce="c", Basic realm="d"'],
        "with Digest. Add # @auth digest user password above the request.",
      ],
      [
        "401 No",
        ["WWW-Authenticate: Negotiate, NTLM"],
        "with NTLM. Add # @auth ntlm DOMAIN\\user password above the request.",
      ],
      [
        "401 No",
        ["WWW-Authenticate: x, Negotiate"],
        "with Negotiate. Above the request, add # @auth negotiate for Kerberos, or # @auth ntlm DOMAIN\\user password.",
      ],
      ["401 No", ["WWW-Authenticate: y, x"], "with y, x, which isn't supported"],
      ["401 No", [], "doesn't say which"],
      ["403 No", [], "client certificate"],
      ["404 No", [], "address in the WSDL"],
      ["405 No", ["Allow: GET, HEAD"], "only GET, HEAD"],
      ["405 No", [], "doesn't allow the method of the request. "],
      ["413 No", [], "larger than the service accepts"],
      ["415 No", ["Accept-Post: text/xml"], "accepts only text/xml"],
      ["415 No", ["Accept-Encoding: identity"], "codings: identity"],
      ["415 No", [], "only SOAP 1.1, with text/xml", post12],
      ["415 No", [], "SOAP 1.2 application/soap+xml"],
      ["503 No", ["Retry-After: 120"], "again in 120 s"],
      ["503 No", ["Retry-After: Fri, 31 Dec 2027 23:59:59 GMT"], "again after Fri, 31 Dec"],
      ["503 No", [], "again later"],
    ] as const) {
      test(`the message after ${status.slice(0, 3)} ${fields.join()} says: ${says}`, () => {
        const source = response(status.replace(/^(\d+)/, "HTTP/1.1 «$1»"), [...fields, "Content-Length: 0"]);
        const message = expectRule(refusal, source, changes);
        assert.ok(says.endsWith(".") ? message.endsWith(says) : message.includes(says), message);
      });
    }
  });

  suite("response-content-type-unexpected", () => {
    const code = "response-content-type-unexpected";

    test("the rule reports a response that isn't SOAP", () => {
      assert.equal(
        expectRule(code, response("HTTP/1.1 200 OK", ["content-type:  «text/html»; charset=utf-8"], "<p>Log in")),
        "200, but not SOAP: the body is text/html. Expected a SOAP 1.2 response as application/soap+xml.",
      );
      const unknown = { request: { method: "post", soapVersion: undefined } };
      assert.match(
        expectRule(code, response("HTTP/1.1 503 Busy", ["Content-Type: «application/json»"], "{}"), unknown),
        /^503, but not SOAP: the body is application\/json\. Expected .* \(SOAP 1\.2\) or text\/xml \(SOAP 1\.1\)\.$/,
      );
      expectRule(code, response("HTTP/1.1 200 OK", ["«Content-Type»:"], "hello"));
    });

    test("the rule reports nothing else about a body that isn't SOAP", () => {
      expectRule(code, response("HTTP/1.1 500 Oops", ["Content-Type: «text/html»"], "<p>"));
      expectRule(code, response("HTTP/1.1 500 Oops", ["Content-Type: «application/xml»"], "<error/>"));
    });

    test("the rule reports the media type of the other SOAP version, or of none", () => {
      const message = expectRule(code, response("HTTP/1.1 200 OK", ["Content-Type: «text/xml»"], envelope12));
      assert.match(
        message,
        /^The media type is text\/xml, but the body is a SOAP 1\.2 message, which requires application\/soap\+xml\.$/,
      );
      expectRule(code, response("HTTP/1.1 200 OK", ["Content-Type: «application/soap+xml»"], envelope11), post11);
      expectRule(code, response("HTTP/1.1 200 OK", ["Content-Type: «application/xml»"], envelope11), post11);
      expectRule(code, response("HTTP/1.1 200 OK", ["Content-Type: «text/html»"], envelope11), get);
    });

    test("the rule compares type and start-info of a multipart response", () => {
      const body = `--b\nContent-Type: application/xop+xml; type="application/soap+xml"\n\n${envelope12}\n--b--`;
      const related = (parameters: string) =>
        response("HTTP/1.1 200 OK", [`Content-Type: multipart/related; boundary=b${parameters}`], body);
      expectClean(related('; type="application/xop+xml"; start-info="application/soap+xml; action=\\"a\\""'));
      expectClean(related('; type="application/soap+xml"'));
      expectClean(related(""));
      expectRule(code, related('; type=«"text/xml"»'));
      expectRule(code, related('; type="application/xop+xml"; start-info=«"text/xml"»'));
    });

    test("the rule ignores an empty body, and responses to a GET", () => {
      expectClean(response("HTTP/1.1 404 Not Found", ["Content-Type: text/html"]));
      expectClean(response("HTTP/1.1 200 OK", ["Content-Type: text/html"], "<p>"), get);
    });
  });

  suite("response-content-length-missing", () => {
    const code = "response-content-length-missing";

    test("the rule reports the status line", () => {
      assert.match(
        expectRule(code, response("«HTTP/1.1 200 OK»", [type12], envelope12), {
          framing: "close",
          declaredBytes: undefined,
        }),
        /^The response has neither Content-Length nor Transfer-Encoding: chunked\. /,
      );
      expectRule(code, response("«HTTP/1.1 405 No»", []), { ...get, framing: "close", declaredBytes: undefined });
    });

    test("the rule reports an invalid Content-Length or Transfer-Encoding", () => {
      const facts: Changes = { framing: "close", declaredBytes: undefined };
      assert.match(
        expectRule(code, response("HTTP/1.1 200 OK", [type12, "Content-Length: «12 bytes»"], envelope12), facts),
        /^Content-Length is "12 bytes", which isn't a valid number of bytes\. /,
      );
      assert.match(
        expectRule(code, response("HTTP/1.1 200 OK", [type12, "Transfer-Encoding: «gzip»"], envelope12), facts),
        /^Transfer-Encoding is gzip, which doesn't end in chunked\. /,
      );
    });

    test("the rule ignores headers that the host may hide", () => {
      const text = response("HTTP/1.1 200 OK", [type12], envelope12);
      expectClean(text, { framing: "unknown", declaredBytes: undefined, headersComplete: true });
      expectClean(text, { framing: "close", declaredBytes: undefined, headersComplete: false });
      expectClean(response("HTTP/1.1 204 No Content", []), { framing: "none", declaredBytes: undefined });
    });
  });

  suite("response-content-length-mismatch", () => {
    const code = "response-content-length-mismatch";
    const text = response("HTTP/1.1 200 OK", [type12, "Content-Length: «422»"], envelope12);
    const plain = text.replace(/[«»]/g, "");
    const chunked = response("HTTP/1.1 200 OK", [type12, "Transfer-Encoding: «chunked»"], envelope12);

    test("the rule reports missing bytes, but not the broken XML that follows from them", () => {
      const facts: Changes = { declaredBytes: 422, bodyBytes: 80, truncated: true };
      assert.equal(
        expectRule(code, text, facts),
        "Content-Length is 422, but the response ends after 80 bytes: 342 are missing.",
      );
      expectRule(code, text.replace("</s:Envelope>", "</s:Env"), facts);
    });

    test("the rule reports a body longer than Content-Length", () => {
      expectRule(code, text, { declaredBytes: 422, bodyBytes: 84, truncated: false });
      assert.equal(
        expectRule(code, text.replace("422", "10"), { declaredBytes: 10, bodyBytes: 84 }),
        "Content-Length is 10, but the body is 84 bytes.",
      );
    });

    test("the rule reports a missing last chunk and a connection that ended with an error", () => {
      const facts: Changes = { framing: "chunked", declaredBytes: undefined, truncated: true };
      assert.match(
        expectRule(code, chunked, facts),
        /^The response is cut off: it ends after 84 bytes of its body, without the last chunk/,
      );
      const close = response("«HTTP/1.1 200 OK»", [type12], envelope12);
      assert.match(
        expectRule(code, close, { ...facts, framing: "close" }),
        /^The response ends with an error after 84 bytes/,
      );
    });

    test("the rule reports bytes after the end", () => {
      const facts: Changes = { declaredBytes: 422, bodyBytes: 422, surplusBytes: 200 };
      assert.match(
        expectRule(code, text, facts),
        /^200 bytes were received after the 422 that Content-Length declares\. They aren't part/,
      );
      assert.match(
        expectRule(code, chunked, { framing: "chunked", declaredBytes: undefined, surplusBytes: 5 }),
        /^5 bytes were received after the last chunk\. /,
      );
      assert.match(
        expectRule(code, response("«HTTP/1.1 204 No Content»", []), { framing: "none", surplusBytes: 5 }),
        /^5 bytes were received after the end of the response\. A response with status 204 has no body\. /,
      );
    });

    test("the rule reports nothing in a browser, which doesn't know the framing", () => {
      const facts: Changes = { framing: "unknown", headersComplete: false };
      expectClean(plain, { ...facts, declaredBytes: 422, bodyBytes: undefined });
      expectClean(plain, { ...facts, declaredBytes: 422, bodyBytes: 84, truncated: true, surplusBytes: 3 });
    });
  });

  suite("response-content-coding", () => {
    const code = "response-content-coding";
    const head = (coding: string) => ["HTTP/1.1 200 OK", [type12, `Content-Encoding: «${coding}»`]] as const;
    const codingFacts = (facts: Partial<ContentCodingFacts>): Changes => ({
      contentCoding: { coding: "gzip", outcome: "complete", decoded: true, trailingBytes: 0, ...facts },
    });
    const plain = response(...head("gzip"), envelope12).replace(/[«»]/g, "");

    test("the rule accepts a decoded body", () => {
      expectClean(plain, codingFacts({}));
    });

    test("the rule reports a body that isn't encoded", () => {
      assert.equal(
        expectRule(code, response(...head("gzip"), envelope12), codingFacts({ outcome: "not-coded", decoded: false })),
        "The body isn't encoded with gzip, although this header says so. The body is shown as received.",
      );
    });

    test("the rule reports an incomplete or damaged stream, but not the broken XML that follows from it", () => {
      const half = envelope12.slice(0, -20);
      assert.equal(
        expectRule(code, response(...head("gzip"), half), codingFacts({ outcome: "cut" })),
        "The gzip stream of the body is incomplete. Only the part that could be decoded is shown.",
      );
      assert.equal(
        expectRule(code, response(...head("gzip"), half), codingFacts({ outcome: "damaged" })),
        "The gzip stream of the body is damaged. Only the part before the damage is shown.",
      );
    });

    test("the rule reports a stream that can't be decoded at all", () => {
      const shown = "… 12 bytes that aren't text, although Content-Type is application/soap+xml\n\n000000  1f\n";
      for (const outcome of ["cut", "damaged"] as const) {
        assert.match(
          expectRule(code, response(...head("gzip"), shown), codingFacts({ outcome, decoded: false })),
          /can't be decoded\. The body is shown as received\.$/,
        );
      }
    });

    test("the rule doesn't report an incomplete stream if the response itself is incomplete", () => {
      const facts = { ...codingFacts({ outcome: "cut" }), declaredBytes: 99, bodyBytes: 80, truncated: true };
      expectRule(
        "response-content-length-mismatch",
        response("HTTP/1.1 200 OK", [type12, "Content-Encoding: gzip", "Content-Length: «99»"], envelope12),
        facts,
      );
    });

    test("the rule warns about an unknown coding, and about one that this Node can't decode", () => {
      const text = response(...head("utf-8"), envelope12);
      const unknown = codingFacts({ coding: "utf-8", outcome: "unknown", decoded: false });
      assert.match(expectRule(code, text, unknown), /^The content coding utf-8 is unknown\. /);
      const [finding] = checkResponse(text.replace(/[«»]/g, ""), factsOf(text, unknown));
      assert.equal(finding?.severity, "warning");
      const missing = codingFacts({ coding: "zstd", outcome: "no-decoder", decoded: false });
      assert.match(expectRule(code, response(...head("zstd"), envelope12), missing), /22\.15/);
    });

    test("the rule reports bytes after the end of the stream", () => {
      assert.equal(
        expectRule(code, response(...head("gzip"), envelope12), codingFacts({ trailingBytes: 2 })),
        "2 bytes follow the end of the gzip stream. They aren't part of the body and are ignored.",
      );
    });

    test("the rule reports a transfer coding at Transfer-Encoding, otherwise at the status line", () => {
      const facts = { ...codingFacts({ outcome: "damaged" }), framing: "chunked", declaredBytes: undefined } as const;
      expectRule(
        code,
        response("HTTP/1.1 200 OK", [type12, "Content-Encoding: br", "Transfer-Encoding: «gzip, chunked»"], envelope12),
        facts,
      );
      expectRule(code, response("«HTTP/1.1 200 OK»", [type12], envelope12), facts);
    });
  });

  suite("response-status-fault", () => {
    const code = "response-status-fault";

    test("the rule reports a Fault with a 2xx status, and links to the Fault", () => {
      const at = "HTTP/1.1 «200» OK";
      assert.match(
        expectRule(code, response(at, [type12], fault12("Sender"))),
        / SOAP 1\.2 Fault like this one must be 400\.$/,
      );
      assert.match(expectRule(code, response(at, [type12], fault12("Receiver"))), / must be 500\.$/);
      assert.match(
        expectRule(code, response(at, [type11], fault11), post11),
        / SOAP 1\.1 Fault like this one must be 500\.$/,
      );
      expectRule(code, response(at, [type11], fault11), get);
      const text = response("HTTP/1.1 200 OK", [type12], fault12("Sender"));
      const [finding] = checkResponse(text, factsOf(text, {}));
      assert.deepEqual(finding?.related, [
        { at: { start: text.indexOf("s:Fault"), end: text.indexOf("s:Fault") + 7 }, message: "The Fault" },
      ]);
    });

    test("the rule reports status 500 without a Fault", () => {
      expectRule(code, response("HTTP/1.1 «500» Oops", ["Content-Length: 0"]));
      expectRule(code, response("HTTP/1.1 «500» Oops", [type12], envelope12));
    });

    test("the rule ignores other statuses, responses to a GET and incomplete bodies", () => {
      for (const status of ["401", "404", "405", "415", "502", "503"]) {
        expectClean(response(`HTTP/1.1 ${status} No`, ["Content-Length: 0"]));
      }
      expectClean(response("HTTP/1.1 500 Oops", ["Content-Length: 0"]), get);
      expectClean(response("HTTP/1.1 500 Oops", [type12], envelope12), { leftOut: 5 });
    });
  });

  suite("response-400-content", () => {
    const code = "response-400-content";

    test("the rule reports Content-Length, otherwise the status", () => {
      const text = response("HTTP/1.1 400 Bad Request", [type12, "Content-Length: «238»"], fault12("Sender"));
      const message = expectRule(code, text, { bodyBytes: 238, declaredBytes: 238 });
      assert.equal(
        message,
        "In the SOAP HTTP binding, a 400 response has Content-Length 0 and no body. This one has 238 bytes.",
      );
      const chunked = response("HTTP/1.1 «400» Bad Request", [type12], fault12("Sender"));
      expectRule(code, chunked, { framing: "chunked", declaredBytes: undefined });
      const [finding] = checkResponse(chunked.replace(/[«»]/g, ""), factsOf(chunked, {}));
      assert.equal(finding?.severity, "information");
    });
  });

  suite("response-version", () => {
    const code = "response-version";

    test("the rule reports the namespace of the envelope", () => {
      const body = envelope11.replace(/(?<==")[^"]*/, "«$&»");
      assert.equal(
        expectRule(code, response("HTTP/1.1 200 OK", [type11], body), post12),
        "The request is SOAP 1.2, but the response is SOAP 1.1.",
      );
    });

    test("the rule ignores a VersionMismatch, and requests of unknown version", () => {
      const mismatch = fault11.replace("s:Server", "s:VersionMismatch");
      expectClean(response("HTTP/1.1 500 Oops", [type11], mismatch), post12);
      expectClean(response("HTTP/1.1 200 OK", [type11], envelope11), {
        request: { method: "POST", soapVersion: undefined },
      });
    });
  });

  test("response-charset-unknown reports the charset and says how the body is shown", () => {
    const text = response("HTTP/1.1 200 OK", ["Content-Type: text/xml; charset=«utf8x»"], envelope11);
    assert.equal(expectRule("response-charset-unknown", text, post11), 'The charset "utf8x" is unknown.');
    const [finding] = checkResponse(marked(text).text, undefined, { charset: "utf-8", contradicted: false });
    assert.equal(finding?.message, 'The charset "utf8x" is unknown. The body is shown as utf-8.');
    expectClean(response("HTTP/1.1 202 Accepted", ["Content-Type: text/xml; charset=utf8x", "Content-Length: 0"]));
  });

  test("response-charset-mismatch reports the charset and names the actual one", () => {
    const { text, spans } = marked(
      response("HTTP/1.1 200 OK", ['Content-Type: text/xml; charset=«"utf-16"»'], envelope11),
    );
    const findings = checkResponse(text, factsOf(text, post11), { charset: "utf-8", contradicted: true });
    assert.deepEqual(
      findings.map(({ code, at }) => [code, { start: at.start, end: at.end }]),
      [["response-charset-mismatch", spans[0]]],
    );
    assert.match(findings[0]?.message ?? "", /^Content-Type says utf-16, but the body is utf-8\. It is shown as utf-8/);
  });

  test("response-charset-mismatch reports the charset of the root part of a multipart body", () => {
    const type = 'Content-Type: multipart/related; boundary=b; type="text/xml"';
    const part = `--b\nContent-Type: text/xml; charset=«utf-16»\n\n${envelope11}\n--b--\n`;
    const { text, spans } = marked(response("HTTP/1.1 200 OK", [type], part));
    const findings = checkResponse(text, factsOf(text, post11), { charset: "utf-8", contradicted: true });
    assert.deepEqual(
      findings.map(({ code, at: { start, end } }) => [code, start, end]),
      [["response-charset-mismatch", spans[0]?.start, spans[0]?.end]],
    );
  });

  test("response-undecodable reports each run of U+FFFD in the body", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a>caf«\ufffd» «\ufffd\ufffd»</a></s:Body>");
    expectRule("response-undecodable", response("HTTP/1.1 200 \ufffd", [type12], body));
    const many = response("HTTP/1.1 200 OK", ["Content-Type: text/plain"], "\ufffda".repeat(500));
    assert.equal(checkResponse(many, factsOf(many, get)).length, 100);
  });

  suite("XML and SOAP in a response", () => {
    test("the rule reports the mistakes in the body", () => {
      const text = response(
        "HTTP/1.1 200 OK",
        [type12],
        envelope12.replace("<s:Body/>", "<s:Header><t/></s:Header><s:Body><a b='1' b='2'/>&nbsp;</s:Body>"),
      );
      const findings = checkResponse(text, factsOf(text, {}));
      assert.deepEqual(
        findings.map(({ code, at }) => [code, text.slice(at.start, at.end)]),
        [
          ["soap-block-unqualified", "t"],
          ["xml-attribute-duplicate", "b"],
          ["xml-reference-invalid", "&nbsp;"],
        ],
      );
    });

    test("the rule reports a root that isn't an Envelope", () => {
      expectRule("soap-envelope-missing", response("HTTP/1.1 200 OK", [type12], "<«a»/>"));
      expectClean(response("HTTP/1.1 200 OK", [type12], "<a/>"), get);
    });

    test("the rule checks the response to a GET only if its root is an Envelope", () => {
      expectClean(response("HTTP/1.1 200 OK", [type11], "<a><b></a>"), get);
      const text = response("HTTP/1.1 200 OK", [type11], envelope11.replace("<s:Body/>", ""));
      assert.deepEqual(codesOf(checkResponse(text, factsOf(text, get))), ["soap-body-missing"]);
    });

    test("the rule reports text where Content-Type declares XML", () => {
      expectRule("xml-root-multiple", response("HTTP/1.1 200 OK", [type12], "«Internal error»"));
    });

    test("the rule doesn't check an incomplete body or HTML", () => {
      const cut = envelope12.replace("</s:Envelope>", "");
      expectClean(response("HTTP/1.1 200 OK", [type12], `${cut}\n… 5 more bytes. Save the body`), { leftOut: 5 });
      expectClean(response("HTTP/1.1 200 OK", ["Content-Type: text/html"], "<p><br></p"), get);
    });

    test("the rule checks the root part of a multipart body", () => {
      const body = `--b\nContent-Type: application/soap+xml\n\n${envelope12.replace("<s:Body/>", "<s:Body><«a»></s:Body>")}\n--b\n\n<not-xml>\n--b--`;
      expectRule(
        "xml-tag-unclosed",
        response("HTTP/1.1 200 OK", ["Content-Type: multipart/related; boundary=b"], body),
      );
    });

    test("the rule doesn't check the text that is shown instead of binary bytes", () => {
      const params = received("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n", Buffer.from("1f8b0800", "hex"));
      assert.deepEqual(checkResponse(presentResponse(params).text, params.facts), []);
    });
  });

  suite("without facts", () => {
    test("the check without facts covers only what the text itself shows", () => {
      const codes = (text: string) => checkResponse(text, undefined).map(({ code }) => code);
      assert.deepEqual(codes("This response is no longer available."), []);
      assert.deepEqual(codes(""), []);
      assert.deepEqual(codes(response("HTTP/1.1 200 OK", ["Content-Type: text/html"], "<p>")), []);
      assert.deepEqual(codes(response("HTTP/1.1 200 OK", ["Content-Type: text/xml"], "<definitions>")), []);
      assert.deepEqual(codes(response("HTTP/1.1 200 OK", [type11], fault11)), ["response-status-fault"]);
      assert.deepEqual(codes(response("HTTP/1.1 400 No", [type12], envelope12)), ["response-400-content"]);
    });
  });

  suite("responses of real services", () => {
    const expected: Readonly<Record<string, readonly string[]>> = {
      "node-soap.cl-short": ["response-content-length-missing"],
      "node-soap.fault": ["response-status-fault", "soap-fault-malformed", "soap-fault-malformed"],
      "node-soap.malformed": ["soap-fault-malformed"],
      "php12.fault": ["soap-fault-malformed"],
      "php12.mustunderstand": ["soap-fault-malformed"],
      "pysimplesoap.good": ["response-content-length-missing"],
      "soaplite.cl-short": [
        "response-content-length-mismatch",
        "response-content-type-unexpected",
        "soap-encoding-style-place",
        "response-version",
        "soap-fault-malformed",
      ],
      "soaplite.get": ["response-content-length-missing", "response-refusal"],
    };
    const names = readdirSync("test/fixtures/responses").map((file) => file.replace(/\.http$/, ""));

    for (const name of names) {
      test(`the findings of ${name} are: ${expected[name]?.join(", ") ?? "nothing"}`, () => {
        const params = captured(name, {
          method: name.endsWith(".get") ? "GET" : "POST",
          soapVersion: name.includes("12") ? "1.2" : "1.1",
        });
        for (const format of [true, false]) {
          const { text } = presentResponse({ ...params, format });
          assert.deepEqual(codesOf(checkResponse(text, params.facts)), expected[name] ?? []);
        }
      });
    }
  });
});
