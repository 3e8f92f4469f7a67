import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, envelope, misbehavingPort, post, serviceOrigin } from "./messages.ts";
import { answer, peer } from "./peer.ts";
import {
  allLensesOf,
  clickLens,
  closeAll,
  eventually,
  inNode,
  lensesOf,
  open,
  responseTo,
  sendText,
  showView,
  suiteInNode,
  titleOf,
} from "./support.ts";

suite("the wire view", () => {
  const origin = serviceOrigin();
  teardown(closeAll);

  test("the view shows the body's bytes with line endings and non-ASCII characters", async () => {
    const body = add(1, 2).replace("<a>", "<!-- ü\n --><a>");
    const response = await responseTo(post(origin, "/calc12", body));
    await showView(response, "wire");
    let text = "";
    await eventually("the view and its language", async () => {
      const wire = await vscode.workspace.openTextDocument(response.uri);
      text = wire.getText();
      assert.equal(wire.languageId, "soaphttp-wire");
      assert.match(text, /^POST /);
    });
    assert.ok(text.startsWith(`POST ${origin}/calc12`), text.slice(0, 200));
    assert.match(text, /ü‹c3 bc›‹LF›$/m);
    assert.match(text, /^[0-9a-f]{6} {2}.*<result>3</m);
    assert.match(text, inNode ? /^000000 {2}POST \/calc12 HTTP\/1\.1‹CR LF›$/m : /^Passed to the browser/m);
  });

  test("the view shows what would have been sent when sending failed", async () => {
    const refused = inNode ? "http://localhost:9" : "http://127.0.0.2:8000";
    const failed = await responseTo(post(refused, "/calc12", add(1, 2)));
    assert.match(failed.getText(), /^No response: /);
    const below = (await lensesOf(failed)).filter(({ range }) => range.start.line > 0).map(titleOf);
    const actions = below.filter((title) => !/^[●○]/.test(title));
    assert.deepEqual(actions, ["Retry", "Copy as cURL"]);
    assert.match(
      (await showView(failed, "wire")).getText(),
      /\nNothing was sent\.\n(?:.*\n)*Would have been sent: \d+ bytes\n/,
    );
  });

  test("a lens above the request shows blocked requests in a browser, and CORS once a response was refused", async () => {
    const notes = async (at: string) =>
      (await allLensesOf(await open(post(at, "/no-cors", add(1, 2))))).map(titleOf).slice(1);
    const strict = `http://localhost:${misbehavingPort()}`;
    assert.deepEqual(await notes(strict), []);
    assert.equal((await sendText(post(strict, "/no-cors", add(1, 2)))).kind, inNode ? "response" : "cors");
    assert.deepEqual(await notes(strict), inNode ? [] : ["Needs CORS"]);
    assert.deepEqual(await notes(origin), []);
    assert.deepEqual(await notes("http://example.org"), inNode ? [] : ["The browser blocks http to example.org"]);
  });
});

suiteInNode("multipart responses", () => {
  teardown(closeAll);

  const png = "\x89PNG\r\n\x1a\n\0\xff--b not a boundary";
  const root = envelope('<a xmlns="urn:a"/>');
  const body = [
    "--b",
    'Content-Type: application/xop+xml; charset=utf-8; type="application/soap+xml"',
    "Content-ID: <root>",
    "",
    root,
    "--b",
    "Content-Type: image/png",
    "Content-Transfer-Encoding: binary",
    'Content-Disposition: attachment; filename="logo.png"',
    "",
    png,
    "--b--",
    "",
  ].join("\r\n");
  const type =
    'multipart/related; boundary=b; start="<root>"; type="application/xop+xml"; start-info="application/soap+xml"';

  test("each part has a lens, and opens byte for byte", async () => {
    const { origin } = await peer(answer(body, [`Content-Type: ${type}`]));
    const response = await responseTo(post(origin, "/", add(1, 2)));
    const lenses = (await lensesOf(response)).filter(({ range }) => response.lineAt(range.start).text === "--b");
    assert.deepEqual(lenses.map(titleOf), [
      `Part 1, the root · application/xop+xml · ${root.length} B`,
      "Open",
      "Save…",
      `Part 2 · image/png · ${png.length} B`,
      "Open",
      "Save…",
    ]);
    const line = lenses[3]?.range.start.line ?? -1;
    const part = response.uri.with({ path: "/logo.png", query: `${response.uri.query}/part-1` });
    const bytes = await vscode.workspace.fs.readFile(part);
    assert.equal(Buffer.from(bytes).toString("latin1"), png);
    await clickLens(response, "Open", line);
    const opened = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.ok(opened.includes("logo.png"), opened.join());
  });
});
