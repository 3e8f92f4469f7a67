import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("a request with errors", () => {
  let received = 0;
  const workbench = suiteWorkbench({
    service: createServer((_request, response) => {
      received++;
      response.end();
    }),
    // A Content-Length that a fix corrects, and in line 7 a comment that only the author can correct.
    files: (host) => ({
      "a.soaphttp": [
        "POST /calc12 HTTP/1.1",
        `Host: ${host}`,
        "Content-Type: application/soap+xml; charset=utf-8",
        "Content-Length: 1",
        "",
        '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">',
        "  <s:Body><!-- a -- b --></s:Body>",
        "</s:Envelope>",
      ].join("\n"),
    }),
  });

  test("the question offers to fix errors and to show the rest, and Send as Written is never the default button", async () => {
    const { page } = workbench;
    const dialog = page.locator(".monaco-dialog-box");
    const buttons = dialog.locator(".dialog-buttons .monaco-button");
    const focused = dialog.locator(".dialog-buttons .monaco-button:focus");
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await focused.filter({ hasText: "Fix and Send" }).waitFor();
    assert.deepEqual((await buttons.allTextContents()).toSorted(), ["Cancel", "Fix and Send", "Send as Written"]);
    await page.keyboard.press("Enter");
    await focused.filter({ hasText: "Show Problem" }).waitFor();
    assert.deepEqual((await buttons.allTextContents()).toSorted(), ["Cancel", "Send as Written", "Show Problem"]);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.locator(".statusbar-item", { hasText: /^Ln 7, Col \d+/ }).waitFor();
    assert.equal(received, 0);
  });

  test("the request is sent when the author chooses Send as Written", async () => {
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.page.locator(".monaco-dialog-box").getByText("Send as Written").click();
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    assert.equal(received, 1);
  });
});
