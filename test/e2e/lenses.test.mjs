import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("lenses that VS Code draws from its memory", () => {
  const request = (host) => `GET / HTTP/1.1\nHost: ${host}\n\n`;
  const workbench = suiteWorkbench({
    service: createServer((_request, response) => response.end()),
    files: (host) => ({ "left.soaphttp": request(host), "right.soaphttp": request(host) }),
  });

  test("lenses can be clicked soon, although another editor has just got the focus", async () => {
    await workbench.run("View: Split Editor Right");
    const right = await workbench.openFile("right.soaphttp");
    await workbench.lenses(right, "Send Request").first().waitFor();
    await workbench.focus(workbench.source);
    await hideLenses();
    const hasMoved = workbench.page.evaluate(moveFocusWhenLensesAreDrawn);
    showLenses();
    await hasMoved;
    await workbench.lenses(workbench.source, "Send Request").first().waitFor();
  });

  test("lenses can be clicked soon, although the window is drawn slowly", async () => {
    await workbench.focus(workbench.source);
    await hideLenses();
    await workbench.page.evaluate(() => {
      window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 1000);
    });
    showLenses();
    await workbench.lenses(workbench.source, "Send Request").first().waitFor();
  });

  async function hideLenses() {
    writeSettings({ "editor.codeLens": false });
    await workbench.page.locator(".codelens-decoration").first().waitFor({ state: "detached" });
  }

  function showLenses() {
    writeSettings({ "editor.codeLens": true });
  }

  function writeSettings(settings) {
    const folder = join(workbench.folder, ".vscode");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  }
});

/** Runs in the page: focuses the right editor as soon as the left one shows lenses that can't be clicked yet. */
function moveFocusWhenLensesAreDrawn() {
  const editor = (side) => document.querySelector(`.editor-instance .monaco-editor[data-uri$="/${side}.soaphttp"]`);
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (editor("left").querySelector(".codelens-decoration > span") === null) return;
      observer.disconnect();
      editor("right").querySelector("textarea.inputarea, .native-edit-context").focus();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
