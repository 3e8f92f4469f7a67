// Controls and reads VS Code's window with Playwright. Only rendered lines are visible.
import { strict as assert } from "node:assert";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../hosts/page.mjs";

const pictures = process.env.SOAPHTTP_PICTURES;
export const savesPictures = pictures !== undefined;
/** How long to wait for a state, in milliseconds: longer when windows run in parallel. */
const patience = process.env.SOAPHTTP_TYPING === "all" ? 300_000 : 60_000;

/** The browser that the windows of this process share. It ends with the process. */
let browser;

export class Workbench {
  page;

  /**
   * Opens VS Code in a window that shares no data with others.
   * @param {{ packages: string, url: string, prepare?: (page) => Promise<void> }} options `packages`: a folder with
   *   playwright-core; `prepare`: called with the page before it opens the URL
   */
  async open({ packages, url, prepare }) {
    if (!browser?.isConnected()) browser = await launch(packages);
    const viewport = { width: savesPictures ? 1000 : 1200, height: savesPictures ? 600 : 760 };
    const context = await browser.newContext({ viewport, deviceScaleFactor: savesPictures ? 2 : 1 });
    context.setDefaultTimeout(patience);
    this.page = await context.newPage();
    await prepare?.(this.page);
    await this.page.goto(url);
  }

  /** Opens another window with the same data, which `close` closes, too. */
  async another(url) {
    const other = new Workbench();
    other.page = await this.page.context().newPage();
    await other.page.goto(url);
    return other;
  }

  async close() {
    await this.page?.context().close();
  }

  /** Waits until a file's tab and its text are shown. */
  async seeFile(name) {
    await this.page.locator(".tab", { hasText: name }).first().waitFor();
    await this.page.locator(".editor-instance .view-line").first().waitFor();
  }

  /** Opens a file of the folder by its name, and returns its editor, which has the focus. */
  async openFile(name) {
    await this.#enter("Control+P", name);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
    await this.page.locator(".tab.active", { hasText: name }).waitFor();
    const editor = this.editor(`/${name}`);
    // Until then VS Code moves the focus, which closes a list of suggestions for good.
    await editor.and(this.page.locator(".focused")).waitFor();
    return editor;
  }

