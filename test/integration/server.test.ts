import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { serverProcesses } from "./processes.ts";
import {
  closeAll,
  codesOf,
  documentOf,
  eventually,
  expectMarks,
  inNode,
  lensesOf,
  open,
  replace,
  send,
} from "./support.ts";

suite("the language server", () => {
  teardown(closeAll);

  test("the server can be restarted, and checks open requests and responses again", async () => {
    const origin = serviceOrigin();
    const text = post(origin, "/nowhere", add(1, 2));
    const document = await open(text);
    const response = await documentOf(await send(document));
    const before = await codesOf(response);
    assert.notDeepEqual(before, []);

    await vscode.commands.executeCommand("soaphttp.restartServer");

    assert.equal((await lensesOf(document)).length, 1);
    await replace(document, document.lineAt(3).range, "Content-Length: 9");
    await expectMarks(document, text.replace(/Content-Length: \d+/, "Content-Length: «9»"), [
      "content-length-mismatch",
    ]);
    await eventually("the diagnostics of the response", async () => {
      assert.deepEqual(await codesOf(response), before);
    });
  });

  if (inNode) {
    test("the server is restarted after a crash, and checks open requests again", async () => {
      const text = post("http://localhost:9", "/", add(1, 2)).replace(/Content-Length: \d+/, "Content-Length: 9");
      const document = await open(text);
      const [crashed] = await serverProcesses();
      assert.ok(crashed);
      process.kill(crashed, "SIGKILL");
      await eventually("another process", async () => {
        const [pid] = await serverProcesses();
        assert.ok(pid !== undefined && pid !== crashed);
      });
      await eventually("its lenses", async () => assert.equal((await lensesOf(document)).length, 1));
      const marked = text.replace(": 9", ": «9»");
      await eventually("its diagnostics", () => expectMarks(document, marked, ["content-length-mismatch"]));
    });

    test("the server is ended by a restart when it hangs, and two restarts start one server", async () => {
      const document = await open(post("http://localhost:9", "/", add(1, 2)));
      const [hung] = await serverProcesses();
      assert.ok(hung);
      process.kill(hung, "SIGSTOP");
      const restart = () => vscode.commands.executeCommand("soaphttp.restartServer");
      await Promise.all([restart(), restart()]);
      await eventually("one other process", async () => {
        const running = await serverProcesses();
        assert.equal(running.length, 1);
        assert.notEqual(running[0], hung);
      });
      assert.equal((await lensesOf(document)).length, 1);
    });
  }
});
