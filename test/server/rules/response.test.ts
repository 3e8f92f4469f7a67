import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { ContentCodingFacts, ResponseFacts } from "../../../server/src/protocol/protocol.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import { checkResponse, responseRules } from "../../../server/src/rules/response.ts";
import { codesOf, envelope11, envelope12 } from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { captured, received } from "../response/captured.ts";

type Changes = Partial<ResponseFacts>;
type Decoding = Parameters<typeof checkResponse>[2];

const type12 = "Content-Type: application/soap+xml; charset=utf-8";
const type11 = "Content-Type: text/xml; charset=utf-8";
const post11: Changes = { request: { method: "POST", soapVersion: "1.1" } };
const post12: Changes = { request: { method: "POST", soapVersion: "1.2" } };
const unknown: Changes = { request: { method: "post", soapVersion: undefined } };
const get: Changes = { request: { method: "GET", soapVersion: undefined } };

const response = (status: string, fields: readonly string[], body = "") => [status, ...fields, "", body].join("\n");
const ok = (field: string, body: string) => response("HTTP/1.1 200 OK", [field], body);
const inBody = (envelope: string, content: string) => envelope.replace("<s:Body/>", `<s:Body>${content}</s:Body>`);
const fault12 = (code: string) =>
  inBody(
    envelope12,
    `<s:Fault><s:Code><s:Value>s:${code}</s:Value></s:Code><s:Reason><s:Text xml:lang="en">r</s:Text></s:Reason></s:Fault>`,
  );
const fault11 = inBody(envelope11, "<s:Fault><faultcode>s:Server</faultcode><faultstring>r</faultstring></s:Fault>");

function factsOf(text: string, changes: Changes): ResponseFacts {
  const body = text.slice(text.indexOf("\n\n") + 2);
  return received("", body, changes).facts;
}

function checked(text: string, changes: Changes = {}, decoding?: Decoding) {
  const findings = checkResponse(text, factsOf(text, changes), decoding);
  assert.ok(!findings.some((finding) => "fixes" in finding));
  return findings;
}

/** Responses that were received with these facts. Most statuses of errors have a refusal. */
const tableOf = (changes: Changes = {}, decoding?: Decoding) =>
  rulesIn((text) => text, { besides: ["response-refusal"], check: (text) => checked(text, changes, decoding) });
const withoutFacts = rulesIn((text) => text, { check: (text) => checkResponse(text, undefined) });