  editor(ending) {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri$="${ending}"]`);
  }

  /** Returns the editor that shows a response to the request with this name, or any response. */
  response(name = "") {
    const begin = `soaphttp-response:/${encodeURIComponent(name)}`;
    return this.page.locator(`.editor-instance .monaco-editor[data-uri^="${begin}"]`);
  }

  /** Focuses the response, because VS Code shows its icons only then, and returns the icon of this command. */
  async responseIcon(title) {
    await this.focus(this.response());
    return this.page.locator(`.editor-group-container.active .editor-actions a[aria-label^="${title}"]`).first();
  }

  async openHistory() {
    await this.run("Focus on History View");
    return this.pane("History");
  }

  /** Returns the view with this name, in whatever side bar. */
  pane(name) {
    return this.page.locator(".pane", { has: this.page.locator(`.pane-header[aria-label^="${name} "]`) });
  }

  /** Expands an item of a tree, which may be drawn again when it is clicked. */
  async expand(item) {
    await this.until("the expanded item", async () => {
      const state = await item.getAttribute("aria-expanded");
      if (state === "false") await item.click();
      return state === "true";
    });
  }

  /** The page of a webview. VS Code loads a new one beside it, and shows it then. */
  webview() {
    return this.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  }

  /** Clicks the icon of this command in the title of a pane of a side bar, which VS Code shows while the mouse is over it. */
  async clickPaneIcon(pane, title) {
    await pane.locator(".pane-header").hover();
    await pane.locator(`.pane-header a[aria-label^="${title}"]`).click();
  }

  /** Chooses an entry of the context menu at the cursor, by the keyboard. All titles but the last are submenus. */
  async menu(...titles) {
    await this.page.keyboard.press("Shift+F10");
    for (const title of titles) {
      const focused = this.page
        .locator(".monaco-menu .action-item.focused > .action-menu-item", { hasText: title })
        .last();
      await this.#menuEntry(title).waitFor();
      await this.until(`the focus on ${title}`, async () => {
        if (await focused.isVisible()) return true;
        await this.page.keyboard.press("ArrowDown");
        return await focused.isVisible();
      });
      await this.page.keyboard.press("Enter");
    }
  }

  /** Chooses an entry of the context menu of something in the window. */
  async menuOf(locator, title) {
    const entry = this.#menuEntry(title);
    let clicked = false;
    await this.until(`the menu to close after a click on ${title}`, async () => {
      if (clicked && !(await entry.isVisible())) return true;
      // A refresh of a view closes its menus.
      if (!(await entry.isVisible())) {
        await locator.click({ button: "right" });
        await entry.waitFor();
      }
      // A menu that has just opened ignores clicks, and may not have the focus yet.
      clicked = await succeeds(entry.click({ timeout: 500 }));
      return false;
    });
  }

  #menuEntry(title) {
    return this.page.locator(".monaco-menu .action-menu-item", { hasText: title }).last();
  }

  /** Focuses an editor immediately: clicking a tab does so with a delay, and can take the focus from the palette. */
  async focus(editor) {
    await editor.locator("textarea.inputarea, .native-edit-context").first().focus();
  }

  async run(title) {
    await this.#enter("F1", `>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** Opens a quick input by its key, and enters a text. A page that is just shown takes the focus, and the input closes. */
  async #enter(key, text) {
    const input = this.page.locator(".quick-input-widget input").first();
    await this.until(`the quick input of ${key}`, async () => {
      await this.page.keyboard.press(key);
      return succeeds(input.fill(text, { timeout: 5000 }));
    });
  }

  /** Returns the notification with this text. VS Code hides one after some seconds: it is in the list then. */
  async notification(text) {
    const notification = this.page.locator(".notification-list-item:visible", { hasText: text }).first();
    await this.until(`the notification '${text}'`, async () => {
      if (await notification.isVisible()) return true;
      await this.run("Notifications: Show Notifications");
      return succeeds(notification.waitFor({ timeout: 2000 }));
    });
    return notification;
  }

  /** Enters a path in VS Code's file dialog, which is a text input in the browser, and returns the proposed path. */
  async answerPath(path) {
    const input = this.page.locator(".quick-input-widget:visible input[type=text]");
    // The dialog enters its proposal when it has read the folder, and ignores keys until then.
    await this.until("the dialog's proposal", async () => (await input.inputValue()).startsWith("/"));
    await this.page.locator(".quick-input-list .monaco-list-row:visible", { hasText: ".." }).first().waitFor();
    const proposed = await input.inputValue();
    const title = this.page.locator(".quick-input-widget:visible .quick-input-title").first();
    const named = (await title.textContent()) ?? "";
    const dialog = this.page.locator(".quick-input-widget:visible", { hasText: named });
    await input.fill(path);
    // The first Enter at a folder opens it. Another dialog may follow in the same place.
    await this.until("the end of the dialog", async () => {
      if (!(await dialog.isVisible())) return true;
      await this.page.keyboard.press("Enter");
      return succeeds(dialog.waitFor({ state: "hidden", timeout: 2000 }));
    });
    return proposed;
  }

  restrictedMode() {
    return this.page.locator(".statusbar-item", { hasText: "Restricted Mode" });
  }

  async trust() {
    await this.run("Workspaces: Manage Workspace Trust");
    await this.trustInEditor();
  }

  /** Trusts the open folder when the trust editor is already open. */
  async trustInEditor() {
    const editor = this.page.locator(".workspace-trust-editor");
    await editor.locator(".monaco-button", { hasText: /^Trust$/ }).click();
    await this.restrictedMode().waitFor({ state: "hidden" });
    await this.page.locator(".monaco-modal-editor-block .codicon-close").last().click();
    await editor.waitFor({ state: "hidden" });
  }

  async allowClipboard() {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Moves the cursor to a line (from 1), and scrolls there. */
  async goToLine(line) {
    await this.#enter("Control+G", `:${line}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /**
   * Returns the place of the last `word` in `line`, within the first line that starts with `line`, once it has stopped
   * moving. It may have several colors, and inlay hints may follow it.
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
    // The page contains no-break spaces instead of spaces.
    const lines = await editor.locator(".view-line").filter({ visible: true }).all();
    for (const candidate of lines) {
      const match = await candidate
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
        .catch(() => undefined); // the line was rendered again
      if (match) return match;
    }
    return undefined;
  }

  async hover(place) {
    await this.page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  }

  async click(place) {
    await this.page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  }

  async isUnderlined(editor, place) {
    for (const squiggle of await editor.locator(".squiggly-error").all()) {
      const box = await squiggle.boundingBox({ timeout: 1000 }).catch(() => null); // removed in the meantime
      if (box && overlaps(box, place)) return true;
    }
    return false;
  }

  async until(what, condition) {
    const end = Date.now() + patience;
    while (!(await condition())) {
      assert.ok(Date.now() < end, `${what}: did not come within ${patience / 1000} s`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Returns the lenses with this title that the user sees. VS Code keeps those outside of the visible lines hidden. */
  lenses(editor, title) {
    return editor.locator(".codelens-decoration a", { hasText: title }).filter({ visible: true });
  }

  /** Returns the nearest visible lens with this title above a place. */
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

  async colours(editor) {
    const all = await editor
      .locator(".view-line span > span")
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
    return new Set(all);
  }

  /** Returns the state that VS Code has stored for itself and extensions, as text. It saves every few seconds. */
  state() {
    return this.page.evaluate(allOfDatabases);
  }

  /**
   * Called after each test: saves a screenshot of a failed test in out/e2e/. What the window
   * contains is read before the screenshot, which makes it draw.
   */
  async keepFailure({ state, title } = {}) {
    if (state === "passed" || state === "pending" || title === undefined || !this.page) return;
    const path = join("out", "e2e", `${title.replace(/[^\w ]/g, "")}.png`);
    try {
      console.log(`      its editors and lenses: ${JSON.stringify(await this.page.evaluate(editorsAndLenses))}`);
      await this.page.screenshot({ path });
      console.log(`      the window is in ${path}`);
    } catch (error) {
      // A hook that throws would end the suite.
      console.log(`      the window can't be read: ${error}`);
    }
  }

  picture(name) {
    return savePicture(this.page, name);
  }
}

/** Saves a screenshot of a page for the documentation, if requested. */
export async function savePicture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Resolves with whether a promise was fulfilled. */
export function succeeds(promise) {
  return promise.then(
    () => true,
    () => false,
  );
}

function overlaps(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Runs in the page: returns the URI, the width and the lenses of each editor, with their heights in the window. */
function editorsAndLenses() {
  return [...document.querySelectorAll(".editor-instance .monaco-editor")].map((editor) => ({
    uri: editor.getAttribute("data-uri"),
    width: editor.getBoundingClientRect().width,
    lenses: [...editor.querySelectorAll(".codelens-decoration")].map((lens) => {
      const { visibility, display } = getComputedStyle(lens);
      return `${lens.textContent} ${visibility} ${display} ${Math.round(lens.getBoundingClientRect().y)}`;
    }),
  }));
}

/** Runs in the page: returns everything in its databases, as JSON. */
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
