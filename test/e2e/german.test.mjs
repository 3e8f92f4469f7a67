import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("the extension with German as display language", () => {
  const workbench = suiteWorkbench({
    language: "de",
    files: (host) => ({ "a.soaphttp": `GET /right HTTP/1.1\nHost: ${host}\n\n###\nGET /wrong\n` }),
    service: createServer((_request, response) => {
      response.setHeader("Content-Type", "text/xml; charset=utf-8").end("<a/>");
    }),
  });

  test("diagnostics are in German", async () => {
    await workbench.source.locator(".squiggly-error").first().waitFor();
    await workbench.page.keyboard.press("Control+Shift+M");
    const problems = workbench.page.locator(".markers-panel .monaco-list-row");
    await problems.filter({ hasText: "Der Header Host fehlt" }).first().waitFor();
    await workbench.page.keyboard.press("Control+Shift+M");
  });

  test("lenses and the response are in German", async () => {
    await workbench.lenses(workbench.source, "Request senden").first().click();
    await workbench.lenses(workbench.response(), "200 OK").first().waitFor();
    await (await workbench.responseIcon("Rohe Antwort anzeigen")).waitFor();
    assert.equal(await (await workbench.responseIcon("Show Raw Response")).count(), 0);
  });

  test("commands are in German", async () => {
    await workbench.focus(workbench.source);
    await workbench.page.keyboard.press("F1");
    await workbench.page.keyboard.type("SOAP: Alle Requests");
    await workbench.page
      .locator(".quick-input-list .monaco-list-row", { hasText: "der Datei senden" })
      .first()
      .waitFor();
    await workbench.page.keyboard.press("Escape");
  });
});
