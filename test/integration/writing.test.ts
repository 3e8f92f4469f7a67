import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { type } from "./assist.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import {
  activeEditor,
  allDiagnosticsOf,
  closeAll,
  codeOf,
  diagnosticsOf,
  eventually,
  extension,
  open,
  responseTo,
} from "./support.ts";

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

suite("New SOAP Request", () => {
  setup(extension);
  teardown(closeAll);

  test("the command opens a valid unsaved request and selects its host", async () => {
    await vscode.commands.executeCommand("soaphttp.newRequest");
    const editor = activeEditor();
    const { document } = editor;
    assert.equal(document.languageId, "soaphttp");
    assert.ok(document.isUntitled, document.uri.toString());
    assert.match(document.getText(), /^POST \/service HTTP\/1\.1\nHost: localhost:8000\nContent-Type: /);
    assert.equal(document.getText(editor.selection), "localhost:8000");
    assert.deepEqual(await allDiagnosticsOf(document), []);
    assert.match(document.getText(), /\n {2}<soap:Body>\n {4}<Operation /);
  });

  test("the request opens beside requests, not among responses", async () => {
    const response = await responseTo(post(serviceOrigin(), "/calc12", add(1, 2)));
    await vscode.window.showTextDocument(response, { viewColumn: 2 });
    await vscode.commands.executeCommand("soaphttp.newRequest");
    assert.equal(vscode.window.activeTextEditor?.viewColumn, 1);
  });
});

/** Types the start of a request above another request, and returns the document. */
async function typedHead(): Promise<vscode.TextDocument> {
  const document = await open(next);
  assert.deepEqual(await diagnosticsOf(document), []);
  for (const key of head) {
    await type(key);
    const errors = (await diagnosticsOf(document)).filter(
      ({ severity }) => severity === vscode.DiagnosticSeverity.Error,
    );
    assert.deepEqual(errors.map(codeOf), [], document.getText());
  }
  await eventually("what is still needed", () => assert.deepEqual(codesOf(document), ["request-unfinished"]));
  return document;
}

async function moveTo(document: vscode.TextDocument, line: number): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
}

function codesOf({ uri }: vscode.TextDocument): readonly string[] {
  const codes = vscode.languages.getDiagnostics(uri).map(codeOf);
  return codes.filter((code) => code !== "header-not-sendable").toSorted();
}
