import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, emptyEnvelope, envelope, post } from "./messages.ts";
import { answer, peer } from "./peer.ts";
import {
  answerQuestions,
  closeAll,
  codeOf,
  codesOf,
  deleteFile,
  diagnosticsOf,
  eventually,
  extension,
  inNode,
  open,
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

  test("the mock service shows the request and the response of an exchange side by side, both with their diagnostics", async () => {
    const file = await writeFile("calc.soapmock", response("<Sum>", "# @otherwise"));
    const origin = await started(file);
    await answerQuestions({ standingErrors: async () => "send" });
    await responseTo(post(origin, "/calc", "<a/>"));
    const { exchanges } = (await extension()).forTests.mock;
    await eventually("the exchange", () =>
      assert.match(exchanges.all[0]?.line ?? "", /^POST \/calc a 200 calc\.soapmock#sum /),
    );
    const [exchange = assert.fail("no exchange")] = exchanges.all;
    await exchanges.show(exchange);
    const shown = vscode.window.visibleTextEditors.toSorted((a, b) => (a.viewColumn ?? 0) - (b.viewColumn ?? 0));
    const [request, answer] = shown.map(({ document }) => document);
    assert.ok(request && answer && shown.length === 2, "two documents side by side");
    assert.deepEqual([request.languageId, answer.languageId], ["soaphttp", "soaphttp-response"]);
    assert.match(request.getText(), /^### POST \/calc\nPOST \/calc HTTP\/1\.1\n[\s\S]*<a\/>\n+$/);
    assert.match(answer.getText(), /^HTTP\/1\.1 200 OK\n/);
    const codes = await Promise.all([request, answer].map(async (one) => await codesOf(one)));
    assert.ok(codes[0]?.includes("soap-envelope-missing"), codes.join());
    assert.ok(
      codes[1]?.some((code) => code.startsWith("xml-")),
      codes.join(),
    );
    assert.ok(exchange.errors > 0);
  });

  test("the Testing view doesn't list a received request after its tab is closed", async () => {
    const origin = await started(await writeFile("calc.soapmock", response("<Sum>1</Sum>")));
    await responseTo(post(origin, "/calc", add(7, 2)));
    const { mock, tests } = (await extension()).forTests;
    const [exchange = assert.fail("no exchange")] = mock.exchanges.all;
    const request = await vscode.workspace.openTextDocument(mock.exchanges.uriOf(exchange));
    // VS Code reports a document as closed when its language changes; a closed tab keeps its document for a while.
    await vscode.languages.setTextDocumentLanguage(request, "plaintext");
    await open(`# @expect status 200\n${post(origin, "/calc", add(7, 2))}`);
    const listed = () => [...tests.items].map(([, { label }]) => label.replace(/\d+/, "N"));
    await eventually("the file with a test to be listed", () => assert.ok(listed().includes("written-N.soaphttp")));
    assert.deepEqual(listed(), ["written-N.soaphttp"]);
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

  test("the mock service says in the log and in the response why no response fits, and which conditions hold", async () => {
    const file = await writeFile("calc.soapmock", response("<Sum/>", "# @when //*:b exists\n# @when //*:a = 2"));
    const origin = await started(file);
    await responseTo(post(origin, "/calc", add(1, 2)));
    const { exchanges } = (await extension()).forTests.mock;
    const why = "No response matches. calc.soapmock#sum is the closest, but //*:a = 2 doesn't hold.";
    await eventually("the exchange", () => assert.ok(exchanges.all[0]?.line.endsWith(` ms: ${why}`)));
    const [exchange = assert.fail("no exchange")] = exchanges.all;
    const document = await vscode.workspace.openTextDocument(exchanges.responseUriOf(exchange));
    assert.match(document.getText(), /^HTTP\/1\.1 404 [\s\S]*No response matches\. calc\.soapmock#sum is the closest/);
    assert.match(document.getText(), /✓ holds: @when \/\/\*:b exists\n.*✗ doesn't hold: @when \/\/\*:a = 2\n/);
  });

  test("Add as Response adds an exchange as a response to its file, which then fits", async () => {
    const file = await writeFile("calc.soapmock", response("<Sum/>", "# @when //*:a = 2"));
    const origin = await started(file);
    assert.match((await responseTo(post(origin, "/calc", add(7, 2)))).getText(), /^HTTP\/1\.1 404 /);
    const { exchanges } = (await extension()).forTests.mock;
    await eventually("the exchange", () => assert.ok(exchanges.all[0]?.misses.length === 1));
    const [exchange = assert.fail("no exchange")] = exchanges.all;
    await vscode.commands.executeCommand("soaphttp.mock.addResponse", exchanges.uriOf(exchange));
    const document = vscode.window.activeTextEditor?.document ?? assert.fail("no editor");
    assert.equal(document.uri.toString(), file.toString());
    const added = document
      .getText()
      .split("\n")
      .findIndex((line) => line.startsWith("### POST"));
    const findings = (await diagnosticsOf(document)).filter(({ range }) => range.start.line >= added);
    assert.deepEqual(findings.map(codeOf), []);
    await document.save();
    await eventually("the added response", async () =>
      assert.match(
        (await responseTo(post(origin, "/calc", add(7, 2)))).getText(),
        /^HTTP\/1\.1 200 [\s\S]*<soap:Body>/,
      ),
    );
  });

  test("the mock service serves the file of a folder that was replaced", async () => {
    const file = await writeFile("served/calc.soapmock", response("<Sum>1</Sum>"));
    await writeFile("other/calc.soapmock", response("<Sum>2</Sum>"));
    const origin = await started(file);
    // VS Code reports nothing if a folder is deleted and created at once.
    const watcher = vscode.workspace.createFileSystemWatcher("**/served");
    const deleted = new Promise((resolve) => watcher.onDidDelete(resolve));
    await deleteFile("served");
    await deleted;
    watcher.dispose();
    await renameFolder("other", "served");
    await eventually("the response of the new file", async () =>
      assert.match((await responseTo(post(origin, "/calc", add(7, 2)))).getText(), /<Sum>2</),
    );
    await deleteFile("served");
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

  suite("a mock service whose response has # @then", () => {
    const environments = "http-client.private.env.json";
    suiteTeardown(() => vscode.commands.executeCommand("soaphttp.chooseEnvironment", null));

    /** Sends a request to a service that sends `notify` to this host afterwards. Returns the lines of the log. */
    const logged = async (host: string, query: string, until: RegExp) => {
      await writeFile(
        "notify.soaphttp",
        `# @name notify\n${post(`http://${host}`, "/notify", "< ./notify.xml", "{{$contentLength}}")}\n`,
      );
      await writeFile("notify.xml", emptyEnvelope);
      const file = await writeFile("calc.soapmock", response("<Sum/>", "# @then ./notify.soaphttp#notify"));
      const origin = await started(file);
      const lines: string[] = [];
      const { log } = (await extension()).forTests.mock;
      const { info, warn } = log;
      log.info = log.warn = (line) => void lines.push(line);
      try {
        await responseTo(post(origin, `/calc${query}`, add(1, 2)));
        await eventually("the line about the request", () => assert.match(lines.join("\n"), until));
      } finally {
        Object.assign(log, { info, warn });
      }
      return lines;
    };

    test("the service sends the request of # @then, and the log has a line for it", async () => {
      const { port, received } = await peer(answer("", [], "204 No Content"));
      const lines = await logged(`localhost:${port}`, "", /notify: /);
      assert.match(received(), /^POST \/notify HTTP\/1\.1\r\n/);
      assert.match(lines.at(-2) ?? "", /^POST \/calc /);
      assert.equal(lines.at(-1), "./notify.soaphttp#notify: 204");
    });

    test("the log says without secrets that a received request must not choose the host", async () => {
      await writeFile(environments, JSON.stringify({ local: { note: "oleander" } }));
      await vscode.commands.executeCommand("soaphttp.chooseEnvironment", "local");
      const lines = await logged("{{request.query.to}}", "?to=oleander.example", /must not choose/);
      assert.match(
        lines.at(-1) ?? "",
        /^\.\/notify\.soaphttp#notify is not sent: .* the host \[redacted\]\.example\. /,
      );
      assert.ok(!lines.join("\n").includes("oleander"), lines.join("\n"));
    });
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
