import { strict as assert } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

const credentials = `Basic ${Buffer.from("me:geheim-4711").toString("base64")}`;
const wsdl = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:a"/>';

const importing = (host) =>
  wsdl.replace("/>", `><import location="http://${host.replace("localhost", "127.0.0.1")}/closed"/></definitions>`);

suite("a WSDL at an address", () => {
  let waiting = 0;
  let cancelled = 0;
  const workbench = suiteWorkbench({
    files: (host) => ({ "a.soaphttp": `GET / HTTP/1.1\nHost: ${host}\n` }),
    service: createServer((request, response) => {
      if (request.url === "/login") return response.end("<!DOCTYPE html><title>Log in</title>");
      if (request.url === "/importing") return response.end(importing(request.headers.host));
      if (request.url === "/silent") {
        waiting++;
        return request.socket.on("close", () => cancelled++);
      }
      if (request.headers.authorization === credentials) return response.end(wsdl);
      return response.writeHead(401, { "WWW-Authenticate": "Basic" }).end();
    }),
  });
  let page;
  suiteSetup(() => {
    ({ page } = workbench);
  });

  const input = (type = "text") => page.locator(`.quick-input-widget:visible input[type=${type}]`);
  const toast = (text) => page.locator(".notification-toast", { hasText: text });

  async function download(path) {
    await workbench.run("SOAP: Download WSDL…");
    await page.locator(".quick-input-widget:visible", { hasText: "Address of the WSDL" }).waitFor();
    await input().fill(`http://${workbench.host}${path}`);
    await page.keyboard.press("Enter");
  }

  test("the message says that the server responds with a web page", async () => {
    await download("/login");
    await toast(/^Can't read login: .*web page, which may be a login page/).waitFor();
  });

  test("loading can be cancelled while its server doesn't respond, and nothing is reported then", async () => {
    await download("/silent");
    const progress = toast("Loading http://");
    await progress.locator(".monaco-button", { hasText: "Cancel" }).click();
    await progress.waitFor({ state: "detached" });
    await workbench.until("the end of the connection", async () => cancelled === 1);
    assert.equal(waiting, 1);
    assert.equal(await toast("/silent").count(), 0);
  });

  test("a WSDL is loaded without what it imports from another server, if the user declines that", async () => {
    await download("/importing");
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    const other = `http://${workbench.host.replace("localhost", "127.0.0.1")}`;
    const text = await dialog.textContent();
    assert.ok(text.includes(`/importing imports documents from ${other}. Load them?`), text);
    await dialog.getByText("Load Without Them").click();
    await page.locator(".quick-input-widget:visible .monaco-button", { hasText: "Save Here" }).click();
    await toast(`${other}/closed: Loading documents from ${other} is not allowed yet.`).waitFor();
    assert.ok(existsSync(join(workbench.folder, "importing.wsdl")));
  });

  test("a WSDL is saved in a folder after credentials were entered, which are not stored", async () => {
    await download("/closed?wsdl");
    await toast("requires credentials").locator(".monaco-button", { hasText: "Enter Credentials…" }).click();
    await page.locator(".quick-input-widget:visible", { hasText: "Credentials for" }).waitFor();
    await input().fill("me");
    await page.keyboard.press("Enter");
    await input("password").fill("geheim-4711");
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-widget:visible .monaco-button", { hasText: "Save Here" }).click();
    await toast("closed.wsdl saved.").waitFor();
    const saved = join(workbench.folder, "closed.wsdl");
    assert.ok(existsSync(saved));
    assert.equal(readFileSync(saved, "utf8"), wsdl);
    assert.doesNotMatch(await workbench.state(), /geheim-4711/);
  });
});
