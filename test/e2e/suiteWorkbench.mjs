// The window of a suite: VS Code server with the packed extension, a folder, and a service for its requests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startService } from "../../samples/service/service.mjs";
import { copySamples, startSampleService } from "../../scripts/demo.mjs";
import { startServer } from "../hosts/node.mjs";
import { savesPictures, Workbench } from "./workbench.mjs";

/**
 * Opens a window before the tests of the suite that calls this, and closes it after them. What it shows when a test
 * fails is kept. The tests begin when the first file is shown and has its lenses.
 * @param {object} [options] what is special about the suite
 * @param {(host: string) => Record<string, string | object>} [options.files] what the folder holds, by paths in it; the
 *   first file is opened. An object is written as JSON. Else the samples, of which the tour is opened
 * @param {import("node:http").Server} [options.service] what answers at `host`, not listening yet; else the sample service
 * @param {() => Promise<{ vsix: string, remove(): void }>} [options.besides] packs another extension, installed too
 * @param {boolean} [options.keepsSecrets] VS Code's secret storage outlasts a reload (the default)
 * @param {boolean} [options.trusting] this and the others: as of `startServer`
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

class SuiteWorkbench extends Workbench {
  /** The service's, `localhost:PORT`. */
  host;
  /** The path of the folder that is open. */
  folder;
  /** What `startServer` gave. */
  server;
  /** The editor of the file that was opened first. */
  source;

  /** Puts what is to be called at the end into `stops`, the last one first. */
  async start({ files, service, besides, keepsSecrets = true, ...options }, stops) {
    const port = await this.#serve(service, stops);
    this.host = `localhost:${port}`;
    const file = files ? this.#write(files(this.host), stops) : this.#copySamples(port, stops);
    const packed = [process.env.SOAPHTTP_VSIX];
    if (besides) {
      const { vsix, remove } = await besides();
      stops.push(remove);
      packed.push(vsix);
    }
    this.server = await startServer({ packed, ...options });
    stops.push(() => this.server.close());
    stops.push(() => this.close());
    const prepare = keepsSecrets ? undefined : refuseSecretKey;
    await this.open({ packages: this.server.packages, url: this.server.address(this.folder, file), prepare });
    await this.seeFile(file);
    this.source = this.editor(`/${file}`);
    await this.lenses(this.source).first().waitFor();
  }

  async #serve(service, stops) {
    if (!service) {
      const samples = await (savesPictures ? startSampleService() : startService({ port: 0 }));
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

/** VS Code encrypts the secrets that it keeps in the browser with a key of its server's. Without one it forgets them. */
async function refuseSecretKey(page) {
  await page.route("**/mint-key", (route) => route.fulfill({ status: 404 }));
}
