// What an author does in VS Code's window, and sees there: by Playwright. Only rendered lines can be seen.
import { strict as assert } from "node:assert";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../hosts/page.mjs";

const pictures = process.env.SOAPHTTP_PICTURES;
export const savesPictures = pictures !== undefined;
/** How long anything may take, in milliseconds; longer where windows run side by side. */
const patience = process.env.SOAPHTTP_TYPING === "all" ? 300_000 : 60_000;

export class Workbench {
  #browser;
  /** Playwright's page, once it is open. */
  page;

  /**
   * Opens VS Code in a browser of its own.
   * @param {{ packages: string, url: string, prepare?: (page) => Promise<void> }} options `packages`: a folder with
   *   playwright-core; `prepare`: what is to be done with the page before it goes to the address
   */
  async open({ packages, url, prepare }) {
    this.#browser = await launch(packages);
    const viewport = { width: savesPictures ? 1000 : 1200, height: savesPictures ? 600 : 760 };
    this.page = await this.#browser.newPage({ viewport, deviceScaleFactor: savesPictures ? 2 : 1 });
    this.page.setDefaultTimeout(patience);
    await prepare?.(this.page);
    await this.page.goto(url);
  }

  async close() {
    await this.#browser?.close();
  }

  /** Waits until a file's tab is there and its text can be seen. */
  async seeFile(name) {
    await this.page.locator(".tab", { hasText: name }).first().waitFor();
    await this.page.locator(".editor-instance .view-line").first().waitFor();
  }

  /** The editor that shows a file with this ending. */
  editor(ending) {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri$="${ending}"]`);
  }

  /** The editor that shows a response: of the request of this name, or any. */
  response(name = "") {
    const begin = `soaphttp-response:/${encodeURIComponent(name)}`;
    return this.page.locator(`.editor-instance .monaco-editor[data-uri^="${begin}"]`);
  }

  /** The icon of this command in the title bar above a response. VS Code shows it once the response has the focus. */
  async responseIcon(title) {
    await this.focus(this.response());
    return this.page.locator(`.editor-group-container.active .editor-actions a[aria-label^="${title}"]`).first();
  }

  /** The view of the history, which is opened. */
  async openHistory() {
    await this.run("Focus on SOAP History View");
    return this.page.locator(".pane", { hasText: "SOAP History" });
  }

  /** Chooses an entry of the context menu where the cursor is; the ones before are its submenus. */
  async menu(...titles) {
    await this.page.keyboard.press("Shift+F10");
    for (const title of titles) {
      await this.page.locator(".monaco-menu .action-menu-item", { hasText: title }).last().hover();
      // A menu that has just opened takes no click.
      await this.page.keyboard.press("Enter");
    }
  }

  /** Gives the focus to an editor that is shown, at once: a click on a tab gives it later, and takes it from a palette. */
  async focus(editor) {
    await editor.locator("textarea.inputarea, .native-edit-context").first().focus();
  }

  /** Runs the command of this title from the palette. */
  async run(title) {
    await this.page.keyboard.press("F1");
    await this.page.locator(".quick-input-widget input").first().fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** What VS Code says for as long as the folder is not trusted. */
  restrictedMode() {
    return this.page.locator(".statusbar-item", { hasText: "Restricted Mode" });
  }

  /** Trusts the folder that is open, in VS Code's own editor for it. */
  async trust() {
    await this.run("Workspaces: Manage Workspace Trust");
    await this.trustInEditor();
  }

  /** The same where that editor is open already. */
  async trustInEditor() {
    const editor = this.page.locator(".workspace-trust-editor");
    await editor.locator(".monaco-button", { hasText: /^Trust$/ }).click();
    await this.restrictedMode().waitFor({ state: "hidden" });
    await this.page.locator(".monaco-modal-editor-block .codicon-close").last().click();
    await editor.waitFor({ state: "hidden" });
  }

  /** Lets the page read and write the clipboard without asking. */
  async allowClipboard() {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  }

  /** The text in the clipboard. */
  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Puts the cursor at a line, counted from 1, which scrolls there. */
  async goToLine(line) {
    await this.page.keyboard.press("Control+G");
    const input = this.page
      .locator(".quick-input-widget input[type=text], .quick-input-widget input:not([type])")
      .first();
    await input.fill(`:${line}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /**
   * Where the last `word` of the first line stands that begins with `line`, once it has stopped moving. It may be in
   * several colours, and hints of the editor may follow it.
   */
  async place(editor, line, word) {
    let place;
    await this.until(`'${line}' with '${word}'`, async () => {
      const before = place;
      place = await this.#find(editor, line, word);
      return place !== undefined && place.x === before?.x && place.y === before.y;
    });
    return place;
  }

