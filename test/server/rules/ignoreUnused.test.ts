import assert from "node:assert/strict";
import { analyze, applyEdits, diagnose, diagnoseWhileWriting } from "../../../server/src/service/languageService.ts";
import { expectClean, expectRule, request } from "../../support/findings.ts";

const code = "ignore-unused";

/** The text after the first fix of the only finding. */
function fixed(text: string): string {
  const [only, ...others] = diagnose(analyze(text));
  assert.equal(only?.code, code);
  assert.deepEqual(others, []);
  return applyEdits(text, only?.fixes?.()[0]?.edits ?? []);
}

suite("an ignored code", () => {
  test("an ignored code is a hint where nothing has it", () => {
    expectRule(code, `# @ignore «host-missing»\n${request()}`);
    expectRule(
      code,
      `# @ignore host-missing, «soap-envelope-missing» «xml-name-invalid»\n${request({ Host: undefined })}`,
    );
  });

  test("an ignored code isn't a hint where it switches something off", () => {
    expectClean(`# @ignore host-missing\n${request({ Host: undefined })}`);
  });

  test("an ignored code is removed by a fix, the last one with its directive", () => {
    assert.equal(fixed(`# @ignore host-missing\n${request()}`), request());
    const both = request({ Host: undefined });
    assert.equal(fixed(`# @ignore host-missing, soap-envelope-missing\n${both}`), `# @ignore host-missing\n${both}`);
    assert.equal(fixed(`# @ignore soap-envelope-missing host-missing\n${both}`), `# @ignore host-missing\n${both}`);
  });

  test("an ignored code isn't a hint where the environment, the host or an unknown contract decides", () => {
    for (const other of ["variable-undefined", "wsdl-not-loaded", "signature-key", "schema-value", "schema-action"])
      expectClean(`# @ignore ${other}\n${request()}`);
    expectClean(
      `### a\n# @name a\n${request()}\n\n### b\n# @ignore soap-placeholder\n${request({
        "Content-Length": "{{$contentLength}}",
        "X-A": "{{a.response.headers.X-A}}",
      })}`,
    );
    expectRule("variable-undefined", `# @ignore host-missing\n${request({ Host: "«{{host}}»" })}`);
  });

  test("an ignored code can be ignored itself", () => {
    expectClean(`# @ignore ${code} host-missing\n${request()}`);
  });

  test("an ignored code isn't a hint while the request is being written", () => {
    const text = `# @ignore host-missing\n${request()}`;
    const analysis = analyze(text);
    const [segment] = analysis.document.segments;
    assert.ok(segment);
    for (const isTyping of [true, false]) {
      const cursor = { at: text.length, isTyping, isBodyNew: false };
      assert.deepEqual(diagnoseWhileWriting(analysis, { segment, cursor }), []);
    }
  });
});
