import assert from "node:assert/strict";
import { CancellationTokenSource, type DocumentDiagnosticReport, LSPErrorCodes } from "vscode-languageserver/node";
import { request } from "../../support/findings.ts";
import { startTestServer } from "../../support/server.ts";

const pull = "textDocument/diagnostic";

suite("diagnostics that an editor pulls", () => {
  test("are those of the newest text", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request());
    await server.request(pull, { textDocument: { uri } });
    await server.notify("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: request({ "Content-Length": "1" }) }],
    });
    const report = await server.request<DocumentDiagnosticReport>(pull, { textDocument: { uri } });
    assert.ok(report.kind === "full");
    assert.deepEqual(
      report.items.map(({ code }) => code),
      ["content-length-mismatch"],
    );
    server.close();
  });

  test("are not worked out for a question that is taken back", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request());
    const source = new CancellationTokenSource();
    const asked = server.request(pull, { textDocument: { uri } }, source.token);
    source.cancel();
    await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
    server.close();
  });
});
