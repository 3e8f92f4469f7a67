import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { describe, envelope12, request } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";

const inBody = (content: string) => envelope12.replace("<s:Body/>", `<s:Body><a xmlns="urn:a">${content}</a></s:Body>`);

/** Expects `body-encoding` at the mark and nothing else, in a document that the editor decoded with `encoding`. */
function expectFinding(encoding: string, charset: string, content: string): string | undefined {
  const typed = marked(
    request(
      { "Content-Type": `application/soap+xml; charset=${charset}`, "Content-Length": "{{$contentLength}}" },
      inBody(content),
    ),
  );
  const findings = diagnose(analyze(typed.text, undefined, undefined, { encoding }));
  assert.deepEqual(
    [...new Set(findings.map(({ code }) => code))],
    typed.spans.length > 0 ? ["body-encoding"] : [],
    describe(findings),
  );
  expectAtMarks(typed, findings);
  return findings[0]?.message;
}

suite("body-encoding in an open document", () => {
  test("the rule reports the first character whose bytes differ, with its bytes in both encodings", () => {
    assert.equal(
      expectFinding("windows1252", "utf-8", "a«€»€"),
      "The file is read as windows-1252, but the charset of the body is utf-8: € is sent as E2 82 AC, but it is 80 in the file.",
    );
    assert.match(expectFinding("utf8", "iso-8859-1", "«é»") ?? "", /é is sent as E9, but it is C3 A9 in the file/);
    assert.match(expectFinding("shiftjis", "utf-8", "«あ»") ?? "", /E3 81 82, but it is 82 A0 in the file/);
  });

  test("the rule reports nothing when both encodings give the same bytes", () => {
    expectFinding("utf8", "utf-8", "é");
    expectFinding("utf8bom", "utf-8", "é");
    expectFinding("windows1252", "utf-8", "abc");
    expectFinding("windows1252", "iso-8859-1", "é");
    expectFinding("iso885915", "iso-8859-15", "€");
    expectFinding("nothing-known", "iso-8859-1", "é");
  });

  test("the finding is information, because the sent bytes are correct", () => {
    const text = request(
      { "Content-Type": "application/soap+xml; charset=iso-8859-1", "Content-Length": "{{$contentLength}}" },
      inBody("é"),
    );
    const [finding] = diagnose(analyze(text, undefined, undefined, { encoding: "utf8" }));
    assert.equal(finding?.severity, "information");
  });
});
