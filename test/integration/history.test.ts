import * as vscode from "vscode";
import type { Sent } from "../../client/src/send/sender.ts";
import * as assert from "./assert.ts";
import { add, envelope, post, serviceOrigin } from "./messages.ts";
import {
  clearHistory,
  closeAll,
  documentOf,
  extension,
  inNode,
  lensesOf,
  open,
  send,
  sendText,
  titleOf,
  withSettings,
} from "./support.ts";

suite("the history", () => {
  const origin = serviceOrigin();
  setup(clearHistory);
  teardown(closeAll);

  const entries = async () => (await extension()).forTests.history.entries();
  const run = (name: string, ...given: readonly unknown[]) =>
    vscode.commands.executeCommand<unknown>(`soaphttp.history.${name}`, ...given);

  test("lists what was sent, the newest first, with what became of it", async () => {
    const document = await open(`# @name add\n${post(origin, "/calc12", add(1, 2))}`);
    await send(document);
    const fail = envelope('<Fail xmlns="http://example.org/calc"><message>no luck</message></Fail>');
    await sendText(`# @name fail\n${post(origin, "/calc12", fail)}`);
    const listed = (await entries()).map(({ label, kind, code, method, url }) => [label, kind, code, method, url]);
    assert.deepEqual(listed, [
      ["fail", "response", 500, "POST", `${origin}/calc12`],
      ["add", "response", 200, "POST", `${origin}/calc12`],
    ]);
  });

  test("nothing secret is on disk, wherever it was in the request and the response", async () => {
    const secret = "S3cr\u00e9t-4711";
    const basic = btoa("ann:S3cret-4711-basic");
    const body = envelope(
      `<Add xmlns="http://example.org/calc"><a>1</a><b>2</b></Add><!-- ${secret} ${basic} -->`,
    ).replace(
      "<s:Body>",
      `<s:Header><w:Security xmlns:w="urn:w"><w:UsernameToken><w:Username>ann</w:Username><w:Password>${secret}</w:Password></w:UsernameToken><w:BinarySecurityToken>S3cret-4711-token</w:BinarySecurityToken></w:Security></s:Header><s:Body>`,
    );
    const heads = [
      `Authorization: Basic ${basic}`,
      "X-Api-Key: S3cret-4711-key",
      ...(inNode ? ["Cookie: sid=S3cret-4711-cookie", "Proxy-Authorization: Basic UzNjcmV0LTQ3MTEtcHJveHk="] : []),
    ];
    const text = post(origin, "/calc12?token=S3cret-4711-query", body).replace(
      "\nContent-Type",
      `\n${heads.join("\n")}\nContent-Type`,
    );
    const { forTests } = await extension();
    forTests.answer({ standingErrors: async () => "send" });
    const sent = await sendText(text);
    assert.equal(sent.kind, "response");
    assert.deepEqual(
      (await entries()).map(({ id, request }) => [id, request]),
      [[sent.id, "redacted"]],
    );
    const logs = await everythingIn(forTests.logs);
    // VS Code server here has no log files: a native module is missing.
    assert.ok(inNode || /POST to localhost/.test(logs), "no log was read");
    const stored = [await everythingIn(forTests.storage), logs].join("\n");
    assert.ok(stored.includes("[redacted]"), "nothing was stored");
    for (const form of ["S3cr", "4711", basic, "UzNjcmV0", "QW5uOl", "YW5uOl"]) {
      assert.ok(!stored.includes(form), `${form} is on the disk: ${stored.slice(0, 3000)}`);
    }
    const kept = await forTests.history.exchange(sent.id);
    assert.ok(kept?.stored === "redacted");
    assert.match(atob(kept.message.body), /<w:Username>ann<\/w:Username><w:Password>\[redacted\]<\/w:Password>/);
    assert.match(kept.message.head, /^Authorization: \[redacted\]\r\n/m);
  });

  test("opens an exchange again, and sends it again", async () => {
    const sent = await sendText(post(origin, "/calc12", add(40, 2)));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const [entry] = await entries();
    const uri = (await run("open", entry)) as vscode.Uri;
    assert.equal(uri.toString(), sent.document);
    assert.match((await vscode.workspace.openTextDocument(uri)).getText(), /<(\w+:)?result>42<\//);
    const again = (await run("sendAgain", entry)) as Sent;
    assert.match((await documentOf(again)).getText(), /<(\w+:)?result>42<\//);
    assert.equal((await entries()).length, 2);
  });

  test("what was sent in an earlier window opens as it was kept, says so, and is sent as its file has it", async () => {
    const { forTests } = await extension();
    const document = await open(
      `# @name login\n${post(origin, "/calc12", add(3, 4)).replace("\nContent-Type", "\nX-Api-Key: S3cret-4711\nContent-Type")}`,
    );
    const { id } = await send(document);
    const kept = await forTests.history.exchange(id);
    assert.ok(kept);
    // Of another window: this one has never seen its id.
    const earlier = { ...kept, id: `${(kept.at - 60_000).toString(36)}-99`, at: kept.at - 60_000, label: "earlier" };
    await forTests.history.keep({ ...earlier, message: { ...earlier.message, head: "X-Api-Key: S3cret-4711\r\n" } });
    const entry = (await entries()).find(({ label }) => label === "earlier");
    const shown = await vscode.workspace.openTextDocument((await run("open", entry)) as vscode.Uri);
    assert.match(shown.getText(), /<(\w+:)?result>7<\//);
    const titles = (await lensesOf(shown)).map(titleOf);
    assert.ok(
      titles.some((title) => /from the history/.test(title)),
      titles.join(),
    );
    const again = (await run("sendAgain", entry)) as Sent;
    const exchange = await forTests.history.exchange(again.id);
    assert.equal(exchange?.label, "login");
    assert.match((await documentOf(again)).getText(), /<(\w+:)?result>7<\//);
    // Where the file is gone, what was kept alone is not sent.
    await closeAll();
    await forTests.history.keep({
      ...earlier,
      id: `${(kept.at - 50_000).toString(36)}-98`,
      label: "gone",
      from: "file:///none.soaphttp",
      message: { ...earlier.message, head: "X-Api-Key: S3cret-4711\r\n" },
    });
    const gone = (await entries()).find(({ label }) => label === "gone");
    assert.equal(await run("sendAgain", gone), undefined);
  });

  test("compares two exchanges", async () => {
    await sendText(post(origin, "/calc12", add(1, 1)));
    await sendText(post(origin, "/calc12", add(2, 2)));
    const [newer, older] = await entries();
    await run("compare", newer, [newer, older]);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff, "no comparison is open");
    const [left, right] = [input.original, input.modified].map(({ path }) => path.split("/")[1]);
    assert.deepEqual([left, right], [older?.id, newer?.id]);
  });

  test("keeps as many as the setting says, none where it is off, and forgets what is deleted", async () => {
    const document = await open(post(origin, "/calc12", add(1, 1)));
    await withSettings({ "history.limit": 2 }, async () => {
      for (let i = 0; i < 3; i++) await send(document);
      assert.equal((await entries()).length, 2);
    });
    const before = (await entries()).map(({ id }) => id);
    await withSettings({ "history.enabled": false }, async () => {
      await send(document);
      assert.deepEqual(
        (await entries()).map(({ id }) => id),
        before,
      );
    });
    const [first, second] = await entries();
    await run("delete", first, [first]);
    assert.deepEqual(
      (await entries()).map(({ id }) => id),
      [second?.id],
    );
    await run("clear");
    assert.deepEqual(await entries(), []);
    assert.equal(await everythingIn((await extension()).forTests.storage), "");
  });
});

/** Every file below a folder: its text, and the texts of all base64 in it. */
async function everythingIn(folder: vscode.Uri): Promise<string> {
  const parts: string[] = [];
  // There is no folder of logs where VS Code writes none.
  const files = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  for (const [name, type] of files) {
    const uri = vscode.Uri.joinPath(folder, name);
    if (type === vscode.FileType.Directory) {
      parts.push(await everythingIn(uri));
    } else {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      parts.push(text);
      for (const [, found = ""] of text.matchAll(
        /"((?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"/g,
      )) {
        parts.push(atob(found));
      }
    }
  }
  return parts.join("\n");
}
