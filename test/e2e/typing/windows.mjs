// VS Code in either host, with empty files to type in, and with a language server that may be slow.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "../../hosts/node.mjs";
import { serveWeb } from "../../hosts/web.mjs";
import { Workbench } from "../workbench.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const first = "first.soaphttp";

/** How long the editor may take to come to rest after the last key, in milliseconds. */
const rest = 60_000;

/**
 * Stands before the server's own code: each of its messages leaves 0 to 400 ms later, at random but the same in each
 * run, and in order.
 */
const slowness = `(() => {
  let seed = 20;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  let last = 0;
  const later = (send) => (...message) => {
    last = Math.max(last, Date.now() + random() * 400);
    setTimeout(() => send(...message), last - Date.now());
    return true;
  };
  if (typeof process === "object" && process.send) process.send = later(process.send.bind(process));
  else self.postMessage = later(self.postMessage.bind(self));
})();`;

/** VS Code server with the packed extension. Options: names of empty files, a slow language server, the folder's settings. */
export async function openNode({ files, slow = false, settings = {} }) {
  const folder = emptyFolder(files, settings);
  const server = await startServer({ packed: [process.env.SOAPHTTP_VSIX] });
  if (slow) slowDown(join(server.data, "extensions"));
  const window = new TypingWindow(folder, server, (file) => readFileSync(join(folder, file), "utf8"));
  await window.start(server.address(folder, first));
  return window;
}

/** VS Code for the Web of a version with the extension as it was built for the package. */
export function openWeb(version) {
  return async ({ files, slow = false, settings = {} }) => {
    const folder = emptyFolder(files, settings);
    const server = await serveWeb({ version, extension: root, folder });
    const window = new TypingWindow(folder, server);
    await window.start(server.address(first), async (page) => {
      if (!slow) return;
      await page.route("**/dist/server/browser.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${slowness}\n${await response.text()}` });
      });
    });
    return window;
  };
}

function emptyFolder(names, settings) {
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-typing-"));
  mkdirSync(join(folder, ".vscode"));
  writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
  writeFileSync(join(folder, first), "GET /a HTTP/1.1\nHost: localhost\n");
  for (const name of names) writeFileSync(join(folder, name), "");
  return folder;
}

/** In the installed extension. */
function slowDown(extensions) {
  const [name] = readdirSync(extensions).filter((one) => one.includes("soaphttp"));
  const file = join(extensions, name, "dist", "server", "node.js");
  const [shebang, ...code] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [shebang, slowness, ...code].join("\n"));
}

class TypingWindow extends Workbench {
  #folder;
  #server;
  #read;

  /** @param read the text of a saved file; without it what the editor of the file holds when it is saved */
  constructor(folder, server, read) {
    super();
    this.#folder = folder;
    this.#server = server;
    this.#read = read;
  }

  async start(url, prepare) {
    await this.open({ packages: this.#server.packages, url, prepare });
    await this.seeFile(first);
    await this.lenses(this.editor(`/${first}`))
      .first()
      .waitFor();
    if (!this.#read) await this.allowClipboard();
  }

  async stop() {
    await this.close();
    await this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Opens a file with nothing in it, and gives it the focus. */
  async openEmpty(name) {
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).click();
    await this.editor(`/${name}`).waitFor();
    await this.focus(this.editor(`/${name}`));
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.press("Delete");
  }

  /** The text of the file once it is saved and `isGood`, or as it is when nothing changes any more. */
  async savedText(name, isGood) {
    const end = Date.now() + rest;
    let text = "";
    const tab = (state) => this.page.locator(`.tab.active${state}`, { hasText: name });
    do {
      // A file without changes would be written again, and be empty for a moment.
      if ((await tab(".dirty").count()) > 0) await this.page.keyboard.press("Control+S");
      await tab(":not(.dirty)").waitFor();
      text = this.#read ? this.#read(name) : await this.#copied();
      if (isGood(text)) return text;
      await this.page.waitForTimeout(200);
    } while (Date.now() < end);
    return text;
  }

  async #copied() {
    await this.page.evaluate(() => navigator.clipboard.writeText(""));
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.press("Control+C");
    await this.page.keyboard.press("Control+End");
    return await this.clipboard();
  }
}
