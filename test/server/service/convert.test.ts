import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { toDiagnostics } from "../../../server/src/service/convert.ts";

suite("diagnostics of a document", () => {
  const document = TextDocument.create("file:///a.soaphttp", "soaphttp", 1, "x".repeat(3000));
  const findings = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      code: "header-name-invalid" as const,
      severity: "error" as const,
      at: { start: at, end: at + 1 },
      message: "wrong",
      fixes: () => [],
      traits: {},
    }));

  test("diagnostics are at most 1,000, followed by how many more there are", () => {
    assert.equal(toDiagnostics(document, findings(1000)).length, 1000);
    const shown = toDiagnostics(document, findings(1042));
    assert.equal(shown.length, 1001);
    assert.equal(shown.at(-1)?.message, "42 more problems after this point aren't shown.");
    assert.equal(shown.at(-1)?.range.start.character, 1000);
  });
});
