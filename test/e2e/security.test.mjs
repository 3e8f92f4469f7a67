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
      const isRefused = request.url === "/private" && request.headers.authorization === undefined;
      const challenge = isRefused ? { "WWW-Authenticate": 'Basic realm="r", Digest realm="r", nonce="n"' } : {};
      response.writeHead(isRefused ? 401 : 200, { "Content-Type": "text/plain", ...challenge });
      response.end("done");
    });
  });
  const workbench = suiteWorkbench({
    service,
    files: (host) => ({
      "first.soaphttp": `GET / HTTP/1.1\nHost: ${host}\n`,
      "empty.soaphttp": "",
      "private.soaphttp": `GET /private HTTP/1.1\nHost: ${host}\n`,
      "undefined.soaphttp": `GET /{{path}} HTTP/1.1\nHost: ${host}\n`,
    }),
  });

  const press = (key) => workbench.page.keyboard.press(key);
  const type = (text) => workbench.page.keyboard.type(text, { delay: 40 });
  const input = (title) => workbench.page.locator(".quick-input-widget:visible", { hasText: title });
  const squiggles = () => workbench.editor("/empty.soaphttp").locator(".squiggly-error");

  test("the command leads from an empty file to a signed request, typed key by key, in less than three minutes", async () => {
    const { page, folder, host } = workbench;
    copyFileSync("test/fixtures/keys/me.pem", join(folder, "me.pem"));
    const started = Date.now();
    const editor = await workbench.openFile("empty.soaphttp");
    // When the test runs once more.
    await press("Control+A");
    await press("Delete");
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

  test("the command begins at a 401 response, with the schemes of its challenges", async () => {
    const { page } = workbench;
    const editor = await workbench.openFile("private.soaphttp");
    await workbench.lenses(editor, "Send Request").first().click();
    const response = workbench.response();
    await workbench.lenses(response, "Add Digest Credentials").waitFor();
    await workbench.until("Add Basic Credentials beside the minimap", async () => {
      const basic = await workbench.lenses(response, "Add Basic Credentials").boundingBox();
      return basic.x + basic.width <= (await response.locator(".minimap").boundingBox()).x;
    });
    await page.screenshot({ path: "out/e2e/security-401.png" });
    await workbench.lenses(response, "Add Basic Credentials").click();
    await input("HTTP Basic").waitFor();
    await type("ann");
    await press("Enter");
    await page.locator(".tab.active", { hasText: "Add HTTP Basic" }).waitFor();
    await workbench.until("the comparison", async () => (await page.locator(".line-insert").count()) > 1);
    await page.screenshot({ path: "out/e2e/security-basic.png" });
    await press("Control+Enter");
    await workbench.until("the file", async () => {
      const text = (await editor.locator(".view-lines").innerText()).replaceAll("\u00a0", " ");
      return text.includes("@user = ann") && text.includes("Authorization: Basic {{$basic user password}}");
    });
    await workbench.lenses(editor, "Send Request").first().click();
    await input("Secret password").waitFor();
    // Longer than until "Sending…" is shown.
    await page.waitForTimeout(1500);
    assert.equal(await page.locator(".statusbar-item", { hasText: /\d+ s/ }).count(), 0);
    assert.equal(await workbench.lenses(editor, "Sending…").count(), 0);
    await page.screenshot({ path: "out/e2e/security-secret.png" });
    await type("pin");
    await press("Enter");
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    assert.equal(received.at(-1).headers.authorization, `Basic ${Buffer.from("ann:pin").toString("base64")}`);
  });

  test("a request that can't be sent offers to define its variable, and is sent then", async () => {
    const { page } = workbench;
    const editor = await workbench.openFile("undefined.soaphttp");
    await workbench.lenses(editor, "Send Request").first().click();
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.getByText("Define path…").waitFor();
    await page.screenshot({ path: "out/e2e/security-unsendable.png" });
    await dialog.getByText("Define path…").click();
    await input("Value of path").waitFor();
    await type("there");
    await press("Enter");
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    await workbench.until("the definition", async () =>
      (await editor.locator(".view-lines").innerText()).replaceAll("\u00a0", " ").includes("@path = there"),
    );
  });
});
