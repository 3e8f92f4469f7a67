import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { closeAll, codeOf, diagnosticsOf, documentOf, expectMarks, lensesOf, open, replace, send } from "./support.ts";

suite("the language server", () => {
  teardown(closeAll);

  test("can be restarted: open requests and responses are understood again", async () => {
    const origin = serviceOrigin();
    const text = post(origin, "/nowhere", add(1, 2));
    const document = await open(text);
    const response = await documentOf(await send(document));
    const before = (await diagnosticsOf(response)).map(codeOf);
    assert.notDeepEqual(before, []);

    await vscode.commands.executeCommand("soaphttp.restartServer");

    assert.equal((await lensesOf(document)).length, 1);
    await replace(document, document.lineAt(3).range, "Content-Length: 9");
    await expectMarks(document, text.replace(/Content-Length: \d+/, "Content-Length: «9»"), [
      "content-length-mismatch",
    ]);
    assert.deepEqual((await diagnosticsOf(response)).map(codeOf), before);
  });
});
