import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { fixAll, quickFix } from "./assist.ts";
import { add, bytesOf, post } from "./messages.ts";
import {
  allDiagnosticsOf,
  closeAll,
  codeOf,
  codesOf,
  diagnosticsOf,
  expectDiagnostics,
  expectMarks,
  inNode,
  open,
  openFile,
  replace,
  withSettings,
} from "./support.ts";

const origin = "http://localhost:8000";
const valid = post(origin, "/calc12", add(1, 2));

suite("diagnostics and quick fixes", () => {
  teardown(closeAll);

  test("a workspace file is checked when it is opened, and a quick fix removes the error", async () => {
    const document = await openFile("add.soaphttp");
    assert.equal(document.languageId, "soaphttp");
    const [problem, ...others] = await diagnosticsOf(document);
    assert.ok(problem);
    assert.deepEqual(others, []);
    assert.equal(codeOf(problem), "content-length-mismatch");
    assert.equal(document.getText(problem.range), "299");
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.match(problem.message, /299/);
    const body = document.getText().split("\n\n")[1] ?? "";
    assert.match(problem.message, new RegExp(`\\b${bytesOf(body.trimEnd())}\\b`));
    await quickFix(document, "content-length-mismatch", "Change Content-Length");
    assert.deepEqual(await diagnosticsOf(document), []);
  });

  test("an XPath is checked by the library, which each host loads at first use", async () => {
    const document = await open(`# @expect foo(//a) = 1\n${valid}`);
    const [problem, ...others] = await diagnosticsOf(document);
    assert.ok(problem);
    assert.deepEqual(others, []);
    assert.equal(codeOf(problem), "expect-invalid");
    assert.equal(problem.message, "XPath has no function foo with 1 arguments.");
  });

  test("several errors of one request are all shown, each at its position", async () => {
    await expectDiagnostics(
      [
        "«POST» /calc12 HTTP/1.1",
        "Content-Type: application/soap+xml; charset=utf-8",
        "Content-Length: «12 bytes»",
        "",
        '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>«&»<a></«b»></s:Body></s:Envelope>',
      ].join("\n"),
      "host-missing",
      "content-length-invalid",
      "xml-reference-invalid",
      "xml-tag-mismatch",
    );
  });

  test("diagnostics are updated while the author types", async () => {
    const document = await open(valid);
    assert.deepEqual(await diagnosticsOf(document), []);
    const at = document.positionAt(document.getText().indexOf("<a>1") + 3);
    await replace(document, new vscode.Range(at, at), "\u00e9");
    const [problem] = await diagnosticsOf(document);
    assert.ok(problem);
    assert.equal(codeOf(problem), "content-length-mismatch");
    // The character is one in the editor and two bytes on the wire.
    assert.match(problem.message, new RegExp(`\\b${bytesOf(add(1, 2)) + 2}\\b`));
    await vscode.commands.executeCommand("undo");
    assert.deepEqual(await diagnosticsOf(document), []);
  });

  test("Fix All applies the automatic fixes and keeps the other errors", async () => {
    const document = await open("POST  /calc12\nHost: localhost:8000\n\n<a>&</a>");
    await fixAll(document);
    const text = document.getText();
    assert.match(text, /^POST \/calc12 HTTP\/1\.1\n/);
    assert.match(text, /\nContent-Length: 8\n/);
    const left = await codesOf(document);
    assert.ok(left.includes("xml-reference-invalid"), left.join());
    assert.ok(
      !left.some((code) => /^(request-line|version|content-length|content-type-missing)/.test(code)),
      left.join(),
    );
  });

  test("each request of a file is checked separately", async () => {
    const text = `${post(origin, "/calc12", add(1, 2))}\n### the second\n${post(origin, "/calc12", add(3, 4), "«9»")}\n### the third\n${valid}`;
    await expectDiagnostics(text, "content-length-mismatch");
  });

  test("a Content-Length that is right with CRLF offers to change the line endings", async () => {
    const body = `<?xml version="1.0"?>\r\n${add(1, 2)}`;
    const text = post(origin, "/calc12", body).replaceAll("\r\n", "\n");
    const document = await open(text);
    assert.deepEqual(await codesOf(document), ["content-length-mismatch"]);
    await quickFix(document, "content-length-mismatch", "Change line endings to CRLF");
    assert.equal(document.eol, vscode.EndOfLine.CRLF);
    assert.deepEqual(await diagnosticsOf(document), []);
  });

  test("a header that isn't sent as typed is reported in a browser", async () => {
    const document = await open(
      post(origin, "/calc12", add(1, 2)).replace("Content-Type", "Cookie: a=1\nContent-Type"),
    );
    const marked = (await allDiagnosticsOf(document)).map((one) => [codeOf(one), document.getText(one.range)]);
    assert.deepEqual(marked, inNode ? [] : [["header-not-sendable", "Cookie"]]);
  });

  test("the severity of a rule follows the setting", async () => {
    const marked = post(origin, "/calc12", add(1, 2), "«9»");
    await withSettings({ rules: { "content-length-mismatch": "hint" } }, async () => {
      const document = await expectDiagnostics(marked, "content-length-mismatch");
      assert.equal((await diagnosticsOf(document))[0]?.severity, vscode.DiagnosticSeverity.Hint);
    });
    await withSettings({ rules: { "content-length-mismatch": "off" } }, async () => {
      await expectDiagnostics(marked.replace(/[«»]/g, ""));
    });
  });

  test("a .soaphttp file keeps its line endings, and none is added at its end", async () => {
    const document = await openFile("add.soaphttp");
    const files = vscode.workspace.getConfiguration("files", { languageId: "soaphttp", uri: document.uri });
    assert.equal(files.get("eol"), "\n");
    assert.equal(files.get("insertFinalNewline"), false);
    assert.equal(files.get("trimTrailingWhitespace"), false);
    await expectMarks(document, document.getText().replace("299", "«299»"), ["content-length-mismatch"]);
  });
});
