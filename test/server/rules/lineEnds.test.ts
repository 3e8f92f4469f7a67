import assert from "node:assert/strict";
import { analyze, type DocumentFinding, diagnose } from "../../../server/src/languageService.ts";
import { describe, envelope12, request } from "../../support/findings.ts";
import { mark, marked } from "../../support/marked.ts";

const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const twoLines = `<?xml version="1.0"?>\n${envelope12}`;

/** The findings of `line-ends-mixed` in a file stand at the marks, and these are all findings. */
function expectMixed(source: string): readonly DocumentFinding[] {
  const { text, spans } = marked(source);
  const found = diagnose(analyze(text, { rules: {}, mixedLineEnds: true }));
  assert.deepEqual([...new Set(found.map(({ code }) => code))], spans.length > 0 ? ["line-ends-mixed"] : []);
  const places = found.map(({ at: { start, end } }) => ({ start, end }));
  assert.equal(mark(text, places), mark(text, spans), describe(found));
  return found;
}

/** A message as clients send it: the head with CRLF, the body as it is given. */
const captured = (body: string, length = String(Buffer.byteLength(marked(body).text))) =>
  crlf(request({ "Content-Length": length }, "")) + body;

suite("line-ends-mixed", () => {
  test("a head with CRLF over a body with LF, and what the editor would make of the count", () => {
    const [finding] = expectMixed(captured(`<?xml version="1.0"?>«\n»${envelope12}`));
    assert.equal(finding?.severity, "warning");
    assert.equal(
      finding?.message,
      "The file has mixed line endings (5 CRLF, 1 LF). An editor changes them all to CRLF, which makes this body 107 bytes in utf-8 instead of 106.",
    );
  });

  test("a head with LF over a body with CRLF becomes all to LF, if no more than half of the lines have CRLF", () => {
    const [finding] = expectMixed(request({ "Content-Length": "107" }, `<?xml version="1.0"?>«\r\n»${envelope12}`));
    assert.match(
      finding?.message ?? "",
      /^The file has mixed line endings \(1 CRLF, 5 LF\)\. .* all to LF, .* 106 bytes in utf-8 instead of 107\.$/,
    );
  });

  test("a body that mixes them by itself: at the first one that changes", () => {
    const body = `<?xml version="1.0"?>\n<!--\n-->«\r\n»${envelope12}\r\n<!---->`;
    expectMixed(request({ "Content-Length": String(Buffer.byteLength(marked(body).text)) }, body));
  });

  test("half of the lines with CRLF is not over half", () => {
    const body = `<?xml version="1.0"?>«\r\n»<!--\r\n-->\r\n<!--\r\n-->\r\n${envelope12}`;
    const [finding] = expectMixed(request({ "Content-Length": String(Buffer.byteLength(marked(body).text)) }, body));
    assert.match(finding?.message ?? "", /\(5 CRLF, 5 LF\).* all to LF/);
  });

  test("line breaks after the body count where Content-Length has them in it", () => {
    expectMixed(captured(`${envelope12}«\n»`, "85"));
    expectMixed(captured(`${envelope12}\n`, "84"));
  });

  test("not where the count stays: a line break after the body makes up for it, or CR becomes LF", () => {
    expectMixed(captured(`<?xml version="1.0"?>\n${envelope12}\n`, "107"));
    expectMixed(request({ "Content-Length": "106" }, `<?xml version="1.0"?>\r${envelope12}`));
  });

  test("not where no body changes: no line break in it, or all lines alike", () => {
    expectMixed(captured(envelope12));
    expectMixed(request({ "Content-Length": "106" }, twoLines));
    expectMixed(crlf(request({ "Content-Length": "107" }, twoLines)));
  });

  test("each request of the file that changes", () => {
    const one = captured(`<?xml version="1.0"?>«\n»${envelope12}`);
    assert.equal(expectMixed(`${one}\r\n### two\r\n${captured(envelope12)}\r\n### three\r\n${one}`).length, 2);
  });

  test("never in an editor's document", () => {
    const { text } = marked(captured(`<?xml version="1.0"?>\n${envelope12}`));
    assert.deepEqual(diagnose(analyze(text)), []);
  });

  test("its severity is a setting like any other's", () => {
    const { text } = marked(captured(`<?xml version="1.0"?>\n${envelope12}`));
    const found = (severity: "off" | "error") =>
      diagnose(analyze(text, { rules: { "line-ends-mixed": severity }, mixedLineEnds: true }));
    assert.deepEqual(found("off"), []);
    assert.equal(found("error")[0]?.severity, "error");
  });

  test("what it says is true: the uniform text has that count", () => {
    const { text } = marked(captured(`<?xml version="1.0"?>\n${envelope12}`));
    const changed = text.replace(/\r?\n/g, "\r\n");
    assert.equal(Buffer.byteLength(changed.slice(changed.indexOf("<?xml"))), 107);
  });
});