  async #find(editor, line, word) {
    // Blanks are no-break spaces on the screen.
    const lines = await editor.locator(".view-line").filter({ visible: true }).all();
    for (const candidate of lines) {
      const found = await candidate
        .evaluate(
          (element, { line, word }) => {
            const text = element.textContent.replaceAll("\u00a0", " ");
            const at = text.startsWith(line) ? line.lastIndexOf(word) : -1;
            if (at < 0) return undefined;
            const range = document.createRange();
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            for (let start = 0, node = walker.nextNode(); node; start += node.length, node = walker.nextNode()) {
              const [from, to] = [at - start, at + word.length - start];
              if (from >= 0 && from < node.length) range.setStart(node, from);
              if (to > 0 && to <= node.length) range.setEnd(node, to);
            }
            const { x, y, width, height } = range.getBoundingClientRect();
            return { x, y, width, height };
          },
          { line, word },
          { timeout: 1000 },
        )
        .catch(() => undefined); // the line was drawn anew
      if (found) return found;
    }
    return undefined;
  }

  async hover(place) {
    await this.page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  }

  async click(place) {
    await this.page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  }

  /** Whether a red squiggle stands under a place. */
  async isUnderlined(editor, place) {
    for (const squiggle of await editor.locator(".squiggly-error").all()) {
      const box = await squiggle.boundingBox({ timeout: 1000 }).catch(() => null); // gone in between
      if (box && overlaps(box, place)) return true;
    }
    return false;
  }

  /** Waits for what comes in its own time; what is asserted is that it comes. */
  async until(what, condition) {
    const end = Date.now() + patience;
    while (!(await condition())) {
      assert.ok(Date.now() < end, `${what}: did not come within ${patience / 1000} s`);
      await this.page.waitForTimeout(100);
    }
  }

  /** The lenses with this title that are rendered, from above to below. */
  lenses(editor, title) {
    return editor.locator(".codelens-decoration a", { hasText: title });
  }

  /** The nearest of the lenses with this title above a place. Others may be out of sight. */
  async lensAbove(editor, place, title) {
    let nearest;
    await this.until(`the lens '${title}'`, async () => {
      const lenses = await this.lenses(editor, title).filter({ visible: true }).all();
      const boxes = await Promise.all(lenses.map(async (lens) => ({ lens, box: await lens.boundingBox() })));
      const above = boxes.filter(({ box }) => box && box.y < place.y).sort((a, b) => b.box.y - a.box.y);
      nearest = above[0]?.lens;
      return nearest !== undefined;
    });
    return nearest;
  }

  /** The colours in which an editor shows its text. */
  async colours(editor) {
    const all = await editor
      .locator(".view-line span > span")
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
    return new Set(all);
  }

  /** What VS Code has kept by now of its own state and of extensions', as text: it saves every few seconds. */
  state() {
    return this.page.evaluate(allOfDatabases);
  }

  /** For a hook after each test: what the window showed when it failed, in out/e2e/. */
  async keepFailure({ state, title } = {}) {
    if (state !== "failed" || !this.page) return;
    const path = join("out", "e2e", `${title.replace(/[^\w ]/g, "")}.png`);
    await this.page.screenshot({ path });
    console.log(`      the window is in ${path}`);
  }

  /** Saves a picture for the documents, where they are wanted. */
  async picture(name) {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}

function overlaps(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** In the page: everything in its databases, as JSON. */
async function allOfDatabases() {
  const result = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const parts = [JSON.stringify({ ...localStorage, ...sessionStorage })];
  for (const { name } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      parts.push(JSON.stringify(await Promise.all([result(objects.getAllKeys()), result(objects.getAll())])));
    }
    database.close();
  }
  return parts.join("\n");
}
