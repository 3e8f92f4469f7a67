import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("a request that takes long", () => {
  let arrived = 0;
  let ended = 0;
  // It never answers.
  const service = createServer((request) => {
    arrived++;
    request.socket.once("close", () => ended++);
  });
  const workbench = suiteWorkbench({
    service,
    files: (host) => ({ "slow.soaphttp": `# @name slow\nGET /slow HTTP/1.1\nHost: ${host}\n\n` }),
  });

  const cancelIcon = () => workbench.page.locator(".editor-actions a[aria-label^='Cancel Sending']");
  const ways = {
    "the icon in the title of its editor": () => cancelIcon().click(),
    "the keys": () => workbench.page.keyboard.press("Control+Shift+Alt+R"),
    "the command": () => workbench.run("SOAP: Cancel Sending"),
  };
  for (const [name, cancel] of Object.entries(ways)) {
    test(`is cancelled by ${name}, which is there no longer than the request`, async () => {
      const before = ended;
      assert.equal(await cancelIcon().count(), 0);
      await workbench.lenses(workbench.source, "Send Request").first().click();
      await cancelIcon().waitFor();
      await workbench.lenses(workbench.source, "Sending… Cancel").waitFor();
      await cancel();
      await workbench.until("the end of the connection", () => ended === before + 1);
      await cancelIcon().waitFor({ state: "detached" });
      await workbench.lenses(workbench.source, "Send Request").first().waitFor();
    });
  }

  test("is in the history, as cancelled, where the window goes meanwhile: it was sent", async () => {
    await workbench.run("SOAP: Clear History");
    const before = { arrived, ended };
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.until("the request", () => arrived === before.arrived + 1);
    await workbench.page.reload();
    await workbench.page.locator(".monaco-workbench").waitFor();
    await workbench.lenses(workbench.source, "Send Request").first().waitFor();
    await workbench.until("the end of the connection", () => ended === before.ended + 1);
    const row = (await workbench.openHistory()).locator(".monaco-list-row", { hasText: "slow" });
    await row.waitFor();
    assert.match(await row.textContent(), /Cancelled – slow/);
    assert.equal(arrived, before.arrived + 1);
  });
});
