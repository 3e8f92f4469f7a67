import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { take } from "./assist.ts";
import { builtin } from "./builtin.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { answer, peer } from "./peer.ts";
import {
  answerQuestions,
  closeAll,
  documentOf,
  eventually,
  extension,
  inNode,
  open,
  readText,
  replace,
  send,
  writeFile,
} from "./support.ts";

suite("expectations from a response", () => {
  const request = `# @name sum\n${post(serviceOrigin(), "/calc12", add(1, 2))}`;
  teardown(closeAll);

  async function answered(): Promise<{
    readonly document: vscode.TextDocument;
    readonly response: vscode.TextDocument;
  }> {
    const document = await open(request);
    return { document, response: await documentOf(await send(document)) };
  }

  /** Shows the response with the cursor in a text, and runs the command. */
  async function expectValueAt(response: vscode.TextDocument, text: string): Promise<void> {
    const at = response.positionAt(response.getText().indexOf(text) + text.length);
    await vscode.window.showTextDocument(response, { preview: false, selection: new vscode.Range(at, at) });
    await vscode.commands.executeCommand("soaphttp.response.expectValue", response.uri);
  }

  test("Copy XPath copies the path of the element at the cursor, of a response and of a request", async () => {
    const { document, response } = await answered();
    for (const [text, at, path] of [
      [response, "result>3", /^\/\/(?:[*\w]+:)?result$/],
      [document, "a>1", /^\/\/(?:[*\w]+:)?a$/],
    ] as const) {
      const start = text.positionAt(text.getText().indexOf(at) + 1);
      await vscode.window.showTextDocument(text, { selection: new vscode.Range(start, start) });
      assert.match(String(await vscode.commands.executeCommand("soaphttp.copyXPath")), path);
    }
  });

  test("the command expects the value at the cursor, with one edit that can be undone", async () => {
    const { document, response } = await answered();
    await expectValueAt(response, "result>3");
    assert.match(document.lineAt(1).text, /^# @expect \/\/(?:[*\w]+:)?result = "3"$/);
    assert.equal(vscode.window.activeTextEditor?.document, document);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), request);
  });

  test("the command expects the value after the document with the request was closed", async () => {
    const { document, response } = await answered();
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await expectValueAt(response, "result>3");
    assert.match(vscode.window.activeTextEditor?.document.lineAt(1).text ?? "", /^# @expect .*result = "3"$/);
  });

  if (inNode)
    test("the command expects the value in a JSON response by its JSONPath", async () => {
      const json = "Content-Type: application/json";
      const { origin } = await peer(answer('{"order": {"id": 7, "lines": [{"name": "a b"}]}}', [json]));
      const document = await open(`# @name order\n${post(origin, "/order", add(1, 2))}`);
      await expectValueAt(await documentOf(await send(document)), '"a b');
      assert.equal(document.lineAt(1).text, '# @expect $.order.lines[0].name = "a b"');
    });

  test("a path of the last response is offered as a completion", async () => {
    const { document } = await answered();
    await replace(document, new vscode.Range(1, 0, 1, 0), "# @expect \n");
    const at = document.offsetAt(new vscode.Position(1, "# @expect ".length));
    const { label } = await take(document, at, "//*:result");
    assert.equal(typeof label === "object" && label.description, "3");
    assert.equal(document.lineAt(1).text, "# @expect //*:result");
  });

  test("the command expects nothing in a header line", async () => {
    const { document, response } = await answered();
    await expectValueAt(response, "HTTP/1.1");
    assert.equal(document.getText(), request);
  });

  test("the command saves the body in a file next to the request, and the body is equal to it", async () => {
    const { document, response } = await answered();
    const { forTests } = await extension();
    const file = await writeFile("sum.expected.xml", "");
    const asked = await answerQuestions({ file: async () => file });
    await vscode.commands.executeCommand("soaphttp.response.expectBody", response.uri);
    assert.deepEqual(
      asked("file").map(([name]) => name),
      ["sum.expected.xml"],
    );
    assert.equal(document.lineAt(1).text, "# @expect body = ./sum.expected.xml");
    const saved = await readText(file);
    assert.match(saved, /\n {2,}<(\w+:)?Body>\n/);
    assert.ok(response.getText().replaceAll("\r\n", "\n").endsWith(saved.replaceAll("\r\n", "\n")), saved);
    await send(document);
    await eventually("the expectation to hold", () => {
      const shown = forTests.lines.in(document.uri.toString()).flatMap(({ results }) => results);
      assert.deepEqual(
        shown.map(({ line, held }) => [line, held]),
        [[1, true]],
      );
    });
  });

  if (inNode) {
    test("the command doesn't save the body in a file outside of the folder through a link", async () => {
      const { response, document } = await answered();
      const { forTests } = await extension();
      const { readFileSync, rmSync, symlinkSync, writeFileSync } = await builtin.fs();
      const victim = vscode.Uri.joinPath(forTests.storage, "..", "victim.xml").fsPath;
      const link = await writeFile("linked.xml", "");
      writeFileSync(victim, "mine");
      rmSync(link.fsPath);
      symlinkSync(victim, link.fsPath);
      const asked = await answerQuestions({ file: async () => link, notSaved: async () => "cancel" });
      try {
        await vscode.commands.executeCommand("soaphttp.response.expectBody", response.uri);
        assert.deepEqual(asked("notSaved"), [[`${link.fsPath} is a symbolic link, which is not followed.`]]);
        assert.equal(readFileSync(victim, "utf8"), "mine");
        assert.equal(document.getText(), request);
      } finally {
        rmSync(victim);
      }
    });
  }
});

suite("querying a response", () => {
  teardown(closeAll);

  test("Query Response says what a path finds while it is typed, and expects it, sets a variable to it or copies it", async () => {
    const document = await open(`# @name sum\n${post(serviceOrigin(), "/calc12", add(1, 2))}`);
    const response = await documentOf(await send(document));
    const query = async (path: string, use: "expect" | "set" | "copy") => {
      const notes: (string | undefined)[] = [];
      await answerQuestions({
        query: async (look) => {
          for (const typed of ["//*:nothing", "//*:[", "", path]) notes.push((await look(typed))?.text);
          return path;
        },
        useQuery: async () => use,
      });
      await vscode.window.showTextDocument(response, { preview: false });
      const result = await vscode.commands.executeCommand("soaphttp.response.query", response.uri);
      assert.equal(notes[0], "0 matches");
      assert.match(notes[1] ?? "", /XPath/);
      assert.deepEqual(notes.slice(2), [undefined, "1 match"]);
      return result;
    };
    await query("//*:result", "expect");
    assert.equal(document.lineAt(1).text, '# @expect //*:result = "3"');
    await query("//*:result", "set");
    assert.equal(document.lineAt(2).text, "# @set result = //*:result");
    assert.equal(await query("//*:result", "copy"), "//*:result");
  });
});
