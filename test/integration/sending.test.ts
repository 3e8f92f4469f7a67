import * as vscode from "vscode";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import * as assert from "./assert.ts";
import { add, bytesOf, emptyEnvelope, envelope, misbehavingPort, post, serviceOrigin } from "./messages.ts";
import {
  answerQuestions,
  clickLens,
  closeAll,
  diagnosticsOf,
  documentOf,
  eventually,
  inNode,
  lensesOf,
  open,
  replace,
  send,
  titleOf,
  titlesOf,
  withSettings,
} from "./support.ts";

suite("sending", () => {
  const origin = serviceOrigin();
  teardown(closeAll);

  test("the lens above each request line sends that request", async () => {
    const document = await open(`${post(origin, "/calc12", add(1, 2))}\n###\n${post(origin, "/calc12", add(30, 4))}`);
    const lenses = await lensesOf(document);
    assert.deepEqual(
      lenses.map((lens) => [titleOf(lens), lens.range.start.line]),
      [
        ["Send Request", 0],
        ["Send Request", 7],
      ],
    );
    const second = await documentOf(await send(document, 7));
    assert.match(second.getText(), /<(\w+:)?result>34<\//);
    const first = await documentOf(await send(document, 0));
    assert.match(first.getText(), /<(\w+:)?result>3<\//);
  });

  test("the response opens beside the request, read-only and without taking the focus", async () => {
    const document = await open(post(origin, "/calc12", add(17, 25)));
    const sent = await send(document);
    assert.equal(sent.kind, "response");
    const response = await documentOf(sent);
    assert.equal(response.languageId, "soaphttp-response");
    assert.equal(vscode.workspace.fs.isWritableFileSystem(response.uri.scheme), false);
    assert.equal(response.lineAt(0).text.replace("HTTP/1.1 200 OK", "200 OK"), "200 OK");
    assert.match(response.getText(), /\ncontent-type: application\/soap\+xml/i);
    assert.match(response.getText(), /\n\n<\?xml|\n\n<\w+:Envelope/);
    assert.match(response.getText(), /<(\w+:)?result>42<\//);
    assert.equal(vscode.window.activeTextEditor?.document, document);
    const columns = vscode.window.visibleTextEditors.map((editor) => [editor.document.languageId, editor.viewColumn]);
    assert.deepEqual(columns.toSorted(), [
      ["soaphttp", 1],
      ["soaphttp-response", 2],
    ]);
  });

  // Node shows where a redirect leads, and follows it without the secrets.
  if (!inNode) {
    test("a redirect that the browser hides is followed by hand only if the request has no secret", async () => {
      await answerQuestions({ secret: async () => "oleander" });
      const location = encodeURIComponent("307 /echo");
      const request = post(`http://localhost:${misbehavingPort()}`, `/redirect?${location}`, emptyEnvelope);
      const followed = async (header: string) => {
        const sent = await send(await open(request.replace("\nContent-Type", `\n${header}$&`)));
        assert.equal(sent.kind, "redirect-hidden");
        const response = await documentOf(sent);
        const lenses = (await titlesOf(response)).filter((title) => title === "Follow Redirect");
        return [
          lenses.length,
          await vscode.commands.executeCommand("soaphttp.followRedirect", response.uri.toString()),
        ];
      };
      try {
        assert.deepEqual(await followed("X-Own: {{$secret hidden}}"), [0, undefined]);
        const [lenses, shown] = await followed("X-Own: a");
        assert.equal(lenses, 1);
        assert.ok(shown);
      } finally {
        await vscode.commands.executeCommand("soaphttp.forgetSecrets", ["hidden"]);
      }
    });
  }

  test("the keyboard command sends the request at the cursor", async () => {
    const document = await open(`${post(origin, "/calc12", add(1, 1))}\n###\n${post(origin, "/calc12", add(50, 5))}`);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(12, 3, 12, 3) });
    const sent = await vscode.commands.executeCommand<ShownResponse>("soaphttp.send");
    assert.match((await documentOf(sent)).getText(), /<(\w+:)?result>55<\//);
    assert.equal(document.isDirty, false);
  });

  const tabs = () =>
    vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs
        .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === "soaphttp-response")
        .map(() => group.viewColumn),
    );

  for (const hasPreviews of [true, false]) {
    test(`responses to different requests share one tab, ${hasPreviews ? "a preview" : "also without previews"}`, async () => {
      const editor = vscode.workspace.getConfiguration("workbench.editor");
      await editor.update("enablePreview", hasPreviews ? undefined : false, vscode.ConfigurationTarget.Global);
      try {
        for (const number of [1, 2, 3]) {
          const name = `# @name share${number}\n`;
          const sent = await send(await open(`${name}${post(origin, "/calc12", add(number, 0))}`));
          await eventually("one tab", () => assert.deepEqual(tabs(), [2]));
          assert.match(String(sent.document), new RegExp(`share${number}`));
        }
      } finally {
        await editor.update("enablePreview", undefined, vscode.ConfigurationTarget.Global);
      }
    });
  }

  test("a response stays in its tab that the user keeps open or pins", async () => {
    const document = await open(post(origin, "/calc12", add(1, 2)));
    for (const [index, command] of ["keepEditor", "pinEditor"].entries()) {
      const response = await documentOf(await send(document));
      await vscode.window.showTextDocument(response, { viewColumn: 2 });
      await vscode.commands.executeCommand(`workbench.action.${command}`);
      await eventually("the tab is kept", () => assert.equal(tabs().length, index + 1));
    }
    await send(document);
    await send(document);
    await eventually("one more tab", () => assert.deepEqual(tabs(), [2, 2, 2]));
    // VS Code doesn't close pinned tabs with all others.
    const pinned = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(({ isPinned }) => isPinned);
    await vscode.window.tabGroups.close(pinned);
  });

  test("the next response replaces the previous one in its tab, and newTab keeps both", async () => {
    const document = await open(post(origin, "/calc12", add(1, 2)));
    const first = await send(document);
    const second = await send(document);
    assert.notEqual(first.document, second.document);
    assert.deepEqual(tabs(), [2]);
    await withSettings({ "response.view": "newTab" }, async () => {
      await send(document);
      assert.deepEqual(tabs(), [2, 2]);
    });
  });

  test("Fix and Send fixes the errors in the text, then sends it", async () => {
    const document = await open(post(origin, "/calc12", add(1, 2), 999));
    const asked = await answerQuestions({ standingErrors: async () => "fix" });
    const response = await documentOf(await send(document));
    assert.deepEqual(
      asked("standingErrors").map(([problems, isFixable]) => [problems.map(({ code }) => code), isFixable]),
      [[["content-length-mismatch"], true]],
    );
    assert.match(document.getText(), new RegExp(`\nContent-Length: ${bytesOf(add(1, 2))}\n`));
    assert.match(response.getText(), /<(\w+:)?result>3<\//);
  });

  test('Send as Written sends errors, Cancel and the setting "refuse" send nothing', async () => {
    const document = await open(post(origin, "/calc12", add("one", 2).replace("<a>", "<a><!-- a -- b -->")));
    await answerQuestions({ standingErrors: async () => "send" });
    assert.equal((await send(document)).kind, "response");
    await answerQuestions({ standingErrors: async () => "cancel" });
    assert.equal(await clickLens(document, "Send Request"), undefined);
    await answerQuestions({ standingErrors: async () => assert.fail("the setting decides") });
    await withSettings({ "send.withErrors": "refuse" }, async () => {
      assert.equal(await clickLens(document, "Send Request"), undefined);
    });
    await withSettings({ "send.withErrors": "send" }, async () => {
      assert.equal((await send(document)).kind, "response");
    });
  });

  test("an unsendable request is not sent, and its problem can be shown", async () => {
    const document = await open(post(origin, "/calc12", add(1, "€")).replace("utf-8", "iso-8859-1"));
    await diagnosticsOf(document);
    await answerQuestions({ unsendable: async () => "show" });
    assert.equal(await clickLens(document, "Send Request"), undefined);
    const selection = vscode.window.activeTextEditor?.selection;
    assert.ok(selection);
    assert.equal(document.getText(selection), "€");
  });

  test("a variable without a value can be defined, and then the request is sent", async () => {
    const document = await open(post(origin, "/calc12", add(1, 2)).replace("<a>1</a>", "<a>{{first}}</a>"));
    assert.ok(document.getText().includes("{{first}}"));
    await diagnosticsOf(document);
    const asked = await answerQuestions({ unsendable: async () => "define", variable: async () => "1" });
    const response = await documentOf(await clickLens(document, "Send Request"));
    assert.deepEqual(asked("variable"), [["first"]]);
    assert.match(document.getText(), /^@first = 1\n/);
    assert.match(response.getText(), /<sum>3<\/sum>|>3</);
  });

  test("a note requires confirmation before sending", async () => {
    const document = await open(`# @note This really adds.\n${post(origin, "/calc12", add(1, 2))}`);
    const answers = [false, true];
    const asked = await answerQuestions({ note: async () => answers.shift() ?? false });
    assert.equal(await clickLens(document, "Send Request"), undefined);
    assert.equal((await send(document)).kind, "response");
    assert.deepEqual(
      asked("note").map(([text]) => text),
      ["This really adds.", "This really adds."],
    );
  });

  test("the lens of a slow request cancels it, and moves with the text", async () => {
    const slow = envelope('<Slow xmlns="http://example.org/calc"><seconds>120</seconds></Slow>');
    const document = await open(`${post(origin, "/calc12", slow)}\n###\n${post(origin, "/calc12", add(1, 2))}`);
    const sending = clickLens<ShownResponse | undefined>(document, "Send Request", 0);
    await eventually("the lens to cancel", async () => {
      assert.deepEqual(await titlesOf(document), ["Sending… Cancel", "Send Request"]);
    });
    await replace(document, new vscode.Range(0, 0, 0, 0), "# typed above\n");
    await clickLens(document, "Sending… Cancel", 1);
    const sent = await sending;
    assert.equal(sent?.kind, "cancelled");
    assert.equal(sent?.document, undefined);
    await eventually("the lens to send again", async () => {
      assert.deepEqual(await titlesOf(document), ["Send Request", "Cancelled", "Send Request"]);
    });
  });

  test("a timeout is shown beside the request", async () => {
    const slow = envelope('<Slow xmlns="http://example.org/calc"><seconds>120</seconds></Slow>');
    const document = await open(`# @timeout 300ms\n${post(origin, "/calc12", slow)}`);
    const sent = await send(document);
    assert.equal(sent.kind, "timeout");
    assert.match((await documentOf(sent)).lineAt(0).text, /^No response: timed out after 300 ms$/);
  });

  test("a response document says that a service is down, and what to do", async () => {
    const document = await open(post("http://localhost:47391", "/calc12", add(1, 2)));
    const sent = await send(document);
    assert.equal(sent.kind, inNode ? "refused" : "unreachable");
    const shown = await documentOf(sent);
    assert.equal(shown.languageId, "soaphttp-wire");
    assert.equal(shown.lineAt(0).text, inNode ? "No response: connection refused" : "No response: not reachable");
    assert.match(shown.getText(), /POST http:\/\/localhost:47391\/calc12/);
    assert.match(shown.getText(), /Start the service/);
  });

  test("a file without requests sends nothing", async () => {
    const document = await open("# only a comment\n");
    assert.deepEqual(await lensesOf(document), []);
    assert.equal(await vscode.commands.executeCommand("soaphttp.send", document.uri.toString(), 0), undefined);
  });
});
