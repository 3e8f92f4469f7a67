import { strict as assert } from "node:assert";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/*
 * Uses the clipboard of a real page: pasting by VS Code's API doesn't run paste edits, and some hosts hide the clipboard.
 */
suite("pasting and copying requests", () => {
  const workbench = suiteWorkbench({
    files: () => ({ "new.soaphttp": "GET /first HTTP/1.1\nHost: localhost:8000\n\n### a new one\n" }),
  });
  suiteSetup(() => workbench.allowClipboard());

  /** Waits until the editor shows these lines. The page contains no-break spaces instead of spaces. */
  async function seeLines(...wanted) {
    let shown = [];
    const areShown = async () => {
      shown = (await workbench.source.locator(".view-line").allTextContents()).map((line) =>
        line.replaceAll("\u00a0", " "),
      );
      return wanted.every((line) => shown.includes(line));
    };
    await workbench.until(wanted.join(", "), areShown).catch((error) => {
      assert.fail(`${error.message}; the editor shows: ${shown.join(", ")}`);
    });
  }

  const write = (text) => workbench.page.evaluate((content) => navigator.clipboard.writeText(content), text);

  test("Ctrl+V converts a curl command to a request", async () => {
    await write("curl http://localhost:8000/calc?wsdl -H 'X-Own: 1'");
    await workbench.source.locator(".view-line").first().click();
    await workbench.page.keyboard.press("Control+End");
    await workbench.page.keyboard.press("Control+V");
    await seeLines("### a new one", "GET /calc?wsdl HTTP/1.1", "Host: localhost:8000", "X-Own: 1");
  });

  test("Ctrl+V of a long curl command shows the start of its lines, with the cursor at the request", async () => {
    const { page, source } = workbench;
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    const value = "$1 {{b}} \\}".repeat(100);
    await write(`curl http://localhost:8000/long -H 'Content-Type: text/xml' -d '<a>${value}</a>'`);
    await page.keyboard.press("Control+V");
    await seeLines("POST /long HTTP/1.1", "Content-Type: text/xml");
    await page.keyboard.type("#");
    await seeLines("#POST /long HTTP/1.1");
    const lines = await source.locator(".lines-content").boundingBox();
    const editor = await source.locator(".monaco-scrollable-element.editor-scrollable").boundingBox();
    assert.equal(lines.x, editor.x);
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+C");
    await workbench.until("the whole body", async () => (await workbench.clipboard()).endsWith(`<a>${value}</a>`));
    await page.keyboard.press("Delete");
    await write("curl http://localhost:8000/calc?wsdl -H 'X-Own: 1'");
    await page.keyboard.press("Control+V");
    await seeLines("GET /calc?wsdl HTTP/1.1");
  });

  test("Copy as cURL copies the command to the clipboard", async () => {
    await workbench.run("SOAP: Copy as cURL");
    await workbench.until("the command", async () =>
      (await workbench.clipboard()).startsWith("curl \\\n  'http://localhost:8000/calc?wsdl'"),
    );
  });

  test("Paste as Request inserts the request after the one at the cursor", async () => {
    await write("curl http://localhost:8000/other");
    await workbench.run("SOAP: Paste as Request");
    await seeLines("GET /calc?wsdl HTTP/1.1", "###", "GET /other HTTP/1.1");
  });
});
