import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../hosts/node.mjs";
import { openWorkbench } from "./workbench.mjs";

/*
 * The clipboard of a real page: VS Code's own tests paste past the editor's paste edits, and some hosts hide it from them.
 */
suite("pasting and copying, as an author does it", () => {
  const stops = [];
  let workbench;
  let editor;
  suiteSetup(async () => {
    const folder = mkdtempSync(join(tmpdir(), "soaphttp-paste-"));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "new.soaphttp"), "GET /first HTTP/1.1\nHost: localhost:8000\n\n### a new one\n");
    const server = await startServer({ packed: [process.env.SOAPHTTP_VSIX] });
    stops.push(() => server.close());
    workbench = await openWorkbench({ packages: server.packages, url: server.address(folder, "new.soaphttp") });
    stops.push(() => workbench.close());
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await workbench.seeFile("new.soaphttp");
    editor = workbench.editor("/new.soaphttp");
    await workbench.lenses(editor, "Send Request").first().waitFor();
  });
  teardown(async function () {
    await workbench.keepFailure(this.currentTest);
  });
  suiteTeardown(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  async function run(command) {
    await workbench.page.keyboard.press("F1");
    await workbench.page.keyboard.type(command);
    await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: command }).first().waitFor();
    await workbench.page.keyboard.press("Enter");
  }

  /** Waits until the editor shows these lines, among others. Blanks are no-break spaces on the screen. */
  async function seeLines(...wanted) {
    let shown = [];
    const areShown = async () => {
      shown = (await editor.locator(".view-line").allTextContents()).map((line) => line.replaceAll("\u00a0", " "));
      return wanted.every((line) => shown.includes(line));
    };
    await workbench.until(wanted.join(", "), areShown).catch((error) => {
      assert.fail(`${error.message}; the editor shows: ${shown.join(", ")}`);
    });
  }

  const write = (text) => workbench.page.evaluate((content) => navigator.clipboard.writeText(content), text);
  const read = () => workbench.page.evaluate(() => navigator.clipboard.readText());

  test("Ctrl+V of a curl command makes a request", async () => {
    await write("curl http://localhost:8000/calc?wsdl -H 'X-Own: 1'");
    await editor.locator(".view-line").first().click();
    await workbench.page.keyboard.press("Control+End");
    await workbench.page.keyboard.press("Control+V");
    await seeLines("### a new one", "GET /calc?wsdl HTTP/1.1", "Host: localhost:8000", "X-Own: 1");
  });

  test("Copy as cURL puts the command into the clipboard", async () => {
    await run("SOAP: Copy as cURL");
    await workbench.until("the command", async () =>
      (await read()).startsWith("curl \\\n  'http://localhost:8000/calc?wsdl'"),
    );
  });

  test("Paste as Request puts it behind the request at the cursor", async () => {
    await write("curl http://localhost:8000/other");
    await run("SOAP: Paste as Request");
    await seeLines("GET /calc?wsdl HTTP/1.1", "###", "GET /other HTTP/1.1");
  });
});
