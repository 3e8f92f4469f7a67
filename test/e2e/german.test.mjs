import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../hosts/node.mjs";
import { openWorkbench } from "./workbench.mjs";

suite("in German", () => {
  const stops = [];
  let workbench;
  let editor;
  suiteSetup(async () => {
    const service = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/xml; charset=utf-8").end("<a/>");
    });
    await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
    stops.push(() => service.close());
    const folder = mkdtempSync(join(tmpdir(), "soaphttp-german-"));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    const lines = [`GET /right HTTP/1.1`, `Host: localhost:${service.address().port}`, "", "###", "GET /wrong", ""];
    writeFileSync(join(folder, "a.soaphttp"), lines.join("\n"));
    const server = await startServer({ packed: [process.env.SOAPHTTP_VSIX], language: "de" });
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

  test("what is found is told by the server in German", async () => {
    await editor.locator(".squiggly-error").first().waitFor();
    await workbench.page.keyboard.press("Control+Shift+M");
    const problems = workbench.page.locator(".markers-panel .monaco-list-row");
    await problems.filter({ hasText: "Die Anforderungszeile" }).first().waitFor();
    await workbench.page.keyboard.press("Control+Shift+M");
  });

  test("lenses and the response are in German", async () => {
    await workbench.lenses(editor, "Anforderung senden").first().click();
    const response = workbench.editor(".soaphttp-response");
    await workbench.lenses(response, "Roh").first().waitFor();
    assert.equal(await workbench.lenses(response, "Raw").count(), 0);
  });

  test("so are commands", async () => {
    await workbench.page.keyboard.press("F1");
    await workbench.page.keyboard.type("SOAP: Alle Anforderungen");
    await workbench.page
      .locator(".quick-input-list .monaco-list-row", { hasText: "der Datei senden" })
      .first()
      .waitFor();
    await workbench.page.keyboard.press("Escape");
  });
});
