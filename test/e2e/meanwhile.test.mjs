import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("a request that is on its way when the window goes", () => {
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

  test("is in the history after a reload, as cancelled: it was sent", async () => {
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.until("the request", () => arrived === 1);
    await workbench.page.reload();
    await workbench.page.locator(".monaco-workbench").waitFor();
    await workbench.lenses(workbench.source, "Send Request").first().waitFor();
    await workbench.until("the end of the connection", () => ended === 1);
    const row = (await workbench.openHistory()).locator(".monaco-list-row", { hasText: "slow" });
    await row.waitFor();
    assert.match(await row.textContent(), /Cancelled – slow/);
    assert.equal(arrived, 1);
  });
});
