import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post } from "./messages.ts";
import {
  closeAll,
  codesOf,
  diagnosticsOf,
  expectDiagnostics,
  lensesOf,
  open,
  openUnsaved,
  workspaceFile,
} from "./support.ts";

const valid = post("http://localhost:8000", "/calc12", add(1, 2));

suite("bad input", () => {
  teardown(async () => {
    await closeAll();
    // The server must still respond after each test.
    await expectDiagnostics(valid.replace(/Content-Length: \d+/, "Content-Length: «9»"), "content-length-mismatch");
    await closeAll();
  });

  test("an empty file has no diagnostics and no lenses", async () => {
    const document = await open("");
    assert.deepEqual(await diagnosticsOf(document), []);
    assert.deepEqual(await lensesOf(document), []);
  });

  test("a file of only comments, variables and separators has no errors and no lenses", async () => {
    const document = await open("# a comment\n// another\n@base = localhost\n\n### title\n\n###\n");
    assert.deepEqual(
      (await diagnosticsOf(document)).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error),
      [],
    );
    assert.deepEqual(await lensesOf(document), []);
  });

  test("a request that is truncated anywhere has diagnostics", async () => {
    for (let length = 1; length < valid.length; length += 13) {
      const document = await open(valid.slice(0, length));
      assert.ok((await diagnosticsOf(document)).length > 0, `cut off after ${length} characters`);
      assert.ok((await lensesOf(document)).length <= 1);
      await closeAll();
    }
  });

  test("binary data has diagnostics", async () => {
    const bytes = Array.from({ length: 50_000 }, (_, at) => String.fromCharCode((at * 7919) % 256)).join("");
    assert.ok((await diagnosticsOf(await openUnsaved(bytes))).length > 0);
  });

  test("lone surrogates, NUL, a byte order mark and every kind of line break are checked", async () => {
    await diagnosticsOf(
      await openUnsaved("\ufeffPOST /\ud800 HTTP/1.1\u2028Host: h\u0000\u0085\n\n\udc00<a>\ufffe</a>\v\f"),
    );
  });

  test("a line of 5 MB is checked", async () => {
    const document = await open(post("http://localhost:8000", "/calc12", add("1".repeat(5_000_000), 2), "9"));
    assert.deepEqual(await codesOf(document), ["content-length-mismatch"]);
    assert.equal((await lensesOf(document)).length, 1);
  });

  test("a file of 20 MB is checked", async () => {
    const row = "      <row><a>1</a><b>2</b></row>\n";
    const body = add(1, `\n${row.repeat(Math.ceil(20_000_000 / row.length))}`);
    const document = await open(post("http://localhost:8000", "/calc12", body, "9"));
    assert.deepEqual(await codesOf(document), ["content-length-mismatch"]);
  }).timeout(180_000);

  test("a binary file is opened or rejected by VS Code", async () => {
    const uri = workspaceFile("binary.soaphttp");
    await vscode.workspace.fs.writeFile(
      uri,
      Uint8Array.from({ length: 10_000 }, (_, at) => (at * 7919) % 256),
    );
    try {
      await vscode.workspace.openTextDocument(uri).then(
        () => undefined,
        (error: unknown) => assert.match(String(error), /binary|Unable/i),
      );
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });
});
