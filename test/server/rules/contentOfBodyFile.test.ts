import assert from "node:assert/strict";
import { analyze, createResolver, diagnose, fixesOf } from "../../../server/src/service/languageService.ts";
import { envelope11, envelope12, request, request11 } from "../../support/findings.ts";
import { marked } from "../../support/marked.ts";

const atSending = { "Content-Length": "{{$contentLength}}" };

/** The findings for a body file with this text, each with its fixes. */
function found(source: string, file: string) {
  const bytes = new TextEncoder().encode(file);
  const host = createResolver({
    ...{ uri: "file:///f/a.soaphttp", roots: [], chosen: [], environments: undefined, version: "" },
    processEnv: () => undefined,
    read: (uri) => (uri === "file:///f/b.xml" ? { kind: "bytes", bytes } : { kind: "missing" }),
  });
  const analysis = analyze(source, undefined, host);
  return diagnose(analysis).map((finding) => ({ finding, fixes: fixesOf(analysis, finding) }));
}

function expectFound(expected: readonly string[], source: string, file: string): void {
  const { text, spans } = marked(source);
  const all = found(text, file);
  assert.deepEqual(
    all.map(({ finding: { code, message } }) => `${code}: ${message.split(/[.;]/)[0]}`),
    expected,
  );
  assert.deepEqual(
    all.map(({ finding: { at } }) => at),
    all.map(() => spans[0]),
  );
}

suite("the content of a body file", () => {
  for (const sign of ["<", "<@"]) {
    test(`${sign}: reports nothing for a correct message`, () => {
      assert.deepEqual(found(request(atSending, `${sign} b.xml`), envelope12), []);
      assert.deepEqual(found(request11(atSending, `${sign} b.xml`), `\ufeff${envelope11}\r\n\r\n`), []);
    });

    test(`${sign}: reports a mistake in the file at its path, with the line`, () => {
      expectFound(
        ["xml-tag-unclosed: b"],
        request(atSending, `${sign} «b.xml»`),
        envelope12.replace("<s:Body/>", "\n<s:Body>\n").replace("</s:Envelope>", "</s:Envelope>\n"),
      );
    });

    test(`${sign}: checks the headers against the file`, () => {
      const all = found(request(atSending, `${sign} b.xml`), envelope11);
      assert.deepEqual(
        all.map(({ finding }) => finding.code),
        ["soapaction-missing", "soap-version-media"],
      );
    });
  }

  test("the check compares the charset of Content-Type with the XML declaration of the file", () => {
    const declared = `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12}`;
    const all = found(request(atSending, "< b.xml"), declared);
    assert.deepEqual(
      all.map(({ finding }) => finding.code),
      ["charset-mismatch"],
    );
  });

  test("the check reports nothing that only a profile forbids", () => {
    const encoded = envelope11.replace("<s:Body/>", '<s:Body><a xmlns="urn:a" s:encodingStyle=""/></s:Body>');
    assert.deepEqual(found(request11(atSending, "< b.xml"), encoded), []);
  });

  test("the check reports a mistake in the headers only once", () => {
    const all = found(request({ ...atSending, "Content-Type": "text/plain; charset=utf-8" }, "< b.xml"), envelope12);
    assert.deepEqual(
      all.map(({ finding }) => finding.code),
      ["content-type-unexpected"],
    );
  });

  test("the check doesn't check whether the charset can encode a file that is sent byte for byte", () => {
    const bytes = { ...atSending, "Content-Type": "application/soap+xml; charset=us-ascii" };
    assert.deepEqual(found(request(bytes, "< b.xml"), envelope12.replace("<s:Body/>", "<s:Body>é</s:Body>")), []);
  });

  test("the check doesn't check a file that contains a separator", () => {
    assert.deepEqual(found(request(atSending, "< b.xml"), "### a\n<"), []);
  });

  test("the check reports at most ten mistakes in a file", () => {
    assert.equal(
      found(request(atSending, "< b.xml"), envelope12.replace("<s:Body/>", `<s:Body>${"& ".repeat(50)}</s:Body>`))
        .length,
      10,
    );
  });
});