suite("rules of responses", () => {
  test("the rules have unique codes", () => {
    const codes = codesOf(responseRules);
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

  test("the severities are lower where nothing is wrong with the response itself", () => {
    const severity = (text: string, changes?: Changes) => checked(text, changes)[0]?.severity;
    const coding = codingFacts({ coding: "utf-8", outcome: "unknown", decoded: false });
    assert.equal(severity(ok(`${type12}\nContent-Encoding: utf-8`, envelope12), coding), "warning");
    assert.equal(severity(response("HTTP/1.1 400 Bad Request", [type12], fault12("Sender"))), "information");
  });

  test("response-status-fault links to the Fault", () => {
    const text = ok(type12, fault12("Sender"));
    const [finding] = checked(text);
    const start = text.indexOf("s:Fault");
    assert.deepEqual(finding?.related, [{ at: { start, end: start + "s:Fault".length }, message: "The Fault" }]);
  });

  test("response-undecodable has at most 100 findings", () => {
    assert.equal(checked(ok("Content-Type: text/plain", "\ufffda".repeat(500)), get).length, 100);
  });

  test("the rules report each mistake in the body", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Header><t/></s:Header><s:Body><a b='1' b='2'/>&nbsp;</s:Body>");
    const text = ok(type12, body);
    assert.deepEqual(
      checked(text).map(({ code, at }) => [code, text.slice(at.start, at.end)]),
      [
        ["soap-block-unqualified", "t"],
        ["xml-attribute-duplicate", "b"],
        ["xml-reference-invalid", "&nbsp;"],
      ],
    );
  });

  test("the rules don't check the text that is shown instead of binary bytes", () => {
    const params = received("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n", Buffer.from("1f8b0800", "hex"));
    assert.deepEqual(checkResponse(presentResponse(params).text, params.facts), []);
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

const cut = envelope12.replace("</s:Envelope>", "");
const related = (parameters: string) =>
  ok(
    `Content-Type: multipart/related; boundary=b${parameters}`,
    `--b\nContent-Type: application/xop+xml; type="application/soap+xml"\n\n${envelope12}\n--b--`,
  );
const multipart = (root: string, after = "") =>
  ok(
    "Content-Type: multipart/related; boundary=b",
    `--b\nContent-Type: application/soap+xml\n\n${root}\n--b${after}--`,
  );

tableOf()`
  response-content-type-missing
    a body without a media type at the status line | ${response("«HTTP/1.1 200 OK»", ["A: 1"], envelope12)}
      says The response has no Content-Type. A SOAP 1.2 message requires application/soap+xml.
    an empty body | HTTP/1.1 200 OK⏎⏎

  response-content-type-unexpected
    a response of SOAP 1.2 | ${ok(type12, envelope12)}
    a Fault of SOAP 1.2 | ${response("HTTP/1.1 500 Internal Server Error", [type12], fault12("Receiver"))}
    an accepted message without a response | HTTP/1.1 202 Accepted⏎Content-Length: 0⏎⏎
    a bad request without a response | HTTP/1.1 400 Bad Request⏎Content-Length: 0⏎⏎
    a response that isn't SOAP | ${ok("content-type:  «text/html»; charset=utf-8", "<p>Log in")}
      says 200, but not SOAP: the body is text/html. Expected a SOAP 1.2 response as application/soap+xml.
    an empty media type | ${ok("«Content-Type»:", "hello")}
    nothing else about a body that isn't SOAP | ${response("HTTP/1.1 500 Oops", ["Content-Type: «text/html»"], "<p>")}
    nothing else about XML that isn't SOAP | ${response("HTTP/1.1 500 Oops", ["Content-Type: «application/xml»"], "<error/>")}
    the media type of the other SOAP version | ${ok("Content-Type: «text/xml»", envelope12)}
      says The media type is text/xml, but the body is a SOAP 1.2 message, which requires application/soap+xml.
    a start-info with an action | ${related('; type="application/xop+xml"; start-info="application/soap+xml; action=\\"a\\""')}
    a multipart response with the right type | ${related('; type="application/soap+xml"')}
    a multipart response without a type | ${related("")}
    another type of a multipart response | ${related('; type=«"text/xml"»')}
    another start-info of a multipart response | ${related('; type="application/xop+xml"; start-info=«"text/xml"»')}
    an empty body that isn't SOAP | HTTP/1.1 404 Not Found⏎Content-Type: text/html⏎⏎

  response-status-fault
    a Fault of the sender with status 200 | ${response("HTTP/1.1 «200» OK", [type12], fault12("Sender"))}
      says The status is 200, but the body is a Fault. The status of a SOAP 1.2 Fault like this one must be 400.
    a Fault of the receiver with status 200 | ${response("HTTP/1.1 «200» OK", [type12], fault12("Receiver"))}
      says The status is 200, but the body is a Fault. The status of a SOAP 1.2 Fault like this one must be 500.
    status 500 without a body | HTTP/1.1 «500» Oops⏎Content-Length: 0⏎⏎
    status 500 without a Fault | ${response("HTTP/1.1 «500» Oops", [type12], envelope12)}
    status 401 without a Fault | HTTP/1.1 401 No⏎Content-Length: 0⏎⏎
    status 404 without a Fault | HTTP/1.1 404 No⏎Content-Length: 0⏎⏎
    status 405 without a Fault | HTTP/1.1 405 No⏎Content-Length: 0⏎⏎
    status 415 without a Fault | HTTP/1.1 415 No⏎Content-Length: 0⏎⏎
    status 502 without a Fault | HTTP/1.1 502 No⏎Content-Length: 0⏎⏎
    status 503 without a Fault | HTTP/1.1 503 No⏎Content-Length: 0⏎⏎

  response-charset-unknown
    an unknown charset of an empty body | HTTP/1.1 202 Accepted⏎Content-Type: text/xml; charset=utf8x⏎Content-Length: 0⏎⏎

  response-undecodable
    each run of U+FFFD in the body | ${response("HTTP/1.1 200 \ufffd", [type12], inBody(envelope12, "<a>caf«\ufffd» «\ufffd\ufffd»</a>"))} | besides wsi-body-child-unqualified

  soap-envelope-missing
    a root that isn't an Envelope | ${ok(type12, "<«a»/>")}

  xml-root-multiple
    text where Content-Type declares XML | ${ok(type12, "«Internal error»")}

  xml-tag-unclosed
    an unclosed element in the root part of a multipart body | ${multipart(inBody(envelope12, "<«a»>"), "\n\n<not-xml>\n--b")}
`;

tableOf(post11)`
  response-refusal
    a challenge for Basic | HTTP/1.1 «401» No⏎WWW-Authenticate: Basic realm="d"⏎Content-Length: 0⏎⏎
      says The service requires a login with Basic. Add Authorization: Basic {{$basic user password}}.
    a challenge for a bearer token | HTTP/1.1 «401» No⏎WWW-Authenticate: bearer⏎Content-Length: 0⏎⏎
      says The service requires a login with bearer. Add Authorization: bearer {{$secret token}}.
    a challenge for the first of several schemes in one field | HTTP/1.1 «401» No⏎WWW-Authenticate: Digest realm="a, Basic b", nonce="c", Basic realm="d"⏎Content-Length: 0⏎⏎
      says The service requires a login with Digest. Add # @auth digest user password above the request.
    a challenge for NTLM after Negotiate | HTTP/1.1 «401» No⏎WWW-Authenticate: Negotiate, NTLM⏎Content-Length: 0⏎⏎
      says The service requires a login with NTLM. Add # @auth ntlm DOMAIN\\user password above the request.
    a challenge for Negotiate | HTTP/1.1 «401» No⏎WWW-Authenticate: x, Negotiate⏎Content-Length: 0⏎⏎
      says The service requires a login with Negotiate. Above the request, add # @auth negotiate for Kerberos, or # @auth ntlm DOMAIN\\user password.
    a challenge for unsupported schemes | HTTP/1.1 «401» No⏎WWW-Authenticate: y, x⏎Content-Length: 0⏎⏎
      says The service requires a login with y, x, which isn't supported here.
    status 401 without a challenge | HTTP/1.1 «401» No⏎Content-Length: 0⏎⏎
      says The service requires credentials. The response doesn't say which.
    status 403 | HTTP/1.1 «403» No⏎Content-Length: 0⏎⏎
      says The service refuses the request. Check what its credentials or its client certificate allow.
    status 404 | HTTP/1.1 «404» No⏎Content-Length: 0⏎⏎
      says The service has nothing at this path. Compare the path with the address in the WSDL.
    status 405 with the allowed methods | HTTP/1.1 «405» No⏎Allow: GET, HEAD⏎Content-Length: 0⏎⏎
      says This path doesn't allow the method of the request, only GET, HEAD. Check the path and the method.
    status 405 without them | HTTP/1.1 «405» No⏎Content-Length: 0⏎⏎
      says This path doesn't allow the method of the request. Check the path and the method.
    status 413 | HTTP/1.1 «413» No⏎Content-Length: 0⏎⏎
      says The body is larger than the service accepts. Shorten it, or ask the operator for the limit.
    status 415 with the accepted media types | HTTP/1.1 «415» No⏎Accept-Post: text/xml⏎Content-Length: 0⏎⏎
      says The service accepts only text/xml. Correct Content-Type.
    status 415 with the accepted codings | HTTP/1.1 «415» No⏎Accept-Encoding: identity⏎Content-Length: 0⏎⏎
      says The service accepts only these content codings: identity. Correct Content-Encoding.
    status 415 of a request of SOAP 1.1 | HTTP/1.1 «415» No⏎Content-Length: 0⏎⏎
      says The service doesn't accept this Content-Type. SOAP 1.1 uses text/xml, SOAP 1.2 application/soap+xml.
    status 503 with a number of seconds | HTTP/1.1 «503» No⏎Retry-After: 120⏎Content-Length: 0⏎⏎
      says The service is down or overloaded. Send the request again in 120 s.
    status 503 with a date | HTTP/1.1 «503» No⏎Retry-After: Fri, 31 Dec 2027 23:59:59 GMT⏎Content-Length: 0⏎⏎
      says The service is down or overloaded. Send the request again after Fri, 31 Dec 2027 23:59:59 GMT.
    status 503 without a time | HTTP/1.1 «503» No⏎Content-Length: 0⏎⏎
      says The service is down or overloaded. Send the request again later.

  response-content-type-unexpected
    a response of SOAP 1.1 | ${ok(type11, envelope11)}
    the media type of SOAP 1.2 with SOAP 1.1 | ${ok("Content-Type: «application/soap+xml»", envelope11)}
    XML as the media type of SOAP 1.1 | ${ok("Content-Type: «application/xml»", envelope11)}

  response-status-fault
    a Fault of SOAP 1.1 with status 200 | ${response("HTTP/1.1 «200» OK", [type11], fault11)}
      says The status is 200, but the body is a Fault. The status of a SOAP 1.1 Fault like this one must be 500.

  response-charset-unknown
    an unknown charset | ${ok("Content-Type: text/xml; charset=«utf8x»", envelope11)}
      says The charset "utf8x" is unknown.
`;

tableOf(post12)`
  response-refusal
    status 415 of a request of SOAP 1.2 | HTTP/1.1 «415» No⏎Content-Length: 0⏎⏎
      says The service doesn't accept this Content-Type. It may support only SOAP 1.1, with text/xml.

  response-version
    the namespace of an envelope of another SOAP version | ${ok(type11, envelope11.replace(/(?<==")[^"]*/, "«$&»"))}
      says The request is SOAP 1.2, but the response is SOAP 1.1.
    a VersionMismatch | ${response("HTTP/1.1 500 Oops", [type11], fault11.replace("s:Server", "s:VersionMismatch"))}
`;

tableOf(unknown)`
  response-content-type-unexpected
    a response that isn't SOAP to a request of unknown version | ${response("HTTP/1.1 503 Busy", ["Content-Type: «application/json»"], "{}")}
      says 503, but not SOAP: the body is application/json. Expected application/soap+xml (SOAP 1.2) or text/xml (SOAP 1.1).

  response-version
    any version after a request of unknown version | ${ok(type11, envelope11)}
`;

tableOf(get)`
  response-content-type-missing
    a body without a media type after a GET | ${response("«HTTP/1.1 200 OK»", [], "hello")}

  response-content-type-unexpected
    another media type of an envelope after a GET | ${ok("Content-Type: «text/html»", envelope11)}
    HTML after a GET | ${ok("Content-Type: text/html", "<p>hello")}

  response-status-fault
    a Fault with status 200 after a GET | ${response("HTTP/1.1 «200» OK", [type11], fault11)}
    status 500 without a Fault after a GET | HTTP/1.1 500 Oops⏎Content-Length: 0⏎⏎

  soap-envelope-missing
    a root that isn't an Envelope after a GET | ${ok(type12, "<a/>")}

  xml-tag-mismatch
    XML that isn't SOAP after a GET | ${ok(type11, "<a><b></a>")}
    HTML that isn't XML after a GET | ${ok("Content-Type: text/html", "<p><br></p")}

  soap-body-missing
    an Envelope without a Body after a GET | ${ok(type11, envelope11.replace("<s:Body/>", "").replace("<s:Envelope", "<«s:Envelope»"))}
`;

tableOf({ headersComplete: false })`
  response-content-type-missing
    headers that may be hidden | ${ok("A: 1", envelope12)}
`;

tableOf({ leftOut: 5 })`
  response-status-fault
    status 500 with an incomplete body | ${response("HTTP/1.1 500 Oops", [type12], envelope12)}

  xml-tag-unclosed
    an incomplete body | ${ok(type12, `${cut}\n… 5 more bytes. Save the body`)}
`;

const closed: Changes = { framing: "close", declaredBytes: undefined };

tableOf(closed)`
  response-content-length-missing
    neither a length nor chunks at the status line | ${response("«HTTP/1.1 200 OK»", [type12], envelope12)}
      says The response has neither Content-Length nor Transfer-Encoding: chunked. A complete body can't be distinguished from a lost connection.
    an invalid Content-Length | ${ok(`${type12}\nContent-Length: «12 bytes»`, envelope12)}
      says Content-Length is "12 bytes", which isn't a valid number of bytes. A complete body can't be distinguished from a lost connection.
    an invalid Transfer-Encoding | ${ok(`${type12}\nTransfer-Encoding: «gzip»`, envelope12)}
      says Transfer-Encoding is gzip, which doesn't end in chunked. A complete body can't be distinguished from a lost connection.
`;

tableOf({ ...get, ...closed })`
  response-content-length-missing
    an empty body after a GET | «HTTP/1.1 405 No»⏎⏎
`;

tableOf({ ...closed, headersComplete: false })`
  response-content-length-missing
    headers that the host may hide | ${ok(type12, envelope12)}
`;

tableOf({ framing: "unknown", declaredBytes: undefined, headersComplete: true })`
  response-content-length-missing
    a host that doesn't know the framing | ${ok(type12, envelope12)}
`;

tableOf({ framing: "none", declaredBytes: undefined })`
  response-content-length-missing
    a response that has no body | HTTP/1.1 204 No Content⏎⏎
`;

const counted = ok(`${type12}\nContent-Length: «422»`, envelope12);
const uncounted = counted.replace(/[«»]/g, "");
const chunked = ok(`${type12}\nTransfer-Encoding: «chunked»`, envelope12);
const hidden: Changes = { framing: "unknown", headersComplete: false, declaredBytes: 422 };

tableOf({ declaredBytes: 422, bodyBytes: 80, truncated: true })`
  response-content-length-mismatch
    missing bytes | ${counted}
      says Content-Length is 422, but the response ends after 80 bytes: 342 are missing.
    missing bytes, but not the broken XML that follows from them | ${counted.replace("</s:Envelope>", "</s:Env")}
`;

tableOf({ declaredBytes: 10, bodyBytes: 84 })`
  response-content-length-mismatch
    a body that is longer than Content-Length | ${counted.replace("422", "10")}
      says Content-Length is 10, but the body is 84 bytes.
`;

tableOf({ declaredBytes: 422, bodyBytes: 84, truncated: false })`
  response-content-length-mismatch
    a body that is shorter than Content-Length | ${counted}
`;

tableOf({ framing: "chunked", declaredBytes: undefined, truncated: true })`
  response-content-length-mismatch
    a missing last chunk | ${chunked}
      says The response is cut off: it ends after 84 bytes of its body, without the last chunk.
`;

tableOf({ ...closed, truncated: true })`
  response-content-length-mismatch
    a connection that ended with an error | ${response("«HTTP/1.1 200 OK»", [type12], envelope12)}
      says The response ends with an error after 84 bytes of its body. It may be cut off.
`;

tableOf({ declaredBytes: 422, bodyBytes: 422, surplusBytes: 200 })`
  response-content-length-mismatch
    bytes after the end that Content-Length declares | ${counted}
      says 200 bytes were received after the 422 that Content-Length declares. They aren't part of this response and aren't processed. A Content-Length that is too small in the request often causes a second response.
`;

tableOf({ framing: "chunked", declaredBytes: undefined, surplusBytes: 5 })`
  response-content-length-mismatch
    bytes after the last chunk | ${chunked}
      says 5 bytes were received after the last chunk. They aren't part of this response and aren't processed. A Content-Length that is too small in the request often causes a second response.
`;

tableOf({ framing: "none", surplusBytes: 5 })`
  response-content-length-mismatch
    bytes after a response that has no body | «HTTP/1.1 204 No Content»⏎⏎
      says 5 bytes were received after the end of the response. A response with status 204 has no body. They aren't part of this response and aren't processed. A Content-Length that is too small in the request often causes a second response.
`;

tableOf({ ...hidden, bodyBytes: undefined })`
  response-content-length-mismatch
    a body of unknown length in a browser | ${uncounted}
`;

tableOf({ ...hidden, bodyBytes: 84, truncated: true, surplusBytes: 3 })`
  response-content-length-mismatch
    another length in a browser, which doesn't know the framing | ${uncounted}
`;

function codingFacts(facts: Partial<ContentCodingFacts>): Changes {
  return { contentCoding: { coding: "gzip", outcome: "complete", decoded: true, trailingBytes: 0, ...facts } };
}

const coded = (coding: string, body = envelope12) => ok(`${type12}\nContent-Encoding: ${coding}`, body);
const half = coded("«gzip»", envelope12.slice(0, -20));

tableOf(codingFacts({}))`
  response-content-coding
    a decoded body | ${coded("gzip")}
`;

tableOf(codingFacts({ outcome: "not-coded", decoded: false }))`
  response-content-coding
    a body that isn't encoded | ${coded("«gzip»")}
      says The body isn't encoded with gzip, although this header says so. The body is shown as received.
`;

tableOf(codingFacts({ outcome: "cut" }))`
  response-content-coding
    an incomplete stream, but not the broken XML that follows from it | ${half}
      says The gzip stream of the body is incomplete. Only the part that could be decoded is shown.
`;

tableOf(codingFacts({ outcome: "damaged" }))`
  response-content-coding
    a damaged stream, but not the broken XML that follows from it | ${half}
      says The gzip stream of the body is damaged. Only the part before the damage is shown.
`;

for (const [outcome, word] of [
  ["cut", "incomplete"],
  ["damaged", "damaged"],
] as const)
  tableOf(codingFacts({ outcome, decoded: false }))`
    response-content-coding
      a ${word} stream that can't be decoded at all | ${coded("«gzip»", "… 12 bytes that aren't text, although Content-Type is application/soap+xml\n\n000000  1f\n")}
        says The gzip stream of the body is ${word} and can't be decoded. The body is shown as received.
  `;

tableOf({ ...codingFacts({ outcome: "cut" }), declaredBytes: 99, bodyBytes: 80, truncated: true })`
  response-content-length-mismatch
    an incomplete response, but not its incomplete stream | ${ok(`${type12}\nContent-Encoding: gzip\nContent-Length: «99»`, envelope12)}
`;

tableOf(codingFacts({ coding: "utf-8", outcome: "unknown", decoded: false }))`
  response-content-coding
    an unknown coding | ${coded("«utf-8»")}
      says The content coding utf-8 is unknown. The body is shown as received.
`;

tableOf(codingFacts({ coding: "zstd", outcome: "no-decoder", decoded: false }))`
  response-content-coding
    a coding that this version of Node can't decode | ${coded("«zstd»")}
      says The content coding zstd requires Node.js 22.15 or later. The body is shown as received.
`;

tableOf(codingFacts({ trailingBytes: 2 }))`
  response-content-coding
    bytes after the end of the stream | ${coded("«gzip»")}
      says 2 bytes follow the end of the gzip stream. They aren't part of the body and are ignored.
`;

tableOf({ ...codingFacts({ outcome: "damaged" }), framing: "chunked", declaredBytes: undefined })`
  response-content-coding
    a transfer coding at Transfer-Encoding | ${ok(`${type12}\nContent-Encoding: br\nTransfer-Encoding: «gzip, chunked»`, envelope12)}
    a transfer coding without a header at the status line | ${response("«HTTP/1.1 200 OK»", [type12], envelope12)}
`;

tableOf({ bodyBytes: 238, declaredBytes: 238 })`
  response-400-content
    the length of a body at Content-Length | ${response("HTTP/1.1 400 Bad Request", [type12, "Content-Length: «238»"], fault12("Sender"))}
      says In the SOAP HTTP binding, a 400 response has Content-Length 0 and no body. This one has 238 bytes.
`;

tableOf({ framing: "chunked", declaredBytes: undefined })`
  response-400-content
    a body in chunks at the status | ${response("HTTP/1.1 «400» Bad Request", [type12], fault12("Sender"))}
`;

const root = (charset: string) => `--b\nContent-Type: text/xml; charset=${charset}\n\n${envelope11}\n--b--\n`;

tableOf(post11, { charset: "utf-8", contradicted: true })`
  response-charset-mismatch
    the charset that the bytes contradict | ${ok('Content-Type: text/xml; charset=«"utf-16"»', envelope11)}
      says Content-Type says utf-16, but the body is utf-8. It is shown as utf-8; other clients may not be able to read it.
    the charset of the root part of a multipart body | ${ok('Content-Type: multipart/related; boundary=b; type="text/xml"', root("«utf-16»"))}
`;

tableOf(post11, { charset: "utf-8", contradicted: false })`
  response-charset-unknown
    an unknown charset, and says how the body is shown | ${ok("Content-Type: text/xml; charset=«utf8x»", envelope11)}
      says The charset "utf8x" is unknown. The body is shown as utf-8.
`;

withoutFacts`
  response-status-fault
    a Fault with status 200 that has no facts | ${response("HTTP/1.1 «200» OK", [type11], fault11)}
    a text that isn't a response | This response is no longer available.
    an empty text |
    HTML that has no facts | ${ok("Content-Type: text/html", "<p>")}
    XML that has no facts | ${ok("Content-Type: text/xml", "<definitions>")}

  response-400-content
    a body with status 400 that has no facts | ${response("HTTP/1.1 «400» No", [type12], envelope12)}
`;
