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

  test("the mock service is started by the lens of its file, and its address is in the status bar", async () => {
    await workbench.lenses(workbench.source, "Start Mock Service").first().click();
    await page.locator(".statusbar-item", { hasText: `Mock 127.0.0.1:${port}` }).waitFor();
    await workbench.lenses(workbench.source, "Listening on").first().waitFor();
    await page.locator(".part.panel", { hasText: "SOAP Mock Service" }).waitFor();
    await workbench.run("View: Hide Panel");
    await page.locator(".part.panel").waitFor({ state: "hidden" });
    await workbench.picture("mock");
  });

  test("the mock service lists its exchanges, and opens one with the diagnostics of its request and with its response", async () => {
    const request = await workbench.openFile("wrong.soaphttp");
    await workbench.lenses(request, "Send Request").first().click();
    // It has an error, and is sent as written.
    await page.locator(".monaco-dialog-box", { hasText: "error" }).waitFor();
    await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Send as Written" }).click();
    await workbench.seeFile("400 Bad Request");
    await workbench.run("Show Mock Exchanges");
    const entry = page.locator(".quick-input-list .monaco-list-row", { hasText: /POST \/calc12 Add 400 wsdl/ });
    await entry.first().waitFor();
    await page.keyboard.press("Enter");
    const shown = page.locator('.editor-instance .monaco-editor[data-uri^="soaphttp-mock:"]');
    await shown.locator(".view-line", { hasText: "POST /calc12 HTTP/1.1" }).waitFor();
    await shown.locator(".squiggly-error").first().waitFor();
    await workbench.picture("mock-exchange");
    await page.keyboard.press("Control+End");
    const place = await workbench.place(shown, "# | </soap:Envelope>", "soap");
    assert.ok(place);
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
