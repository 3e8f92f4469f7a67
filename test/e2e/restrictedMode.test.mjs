import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("a workspace that is not trusted", () => {
  let arrived = 0;
  const workbench = suiteWorkbench({
    trusting: false,
    files: (host) => ({ "a.soaphttp": `GET /right HTTP/1.1\nHost: ${host}\n\n###\nGET /wrong\n` }),
    service: createServer((_request, response) => {
      arrived++;
      response.end("here");
    }),
  });

  test("is checked", async () => {
    await workbench.restrictedMode().waitFor();
    await workbench.source.locator(".squiggly-error").first().waitFor();
  });

  test("sends nothing, explains why, and offers to manage trust", async () => {
    await workbench.lenses(workbench.source, "Send Request").first().click();
    const explanation = workbench.page.locator(".notification-toast", { hasText: "Restricted Mode" });
    await explanation.waitFor();
    assert.equal(arrived, 0);
    await explanation.locator(".monaco-button", { hasText: "Manage Workspace Trust" }).click();
    await workbench.page.locator(".workspace-trust-editor").waitFor();
  });

  test("sends requests after it is trusted", async () => {
    await workbench.trustInEditor();
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.response().locator(".view-line", { hasText: "here" }).waitFor();
    assert.equal(arrived, 1);
  });
});
