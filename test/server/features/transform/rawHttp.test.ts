import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromRawHttp, isRawHttp } from "../../../../server/src/features/transform/paste/paste.ts";
import { envelope12, expectClean, findingsIn, request } from "../../../support/findings.ts";

function pasted(text: string, lineBreak = "\n"): string {
  assert.ok(isRawHttp(text), "this isn't taken for a message");
  const requests = fromRawHttp(text, lineBreak);
  assert.equal(requests.length, 1, requests.join("\n###\n"));
  return requests[0] ?? "";
}

const lines12 = envelope12.replace("<s:Body/>", "\n<s:Body/>\n");

suite("pasting recorded HTTP", () => {
  test("pasting keeps a message", () => {
    assert.equal(pasted(request()), request());
    assert.equal(pasted(request().replaceAll("\n", "\r\n")), request());
    assert.equal(pasted("GET /s?wsdl HTTP/1.1\r\nHost: h\r\n\r\n"), "GET /s?wsdl HTTP/1.1\nHost: h\n\n");
  });

  test("pasting adapts a correct Content-Length to the line endings", () => {
    const recorded = request({ "Content-Length": "88" }, lines12).replaceAll("\n", "\r\n");
    assert.equal(pasted(recorded), request({}, lines12));
    assert.equal(pasted(request({}, lines12), "\r\n"), recorded);
  });

  test("pasting keeps a wrong Content-Length, which may be the reason for the recording", () => {
    const wrong = request({ "Content-Length": "7" });
    assert.equal(pasted(wrong), wrong);
  });

  test("pasting joins the chunks of a body", () => {
    const [first, second] = [envelope12.slice(0, 20), envelope12.slice(20)];
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const head = request({ "Content-Length": undefined, "Transfer-Encoding": "chunked" }, "").replaceAll("\n", "\r\n");
    const text = pasted(`${head}${chunk(first)}${chunk(second)}0\r\n\r\n`);
    assert.equal(text, request());
    expectClean(text);
  });

  test("pasting converts HTTP/2 pseudo-headers to the request line and Host", () => {
    const text = pasted(":authority: h\n:method: GET\n:path: /s?wsdl\n:scheme: https\naccept: */*\n");
    assert.equal(
      text,
      "# Recorded as HTTP/2. The pseudo-headers were converted to the request line and Host.\n# @scheme https\nGET /s?wsdl HTTP/1.1\nHost: h\naccept: */*\n",
    );
    expectClean(text);
    assert.match(
      pasted("POST /s HTTP/2\nHost: h\n\n"),
      /^# HTTP\/2 was changed to HTTP\/1\.1\.\nPOST \/s HTTP\/1\.1\n/,
    );
  });

  test("pasting reads the output of curl --verbose", () => {
    const text = pasted(
      "*   Trying 127.0.0.1:81...\n* Connected to h\n> GET /s HTTP/1.1\n> Host: h:81\n> \n< HTTP/1.1 200 OK\n< A: b\n< \n{ [5 bytes data]\n",
    );
    assert.equal(text, "GET /s HTTP/1.1\nHost: h:81\n\n");
  });

  test("pasting skips responses, and splits several requests", () => {
    const answer = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok\n";
    const requests = fromRawHttp(`${request()}\n${answer}\n${request({ Host: "i" })}\n${answer}`, "\n");
    const trimmed = requests.map((one) => one.trimEnd());
    assert.deepEqual(trimmed, [request(), request({ Host: "i" })]);
  });

  test("pasting escapes a body line that begins with ###", () => {
    const body = envelope12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a">\n### x</a></s:Body>');
    const text = pasted(request({}, body));
    assert.match(text, /^&#35;## x/m);
    expectClean(text);
  });

  test("pasting ignores other texts", () => {
    for (const text of ["", "curl http://h", "POST http://h", "<a/>", "Post / HTTP", "HTTP/1.1 200 OK"]) {
      assert.equal(isRawHttp(text), false, text);
    }
  });

  const folder = join("test", "fixtures", "requests");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".http"))) {
    test(`${file} has no error with LF or CRLF`, () => {
      for (const lineBreak of ["\n", "\r\n"]) {
        const text = pasted(readFileSync(join(folder, file), "utf8"), lineBreak);
        const wrong = findingsIn(text).filter(
          ({ severity, code }) => severity === "error" && (lineBreak === "\r\n" || code !== "multipart-line-ends"),
        );
        const codes = wrong.map(({ code }) => code);
        assert.deepEqual(codes, []);
      }
    });
  }
});
