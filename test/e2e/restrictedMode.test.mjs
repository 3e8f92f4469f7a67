import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../hosts/node.mjs";
import { openWorkbench } from "./workbench.mjs";

suite("a workspace that is not trusted", () => {
  const stops = [];
  let arrived = 0;
  let workbench;
  let editor;
  suiteSetup(async () => {
    const service = createServer((_request, response) => {
      arrived++;
      response.end("here");
    });
    await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
    stops.push(() => service.close());
    const folder = mkdtempSync(join(tmpdir(), "soaphttp-untrusted-"));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    const address = `localhost:${service.address().port}`;
    writeFileSync(join(folder, "a.soaphttp"), `GET /right HTTP/1.1\nHost: ${address}\n\n###\nGET /wrong\n`);
    const server = await startServer({ packed: [process.env.SOAPHTTP_VSIX], trusting: false });
    stops.push(() => server.close());
    workbench = await openWorkbench({ packages: server.packages, url: server.address(folder, "a.soaphttp") });
    stops.push(() => workbench.close());
    await workbench.seeFile("a.soaphttp");
    editor = workbench.editor("/a.soaphttp");
  });
  teardown(async function () {
    await workbench.keepFailure(this.currentTest);
  });
  suiteTeardown(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  test("is checked all the same", async () => {
    await workbench.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
    await editor.locator(".squiggly-error").first().waitFor();
  });

  test("sends nothing: the lens says why, and offers to change it", async () => {
    await workbench.lenses(editor, "Send Request").first().click();
    const explanation = workbench.page.locator(".notification-toast", { hasText: "Restricted Mode" });
    await explanation.waitFor();
    assert.equal(arrived, 0);
    await explanation.locator(".monaco-button", { hasText: "Manage Workspace Trust" }).click();
    await workbench.page.locator(".workspace-trust-editor").waitFor();
  });

  test("sends once it is trusted", async () => {
    await workbench.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
    await workbench.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor({ state: "hidden" });
    await workbench.page.locator(".monaco-modal-editor-block .codicon-close").last().click();
    await workbench.page.locator(".workspace-trust-editor").waitFor({ state: "hidden" });
    await workbench.lenses(editor, "Send Request").first().click();
    await workbench.editor(".soaphttp-response").locator(".view-line", { hasText: "here" }).waitFor();
    assert.equal(arrived, 1);
  });
});
