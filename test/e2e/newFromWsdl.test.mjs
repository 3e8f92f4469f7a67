import { wsdl } from "../support/calculator/wsdl.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("requests from a WSDL", () => {
  const workbench = suiteWorkbench({ files, settings: { "editor.minimap.enabled": false } });
  let page;
  suiteSetup(() => {
    ({ page } = workbench);
  });

  const row = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  const line = (text) => workbench.source.locator(".view-line", { hasText: text }).first();
  const node = (name) => workbench.pane("Services").getByRole("treeitem", { name }).first();

  test("the palette leads through the values of an operation to the response", async () => {
    await workbench.run("SOAP: New Request from WSDL…");
    await row("calculator.wsdl").waitFor();
    await page.keyboard.press("Enter");
    await row("Adds two numbers.").waitFor();
    await workbench.picture("wsdl-operations");
    await page.keyboard.type("Add");
    await row("Slow").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await line(/^###\sAdd$/).waitFor();
    await page.keyboard.type("40");
    await page.keyboard.press("Tab");
    await page.keyboard.type("2");
    await line(/<tns:b>2</).waitFor();
    await workbench.picture("wsdl-request");
    await page.keyboard.press("Control+Alt+R");
    await workbench
      .response("Add")
      .locator(".view-line", { hasText: /<(\w+:)?result>42</ })
      .waitFor();
  });

  test("several requests can be created, with their content as selected", async () => {
    const button = (text) => page.locator(`.quick-input-titlebar a[aria-label^='${text}']`);
    await workbench.focus(workbench.source);
    await workbench.run("SOAP: New Request from WSDL…");
    await row("calculator.wsdl").click();
    await button("Select Several Operations").click();
    await row("Fail").click();
    await row("Large").click();
    await button("Content of the Request").click();
    await row("Required Elements").click();
    await page.locator(".quick-input-title", { hasText: "Required Elements" }).waitFor();
    await page.keyboard.press("Enter");
    await line(/^###\sLarge$/).waitFor();
    await line(/^###\sFail$/).waitFor();
    await page.keyboard.press("Control+Z");
    await line(/^###\sLarge$/).waitFor({ state: "detached" });
  });

  test("the Services view shows the requests of an operation, and creates one with + or by dragging", async () => {
    await workbench.run("Focus on Services View");
    await workbench.expand(node("WSDL calculator.wsdl"));
    await workbench.expand(node("Port CalculatorPort12, SOAP 1.2"));
    const fail = node("Operation Fail, CalculatorPort12");
    await fail.hover();
    await fail.locator("a.action-label[aria-label^='New Request']").click();
    await line(/^###\sFail$/).waitFor();
    await node("Operation Fail, CalculatorPort12, SOAP 1.2, 1 request").click();
    await node("Request Fail, requests.soaphttp").click();
    await workbench.source.locator(".view-line", { hasText: /^###\sFail-2$/ }).waitFor({ state: "detached" });
    // A tooltip could cover the operation.
    await workbench.source.hover();
    await page.locator(".context-view .hover-contents").first().waitFor({ state: "hidden" });
    await drag(
      node("Operation Add, CalculatorPort12"),
      await workbench.place(workbench.source, "      <tns:message>", "message"),
    );
    await line(/^###\sAdd-2$/).waitFor();
    await page.mouse.move(100, 5);
    await workbench.until("no tooltip", async () => (await page.locator(".hover-contents:visible").count()) === 0);
    await workbench.picture("wsdl-services");
  });

  test("Update All from WSDL updates the requests of a port without a question, and one undo takes it back", async () => {
    const old = await workbench.openFile("old.soaphttp");
    await workbench.menuOf(node("Port CalculatorPort12, SOAP 1.2"), "Update All from WSDL");
    const added = old.locator(".view-line", { hasText: /<b>/ });
    await added.waitFor();
    // The toast may be hidden by now.
    await workbench.run("Notifications: Show Notifications");
    await page
      .locator(".notifications-center", { hasText: "1 request was updated. Undo takes the change back." })
      .waitFor();
    await page.keyboard.press("Escape");
    await workbench.focus(old);
    await page.keyboard.press("Control+Z");
    await added.waitFor({ state: "detached" });
    await workbench.openFile("requests.soaphttp");
  });

  test("requests are created above an operation in the WSDL, which checks them before they are saved", async () => {
    // A refresh of the view closes its menus.
    await node("3 of 10 operations").waitFor();
    await workbench.menuOf(node("Operation Add, CalculatorPort12"), "Open Definition");
    const editor = workbench.editor("/calculator.wsdl");
    // Lenses move the lines below them.
    await workbench.lenses(editor, "New Request").first().waitFor();
    const operation = await workbench.place(editor, '    <wsdl:operation name="Add"', "Add");
    const lens = await workbench.lensAbove(editor, operation, "New Request");
    await lens.click();
    const created = page.locator(".editor-instance .monaco-editor[data-uri^='untitled:']");
    await created.locator(".view-line", { hasText: /^###\sAdd$/ }).waitFor();
    await created.locator(".view-line", { hasText: /^POST\s\/calc12\s/ }).waitFor();
    // The new request isn't saved, but already checked by its WSDL.
    await workbench.lenses(created, "calculator.wsdl › CalculatorPort12 › Add").waitFor();
  });
});

async function drag(from, to) {
  const page = from.page();
  await from.hover();
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await page.mouse.up();
}

function files(host) {
  const address = (path) => `http://${host}${path}`;
  return {
    "requests.soaphttp": `GET /calc?wsdl HTTP/1.1\nHost: ${host}\n`,
    "old.soaphttp": `# @wsdl ./services/calculator.wsdl
POST /calc12 HTTP/1.1
Host: ${host}
Content-Type: application/soap+xml; charset=utf-8
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">
  <s:Body>
    <Add xmlns="http://example.org/calc">
      <a>1</a>
    </Add>
  </s:Body>
</s:Envelope>
`,
    "services/calculator.wsdl": wsdl({ 1.1: address("/calc"), 1.2: address("/calc12") }),
  };
}
