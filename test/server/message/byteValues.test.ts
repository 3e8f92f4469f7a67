import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { request } from "../../support/findings.ts";
import { marked } from "../../support/marked.ts";
import { findingsAround, sentAround } from "../../support/resolver.ts";
import { signedMessage } from "../../support/signing.ts";

const binary = Buffer.from([0, 255, 13, 10, 128]);
const files = { "/w/a/b/p.bin": binary, "/w/a/b/p.txt": "<a>é</a>".repeat(20) };
const counted = { "Content-Length": "{{$contentLength}}" };
const sentBody = (text: string) => Buffer.from(sentAround(text, { files }).outgoing.body);
/** Also findings of other rules, because most of the messages aren't SOAP. */
const findingsOf = (text: string) =>
  findingsAround(text, { files }).filter(({ code }) =>
    /^(?:content-length|value|step|variable-undefined|multipart-(?:boundary|part))/.test(code),
  );
const codesOf = (text: string) => findingsOf(text).map(({ code }) => code);
/** The codes of the findings, with the text at their places, and what is marked. */
const places = (source: string) => {
  const { text, spans } = marked(source);
  const slices = (all: readonly { readonly start: number; readonly end: number }[]) =>
    all.map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(slices(findingsOf(text).map(({ at }) => at)), slices(spans));
  return findingsOf(text);
};
const octets = { "Content-Type": "application/octet-stream" };
const related = { "Content-Type": 'multipart/related; boundary=b; type="text/xml"' };
const parts = (...all: readonly string[]) =>
  `--b\nContent-Type: text/xml\n\n<a/>\n${all.map((one) => `--b\nContent-Type: application/octet-stream\n\n${one}\n`).join("")}--b--\n`;

suite("content that is one value of bytes", () => {
  for (const [what, body] of [
    ["a file", '{{$file "./p.bin"}}'],
    ["a file, with line breaks after it", '{{$file "./p.bin"}}\n\n'],
    ["a variable", "{{v}}"],
    ["a document", "{{d}}"],
  ] as const) {
    test(`a body is the bytes of ${what}, which are counted`, () => {
      const text = (length: number) =>
        `@v = {{$file "./p.bin"}}\n# @document d\n\n{{$file "./p.bin"}}\n###\n${request({ ...octets, "Content-Length": String(length) }, body)}`;
      assert.deepEqual(sentBody(text(binary.length)), binary);
      assert.deepEqual(codesOf(text(binary.length)), []);
      assert.ok(codesOf(text(9)).includes("content-length-mismatch"));
    });
  }

  test("bytes of a body have no byte order mark, whatever its charset", () => {
    const text = request({ ...counted, "Content-Type": "text/plain; charset=utf-16" }, '{{$file "./p.bin"}}');
    assert.deepEqual(sentBody(text), binary);
  });

  test("the bytes of parts stand between typed parts and files", () => {
    const body = parts('{{$file "./p.txt" | gzip}}', "{{x}}", "< ./p.bin", '{{$file "./p.bin"}}');
    const text = `@x = é\n${request({ ...related, ...counted }, body)}`;
    const sent = sentBody(text);
    const between = sent
      .toString("latin1")
      .split(/--b(?:\n|--)/)
      .map((part) => part.replace(/^.*?\n\n/s, "").slice(0, -1));
    assert.equal(gunzipSync(Buffer.from(between[2] ?? "", "latin1")).toString(), "<a>é</a>".repeat(20));
    assert.deepEqual(
      between.slice(3, 6),
      ["é", binary, binary].map((one) => Buffer.from(one).toString("latin1")),
    );
    assert.deepEqual(codesOf(text.replace("{{$contentLength}}", String(sent.length))), []);
    assert.deepEqual(codesOf(text.replace("{{$contentLength}}", "1")), ["content-length-mismatch"]);
  });

  test("a count is checked with the length of bytes that are made when sending, if it is known", () => {
    const text = (body: string, length: string) => request({ ...octets, "Content-Length": length }, body);
    assert.deepEqual(codesOf(text("{{$random 16}}", "16")), []);
    assert.deepEqual(codesOf(text("{{$random 16}}", "17")), ["content-length-mismatch"]);
    const [finding] = findingsOf(text("{{$random 16 | gzip}}", "17"));
    assert.equal(finding?.severity, "information");
    assert.match(finding?.message ?? "", /^The value of \{\{\$random 16 \| gzip\}\} is known only when/);
    assert.equal(sentBody(text("{{$random 16}}", "16")).length, 16);
  });

  test("bytes are an error beside text, and in a header of a part", () => {
    const findings = [
      ...places(request({ ...octets, ...counted }, "«{{$random 16}}» «{{$random 16}}»")),
      ...places(request({ ...related, ...counted }, parts("«{{$random 16}}»\nx"))),
      ...places(
        request(
          { ...related, ...counted },
          parts("{{$random 16}}").replace("octet-stream\n", "octet-stream\nX-A: «{{$random 2}}»\n"),
        ),
      ),
      ...places(request({ ...counted, "X-A": "«{{$random 2}}»" })),
    ];
    assert.deepEqual([...new Set(findings.map(({ code }) => code))], ["value-bytes"]);
  });

  test("a boundary in the bytes is an error, and a part of bytes needs a Content-Type", () => {
    const body = parts('«{{$concat "--b" "x" | bytes}}»');
    const [finding] = places(request({ ...related, ...counted }, body));
    assert.equal(finding?.code, "multipart-boundary-in-file");
    assert.match(finding.message, /^\{\{\$concat/);
    const untyped = parts("«{{$random 2}}»").replace("Content-Type: application/octet-stream\n", "");
    assert.equal(places(request({ ...related, ...counted }, untyped))[0]?.code, "multipart-part-type");
  });

  test("a signature covers the bytes of a part as it covers the bytes of a file", async () => {
    const of = (content: string) =>
      `--b\nContent-Type: text/xml\n\n<a>{{$signature me parts="cid:p"}}</a>\n--b\nContent-Type: application/octet-stream\nContent-ID: <p>\n\n${content}\n--b--\n`;
    const { body, outgoing } = await signedMessage(request({ ...related, ...counted }, of('{{$concat "a" | sha256}}')));
    const hash = createHash("sha256").update("a").digest();
    assert.ok(Buffer.from(outgoing.body).includes(hash));
    assert.ok(body.includes(`<DigestValue>${createHash("sha256").update(hash).digest("base64")}</DigestValue>`), body);
  });
});
