// What an author does in VS Code's window, and sees there: by Playwright. Only rendered lines can be seen.
import { strict as assert } from "node:assert";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../hosts/page.mjs";

const pictures = process.env.SOAPHTTP_PICTURES;
export const savesPictures = pictures !== undefined;
const patience = 60_000;

/**
 * Opens VS Code in a browser of its own.
 * @param {{ packages: string, url: string }} options `packages`: a folder with playwright-core
 */
export async function openWorkbench({ packages, url }) {
  const browser = await launch(packages);
  try {
    const viewport = { width: savesPictures ? 1000 : 1200, height: savesPictures ? 600 : 760 };
    const page = await browser.newPage({ viewport, deviceScaleFactor: savesPictures ? 2 : 1 });
    page.setDefaultTimeout(patience);
    await page.goto(url);
    return new Workbench(browser, page);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

class Workbench {
  #browser;

  constructor(browser, page) {
    this.#browser = browser;
    this.page = page;
  }

  async close() {
    await this.#browser.close();
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

  /** The last word of a line. Blanks are no-break spaces on the screen. */
  word(editor, line, word) {
    return editor.locator(".view-line", { hasText: line }).locator("span > span", { hasText: word }).last();
  }

  /** Whether a red squiggle stands under a word. */
  async isUnderlined(editor, word) {
    const box = await word.boundingBox();
    for (const squiggle of box ? await editor.locator(".squiggly-error").all() : []) {
      const place = await squiggle.boundingBox().catch(() => null); // gone in between
      if (place && overlaps(place, box)) return true;
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

  /** The nearest of the lenses with this title above something else in the editor. Others may be out of sight. */
  async lensAbove(editor, other, title) {
    let nearest;
    await this.until(`the lens '${title}'`, async () => {
      const below = await other.boundingBox();
      const lenses = await this.lenses(editor, title).filter({ visible: true }).all();
      const places = await Promise.all(lenses.map(async (lens) => ({ lens, box: await lens.boundingBox() })));
      const above = places.filter(({ box }) => below && box && box.y < below.y).sort((a, b) => b.box.y - a.box.y);
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
