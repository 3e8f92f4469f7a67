import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { closeAll, documentOf, extension, open, send } from "./support.ts";

suite("querying a response", () => {
  teardown(closeAll);

  test("Query Response says what a path finds while it is typed, and expects it, sets a variable to it or copies it", async () => {
    const document = await open(`# @name sum\n${post(serviceOrigin(), "/calc12", add(1, 2))}`);
    const response = await documentOf(await send(document));
    const query = async (path: string, use: "expect" | "set" | "copy") => {
      const notes: (string | undefined)[] = [];
      (await extension()).forTests.answer({
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
