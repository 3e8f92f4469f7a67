import assert from "node:assert/strict";
import { analyze, type DocumentFinding, diagnose } from "../../../server/src/service/languageService.ts";
import { envelope12, request } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";

const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const twoLines = `<?xml version="1.0"?>\n${envelope12}`;

/** Expects `line-ends-mixed` at the marks of a file and nothing else. */
function expectMixed(source: string): readonly DocumentFinding[] {
  const typed = marked(source);
  const findings = diagnose(analyze(typed.text, { rules: {}, mixedLineEnds: true }));
  assert.deepEqual([...new Set(findings.map(({ code }) => code))], typed.spans.length > 0 ? ["line-ends-mixed"] : []);
  expectAtMarks(typed, findings);
  return findings;
}

/** A message as clients send it: the head with CRLF, the body as given. */
const captured = (body: string, length = String(Buffer.byteLength(marked(body).text))) =>
  crlf(request({ "Content-Length": length }, "")) + body;

suite("line-ends-mixed", () => {
  test("the rule reports a CRLF head with an LF body, and the length that an editor would make of it", () => {
    const [finding] = expectMixed(captured(`<?xml version="1.0"?>«\n»${envelope12}`));
    assert.equal(finding?.severity, "warning");
    assert.equal(
      finding?.message,
      "The file has mixed line endings (5 CRLF, 1 LF). An editor changes them all to CRLF, which makes this body 107 bytes in utf-8 instead of 106.",
    );
  });

  test("the rule expects LF when at most half of the lines end in CRLF", () => {
    const [finding] = expectMixed(request({ "Content-Length": "107" }, `<?xml version="1.0"?>«\r\n»${envelope12}`));
    assert.match(
      finding?.message ?? "",
      /^The file has mixed line endings \(1 CRLF, 5 LF\)\. .* all to LF, .* 106 bytes in utf-8 instead of 107\.$/,
    );
  });

  test("the rule reports a body with mixed line endings at the first one that would change", () => {
    const body = `<?xml version="1.0"?>\n<!--\n-->«\r\n»${envelope12}\r\n<!---->`;
    expectMixed(request({ "Content-Length": String(Buffer.byteLength(marked(body).text)) }, body));
  });

  test("the rule expects LF when exactly half of the lines end in CRLF", () => {
    const body = `<?xml version="1.0"?>«\r\n»<!--\r\n-->\r\n<!--\r\n-->\r\n${envelope12}`;
    const [finding] = expectMixed(request({ "Content-Length": String(Buffer.byteLength(marked(body).text)) }, body));
    assert.match(finding?.message ?? "", /\(5 CRLF, 5 LF\).* all to LF/);
  });

  test("the rule includes line breaks after the body if Content-Length counts them", () => {
    expectMixed(captured(`${envelope12}«\n»`, "85"));
    expectMixed(captured(`${envelope12}\n`, "84"));
  });

  test("the rule reports nothing when the length stays the same", () => {
    expectMixed(captured(`<?xml version="1.0"?>\n${envelope12}\n`, "107"));
    expectMixed(request({ "Content-Length": "106" }, `<?xml version="1.0"?>\r${envelope12}`));
  });

  test("the rule reports nothing when no body changes", () => {
    expectMixed(captured(envelope12));
    expectMixed(request({ "Content-Length": "106" }, twoLines));
    expectMixed(crlf(request({ "Content-Length": "107" }, twoLines)));
  });

  test("the rule reports each request that changes", () => {
    const one = captured(`<?xml version="1.0"?>«\n»${envelope12}`);
    assert.equal(expectMixed(`${one}\r\n### two\r\n${captured(envelope12)}\r\n### three\r\n${one}`).length, 2);
  });

  test("the rule reports nothing in an open document", () => {
    const { text } = marked(captured(`<?xml version="1.0"?>\n${envelope12}`));
    assert.deepEqual(diagnose(analyze(text)), []);
  });

  test("the rule has a configurable severity", () => {
    const { text } = marked(captured(`<?xml version="1.0"?>\n${envelope12}`));
    const codesWith = (severity: "off" | "error") =>
      diagnose(analyze(text, { rules: { "line-ends-mixed": severity }, mixedLineEnds: true }));
    assert.deepEqual(codesWith("off"), []);
    assert.equal(codesWith("error")[0]?.severity, "error");
  });

  test("the rule names the length that the text has with uniform line endings", () => {
    const { text } = marked(captured(`<?xml version="1.0"?>\n${envelope12}`));
    const changed = text.replace(/\r?\n/g, "\r\n");
    assert.equal(Buffer.byteLength(changed.slice(changed.indexOf("<?xml"))), 107);
  });
});
