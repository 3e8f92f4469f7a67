// VS Code in both hosts, with empty files to type in, a WSDL for their requests, and optionally a slow language server.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "../../hosts/node.mjs";
import { serveWeb } from "../../hosts/web.mjs";
import { ordersWsdl } from "../ordersWsdl.mjs";
import { sharedServer } from "../suiteWorkbench.mjs";
import { Workbench } from "../workbench.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const first = "first.soaphttp";

/** How long to wait for the expected text after the last key, in milliseconds. */
const rest = 60_000;

/**
 * Code to prepend to the server's: delays each of its messages by 0 to 400 ms, pseudo-randomly but the same in each run,
 * and in order.
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

/** Opens VS Code server with the packed extension. `files`: names of empty files; `slow`: delays the language server. */
export async function openNode({ files, slow = false, settings = {} }) {
  const folder = folderOf(files, settings);
  const options = { packed: [process.env.SOAPHTTP_VSIX] };
  const server = slow ? await startServer(options) : { ...(await sharedServer(options)), close: () => undefined };
  if (slow) slowDown(join(server.data, "extensions"));
  else server.configure();
  const window = new TypingWindow(folder, server, (file) => readFileSync(join(folder, file), "utf8"));
  await window.start(server.address(folder, first));
  return window;
}

/** Returns a function that opens VS Code for the Web of this version with the production build of the extension. */
export function openWeb(version) {
  return async ({ files, slow = false, settings = {} }) => {
    const folder = folderOf(files, settings);
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

function folderOf(names, settings) {
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-typing-"));
  mkdirSync(join(folder, ".vscode"));
  writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
  writeFileSync(join(folder, first), "GET /a HTTP/1.1\nHost: localhost\n");
  writeFileSync(join(folder, "orders.wsdl"), ordersWsdl("localhost:8000"));
  for (const name of names) writeFileSync(join(folder, name), "");
  return folder;
}

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

  /** @param read returns the text of a saved file. By default, it is copied from the editor after saving */
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

  async openEmpty(name) {
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).click();
    await this.editor(`/${name}`).waitFor();
    await this.focus(this.editor(`/${name}`));
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.press("Delete");
  }

  /** Saves the file until its text `isGood`, and returns its text. Returns the last text if the time is up. */
  async savedText(name, isGood) {
    const end = Date.now() + rest;
    let text = "";
    const tab = (state) => this.page.locator(`.tab.active${state}`, { hasText: name });
    do {
      // Saving an unchanged file would write it again and leave it empty for a moment.
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
