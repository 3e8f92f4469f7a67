import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, envelope, post, serviceOrigin } from "./messages.ts";
import {
  answerQuestions,
  clearHistory,
  closeAll,
  eventually,
  extension,
  open,
  provided,
  titlesOf,
  withSettings,
} from "./support.ts";

suite("sending all requests of a file", () => {
  const origin = serviceOrigin();
  setup(clearHistory);
  teardown(closeAll);

  const named = (name: string, body: string, preamble = "") =>
    `# @name ${name}\n${preamble}${post(origin, "/calc12", body)}\n`;
  const fail = envelope('<Fail xmlns="http://example.org/calc"><message>no luck</message></Fail>');
  const sendAll = async (document: vscode.TextDocument) => {
    const uri = await vscode.commands.executeCommand<vscode.Uri | undefined>("soaphttp.sendAll", document.uri);
    assert.ok(uri, "there is no summary");
    return vscode.workspace.openTextDocument(uri);
  };
  const labels = async () => (await (await extension()).forTests.history.entries()).map(({ label }) => label);

  test("the command sends all requests in order, and shows a summary with links", async () => {
    const document = await open([named("one", add(1, 1)), named("two", add(2, 2))].join("\n###\n"));
    const summary = await sendAll(document);
    assert.match(summary.lineAt(0).text, /2 requests: 2 succeeded, 0 failed, 0 not sent$/);
    assert.match(summary.getText(), /^✔ one {2}200.* line 2\n✔ two {2}200/m);
    assert.deepEqual(await labels(), ["two", "one"]);
    const links = await provided<vscode.DocumentLink[]>("Link", summary.uri);
    const target = links.find(({ range }) => summary.getText(range) === "two")?.target;
    assert.ok(target);
    assert.match((await vscode.workspace.openTextDocument(target)).getText(), /<(\w+:)?result>4<\//);
    assert.equal(links.find(({ range }) => summary.getText(range) === "line 2")?.target?.fragment, "L2");
    const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label);
    assert.equal(shown.length, 2, shown.join());
  });

  test("the command stops at the first failure or continues, depending on the setting", async () => {
    const document = await open(
      [named("one", add(1, 1)), named("two", fail), named("three", add(3, 3))].join("\n###\n"),
    );
    const stopped = (await sendAll(document)).getText();
    assert.match(stopped, /3 requests: 1 succeeded, 1 failed, 1 not sent\n/);
    assert.match(stopped, /\n✘ two .*500.*\n {4}.*no luck[\s\S]*\n– three/);
    assert.deepEqual(await labels(), ["two", "one"]);
    await withSettings({ "sendAll.onFailure": "continue" }, async () => {
      assert.match((await sendAll(document)).getText(), /3 requests: 2 succeeded, 1 failed, 0 not sent\n/);
    });
  });

  test("the command doesn't send what needs a request that did not succeed, nor that request again", async () => {
    await answerQuestions({ needs: async () => assert.fail("nothing is asked") });
    const document = await open(
      [named("login", fail), named("add", add(1, 1), "# @needs login\n"), named("sum", add(2, 2))].join("\n###\n"),
    );
    await withSettings({ "sendAll.onFailure": "continue" }, async () => {
      for (let time = 1; time <= 2; time++) {
        const summary = (await sendAll(document)).getText();
        assert.match(summary, /3 requests: 1 succeeded, 1 failed, 1 not sent\n/);
        assert.match(summary, /\n– add .*not sent.*\n {4}It needs login, which did not succeed\./);
        assert.equal((await labels()).length, 2 * time);
      }
    });
  });

  test("the command sends the right requests after a fix, and lists those that weren't sent", async () => {
    const wrong = post(origin, "/calc12", add(1, 1)).replace(/\nContent-Length.*/, "\nContent-Length: 9");
    const document = await open([`# @name one\n${wrong}\n`, named("two", add(2, 2))].join("\n###\n"));
    await answerQuestions({ standingErrors: async () => "fix" });
    assert.match((await sendAll(document)).getText(), /2 requests: 2 succeeded/);
    await answerQuestions({ note: async () => false });
    const noted = await open([named("one", add(1, 1), "# @note sure?\n"), named("two", add(2, 2))].join("\n###\n"));
    assert.match((await sendAll(noted)).getText(), /2 requests: 0 succeeded, 0 failed, 2 not sent\n/);
  });

  test("the command asks once about all requests with errors, by name, before it sends the first", async () => {
    const wrong = post(origin, "/calc12", add(3, 3)).replace(/\nContent-Length.*/, "\nContent-Length: 9");
    const text = [named("one", add(1, 1)), named("two", add(2, 2), "# @note sure?\n"), `# @name three\n${wrong}\n`];
    const document = await open(text.join("\n###\n"));
    const asked: string[] = [];
    const answer = (what: string) => async () => {
      asked.push(`${what} after ${(await labels()).length}`);
    };
    await answerQuestions({
      note: async (_text, request) => {
        await answer(`note of ${request}`)();
        return true;
      },
      standingErrors: async (_problems, _fixable, request) => {
        await answer(`errors of ${request}`)();
        return "send";
      },
    });
    const summary = (await sendAll(document)).getText();
    assert.match(summary, /0 not sent/);
    assert.deepEqual(asked, ["note of two after 0", "errors of three after 0"]);

    await answerQuestions({ note: async () => true, standingErrors: async () => "cancel" });
    await clearHistory();
    assert.match((await sendAll(document)).getText(), /3 requests: 0 succeeded, 0 failed, 3 not sent\n/);
    assert.deepEqual(await labels(), []);
  });

  test("Cancel ends the request that is being sent, and sends no other", async () => {
    const slow = envelope('<Slow xmlns="http://example.org/calc"><seconds>120</seconds></Slow>');
    const document = await open([named("one", slow), named("two", add(2, 2))].join("\n###\n"));
    const all = sendAll(document);
    await eventually("the request to be on its way", async () => {
      const titles = await titlesOf(document);
      assert.ok(
        titles.some((title) => /Sending/.test(title)),
        titles.join(),
      );
    });
    await vscode.commands.executeCommand("soaphttp.cancel");
    assert.match((await all).getText(), /2 requests: 0 succeeded, 1 failed, 1 not sent\n/);
  });
});
