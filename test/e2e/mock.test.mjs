import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { freePort } from "../hosts/web.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/*
 * A mock service as a user starts it, and an exchange as a user opens it.
 */
const port = await freePort();

suite("a mock service in the window", () => {
  const workbench = suiteWorkbench({
    settings: { "editor.minimap.enabled": false, "soaphttp.mock.port": port },
    files: () => ({
      "calculator.soapmock": readFileSync("samples/calculator.soapmock", "utf8"),
      "calculator.wsdl": readFileSync("samples/calculator.wsdl", "utf8"),
      "wrong.soaphttp": wrongRequest(`localhost:${port}`),
    }),
  });
  let page;
  suiteSetup(() => {
    page = workbench.page;
  });

  const table = () => workbench.webview().locator("main");
  const rows = () => table().locator("tbody tr");
  const shown = (name) =>
    page.locator(`.editor-instance .monaco-editor[data-uri^="soaphttp-mock:"][data-uri*="${encodeURI(name)}"]`);

  test("the mock service is started by the lens of its file, and its address is in the status bar", async () => {
    await workbench.lenses(workbench.source, "Start Mock Service").first().click();
    await page.locator(".statusbar-item", { hasText: `Mock 127.0.0.1:${port}` }).waitFor();
    await workbench.lenses(workbench.source, "Listening on").first().waitFor();
    await workbench.until("the empty table", async () => /No request was received yet/.test(await table().innerText()));
    assert.equal(await page.locator(".part.panel").isVisible(), false, "the log is opened empty");
    await workbench.picture("mock");
  });

  test("the view lists the exchanges in a table, and shows the request and the response of one side by side", async () => {
    const request = await workbench.openFile("wrong.soaphttp");
    await workbench.lenses(request, "Send Request").first().click();
    // The request has an error, and is sent as written.
    await page.locator(".monaco-dialog-box", { hasText: "error" }).waitFor();
    await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Send as Written" }).click();
    await workbench.seeFile("400 Bad Request");
    const [time, ...cells] = await rows().first().getByRole("gridcell").allInnerTexts();
    assert.match(time ?? "", /\d:\d\d/);
    assert.deepEqual(cells, ["Add", "WSDL", "400", "✗ problem"]);
    const [verdict, view] = await Promise.all([
      rows().first().getByRole("gridcell", { name: "problem" }).boundingBox(),
      table().boundingBox(),
    ]);
    assert.ok(verdict.x + verdict.width <= view.x + view.width, "the verdict is cut off in a narrow view");
    await rows().first().focus();
    await page.keyboard.press("Enter");
    await shown("POST calc12.soaphttp").locator(".view-line", { hasText: "POST /calc12 HTTP/1.1" }).waitFor();
    await shown("POST calc12.soaphttp").locator(".squiggly-error").first().waitFor();
    const response = shown("Response");
    await response.locator(".view-line", { hasText: "400 Bad Request" }).waitFor();
    // Wait until elements have their colors.
    await workbench.until(
      "the colors",
      async () => (await response.locator(".view-line span[class*=mtk]").count()) > 5,
    );
    assert.equal(await rows().first().getAttribute("aria-selected"), "true");
    await workbench.picture("mock-exchange");
  });

  test("the mock service is stopped with a command", async () => {
    await workbench.run("Stop Mock Service");
    await page.locator(".statusbar-item", { hasText: "Mock 127.0.0.1" }).waitFor({ state: "hidden" });
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
  });
});

function wrongRequest(host) {
  return `POST /calc12 HTTP/1.1
Host: ${host}
Content-Type: application/soap+xml; charset=utf-8
Content-Length: {{$contentLength}}

<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">
  <soap:Body>
    <Add xmlns="http://example.org/calc">
      <a>two</a>
      <b>3.5</b>
    </Add>
  </soap:Body>
</soap:Envelope>
`;
}
