import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, emptyEnvelope, envelope, post } from "./messages.ts";
import {
  closeAll,
  codeOf,
  deleteFolder,
  diagnosticsOf,
  eventually,
  extension,
  inNode,
  renameFolder,
  responseTo,
  sendText,
  suiteInNode,
  withSettings,
  writeFile,
} from "./support.ts";

suiteInNode("a mock service", () => {
  suiteTeardown(() => vscode.commands.executeCommand("soaphttp.stopMock"));
  teardown(closeAll);

  const started = async (...uris: readonly vscode.Uri[]) => {
    const { mock } = (await extension()).forTests;
    await withSettings({ "mock.port": 0 }, async () => {
      await vscode.commands.executeCommand("soaphttp.startMock", uris[0], uris);
    });
    return mock.address?.replace(/\/$/, "") ?? assert.fail("no mock service runs");
  };
  const response = (result: string, preamble = "# @when //*:a exists") =>
    [
      `# @name sum\n${preamble}\nHTTP/1.1 200 OK\nContent-Type: application/soap+xml; charset=utf-8`,
      `Content-Length: {{$contentLength}}\n\n${envelope(result)}\n`,
    ].join("\n");

  test("the mock service responds from a .soapmock file to what the editor sends", async () => {
    const file = await writeFile("calc.soapmock", response("<Sum>{{request.body.//*:a}}</Sum>"));
    const origin = await started(file);
    assert.match((await responseTo(post(origin, "/calc", add(7, 2)))).getText(), /<Sum>7<\/Sum>/);
    const nothing = await responseTo(post(origin, "/calc", emptyEnvelope));
    assert.match(nothing.getText(), /^HTTP\/1\.1 404 /);
  });

  test("the mock service shows an exchange as a document: the request with its diagnostics, and the response", async () => {
    const file = await writeFile("calc.soapmock", response("<Sum/>", "# @otherwise"));
    const origin = await started(file);
    (await extension()).forTests.answer({ standingErrors: async () => "send" });
    await responseTo(post(origin, "/calc", "<a/>"));
    const { exchanges } = (await extension()).forTests.mock;
    await eventually("the exchange", () =>
      assert.match(exchanges.all[0]?.line ?? "", /^POST \/calc a 200 calc\.soapmock#sum /),
    );
    const [exchange = assert.fail("no exchange")] = exchanges.all;
    const document = await vscode.workspace.openTextDocument(exchanges.uriOf(exchange));
    await vscode.window.showTextDocument(document);
    assert.equal(document.languageId, "soaphttp");
    assert.match(
      document.getText(),
      /^### POST \/calc\nPOST \/calc HTTP\/1\.1\n[\s\S]*<a\/>\n\n### Response\n# \| HTTP\/1\.1 200 OK\n/,
    );
    const codes = (await diagnosticsOf(document)).map(codeOf);
    assert.ok(codes.includes("soap-envelope-missing"), codes.join());
    assert.ok(exchange.errors > 0);
  });

  test("the mock service serves a changed file, and its last version without errors after a mistake", async () => {
    const file = await writeFile("calc.soapmock", response("<Sum>1</Sum>"));
    const origin = await started(file);
    const sum = async () => /<Sum>(\d)/.exec((await responseTo(post(origin, "/calc", add(7, 2)))).getText())?.[1];
    assert.equal(await sum(), "1");
    await writeFile("calc.soapmock", response("<Sum>2</Sum>"));
    await eventually("the changed response", async () => assert.equal(await sum(), "2"));
    await writeFile("calc.soapmock", response("<Sum>3</Sum>", "# @when nonsense of it"));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal(await sum(), "2");
  });

  test("the mock service says in the log and in the exchange why no response fits", async () => {
    const origin = await started(await writeFile("calc.soapmock", response("<Sum/>", "# @when //*:a = 2")));
    await responseTo(post(origin, "/calc", add(1, 2)));
    const { exchanges } = (await extension()).forTests.mock;
    const why = "No response matches. calc.soapmock#sum is the closest, but //*:a = 2 doesn't hold.";
    await eventually("the exchange", () => assert.ok(exchanges.all[0]?.line.endsWith(` ms: ${why}`)));
    const [exchange = assert.fail("no exchange")] = exchanges.all;
    const document = await vscode.workspace.openTextDocument(exchanges.uriOf(exchange));
    assert.match(document.getText(), /\n\n### Response\n# No response matches\. calc\.soapmock#sum is the closest/);
  });

  test("the mock service serves the file of a folder that was replaced", async () => {
    const file = await writeFile("served/calc.soapmock", response("<Sum>1</Sum>"));
    await writeFile("other/calc.soapmock", response("<Sum>2</Sum>"));
    const origin = await started(file);
    // VS Code reports nothing if a folder is deleted and created at once.
    const watcher = vscode.workspace.createFileSystemWatcher("**/served");
    const deleted = new Promise((resolve) => watcher.onDidDelete(resolve));
    await deleteFolder("served");
    await deleted;
    watcher.dispose();
    await renameFolder("other", "served");
    await eventually("the response of the new file", async () =>
      assert.match((await responseTo(post(origin, "/calc", add(7, 2)))).getText(), /<Sum>2</),
    );
    await deleteFolder("served");
  });

  test("the mock service uses the rows of a data file", async () => {
    await writeFile("prices.csv", "sku,price\nA1,5\nB2,7\n");
    const file = await writeFile(
      "data.soapmock",
      response("<Price>{{price}}</Price>", "# @data ./prices.csv where sku = //*:a"),
    );
    const origin = await started(file);
    assert.match((await responseTo(post(origin, "/calc", add("B2", 2)))).getText(), /<Price>7<\/Price>/);
  });

  test("the mock service stops", async () => {
    const origin = await started(await writeFile("calc.soapmock", response("<Sum/>")));
    await vscode.commands.executeCommand("soaphttp.stopMock");
    assert.equal((await extension()).forTests.mock.address, undefined);
    assert.notEqual((await sendText(post(origin, "/calc", add(1, 2)))).kind, "response");
  });
});

if (!inNode) {
  suite("a mock service in a browser", () => {
    test("a mock service isn't started in a browser, because there are no ports", async () => {
      await vscode.commands.executeCommand("soaphttp.startMock");
      assert.equal((await extension()).forTests.mock.address, undefined);
    });
  });
}
