import { strict as assert } from "node:assert";
import { copyFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("adding security to a request", () => {
  const received = [];
  const service = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(200, { "Content-Type": "text/plain" });
      response.end("done");
    });
  });
  const workbench = suiteWorkbench({
    service,
    files: (host) => ({ "first.soaphttp": `GET / HTTP/1.1\nHost: ${host}\n`, "empty.soaphttp": "" }),
  });

  const press = (key) => workbench.page.keyboard.press(key);
  const type = (text) => workbench.page.keyboard.type(text, { delay: 40 });
  const input = (title) => workbench.page.locator(".quick-input-widget:visible", { hasText: title });
  const squiggles = () => workbench.editor("/empty.soaphttp").locator(".squiggly-error");

  test("leads from an empty file to a signed request, typed key by key, in less than three minutes", async () => {
    const { page, folder, host } = workbench;
    copyFileSync("test/fixtures/keys/me.pem", join(folder, "me.pem"));
    const started = Date.now();
    const editor = await workbench.openFile("empty.soaphttp");
    await workbench.focus(editor);
    await type("soap11");
    await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
    await press("Tab");
    await editor.locator(".view-line", { hasText: "Host:" }).first().waitFor();
    await press("Tab");
    await type(host);
    await press("Escape");
    await workbench.run("SOAP: Add Security…");
    await input("UsernameToken (digest)").waitFor();
    await type("Signature");
    await press("Enter");
    // The dialog of the file system: in VS Code server, a list with a path.
    const path = page.locator(".quick-input-widget:visible input[type=text]");
    await input("File with a private key").waitFor();
    await path.fill(join(folder, "me.pem"));
    await press("Enter");
    await input("Timestamp").waitFor();
    await page.screenshot({ path: "out/e2e/security-parts.png" });
    await press("Enter");
    await page.locator(".tab.active", { hasText: "Add Signature" }).waitFor();
    await workbench.until("the comparison", async () => (await page.locator(".line-insert").count()) > 3);
    await page.screenshot({ path: "out/e2e/security-diff.png" });
    await press("Control+Enter");
    await workbench.lenses(editor, "Send Request").first().waitFor();
    await workbench.until("no error is left", async () => (await squiggles().count()) === 0);
    await page.screenshot({ path: "out/e2e/security-added.png" });
    await workbench.lenses(editor, "Send Request").first().click();
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    assert.match(received.at(-1).body, /<ds:SignatureValue>[A-Za-z0-9+/]{100}/);
    assert.match(received.at(-1).body, /<soap:Body[^>]* wsu:Id="Body"/);
    console.log(`      ${Math.round((Date.now() - started) / 1000)} s`);
    await page.screenshot({ path: "out/e2e/security-sent.png" });
  });
});
