import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("a long request", () => {
  let arrived = 0;
  let ended = 0;
  let answers = false;
  const service = createServer((request, response) => {
    arrived++;
    request.socket.once("close", () => ended++);
    if (answers) response.end();
  });
  const workbench = suiteWorkbench({
    service,
    files: (host) => ({
      "slow.soaphttp": `# @name slow\nGET /slow HTTP/1.1\nHost: ${host}\n\n`,
      "other.soaphttp": `GET /other HTTP/1.1\nHost: ${host}\n\n`,
      "notes.txt": "",
    }),
  });

  const cancelIcon = () => workbench.page.locator(".editor-actions a[aria-label^='Cancel Sending']");
  const ways = {
    "the icon in the title of its editor": () => cancelIcon().click(),
    "the keyboard shortcut": () => workbench.page.keyboard.press("Control+Shift+Alt+R"),
    "the command": () => workbench.run("SOAP: Cancel Sending"),
  };
  for (const [name, cancel] of Object.entries(ways)) {
    test(`a long request is cancelled by ${name}`, async () => {
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

  test("a long request can be cancelled in the title of its editor, and in no other editor", async () => {
    const { page } = workbench;
    const before = ended;
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await cancelIcon().waitFor();
    for (const name of ["notes.txt", "other.soaphttp"]) {
      await workbench.openFile(name);
      await cancelIcon().waitFor({ state: "detached" });
    }
    await page.locator(".editor-actions a[aria-label^='Send Request']").waitFor();
    await workbench.openFile("slow.soaphttp");
    await cancelIcon().click();
    await workbench.until("the end of the connection", () => ended === before + 1);
  });

  test("a long request can be cancelled in the title of the response when it was sent again from there", async () => {
    const { page } = workbench;
    answers = true;
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.lenses(workbench.response("slow"), /^200 OK/).waitFor();
    answers = false;
    const before = ended;
    await (await workbench.responseIcon("Send Again")).click();
    await (await workbench.responseIcon("Cancel Sending")).click();
    await workbench.until("the end of the connection", () => ended === before + 1);
    await (await workbench.responseIcon("Send Again")).waitFor();
    await page.locator(".tab", { hasText: "slow – 200 OK" }).click({ button: "middle" });
  });

  test("a long request is shown as cancelled in the history after the window was reloaded", async () => {
    const view = await workbench.openHistory();
    const rows = view.locator(".monaco-list-row", { hasText: "slow" });
    await rows.first().waitFor();
    await workbench.clickPaneIcon(view, "Clear History");
    await workbench.until("the empty history", async () => (await rows.count()) === 0);
    const before = { arrived, ended };
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.until("the request", () => arrived === before.arrived + 1);
    await workbench.page.reload();
    await workbench.page.locator(".monaco-workbench").waitFor();
    await workbench.lenses(workbench.source, "Send Request").first().waitFor();
    await workbench.until("the end of the connection", () => ended === before.ended + 1);
    await workbench.openHistory();
    await rows.waitFor();
    assert.match(await rows.textContent(), /Cancelled – slow/);
    assert.equal(arrived, before.arrived + 1);
  });
});
