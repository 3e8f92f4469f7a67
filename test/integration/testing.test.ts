import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, envelope, post, serviceOrigin } from "./messages.ts";
import {
  answerQuestions,
  clearHistory,
  closeAll,
  deleteFile,
  documentOf,
  eventually,
  extension,
  inNode,
  open,
  openUnsaved,
  renameFolder,
  replace,
  send,
  withSettings,
  writeFile,
} from "./support.ts";
import { type RecordedRun, recordedRuns } from "./testRuns.ts";

suite("tests in the Testing view", () => {
  const origin = serviceOrigin();
  const runs = recordedRuns();
  let controller: vscode.TestController;

  suiteSetup(async () => {
    controller = (await extension()).forTests.tests;
  });
  setup(clearHistory);
  teardown(async () => {
    await closeAll();
    await vscode.commands.executeCommand("testing.refreshTests");
    await eventually("the deleted files to be no longer listed", () => assert.deepEqual(labels(), []));
    runs.length = 0;
  });

  const calc = (preamble: string, body = add(1, 2)) => `${preamble}\n${post(origin, "/calc12", body)}\n`;
  const file = (...requests: readonly string[]) => requests.join("\n###\n");
  const passing = calc("# @name one\n# @expect status 200");
  const failing = calc(
    "# @name two\n# @expect header Content-Type contains xml\n# @expect status 201\n# @expect status < 100",
  );
  const slow = envelope('<Slow xmlns="http://example.org/calc"><seconds>120</seconds></Slow>');

  /** The labels of all items in their order, those of files with their tests. */
  function labels(items: vscode.TestItemCollection = controller.items): readonly string[] {
    const order = (item: vscode.TestItem) => item.sortText ?? item.label;
    const sorted = [...items].map(([, item]) => item).sort((a, b) => order(a).localeCompare(order(b)));
    return sorted.flatMap(({ label, children }) => [label, ...labels(children)]);
  }

  async function listed(...expected: readonly string[]): Promise<void> {
    await eventually("the tests to be listed", () =>
      assert.deepEqual(
        labels().filter((label) => !label.endsWith(".soaphttp")),
        expected,
      ),
    );
  }

  /** Runs a command of the Testing view, and returns what was reported when its run has ended. */
  async function runBy(command: string): Promise<RecordedRun> {
    const before = runs.length;
    // VS Code's view learns of new tests a moment later; until then, the command runs nothing.
    const started = eventually(`${command} to run tests`, async () => {
      await vscode.commands.executeCommand(command);
      assert.ok(runs.length > before, "there is no run");
    });
    const run = await ended(before);
    await started;
    return run;
  }

  async function ended(index: number): Promise<RecordedRun> {
    let run: RecordedRun | undefined;
    await eventually("the run to end", () => {
      run = runs[index];
      assert.ok(run?.ended, `${runs.length} runs, ${runs.filter((one) => one.ended).length} of them ended`);
    });
    return run ?? assert.fail("there is no run");
  }

  const states = ({ reported }: RecordedRun) => reported.map(({ label, state }) => `${label} ${state}`);

  test("the view lists the tests of open documents, and follows edits", async () => {
    const document = await open(file(passing, calc("# @name none"), calc("no name")));
    await listed("one", "none");
    const range = [...controller.items].flatMap(([, item]) => [...item.children].map(([, child]) => child.range));
    assert.deepEqual(
      range.map((one) => one?.start.line),
      [0, 9],
      "a test begins at its first directive or `###` line",
    );
    await replace(document, document.lineAt(0).range, "# @name first");
    await listed("first", "none");
  });

  test("the view lists requests from a contract by what was changed, grouped under valid and invalid", async () => {
    const valid = calc("### Add: only what is required\n# @name Add.valid.required.1\n# @expect no fault");
    const invalid = calc("### Add: a that isn't a number\n# @name Add.invalid.type.1\n# @expect status 200");
    const document = await open([passing, valid, invalid].join("\n"));
    await listed("one", "Valid", "only what is required", "Invalid", "a that isn't a number");
    const items = [...controller.items].flatMap(([, item]) => [...item.children].map(([, child]) => child));
    assert.deepEqual(
      items.flatMap(({ description, children }) => [description, ...[...children].map(([, one]) => one.description)]),
      ["", "must be accepted", "Add.valid.required.1", "must be refused", "Add.invalid.type.1"],
    );
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(16, 0, 16, 0) });
    assert.deepEqual(states(await runBy("testing.runAtCursor")), ["only what is required passed"]);
    await replace(document, new vscode.Range(0, 0, document.lineCount, 0), valid.replace(".1", ".2"));
    await listed("Valid", "only what is required");
    await replace(document, new vscode.Range(0, 0, document.lineCount, 0), passing);
    await listed("one");
  });

  test("the view adds what the service did with requests of a contract to the output, and shows the report as a page", async () => {
    const wrong = calc("# @name Add.invalid.type.1\n# @expect fault Client");
    await open(file(calc("# @name Add.valid.required.1\n# @expect no fault"), wrong));
    await listed("Valid", "Add.valid.required.1", "Invalid", "Add.invalid.type.1");
    const { output } = await runBy("testing.runAll");
    assert.match(output.join(""), /Add: 1 valid accepted, 0 invalid refused, 1 invalid accepted\r\n$/);
    await vscode.commands.executeCommand("soaphttp.test.showReport");
    await eventually("the report", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputWebview && input.viewType.endsWith("soaphttp.testReport"));
    });
  });

  test("the view lists an untitled document as long as it is open", async () => {
    const { uri } = await openUnsaved(passing);
    await listed(uri.path, "one");
    await closeAll();
    await listed();
  });

  test("the view lists the tests of all files of the workspace", async () => {
    await writeFile("closed.soaphttp", passing);
    await vscode.commands.executeCommand("testing.refreshTests");
    await listed("one");
  });

  test("the view follows folders that are renamed and deleted", async () => {
    await writeFile("folder/inner/a.soaphttp", passing);
    await writeFile("folder/b.soaphttp", passing);
    await vscode.commands.executeCommand("testing.refreshTests");
    await eventually("the files", () =>
      assert.deepEqual(labels(), ["folder", "b.soaphttp", "one", "folder/inner", "a.soaphttp", "one"]),
    );
    await renameFolder("folder", "renamed");
    await eventually("the renamed files", () =>
      assert.deepEqual(labels(), ["renamed", "b.soaphttp", "one", "renamed/inner", "a.soaphttp", "one"]),
    );
    await deleteFile("renamed");
    await listed();
  });

  test("the view shows a test that can't be understood with its problem", async () => {
    await open(calc("# @name odd\n# @expect statsu 200"));
    await listed("odd");
    const [[, item] = []] = [...controller.items];
    assert.match(String([...(item?.children ?? [])][0]?.[1].error), /statsu/);
    const run = await runBy("testing.runAll");
    assert.deepEqual(states(run), ["odd errored"]);
  });

  test("the view reports failures with expected and actual values at their lines", async () => {
    const document = await open(file(passing, failing));
    await listed("one", "two");
    const run = await runBy("testing.runAll");
    assert.deepEqual(states(run), ["one passed", "two failed"]);
    const messages = run.reported[1]?.messages ?? [];
    assert.deepEqual(
      messages.map(({ expectedOutput, actualOutput, location }) => [
        expectedOutput,
        actualOutput,
        location && document.getText(location.range),
      ]),
      [
        ["201", "200", "status 201"],
        ["< 100", "200", "status < 100"],
      ],
    );
    const output = run.output.join("");
    assert.match(output, /✓ one \(.*\r\n {4}POST \/calc12 HTTP\/1\.1 .* → 200 OK\r\n/);
    assert.match(output, /✗ two [\s\S]*✗ status 201\r\n {8}Found 200, expected 201\.\r\n[\s\S]*<Add /);
    assert.ok(!/[^\r]\n/.test(output), output);
  });

  test("the view shows at the lines of expectations what was found, until the request is edited", async () => {
    const { lines } = (await extension()).forTests;
    const document = await open(file(passing, failing));
    await listed("one", "two");
    await runBy("testing.runAll");
    const shown = () =>
      lines
        .in(document.uri.toString())
        .flatMap(({ results }) =>
          results.map(
            ({ line, held, text }) => `${document.lineAt(line).text}: ${held ? "✓" : "✗"} ${text.split(";")[0]}`,
          ),
        );
    const ofTwo = [
      "# @expect header Content-Type contains xml: ✓ application/soap+xml",
      "# @expect status 201: ✗ 200",
      "# @expect status < 100: ✗ 200",
    ];
    assert.deepEqual(shown(), ["# @expect status 200: ✓ 200", ...ofTwo]);
    await replace(document, new vscode.Range(0, 0, 0, 0), "# a comment\n");
    assert.deepEqual(shown(), ofTwo);
    // VS Code closes the document and opens it again.
    await vscode.languages.setTextDocumentLanguage(document, "plaintext");
    await vscode.languages.setTextDocumentLanguage(document, "soaphttp");
    assert.deepEqual(shown(), ofTwo);
  });

  test("a test without a token has the error of the token's request", async () => {
    const api = { Type: "OAuth2", "Grant Type": "Client Credentials", "Token URL": "ftp://example.org/" };
    await writeFile("http-client.env.json", JSON.stringify({ $shared: { Security: { Auth: { api } } } }));
    const authorization = 'Authorization: Bearer {{$auth.token("api")}}\nContent-Type:';
    await open(passing.replace("Content-Type:", authorization));
    await listed("one");
    const { reported } = await runBy("testing.runAll");
    const texts = reported.flatMap(({ messages }) => messages.map(({ message }) => String(message)));
    assert.match(texts.join(), /No token api: Token URL must be an http or https URL/);
  });

  test("Run Failed Tests runs only the failed tests", async () => {
    await open(file(passing, failing));
    await listed("one", "two");
    await runBy("testing.runAll");
    assert.deepEqual(states(await runBy("testing.reRunFailTests")), ["two failed"]);
  });

  test("a run sends what a test needs first, with values of its response", async () => {
    const needy = calc(
      "# @name two\n# @expect status {{one.response.status}}",
      add("{{one.response.status}}", 1),
    ).replace(/Content-Length: .*/, "Content-Length: {{$contentLength}}");
    const document = await open(file(needy, passing));
    await listed("two", "one");
    assert.deepEqual(states(await runBy("testing.runAll")), ["one passed", "two passed"]);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(3, 0, 3, 0) });
    assert.deepEqual(states(await runBy("testing.runAtCursor")), ["one passed", "two passed"]);
  });

  test("a run has a test for each row of its data file", async () => {
    const data = await writeFile("rows.csv", "a,status\n1,200\n\n2,201\n3,404\n");
    const rows = calc("# @name rows\n# @data ./rows.csv\n# @expect status {{status}}", add("{{a}}", 1)).replace(
      /Content-Length: .*/,
      "Content-Length: {{$contentLength}}",
    );
    const document = await open(rows);
    await listed("rows");
    const run = await runBy("testing.runAll");
    assert.deepEqual(states(run), ["Row 1 passed", "Row 2 failed", "Row 3 failed"]);
    const [[, file] = []] = [...controller.items];
    const items = [...(file?.children ?? [])].flatMap(([, { children }]) => [...children].map(([, item]) => item));
    assert.deepEqual(
      items.map(({ uri, range }) => [uri?.toString(), range?.start.line]),
      [1, 3, 4].map((line) => [data.toString(), line]),
    );
    assert.deepEqual(
      run.reported.flatMap(({ messages }) => messages.map(({ location }) => location?.uri.path)),
      [document.uri.path, document.uri.path],
    );
    const { lines } = (await extension()).forTests;
    assert.deepEqual(
      lines.in(document.uri.toString()).flatMap(({ results }) => results.map(({ line, text }) => [line, text])),
      [[2, "row 2: 200 · row 3: 200"]],
    );
    assert.deepEqual(states(await runBy("testing.reRunFailTests")), ["Row 2 failed", "Row 3 failed"]);
  });

  suite("a run of a file with rows, an import and requests before and after", () => {
    const counted = (preamble: string, body: string) =>
      calc(preamble, body).replace(/Content-Length: .*/, "Content-Length: {{$contentLength}}");
    const scenario = (body: string) =>
      file(
        "# @data ./rows.csv\n# @import ./login.soaphttp as auth\n# @tag all\n# @sequence\n# @seed 7\n",
        counted("# @name drop\n# @after\n# @expect status 200", add(1, 2)),
        counted("# @name sum\n# @wait 1 ms\n# @needs auth.login\n# @expect //*:result = {{sum}}", body),
        counted("# @name never\n# @skip if {{a}} > 0\n# @expect status 200", add(1, 2)),
        counted("# @name begin\n# @before once\n# @expect status 200", add(1, 2)),
        counted("# @name twice\n# @needs sum\n# @repeat 2\n# @expect status 200", add(1, "{{auth.two}}")),
      );
    setup(async () => {
      await writeFile("rows.csv", "a,sum\n1,3\n2,5\n3,5\n");
      await writeFile("login.soaphttp", counted("# @name login\n# @set two = //*:result", add(1, 1)));
    });

    test("Run All sends the file row by row, and goes on after a row that failed", async () => {
      await open(scenario(add("{{a}}", "{{auth.two}}")));
      await listed("drop", "sum", "never", "begin", "twice");
      assert.deepEqual(states(await runBy("testing.runAll")), [
        "begin passed",
        ...["sum passed", "never skipped", "twice passed", "drop passed"],
        ...["sum failed", "never skipped", "twice failed", "drop passed"],
        ...["sum passed", "never skipped", "twice passed", "drop passed"],
      ]);
    });

    test("Cancel sends the requests of @after, and no other row", async () => {
      await open(scenario(slow));
      await listed("drop", "sum", "never", "begin", "twice");
      const running = runBy("testing.runAll");
      await eventually("the test to be started", () => assert.ok(runs.at(-1)?.started.includes("sum")));
      await vscode.commands.executeCommand("testing.cancelRun");
      const reported = states(await running);
      assert.deepEqual(
        reported.filter((one) => one.endsWith("passed")),
        ["begin passed", "drop passed"],
      );
    });
  });

  test("the view shows a reason for tests that are skipped, and doesn't send them", async () => {
    await open(calc("# @name later\n# @skip not ready\n# @expect status 200"));
    await listed("later");
    const run = await runBy("testing.runAll");
    assert.deepEqual(states(run), ["later skipped"]);
    assert.match(run.output.join(""), /not ready/);
    assert.deepEqual(await (await extension()).forTests.history.entries(), []);
  });

  test("a run reports an error if there is no response", async () => {
    const text = calc("# @name none\n# @expect status 200").replace(/Host: .*/, "Host: localhost:9");
    await open(text);
    await listed("none");
    const run = await runBy("testing.runAll");
    assert.deepEqual(states(run), ["none errored"]);
    assert.ok(run.reported[0]?.messages[0]?.message);
  });

  test("Cancel ends the run at once", async () => {
    await open(file(calc("# @name slow\n# @expect status 200", slow), passing));
    await listed("slow", "one");
    const running = runBy("testing.runAll");
    await eventually("the test to be started", () => assert.deepEqual(runs.at(-1)?.started, ["slow"]));
    await vscode.commands.executeCommand("testing.cancelRun");
    assert.deepEqual(states(await running), ["slow skipped", "one skipped"]);
  });

  // A browser can't stop the evaluation.
  if (inNode) {
    test("a run can be cancelled while the server evaluates expectations", async () => {
      await open(
        `# @name endless\n# @expect (1 to 10000000000)[. < 0] absent\n${post(serviceOrigin(), "/calc12", add(1, 2))}`,
      );
      await listed("endless");
      const { transport } = (await extension()).forTests;
      const { send } = transport;
      let received = 0;
      transport.send = async (...given) => {
        const result = await send.apply(transport, given);
        received++;
        return result;
      };
      try {
        const running = runBy("testing.runAll");
        await eventually("the response to be received", () => assert.equal(received, 1));
        await vscode.commands.executeCommand("testing.cancelRun");
        assert.deepEqual(states(await running), ["endless skipped"]);
      } finally {
        transport.send = send;
      }
    });
  }

  test("the tests of a file are run when it is saved, while that is turned on", async () => {
    const document = await open(passing);
    await listed("one");
    await vscode.commands.executeCommand("testing.startContinuousRun");
    try {
      const count = runs.length;
      await replace(document, new vscode.Range(0, 0, 0, 0), "# saved\n");
      await document.save();
      assert.deepEqual(states(await ended(count)), ["one passed"]);
    } finally {
      await vscode.commands.executeCommand("testing.stopContinuousRun");
    }
  });

  test("the history keeps the exchanges of tests, and shows the response of one", async () => {
    await open(passing);
    await listed("one");
    await runBy("testing.runAll");
    const [[, item] = []] = [...controller.items];
    const [[, child] = []] = [...(item?.children ?? [])];
    const shown = await vscode.commands.executeCommand<vscode.Uri>("soaphttp.test.showResponse", child);
    assert.match((await vscode.workspace.openTextDocument(shown)).getText(), /result>3</);
    assert.equal((await (await extension()).forTests.history.entries()).length, 1);
  });

  test("a test run is one entry of the history, colored by what the requests expect, with a limit of its own", async () => {
    const fault = envelope('<Fail xmlns="http://example.org/calc"><message>no</message></Fail>');
    const refused = calc("# @name refused\n# @expect status 500", fault);
    const document = await open(file(refused, failing));
    await listed("refused", "two");
    const { history, historyView } = (await extension()).forTests;
    const shown = async () => {
      const nodes = await historyView.getChildren();
      const children = (await Promise.all(nodes.map((node) => historyView.getChildren(node)))).flat();
      return [...nodes, ...children].map((node) => {
        const { label, description, iconPath } = historyView.getTreeItem(node);
        const icon = iconPath instanceof vscode.ThemeIcon ? iconPath.id : "";
        return `${icon} ${label} ${String(description).replace(/ ?·.*| ?[\d.]+ m?s.*/, "")}`.trim();
      });
    };
    await withSettings({ "history.limit": 1, "history.runs": 2 }, async () => {
      await send(document);
      for (let run = 0; run < 3; run++) await runBy("testing.runAll");
      assert.equal((await history.entries()).length, 5);
      assert.deepEqual(await shown(), [
        ...["error Test run 1 passed, 1 failed", "error Test run 1 passed, 1 failed"],
        // The request is sent alone, and its expectations count, too.
        "pass 500 Internal Server Error – refused",
        ...["pass 500 Internal Server Error – refused", "error 200 OK – two"],
        ...["pass 500 Internal Server Error – refused", "error 200 OK – two"],
      ]);
    });
  });

  test("Send Request offers to send what it needs first, and shows what holds", async () => {
    const { forTests } = await extension();
    const needy = calc("# @name two\n# @expect status {{one.response.status}}\n# @expect status 201");
    const document = await open(file(passing, needy));
    const answers = [false];
    const asked = await answerQuestions({ needs: async () => answers.shift() ?? true });
    const line = passing.split("\n").length + 4;
    const sendTwo = () => vscode.commands.executeCommand("soaphttp.send", document.uri, line);
    assert.equal(await sendTwo(), undefined);
    assert.deepEqual(await forTests.history.entries(), []);
    assert.ok(await sendTwo());
    assert.deepEqual(
      (await forTests.history.entries()).map(({ label }) => label),
      ["two", "one"],
    );
    const results = forTests.lines.in(document.uri.toString()).flatMap((one) => one.results);
    assert.deepEqual(
      results.map(({ held }) => held),
      [true, true, false],
    );
    await send(document, line);
    assert.deepEqual(asked("needs"), Array(2).fill([["one"], "two"]));
  });

  test("Send Request doesn't send a request if one that it needs did not succeed, and sends that one again", async () => {
    const { forTests } = await extension();
    const fault = envelope('<Fail xmlns="http://example.org/calc"><message>no</message></Fail>');
    const login = calc("# @name login", fault);
    const document = await open(file(login, calc("# @name add\n# @needs login")));
    const line = login.split("\n").length + 2;
    const asked = await answerQuestions({ needs: async () => true });
    const sendAdd = () => vscode.commands.executeCommand("soaphttp.send", document.uri, line);
    const sent = async () => (await forTests.history.entries()).map(({ label }) => label);
    assert.equal(await sendAdd(), undefined);
    assert.equal(await sendAdd(), undefined);
    assert.deepEqual(await sent(), ["login", "login"]);
    await replace(document, new vscode.Range(1, 0, 1, 0), "# @expect status 500\n");
    assert.ok(await vscode.commands.executeCommand("soaphttp.send", document.uri, line + 1));
    assert.deepEqual(await sent(), ["add", "login", "login", "login"]);
    assert.equal(asked("needs").length, 3);
  });

  const counting =
    '@count =\n# @set count = {{count}}x\nHTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: {{$contentLength}}\n\n{"count": "{{count}}"}\n';
  const mocked = (expected: string) =>
    `# @mock ./counting.soapmock\n\n###\n# @name one\n# @expect $.count = "${expected}"\nGET /c HTTP/1.1\nHost: {{mock.counting}}\n\n`;

  if (inNode) {
    test("a file starts the mock services that it names: anew for each run, and for Send Request until it is closed", async () => {
      await writeFile("counting.soapmock", counting);
      const document = await open(mocked("x"));
      await listed("one");
      const sendOne = () => send(document, 5);
      assert.equal((await sendOne()).kind, "response");
      assert.equal((await sendOne()).kind, "response");
      for (const _ of [1, 2]) assert.deepEqual(states(await runBy("testing.runAll")), ["one passed"]);
      await replace(document, document.lineAt(0).range, "# @mock ./none.soapmock");
      const { reported } = await runBy("testing.runAll");
      assert.match(String(reported.map(({ messages }) => messages[0]?.message)), /none\.soapmock doesn't exist/);
    });

    test("a run ends with what mock services expect: tests at the lines of # @expect", async () => {
      const expecting = (count: number) => `@count =\n# @name all\n# @expect called ${count}\n# @expect method GET\n`;
      await writeFile("counting.soapmock", counting.replace("@count =\n", expecting(2)));
      const document = await open(mocked("x"));
      await listed("one");
      const run = await runBy("testing.runAll");
      assert.deepEqual(states(run), ["one passed", "counting.soapmock#all failed"]);
      const [failure] = run.reported[1]?.messages ?? [];
      assert.match(String(failure?.message), /^called 2\nThe number of calls is 1\.$/);
      assert.equal(failure?.location?.uri.path.split("/").at(-1), "counting.soapmock");
      assert.equal(failure?.location?.range.start.line, 2);
      await listed("one", "counting.soapmock#all");
      const sendAll = async () => {
        const summary = await vscode.commands.executeCommand<vscode.Uri>("soaphttp.sendAll", document.uri);
        return (await vscode.workspace.openTextDocument(summary)).getText().replace(/\s+/g, " ");
      };
      assert.match(await sendAll(), /✘ counting\.soapmock:3: counting\.soapmock#all failed: called 2\./);
      await writeFile("counting.soapmock", counting.replace("@count =\n", expecting(1)));
      assert.equal((await sendAll()).includes("called"), false);
    });

    test("the services of a file respond from a changed file, and go on when the run of an imported one ends", async () => {
      await writeFile("counting.soapmock", counting);
      const imported = await open(mocked("y"));
      assert.equal((await send(imported, 5)).kind, "response");
      await writeFile("counting.soapmock", counting.replace("{{count}}x", "y"));
      await eventually("the changed response", async () =>
        assert.match((await documentOf(await send(imported, 5))).getText(), /"count": "y"/),
      );
      const path = imported.uri.path.split("/").at(-1);
      const importing = mocked("y").replace("@name one", "@name two\n# @needs of.one");
      await open(`# @import ./${path} as of\n${importing}`);
      await listed("one", "two");
      assert.deepEqual(states(await runBy("testing.runAll")).toSorted(), ["one passed", "two passed"]);
    });
  } else {
    test("in a browser, a request to a mock service that the file names isn't sent, and the reason is shown; others are", async () => {
      await writeFile("counting.soapmock", counting);
      await open(`${mocked("x")}\n###\n${passing.replace("@name one", "@name two")}`);
      await listed("one", "two");
      const run = await runBy("testing.runAll");
      assert.deepEqual(states(run), ["one errored", "two passed"]);
      assert.match(String(run.reported[0]?.messages[0]?.message), /not by VS Code in a browser/);
    });
  }
});
