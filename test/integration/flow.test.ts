import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import {
  answerQuestions,
  clearHistory,
  closeAll,
  deleteFile,
  documentOf,
  eventually,
  extension,
  open,
  readText,
  send,
  suiteInNode,
  workspaceFile,
  writeFile,
} from "./support.ts";
import { recordedRuns } from "./testRuns.ts";

suiteInNode("the flow of requests", () => {
  const origin = serviceOrigin();
  const runs = recordedRuns();
  setup(clearHistory);
  teardown(closeAll);

  const calc = (preamble: string, body: string) =>
    `${preamble}\n${post(origin, "/calc12", body, "{{$contentLength}}")}\n`;
  /** Adds 1 to the last sum until it is 3. */
  const counting = `@sum = 0\n${calc("# @name count\n# @set sum = //*:result\n# @repeat 9 until //*:result = 3", add("{{sum}}", 1))}`;
  /** The first sum has expired: it is renewed once, which makes it larger. */
  const renewing = [
    calc("@start = 0\n# @name login\n# @set start = //*:result", add("{{start}}", 1)),
    calc(
      "# @name list\n# @renew login when //*:result = 11\n# @expect //*:result = 12",
      add("{{login.response.body.//*:result}}", 10),
    ),
  ].join("\n###\n");
  const sent = async () => (await (await extension()).forTests.history.entries()).map(({ label }) => label).reverse();
  const lineOf = (document: vscode.TextDocument, text: string) =>
    document.positionAt(document.getText().indexOf(text)).line;

  test("the lens sends a request until its condition holds, and shows the last response", async () => {
    const shown = await documentOf(await send(await open(counting)));
    assert.match(shown.getText(), /<(\w+:)?result>3<\//);
    assert.deepEqual(await sent(), ["count", "count", "count"]);
  });

  test("the lens renews another request once, and sends with the new value", async () => {
    const document = await open(renewing);
    await send(document);
    const shown = await documentOf(await send(document, lineOf(document, "# @expect //*:result = 12") + 1));
    assert.match(shown.getText(), /<(\w+:)?result>12<\//);
    assert.deepEqual(await sent(), ["login", "list", "login", "list"]);
  });

  test("the lens gives a request that it renews several times other random values each time", async () => {
    const login = calc("# @name login", add('{{$random "[1-9]{8}"}}', 1));
    const list = calc("# @name list\n# @renew login when //*:result > 0\n# @repeat 2 until //*:result = 0", add(1, 2));
    const document = await open(`# @seed 7\n\n###\n${login}\n###\n${list}`);
    await send(document, lineOf(document, "# @repeat 2") + 1);
    assert.deepEqual(await sent(), ["list", "login", "list", "list", "login", "list"]);
    const { history } = (await extension()).forTests;
    const logins = (await history.entries()).filter(({ label }) => label === "login");
    const bodies = await Promise.all(logins.map(async ({ id }) => (await history.exchange(id))?.message.body));
    assert.notEqual(bodies[0], bodies[1]);
  });

  test("Send All sends requests as their directives say", async () => {
    const document = await open(`${counting}\n###\n${calc("# @name end", add(1, 1))}`);
    await vscode.commands.executeCommand("soaphttp.sendAll", document.uri);
    assert.deepEqual(await sent(), ["count", "count", "count", "end"]);
  });

  test("the Testing view runs a request until its condition holds", async () => {
    await open(counting.replace("# @repeat", "# @expect status 200\n# @repeat"));
    await eventually("the test to run", async () => {
      await vscode.commands.executeCommand("testing.runAll");
      assert.ok(runs.some(({ reported }) => reported.length > 0));
    });
    assert.deepEqual(
      runs.at(-1)?.reported.map(({ label, state }) => [label, state]),
      [["count", "passed"]],
    );
    assert.deepEqual((await sent()).slice(-3), ["count", "count", "count"]);
  });

  test("@save asks before it replaces a file, and writes nothing without consent", async () => {
    const uri = await writeFile("flow/a.soaphttp", calc("# @name sum\n# @save ./out/sum.xml = body", add(1, 2)));
    const target = workspaceFile("flow/out/sum.xml");
    const content = () => readText(target);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      await answerQuestions({ replace: async () => assert.fail("the file is new") });
      await send(document);
      assert.match(await content(), /<(\w+:)?result>3<\//);
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode("mine"));
      const answers = [false, true];
      const asked = await answerQuestions({ replace: async () => answers.shift() ?? assert.fail("asked too often") });
      await send(document);
      assert.equal(await content(), "mine");
      await send(document);
      assert.match(await content(), /<(\w+:)?result>3<\//);
      assert.deepEqual(asked("replace"), [[["out/sum.xml"]], [["out/sum.xml"]]]);
    } finally {
      await deleteFile("flow");
    }
  });
});
