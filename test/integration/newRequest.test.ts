import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { allDiagnosticsOf, closeAll, extension, responseTo } from "./support.ts";

suite("New SOAP Request", () => {
  setup(extension);
  teardown(closeAll);

  test("the command opens a valid unsaved request and selects its host", async () => {
    await vscode.commands.executeCommand("soaphttp.newRequest");
    const editor = vscode.window.activeTextEditor ?? assert.fail("no editor is open");
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
