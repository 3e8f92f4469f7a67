import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

const soap = "http://www.w3.org/2003/05/soap-envelope";

suite("comparing environments", () => {
  const received = [];
  const workbench = suiteWorkbench({
    files,
    service: createServer((request, response) => {
      received.push(request.url);
      const value = request.url === "/new" ? 2 : 1;
      response.setHeader("Content-Type", "application/soap+xml; charset=utf-8");
      response.end(`<s:Envelope xmlns:s="${soap}"><s:Body><r>value ${value}</r></s:Body></s:Envelope>`);
    }),
  });

  test("the command asks for two environments, says that requests are sent twice, and shows the bodies side by side", async () => {
    const { page } = workbench;
    const row = (name) => page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
    await workbench.run("Compare Environments…");
    await row("old").click();
    await page.locator('.quick-input-widget input[placeholder*="compare old with"]').waitFor();
    await row("new").click();
    const dialog = page.locator(".monaco-dialog-box", { hasText: "twice, to old and to new?" });
    await dialog.waitFor();
    assert.deepEqual(received, []);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    for (const text of ["value 1", "value 2"])
      await page.locator(".multiDiffEntry .view-line", { hasText: text }).first().waitFor();
    assert.deepEqual(received.toSorted(), ["/new", "/old", "/same", "/same"]);
  });

  test("the lens in a Markdown file sends the request of its block", async () => {
    const editor = await workbench.openFile("README.md");
    const lenses = workbench.lenses(editor, "Send Request");
    await workbench.until("the lens", async () => (await lenses.count()) === 1);
    received.length = 0;
    await lenses.first().click();
    await workbench.response().first().waitFor();
    assert.deepEqual(received, ["/block"]);
  });
});

function files(host) {
  const get = (name, path) => `# @name ${name}\nGET ${path} HTTP/1.1\nHost: ${host}\n`;
  return {
    "a.soaphttp": `${get("same", "/same")}\n###\n${get("differs", "{{path}}")}`,
    "http-client.env.json": { old: { path: "/old" }, new: { path: "/new" } },
    "README.md": `# Title\n\n\`\`\`soaphttp\n${get("block", "/block")}\`\`\`\n`,
  };
}
