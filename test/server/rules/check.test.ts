import assert from "node:assert/strict";
import { analyze, createResolver, diagnose, importTools } from "../../../server/src/service/languageService.ts";
import { codesOf, envelope11, envelope12, request, request11 } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";

const atSending = { "Content-Length": "{{$contentLength}}" };

/** The findings for a body file with this text. */
function findingsOf(source: string, file: string) {
  const bytes = new TextEncoder().encode(file);
  const host = createResolver({
    ...{ uri: "file:///f/a.soaphttp", roots: [], chosen: [], environments: undefined, version: "" },
    processEnv: () => undefined,
    read: (uri) => (uri === "file:///f/b.xml" ? { kind: "bytes", bytes } : { kind: "missing" }),
  });
  return diagnose(analyze(source, undefined, host));
}

function expectFound(expected: readonly string[], source: string, file: string): void {
  const { text, spans } = marked(source);
  const all = findingsOf(text, file);
  assert.deepEqual(
    all.map(({ code, message }) => `${code}: ${message.split(/[.;]/)[0]}`),
    expected,
  );
  assert.deepEqual(
    all.map(({ at }) => at),
    all.map(() => spans[0]),
  );
}

suite("the content of a body file", () => {
  for (const sign of ["<", "<@"]) {
    test(`the check reports nothing for a correct message behind ${sign}`, () => {
      assert.deepEqual(findingsOf(request(atSending, `${sign} b.xml`), envelope12), []);
      assert.deepEqual(findingsOf(request11(atSending, `${sign} b.xml`), `\ufeff${envelope11}\r\n\r\n`), []);
    });

    test(`the check reports a mistake in the file at its path, with the line, behind ${sign}`, () => {
      expectFound(
        ["xml-tag-unclosed: b"],
        request(atSending, `${sign} «b.xml»`),
        envelope12.replace("<s:Body/>", "\n<s:Body>\n").replace("</s:Envelope>", "</s:Envelope>\n"),
      );
    });

    test(`the check compares the headers with the file behind ${sign}`, () => {
      const all = findingsOf(request(atSending, `${sign} b.xml`), envelope11);
      assert.deepEqual(codesOf(all), ["soapaction-missing", "soap-version-media"]);
    });
  }

  test("the check compares the charset of Content-Type with the XML declaration of the file", () => {
    const declared = `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12}`;
    const all = findingsOf(request(atSending, "< b.xml"), declared);
    assert.deepEqual(codesOf(all), ["charset-mismatch"]);
  });

  test("the check reports nothing that only a profile forbids", () => {
    const encoded = envelope11.replace("<s:Body/>", '<s:Body><a xmlns="urn:a" s:encodingStyle=""/></s:Body>');
    assert.deepEqual(findingsOf(request11(atSending, "< b.xml"), encoded), []);
  });

  test("the check reports a mistake in the headers only once", () => {
    const all = findingsOf(
      request({ ...atSending, "Content-Type": "text/plain; charset=utf-8" }, "< b.xml"),
      envelope12,
    );
    assert.deepEqual(codesOf(all), ["content-type-unexpected"]);
  });

  test("the check doesn't check whether the charset can encode a file that is sent byte for byte", () => {
    const bytes = { ...atSending, "Content-Type": "application/soap+xml; charset=us-ascii" };
    assert.deepEqual(findingsOf(request(bytes, "< b.xml"), envelope12.replace("<s:Body/>", "<s:Body>é</s:Body>")), []);
  });

  test("the check doesn't check a file that contains a separator", () => {
    assert.deepEqual(findingsOf(request(atSending, "< b.xml"), "### a\n<"), []);
  });

  test("the check reports at most ten mistakes in a file", () => {
    assert.equal(
      findingsOf(request(atSending, "< b.xml"), envelope12.replace("<s:Body/>", `<s:Body>${"& ".repeat(50)}</s:Body>`))
        .length,
      10,
    );
  });
});

function expectInBrowser(source: string): void {
  const typed = marked(source);
  const { text } = typed;
  const inBrowser = diagnose(analyze(text, { rules: {}, transport: "browser" })).filter(
    ({ code }) => code === "header-not-sendable",
  );
  expectAtMarks(typed, inBrowser);
  const inNode = diagnose(analyze(text, { rules: {}, transport: "node" }));
  assert.ok(inNode.every(({ code }) => code !== "header-not-sendable"));
}

suite("header-not-sendable", () => {
  test("the rule reports nothing when the browser sends the headers as typed", () => {
    expectInBrowser(request({ Accept: "text/xml" }));
    expectInBrowser(request({ Host: "h:8000", Connection: "keep-alive" }));
  });
  test("the rule reports headers that the browser replaces or drops", () => {
    expectInBrowser(request({ "«Connection»": "close", "«Cookie»": "a=b", "«User-Agent»": "me" }));
  });
  test("the rule doesn't report a wrong Content-Length a second time", () => {
    expectInBrowser(request({ "Content-Length": "99" }));
  });
  test("the rule reports @auth, which the browser answers itself", () => {
    expectInBrowser(`# «@auth digest "a" "b"»\n${request()}`);
    expectInBrowser(`# «@auth ntlm "a" "b"»\n${request()}`);
    expectInBrowser(`# «@auth negotiate»\n${request()}`);
  });
  test("the rule reports the body of a GET", () => {
    expectInBrowser("GET /s HTTP/1.1\nHost: h\n\n«<a/>»");
  });
});

const plainRequests = {
  "a request without a body": "PATCH /orders HTTP/1.1\nHost: h\nContent-Length: 0\n",
  "a form": "POST /orders HTTP/1.1\nHost: h\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 3\n\na=1",
  "a JSON body": 'POST /orders HTTP/1.1\nHost: h\nContent-Type: application/json\nContent-Length: 7\n\n{"a":1}',
  "plain XML": "POST /orders HTTP/1.1\nHost: h\nContent-Type: text/xml; charset=utf-8\nContent-Length: 4\n\n<a/>",
  "broken XML":
    "PUT /orders HTTP/1.1\nHost: h\nContent-Type: application/xml; charset=utf-8\nContent-Length: 6\n\n<a><b>",
  "a body without a type": "POST /orders HTTP/1.1\nHost: h\nContent-Length: 3\n\na=1",
  "multipart form data":
    'POST /orders HTTP/1.1\nHost: h\nContent-Type: multipart/form-data; boundary="b"\n\n--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--'.replaceAll(
      "\n",
      "\r\n",
    ),
};

suite("rules that expect a SOAP message", () => {
  for (const [title, text] of Object.entries(plainRequests)) {
    test(`# @ignore of the import switches off what is reported for ${title} because it isn't SOAP`, () => {
      const codes = importTools.brokenSoapRules(text);
      assert.ok(codes.length > 0);
      const findings = diagnose(analyze(`# @ignore ${codes.join(" ")}\n${text}`));
      const others = findings.filter(({ code }) => !code.startsWith("content-length"));
      assert.deepEqual(codesOf(others), []);
    });
  }
});
