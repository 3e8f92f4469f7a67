import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("a workspace that is not trusted", () => {
  let arrived = 0;
  const workbench = suiteWorkbench({
    trusting: false,
    files: (host) => ({
      "a.soaphttp": `# @expect status 200\nGET /right HTTP/1.1\nHost: ${host}\n\n###\nGET /wrong\n`,
    }),
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

  test("runs no tests, and shows why", async () => {
    await workbench.run("Focus on Test Explorer View");
    const item = workbench.page.locator(".test-explorer .monaco-list-row", { hasText: "a.soaphttp" }).first();
    await item.waitFor();
    await workbench.run("Test: Run All Tests");
    await workbench.page.locator(".test-explorer .monaco-list-row[aria-label*='Errored']").first().waitFor();
    assert.equal(arrived, 0);
  });

  test("sends requests after it is trusted", async () => {
    await workbench.trustInEditor();
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.response().locator(".view-line", { hasText: "here" }).waitFor();
    assert.equal(arrived, 1);
  });
});
