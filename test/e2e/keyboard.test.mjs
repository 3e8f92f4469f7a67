import { strict as assert } from "node:assert";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../hosts/web.mjs";
import { serviceOf, suiteWorkbench } from "./suiteWorkbench.mjs";
import { succeeds } from "./workbench.mjs";

/*
 * Each journey without the mouse. The suite "requests from a WSDL" creates requests by the keyboard, too.
 */
const port = await freePort();

suite("the keyboard alone", () => {
  const received = [];
  const envelope =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><done/></s:Body></s:Envelope>';
  const service = serviceOf((request, response, body) => {
    received.push({ url: request.url, body: body.toString() });
    response.writeHead(200, { "Content-Type": "text/xml; charset=utf-8" }).end(envelope);
  });
  const workbench = suiteWorkbench({
    service,
    settings: {
      "editor.minimap.enabled": false,
      "soaphttp.mock.port": port,
      "testing.automaticallyOpenTestResults": "neverOpen",
    },
    files: (host) => ({
      "get.soaphttp": `# @name get\n# @expect status 200\nGET {{path}} HTTP/1.1\nHost: ${host}\n`,
      "empty.soaphttp": "",
      "variable.soaphttp": `# @name variable\nGET /{{item}} HTTP/1.1\nHost: ${host}\n`,
      "http-client.env.json": { local: { path: "/here" }, production: { path: "/there" } },
      "calculator.soapmock": readFileSync("samples/calculator.soapmock", "utf8"),
      "shop.postman_collection.json": {
        info: { name: "Shop", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
        item: [{ name: "list", request: { method: "GET", url: `http://${host}/list` } }],
      },
    }),
  });
  let page;
  suiteSetup(async () => {
    ({ page } = workbench);
    await page.evaluate(countPointers);
  });
  teardown(async () => {
    assert.equal(await page.evaluate(() => globalThis.pointers), 0, "the mouse was used");
  });

  const press = (key) => page.keyboard.press(key);
  const type = (text) => page.keyboard.type(text, { delay: 20 });
  const input = (title) => page.locator(".quick-input-widget:visible", { hasText: title });
  const row = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  const focusedRow = (text, options) =>
    page.locator(".quick-input-list .monaco-list-row.focused", { hasText: text }).first().waitFor(options);
  const focused = (editor) => editor.and(page.locator(".focused")).waitFor();
  const focusedNode = (name) => page.locator(`.pane-body:focus-within .monaco-list-row.focused[aria-label*="${name}"]`);
  const received1 = (count) => workbench.until("the request", async () => received.length >= count);
  const choose = async (text) => {
    await row(text).waitFor();
    await type(text);
    await focusedRow(text);
    await press("Enter");
  };
  const open = async (name) => {
    // A page that is just shown takes the focus, and the list closes.
    await workbench.until("the list of files", async () => {
      await press("Escape");
      await press("Control+P");
      await type(name);
      return succeeds(focusedRow(name, { timeout: 5000 }));
    });
    await press("Enter");
    await focused(workbench.editor(`/${name}`));
    return workbench.editor(`/${name}`);
  };
  const pressUntil = (key, locator) =>
    workbench.until(`${key} to reach it`, async () => {
      if ((await locator.count()) > 0) return true;
      await press(key);
      return (await locator.count()) > 0;
    });

  test("an empty file becomes a request with security, which is sent", async () => {
    copyFileSync("test/fixtures/keys/me.pem", join(workbench.folder, "me.pem"));
    const editor = await open("empty.soaphttp");
    await type("soap11");
    await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
    await press("Tab");
    await editor.locator(".view-line", { hasText: "Host:" }).first().waitFor();
    await press("Tab");
    await type(workbench.host);
    await press("Escape");
    await workbench.run("SOAP: Add Security…");
    await input("UsernameToken (digest)").waitFor();
    await type("Signature");
    await press("Enter");
    await input("File with a private key").waitFor();
    await workbench.answerPath(join(workbench.folder, "me.pem"));
    await input("Timestamp").waitFor();
    await press("Enter");
    await page.locator(".tab.active", { hasText: "Add Signature" }).waitFor();
    await workbench.until("the comparison", async () => (await page.locator(".line-insert").count()) > 3);
    await press("Control+Enter");
    await workbench.lenses(editor, "Send Request").first().waitFor();
    await focused(editor);
    await workbench.until("no error", async () => (await editor.locator(".squiggly-error").count()) === 0);
    await press("Control+Alt+R");
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    assert.match(received.at(-1).body, /<ds:SignatureValue>[A-Za-z0-9+/]{100}/);
  });

  test("the response is read in each view, and saved", async () => {
    const response = workbench.response();
    await press("Control+2");
    await focused(response);
    for (const [view, text] of [
      ["Raw", /<done\/>/],
      ["Wire", /‹CR LF›/],
      ["Hex", /50 ?4f ?53 ?54/],
      ["Details", /./],
      ["Formatted", /<done\/>/],
    ]) {
      await workbench.run("SOAP: Show Response As…");
      await choose(view);
      await workbench.lenses(response, `● ${view}`).waitFor();
      await focused(response);
      const lines = async () => (await response.locator(".view-lines").innerText()).replaceAll("\u00a0", " ");
      await workbench.until(`the view ${view}`, async () => text.test(await lines()));
    }
    await workbench.run("SOAP: Save Response Body…");
    await workbench.answerPath(join(workbench.folder, "saved.xml"));
    await workbench.until("the file", () => existsSync(join(workbench.folder, "saved.xml")));
  });

  test("a variable is defined by a quick fix, and the request is sent", async () => {
    await press("Control+1");
    const editor = await open("variable.soaphttp");
    await editor.locator(".squiggly-error").first().waitFor();
    const count = received.length;
    await press("F8");
    await press("Escape");
    await press("Control+.");
    await page.locator(".action-widget .monaco-list-row", { hasText: "Define item above request" }).waitFor();
    await press("Enter");
    await editor.locator(".view-line", { hasText: "@item" }).waitFor();
    await page.locator(".statusbar-item", { hasText: "Ln 2, Col 9" }).waitFor();
    await type("shoes");
    await press("Escape");
    await editor.locator(".view-line", { hasText: /@item\s=\s?shoes/ }).waitFor();
    await press("Control+Alt+R");
    await received1(count + 1);
    assert.equal(received.at(-1).url, "/shoes");
  });

  test("an environment is chosen in its view and by its command", async () => {
    await press("Control+1");
    await open("get.soaphttp");
    await workbench.run("Focus on Environments View");
    await workbench.pane("Environments").locator(".monaco-list-row").first().waitFor();
    // VS Code gives the focus to no row of a view that is still empty.
    await workbench.run("Focus on Environments View");
    await pressUntil("ArrowDown", focusedNode("production"));
    await press("Enter");
    await page.locator(".statusbar-item", { hasText: "production" }).first().waitFor();
    await press("Control+1");
    await workbench.run("SOAP: Select Environment");
    await choose("local");
    await page.locator(".statusbar-item", { hasText: "local" }).first().waitFor();
  });

  test("a test runs in Testing, and its response and report are opened", async () => {
    await press("Control+1");
    await open("get.soaphttp");
    const count = received.length;
    await workbench.goToLine(3);
    await press("Control+;");
    await press("c");
    await received1(count + 1);
    assert.equal(received.at(-1).url, "/here");
    await workbench.run("Focus on Test Explorer View");
    const tested = page.locator(".test-explorer .monaco-list-row.focused[aria-label*='get (']");
    await page.locator(".test-explorer .monaco-list-row[aria-label*='Passed']").first().waitFor();
    // The filter of the Testing view has the focus at first.
    await pressUntil("Tab", page.locator(".test-explorer .monaco-list:focus"));
    await press("ArrowDown");
    await press("ArrowRight");
    await pressUntil("ArrowDown", tested);
    await workbench.menu("Show Response");
    await workbench.response("get").locator(".view-line", { hasText: "200" }).first().waitFor();
    await workbench.run("SOAP: Show Test Report");
    await page.locator(".tab.active", { hasText: "Test Report" }).waitFor();
  });

  test("a mock service is started, its exchanges are read, and a response is added", async () => {
    await press("Control+1");
    await open("calculator.soapmock");
    await workbench.run("SOAP: Start Mock Service");
    await page.locator(".statusbar-item", { hasText: `Mock 127.0.0.1:${port}` }).waitFor();
    const ask = (path) => fetch(`http://127.0.0.1:${port}/${path}`, { method: "POST", body: "<a/>" });
    await ask("somewhere");
    await workbench.run("Focus on Mock View");
    const rows = workbench.webview().locator("main tbody tr");
    await rows.first().waitFor();
    await pressUntil("Tab", rows.first().and(workbench.webview().locator(":focus")));
    await ask("nowhere");
    await rows.nth(1).waitFor();
    // The row that was focused keeps the focus, and the keyboard reaches the new one.
    await press("ArrowUp");
    await press("Enter");
    const response = page.locator('.editor-instance .monaco-editor[data-uri^="soaphttp-mock:"][data-uri*="nowhere"]');
    await response
      .locator(".view-line", { hasText: /✗\sdoesn't\shold:\s@when/ })
      .first()
      .waitFor();
    await workbench.run("SOAP: Add as Response");
    const file = workbench.editor("/calculator.soapmock");
    await file.locator(".view-line", { hasText: /path\s\/nowhere/ }).waitFor();
    await workbench.run("SOAP: Stop Mock Service");
    await page.locator(".statusbar-item", { hasText: "Mock 127.0.0.1" }).waitFor({ state: "hidden" });
  });

  test("a collection of Postman is imported", async () => {
    await workbench.run("SOAP: Import from SoapUI, Postman");
    await workbench.answerPath(join(workbench.folder, "shop.postman_collection.json"));
    await input("Select the folder for the imported projects").waitFor();
    await press("Enter");
    await page.locator(".notification-toast", { hasText: "1 request imported." }).waitFor();
  });
});

/** Runs in the page: counts what the mouse presses. */
function countPointers() {
  globalThis.pointers = 0;
  addEventListener("pointerdown", () => globalThis.pointers++, true);
}
