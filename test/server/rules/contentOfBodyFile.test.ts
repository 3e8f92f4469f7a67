import assert from "node:assert/strict";
import { analyze, createResolver, diagnose, fixesOf } from "../../../server/src/languageService.ts";
import { envelope11, envelope12, request, request11 } from "../../support/findings.ts";
import { marked } from "../../support/marked.ts";

const atSending = { "Content-Length": "{{$contentLength}}" };

/** What is found where the body file holds this text: each code, its place as it is typed, and its message. */
function found(source: string, file: string) {
  const bytes = new TextEncoder().encode(file);
  const host = createResolver({
    ...{ uri: "file:///f/a.soaphttp", roots: [], environment: undefined, environments: undefined, version: "" },
    processEnv: () => undefined,
    read: (uri) => (uri === "file:///f/b.xml" ? { kind: "bytes", bytes } : { kind: "missing" }),
  });
  const analysis = analyze(source, undefined, undefined, host);
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
    test(`${sign}: nothing is wrong with a message that is right`, () => {
      assert.deepEqual(found(request(atSending, `${sign} b.xml`), envelope12), []);
      assert.deepEqual(found(request11(atSending, `${sign} b.xml`), `\ufeff${envelope11}\r\n\r\n`), []);
    });

    test(`${sign}: what is wrong in it is told at its path, with its line`, () => {
      expectFound(
        ["xml-tag-unclosed: b"],
        request(atSending, `${sign} «b.xml»`),
        envelope12.replace("<s:Body/>", "\n<s:Body>\n").replace("</s:Envelope>", "</s:Envelope>\n"),
      );
    });

    test(`${sign}: the head is held against it`, () => {
      const all = found(request(atSending, `${sign} b.xml`), envelope11);
      assert.deepEqual(
        all.map(({ finding }) => finding.code),
        ["soapaction-missing", "soap-version-media"],
      );
    });
  }

  test("what the head says by itself is told once", () => {
    const all = found(request({ ...atSending, "Content-Type": "text/plain; charset=utf-8" }, "< b.xml"), envelope12);
    assert.deepEqual(
      all.map(({ finding }) => finding.code),
      ["content-type-unexpected"],
    );
  });

  test("its bytes are sent as they are: what its text would have them be is not asked", () => {
    const bytes = { ...atSending, "Content-Type": "application/soap+xml; charset=us-ascii" };
    assert.deepEqual(found(request(bytes, "< b.xml"), envelope12.replace("<s:Body/>", "<s:Body>é</s:Body>")), []);
  });

  test("the file of a GET is not looked into, nor one that separators would divide", () => {
    assert.deepEqual(found(request(atSending, "< b.xml"), "### a\n<"), []);
  });

  test("many mistakes are told ten times", () => {
    assert.equal(
      found(request(atSending, "< b.xml"), envelope12.replace("<s:Body/>", `<s:Body>${"& ".repeat(50)}</s:Body>`))
        .length,
      10,
    );
  });
});
