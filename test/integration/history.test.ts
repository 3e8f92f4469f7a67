import * as vscode from "vscode";
import { type Exchange, responseOf as messageOf } from "../../client/src/core/exchange/exchange.ts";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import * as assert from "./assert.ts";
import { add, envelope, post, serviceOrigin } from "./messages.ts";
import {
  clearHistory,
  closeAll,
  documentOf,
  extension,
  inNode,
  open,
  readText,
  send,
  sendText,
  titlesOf,
  withSettings,
} from "./support.ts";

suite("the history", () => {
  const origin = serviceOrigin();
  setup(clearHistory);
  teardown(closeAll);

  const entries = async () => (await extension()).forTests.history.entries();
  const run = (name: string, ...given: readonly unknown[]) =>
    vscode.commands.executeCommand<unknown>(`soaphttp.history.${name}`, ...given);

  test("the history lists the requests with their results, newest first", async () => {
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

  test("the history stores exchanges completely, and nothing of them is readable on disk", async () => {
    const body = envelope(`<Add xmlns="http://example.org/calc"><a>31</a><b>4171</b></Add><!-- innocent-4711 -->`);
    const text = post(origin, "/calc12?v=innocent-query", body).replace("\nContent-Type", "\nX-Any: innocent-head$&");
    const { forTests } = await extension();
    const sent = await sendText(`# @name innocent-label\n${text}`);
    const logs = await everythingIn(forTests.logs);
    // The installed VS Code server writes no log files: a native module is missing.
    assert.ok(inNode || /POST to localhost/.test(logs), "no log was read");
    // The history is written beside the response: its entries are read when that is done.
    assert.equal((await entries()).length, 1);
    const stored = await everythingIn(forTests.storage);
    assert.ok(stored.length > 500, "nothing was stored");
    for (const form of ["innocent", "Envelope", "calc", "soap", "POST", "200", "4202", "untitled", btoa("innocent")]) {
      assert.ok(!stored.includes(form), `${form} is on the disk`);
    }
    for (const form of ["innocent-4711", "innocent-query", "innocent-head", "Envelope"]) {
      assert.ok(!logs.includes(form), `${form} is in the log`);
    }
    const kept = await forTests.history.exchange(sent.id);
    assert.equal(atob(kept?.message.body ?? ""), body);
    assert.match(kept?.message.head ?? "", /^X-Any: innocent-head\r$/m);
    assert.match(new TextDecoder().decode(responseOf(kept)?.body), /result>4202</);
  });

  test("the history opens and resends an exchange", async () => {
    const sent = await sendText(post(origin, "/calc12", add(40, 2)));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const [entry] = await entries();
    const uri = (await run("open", entry)) as vscode.Uri;
    assert.equal(uri.toString(), sent.document);
    assert.match((await vscode.workspace.openTextDocument(uri)).getText(), /<(\w+:)?result>42<\//);
    const again = (await run("sendAgain", entry)) as ShownResponse;
    assert.match((await documentOf(again)).getText(), /<(\w+:)?result>42<\//);
    assert.equal((await entries()).length, 2);
  });

  test("the history opens an exchange of an earlier window as received, with a note, and resends it exactly", async () => {
    const { forTests } = await extension();
    const { id } = await send(await open(`# @name login\n${post(origin, "/calc12", add(3, 4))}`));
    const kept = await forTests.history.exchange(id);
    assert.ok(kept);
    // As from another window: its id is unknown here, and its file doesn't exist.
    const at = kept.at - 60_000;
    const from = "file:///none.soaphttp";
    await forTests.history.keep({ ...kept, id: `${at.toString(36)}-99`, at, from, label: "earlier" });
    const entry = (await entries()).find(({ label }) => label === "earlier");
    const shown = await vscode.workspace.openTextDocument((await run("open", entry)) as vscode.Uri);
    assert.match(shown.getText(), /<(\w+:)?result>7<\//);
    const titles = await titlesOf(shown);
    assert.ok(
      titles.some((title) => /from the history/.test(title)),
      titles.join(),
    );
    const again = (await run("sendAgain", entry)) as ShownResponse;
    const { message } = (await forTests.history.exchange(again.id)) ?? {};
    assert.deepEqual([message?.head, message?.body], [kept.message.head, kept.message.body]);
    assert.match((await documentOf(again)).getText(), /<(\w+:)?result>7<\//);
  });

  test("the history deletes old files of another key, and files of an earlier version", async () => {
    const { forTests } = await extension();
    await sendText(post(origin, "/calc12", add(1, 1)));
    const folder = vscode.Uri.joinPath(forTests.storage, "history");
    const bytes = new TextEncoder().encode('{"version":1}');
    for (const name of ["abc-1.entry", "abc-1.exchange", "abc-2.json", "notes.txt"]) {
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), bytes);
    }
    assert.equal((await entries()).length, 1);
    const left = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name.replace(/^.*\./, ""));
    assert.deepEqual(left.sort(), ["entry", "exchange", "txt"]);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, "notes.txt"));
  });

  test("the history keeps recent files of another key, which another computer may read on a remote host", async () => {
    const { forTests } = await extension();
    const folder = vscode.Uri.joinPath(forTests.storage, "history");
    const id = `${(Date.now() - 600_000).toString(36)}-1`;
    const files = [`${id}.entry`, `${id}.exchange`].map((name) => vscode.Uri.joinPath(folder, name));
    for (const file of files) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("?"));
    await sendText(post(origin, "/calc12", add(1, 1)));
    assert.equal((await entries()).length, 1);
    for (const file of files) {
      await vscode.workspace.fs.stat(file);
      await vscode.workspace.fs.delete(file);
    }
  });

  test("the history compares two exchanges", async () => {
    await sendText(post(origin, "/calc12", add(1, 1)));
    await sendText(post(origin, "/calc12", add(2, 2)));
    const [newer, older] = await entries();
    await run("compare", newer, [newer, older]);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff, "no comparison is open");
    const [left, right] = [input.original, input.modified].map(({ query }) => query.split("/")[0]);
    assert.deepEqual([left, right], [older?.id, newer?.id]);
  });

  test("the history keeps as many exchanges as the setting allows, and deletes them on request", async () => {
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

function responseOf(exchange: Exchange | undefined) {
  return exchange && messageOf(exchange.result);
}

/** Returns the text of every file in a folder and its subfolders, and the text of all base64 strings in them. */
async function everythingIn(folder: vscode.Uri): Promise<string> {
  const parts: string[] = [];
  // The folder doesn't exist if VS Code writes no logs.
  const files = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  for (const [name, type] of files) {
    const uri = vscode.Uri.joinPath(folder, name);
    if (type === vscode.FileType.Directory) {
      parts.push(await everythingIn(uri));
    } else {
      const text = await readText(uri);
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
