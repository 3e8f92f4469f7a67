import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { savesPictures } from "./workbench.mjs";

suite("the packed extension in VS Code server", () => {
  const workbench = suiteWorkbench();
  let wrong;
  suiteSetup(async () => {
    wrong = wrongLength(readFileSync(join(workbench.folder, "tour.soaphttp"), "utf8"));
    await workbench.goToLine(wrong.line);
  });

  test("the outline lists requests, headers and elements, and a hint shows the byte count", async () => {
    const outline = workbench.page.locator(".outline-pane .monaco-list-row");
    await workbench.run("Explorer: Focus on Outline View");
    for (const name of ["add", "Content-Length", "soap:Envelope"]) {
      await outline.filter({ hasText: name }).first().waitFor();
    }
    await workbench.source.locator(".view-line", { hasText: `${wrong.typed}${wrong.wanted}\u00a0bytes` }).waitFor();
    await workbench.picture("outline");
    if (savesPictures) await workbench.page.keyboard.press("Control+B"); // more room without the side bar
    await workbench.focus(workbench.source);
  });

  test("a wrong Content-Length is underlined", async () => {
    await workbench.until("the squiggle", async () =>
      workbench.isUnderlined(workbench.source, await contentLength(wrong.typed)),
    );
    await workbench.picture("squiggle");
  });

  test("hovering Content-Length shows the actual and the correct value", async () => {
    await workbench.hover(await contentLength(wrong.typed));
    const hover = workbench.page.locator(".monaco-hover:visible", { hasText: "Content-Length" }).first();
    await hover.waitFor();
    const text = await hover.textContent();
    assert.match(text, new RegExp(`\\b${wrong.typed}\\b`));
    assert.match(text, new RegExp(`\\b${wrong.wanted}\\b`));
    await workbench.picture("hover");
    await workbench.page.keyboard.press("Escape");
  });

  test("the quick fix corrects Content-Length", async () => {
    await workbench.click(await contentLength(wrong.typed));
    await workbench.page.keyboard.press("Control+.");
    const fix = workbench.page
      .locator(".action-widget .monaco-list-row.action", { hasText: String(wrong.wanted) })
      .first();
    await fix.waitFor();
    await workbench.picture("fix");
    await fix.click();
    await workbench.until("its end", async () => {
      return !(await workbench.isUnderlined(workbench.source, await contentLength(wrong.wanted)));
    });
    // The notification that offers automatic updates of Content-Length.
    const offer = await workbench.notification("Content-Length");
    await offer.getByRole("button", { name: "Not Now" }).click();
  });

  test("header names are suggested with their documentation", async () => {
    const { page } = workbench;
    const suggestions = page.locator(".suggest-widget .monaco-list-row");
    await workbench.goToLine(wrong.line);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("A");
    await suggestions.filter({ hasText: "Authorization" }).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator(".suggest-widget .monaco-list-row.focused").waitFor();
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-details-container .body", { hasText: /\w/ }).waitFor();
    await workbench.picture("completion");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await workbench.goToLine(wrong.line + 1);
    await page.keyboard.press("Control+Shift+K");
    await workbench.source.locator(".view-line", { hasText: /^A$/ }).waitFor({ state: "detached" });
  });

  test("the lens sends the request, and the response opens beside it with syntax highlighting", async () => {
    await workbench.goToLine(wrong.line - 6);
    const lens = await workbench.lensAbove(workbench.source, await contentLength(wrong.wanted), "Send Request");
    await lens.click();
    await workbench.seeFile("200 OK");
    const response = workbench.response();
    await response.locator(".view-line", { hasText: /^HTTP\/1\.1\s200\sOK$/ }).waitFor();
    await response.locator(".view-line", { hasText: /<result>42<\/result>/ }).waitFor();
    await workbench
      .lenses(response, /200 OK · \d+ ms/)
      .first()
      .waitFor();
    await workbench.until("its colours", async () => (await workbench.colours(response)).size >= 4);
    await workbench.picture("response");
  });

  /** Returns the current place of the number, which moves with the text. */
  function contentLength(value) {
    return workbench.place(workbench.source, `Content-Length: ${value}`, String(value));
  }
});

/** Returns the line (from 1) of Content-Length in the tour's second request, its typed and its correct value. */
function wrongLength(text) {
  const start = text.indexOf("### 2");
  const section = text.slice(start, text.indexOf("### 3"));
  const typed = Number(/^Content-Length: (\d+)$/m.exec(section)[1]);
  const body = section.slice(section.indexOf("\n\n") + 2).replace(/\n+$/, "");
  const wanted = Buffer.byteLength(body);
  assert.notEqual(typed, wanted, "the tour's second request is right");
  const line = (text.slice(0, start) + section.split("Content-Length: ")[0]).split("\n").length;
  return { line, typed, wanted };
}
