// The window of a suite: VS Code server with the packed extension, a folder, and a service for the requests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copySamples } from "../../scripts/demo.mjs";
import { startServer } from "../hosts/node.mjs";
import { startService } from "../support/calculator/service.mjs";
import { savesPictures, Workbench } from "./workbench.mjs";

/**
 * Opens a window before the tests of the calling suite, and closes it after them. The tests start when the first file is
 * shown with its lenses. A screenshot is kept when a test fails.
 * @param {object} [options]
 * @param {(host: string) => Record<string, string | object>} [options.files] the files of the folder, by relative path.
 *   The first one is opened. Objects are written as JSON. By default, the samples, with the tour opened
 * @param {import("node:http").Server} [options.service] the service at `host`, not listening yet. By default, the sample
 *   service
 * @param {() => Promise<{ vsix: string, remove(): void }>} [options.besides] packs another extension to install
 * @param {boolean} [options.alone] whether the suite has a VS Code server of its own, because it reads or writes its data.
 *   The others share one for each kind
 * @param {boolean} [options.keepsSecrets] whether VS Code's secret storage is kept after a reload, by default true
 * @param {boolean} [options.trusting] this and the following options: see `startServer`
 * @param {Record<string, unknown>} [options.settings]
 * @param {string} [options.language]
 * @returns {SuiteWorkbench}
 */
export function suiteWorkbench(options = {}) {
  const workbench = new SuiteWorkbench();
  const stops = [];
  suiteSetup(() => workbench.start(options, stops));
  teardown(async function () {
    await workbench.keepFailure(this.currentTest);
  });
  suiteTeardown(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  return workbench;
}

/** A service that calls `respond` with each request once it has its body, in bytes. */
export function serviceOf(respond) {
  return createServer(async (request, response) => respond(request, response, Buffer.concat(await request.toArray())));
}

/** Themes by the class of the window that they have. */
const themes = {
  vs: "Default Light Modern",
  "vs-dark": "Default Dark Modern",
  "hc-black": "Default High Contrast",
  "hc-light": "Default High Contrast Light",
};

/** The servers that the suites of this process share, by their options: to start one takes longer than most tests. */
const shared = new Map();
/** The extensions that suites of this process have besides ours, by the function that packs them. */
const vsixes = new Map();

class SuiteWorkbench extends Workbench {
  /** The host of the service, `localhost:PORT`. */
  host;
  folder;
  server;
  source;

  async start({ files, service, besides, alone, keepsSecrets = true, settings, ...kind }, stops) {
    const port = await this.#serve(service, stops);
    this.host = `localhost:${port}`;
    const file = files ? this.#write(files(this.host), stops) : this.#copySamples(port, stops);
    const packed = [process.env.SOAPHTTP_VSIX, ...(besides ? [await packedOnce(besides)] : [])];
    if (alone) {
      this.server = await startServer({ packed, settings, ...kind });
      stops.push(() => this.server.close());
    } else {
      this.server = await sharedServer({ packed, ...kind });
      this.server.configure(settings);
    }
    stops.push(() => this.close());
    const prepare = keepsSecrets ? undefined : refuseSecretKey;
    await this.open({ packages: this.server.packages, url: this.server.address(this.folder, file), prepare });
    await this.seeFile(file);
    this.source = this.editor(`/${file}`);
    await this.lenses(this.source).first().waitFor();
  }

  /** Changes the theme of the window to each of VS Code's. Yields its class, such as `vs-dark`. */
  async *eachTheme() {
    const settings = join(this.folder, ".vscode", "settings.json");
    mkdirSync(dirname(settings), { recursive: true });
    for (const [name, theme] of Object.entries(themes)) {
      writeFileSync(settings, JSON.stringify({ "workbench.colorTheme": theme }));
      await this.page.locator(`.monaco-workbench.${name}`).waitFor();
      yield name;
    }
  }

  async #serve(service, stops) {
    if (!service) {
      // A port that looks like one in a picture, for each process.
      const samples = await startService({ port: savesPictures ? 8000 + Number(process.env.MOCHA_WORKER_ID ?? 0) : 0 });
      stops.push(() => samples.close());
      return samples.port;
    }
    await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
    stops.push(() => service.close());
    return service.address().port;
  }

  #copySamples(port, stops) {
    const { folder, remove } = copySamples(port);
    stops.push(remove);
    this.folder = folder;
    return "tour.soaphttp";
  }

  #write(files, stops) {
    const parent = mkdtempSync(join(tmpdir(), "soaphttp-e2e-"));
    stops.push(() => rmSync(parent, { recursive: true, force: true }));
    this.folder = join(parent, "requests");
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    }
    return Object.keys(files)[0];
  }
}

async function packedOnce(pack) {
  const packing = vsixes.get(pack) ?? pack();
  vsixes.set(pack, packing);
  const { vsix, remove } = await packing;
  process.once("exit", remove);
  return vsix;
}

/** Returns the server of this process with these options, and starts it if there is none. */
export async function sharedServer(options) {
  const kind = JSON.stringify(options);
  const server = shared.get(kind) ?? (await startServer(options));
  shared.set(kind, server);
  return server;
}

/** Makes VS Code forget its secrets on reload: it encrypts them with a key of its server, which this request returns. */
async function refuseSecretKey(page) {
  await page.route("**/mint-key", (route) => route.fulfill({ status: 404 }));
}
