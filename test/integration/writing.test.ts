import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { closeAll, codeOf, diagnosticsOf, eventually, open } from "./support.ts";

const next = "\n### next\nGET / HTTP/1.1\nHost: h\n";
const head = "POST /calc12 HTTP/1.1\nX-Id: 1\n";

const missing = ["content-length-missing", "content-type-missing", "host-missing", "xml-missing"];

suite("diagnostics while writing a request", () => {
  teardown(closeAll);

  test("typing headers shows no errors until the cursor moves to another request", async () => {
    const document = await typedHead();
    await moveTo(document, document.lineCount - 1);
    await eventually("all errors", () => {
      assert.deepEqual(codesOf(document), missing);
    });
  });

  test("saving the file shows all errors", async () => {
    const document = await typedHead();
    assert.ok(await document.save());
    await eventually("all errors", () => assert.deepEqual(codesOf(document), missing));
  });

  test("leaving a line shows its errors", async () => {
    const document = await typedHead();
    await type("Host: http://localhost");
    assert.deepEqual((await diagnosticsOf(document)).map(codeOf), ["request-unfinished"]);
    await moveTo(document, 1);
    await eventually("the error of the line", () => assert.ok(codesOf(document).includes("host-invalid")));
  });
});

/** Types the start of a request above another request, and returns the document. */
async function typedHead(): Promise<vscode.TextDocument> {
  const document = await open(next);
  assert.deepEqual(await diagnosticsOf(document), []);
  for (const key of head) {
    await vscode.commands.executeCommand("type", { text: key });
    const errors = (await diagnosticsOf(document)).filter(
      ({ severity }) => severity === vscode.DiagnosticSeverity.Error,
    );
    assert.deepEqual(errors.map(codeOf), [], document.getText());
  }
  await eventually("what is still needed", () => assert.deepEqual(codesOf(document), ["request-unfinished"]));
  return document;
}

/** Types key by key: VS Code reports several keys of one command as a change and a cursor move. */
async function type(text: string): Promise<void> {
  for (const key of text) await vscode.commands.executeCommand("type", { text: key });
}

async function moveTo(document: vscode.TextDocument, line: number): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  editor.selection = new vscode.Selection(line, 0, line, 0);
}

function codesOf({ uri }: vscode.TextDocument): readonly string[] {
  const codes = vscode.languages.getDiagnostics(uri).map(codeOf);
  return codes.filter((code) => code !== "header-not-sendable").toSorted();
}
