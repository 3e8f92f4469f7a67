import { strict as assert } from "node:assert";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

const secret = "S3cret-4711";

suite("the home in the activity bar", () => {
  const workbench = suiteWorkbench({ files, settings: { "editor.minimap.enabled": false } });
  let page;
  suiteSetup(() => {
    ({ page } = workbench);
  });

  const rows = (name) => workbench.pane(name).locator(".monaco-list-row");
  const buttons = (name) => workbench.pane(name).locator(".welcome-view-content .monaco-button").allTextContents();

  test("the home has four views, and each empty one offers two buttons", async () => {
    await page.locator(".activitybar .action-label[aria-label='SOAP over HTTP']").click();
    await workbench.run("Focus on Mock View");
    const mock = workbench.webview().locator("main");
    await mock.getByRole("button", { name: "Start Mock Service" }).waitFor();
    await mock.getByRole("link", { name: "Read About Mock Services" }).waitFor();
    for (const name of ["Services", "History"]) {
      await workbench.run(`Focus on ${name} View`);
      await workbench.until(`the buttons of ${name}`, async () => (await buttons(name)).length === 2);
    }
    assert.deepEqual(await buttons("Services"), ["New Request from WSDL…", "Import from SoapUI, Postman…"]);
    assert.deepEqual(await buttons("History"), ["New SOAP Request", "Open .soaphttp File…"]);
  });

  test("the import of a SoapUI project in the folder is offered once", async () => {
    // The toast may be hidden by now.
    await workbench.run("Notifications: Show Notifications");
    const offer = page.locator(".notifications-center", { hasText: "shop-soapui-project.xml is a SoapUI project." });
    await offer.locator("a.monaco-button", { hasText: "Import…" }).waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await workbench.seeFile("calc.soaphttp");
    await workbench.lenses(workbench.source).first().waitFor();
    // Everything that is offered at the start is offered by the time the lenses are shown.
    await workbench.run("Notifications: Show Notifications");
    await page.locator(".notifications-center").waitFor();
    assert.doesNotMatch(await page.locator(".notifications-center").innerText(), /SoapUI/);
    await page.keyboard.press("Escape");
  });

  test("the Environments view shows variables with values and origins, but no secret value", async () => {
    // All rows of a view are rendered.
    for (const name of ["Services", "Mock", "History"]) await workbench.pane(name).locator(".pane-header").click();
    await workbench.run("Focus on Environments View");
    const view = workbench.pane("Environments");
    await rows("Environments").filter({ hasText: "local" }).first().click();
    await rows("Environments").filter({ hasText: "localselected" }).waitFor();
    await rows("Environments").filter({ hasText: "path/calc · local (http-client.env.json)" }).waitFor();
    await rows("Environments").filter({ hasText: "pin•••" }).waitFor();
    assert.ok(!(await view.textContent()).includes(secret));
    await workbench.picture("environments");
  });

  test("a click on a variable goes to its definition", async () => {
    await rows("Environments").filter({ hasText: "path/calc" }).click();
    const file = workbench.editor("/http-client.env.json");
    await file.locator(".view-line", { hasText: /"path"/ }).waitFor();
    const box = page.locator(".statusbar-item[id='status.editor.selection']", {
      hasText: /Ln 1, Col \d+ \(6 selected\)/,
    });
    await box.waitFor();
  });
});

function files(host) {
  return {
    "calc.soaphttp": `@id = 7\n\nGET {{path}}?id={{id}}&pin={{pin}} HTTP/1.1\nHost: ${host}\n`,
    "shop-soapui-project.xml": '<con:soapui-project name="Shop" xmlns:con="http://eviware.com/soapui/config"/>',
    "http-client.env.json": { local: { path: "/calc" }, production: { path: "/v2/calc" } },
    "http-client.private.env.json": { local: { pin: secret } },
  };
}
