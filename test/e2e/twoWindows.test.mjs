import { strict as assert } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { Workbench } from "./workbench.mjs";

const request = (name, host) => `# @name ${name}\nGET /${name} HTTP/1.1\nHost: ${host}\n`;

suite("two windows of one folder", () => {
  /** What the service has received: the values of X-Editor. */
  const received = [];
  const workbench = suiteWorkbench({
    settings: { "editor.minimap.enabled": false },
    files: (host) => ({ "a.soaphttp": request("first", host), "b.soaphttp": request("second", host) }),
    service: createServer(({ url, headers }, response) => {
      received.push(headers["x-editor"]);
      response.setHeader("Content-Type", "text/xml; charset=utf-8").end(`<a>${url}</a>`);
    }),
  });
  const url = () => workbench.server.address(workbench.folder, "b.soaphttp");
  const rowsOf = async (window) => (await window.openHistory()).locator(".monaco-list-row .label-name");

  async function send(window, file, name) {
    await window
      .lenses(window.editor(`/${file}`), "Send Request")
      .first()
      .click();
    await window.lenses(window.response(name), /^200 OK/).waitFor();
  }

  test("each window has its own responses and history", async () => {
    const other = await workbench.another(url());
    await other.seeFile("b.soaphttp");
    // Both windows send at the same time.
    await Promise.all([send(workbench, "a.soaphttp", "first"), send(other, "b.soaphttp", "second")]);
    assert.equal(await workbench.response("second").count(), 0);
    await send(workbench, "a.soaphttp", "first");
    await send(other, "b.soaphttp", "second");
    // VS Code gives the second window a storage of its own.
    for (const window of [workbench, other]) {
      const rows = window.page.locator(".quick-input-list .monaco-list-row", { hasText: "200 OK – " });
      await window.until("its exchanges", async () => {
        await window.run("SOAP: Search History");
        await rows.first().waitFor();
        const count = await rows.count();
        await window.page.keyboard.press("Escape");
        await rows.first().waitFor({ state: "hidden" });
        return count === 2;
      });
    }
    await other.page.close();
  });

  test("two windows report a file that was saved in both, and lose neither text", async () => {
    const file = join(workbench.folder, "a.soaphttp");
    const before = readFileSync(file, "utf8");
    await workbench.focus(workbench.source);
    await workbench.page.keyboard.press("Control+End");
    await workbench.page.keyboard.type("X-Editor: mine");
    writeFileSync(file, `# theirs\n${before}`);
    await workbench.page.keyboard.press("Control+S");
    const conflict = workbench.page.locator(".notification-toast", { hasText: "a.soaphttp" });
    await conflict.waitFor();
    assert.equal(readFileSync(file, "utf8"), `# theirs\n${before}`);
    // The text of the editor is sent.
    await send(workbench, "a.soaphttp", "first");
    await workbench.until("the text of the editor at the service", () => received.includes("mine"));
    await conflict.hover();
    await conflict
      .locator(".monaco-button", { hasText: "Overwrite" })
      .or(conflict.locator("a[aria-label='Overwrite']"))
      .first()
      .click();
    await workbench.until("the saved text", () => readFileSync(file, "utf8") === `${before}X-Editor: mine`);
  });

  test("two windows in browsers with different keys leave each other's history alone", async () => {
    const other = new Workbench();
    try {
      await other.open({ packages: workbench.server.packages, url: url() });
      await other.seeFile("b.soaphttp");
      await send(other, "b.soaphttp", "second");
      const rows = await rowsOf(other);
      await rows.filter({ hasText: "second" }).first().waitFor();
    } finally {
      await other.close();
    }
    await workbench.page.reload();
    await workbench.lenses(workbench.source, "Send Request").first().waitFor();
    const rows = await rowsOf(workbench);
    await rows.filter({ hasText: "first" }).first().waitFor();
  });
});
