// VS Code server (code-server), which runs the extension in a Node extension host.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownEnvironment } from "./environment.mjs";
import { install, serverNode } from "./install.mjs";

const userSettings = {
  "chat.disableAIFeatures": true,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

/**
 * Starts VS Code server with a temporary data folder, which is removed when it stops.
 * @param {object} [options]
 * @param {readonly string[]} [options.packed] VSIX files to install
 * @param {boolean} [options.tests] lets the URL of a page specify an extension and a suite. VS Code then shows no
 *   notifications and dialogs, so it is unsuitable for tests of the user interface
 * @param {number} [options.port] by default, a free one
 * @param {boolean} [options.trusting] whether all folders are trusted, by default true. Otherwise, VS Code asks
 * @param {Record<string, unknown>} [options.settings] additional user settings
 * @param {string} [options.language] the display language. VS Code's own texts stay English
 * @returns {Promise<{ origin: string, authority: string, packages: string, data: string, close(): Promise<void>,
 *   address(folder: string, file?: string): string, configure(settings): void, stopped: Promise<unknown> }>} `address`: the
 *   URL that opens a folder and a file in it; `configure`: replaces the additional user settings, for the next window;
 *   `stopped`: resolves when the server has ended; `data`: the data folder, removed when the process ends at the latest
 */
export async function startServer({
  packed = [],
  tests = false,
  port = 0,
  trusting = true,
  settings = {},
  language = undefined,
} = {}) {
  const packages = await install("node");
  const data = mkdtempSync(join(tmpdir(), "soaphttp-server-"));
  const user = join(data, "user");
  const configure = (settings = {}) => {
    const write = (place, values) => {
      mkdirSync(join(user, place), { recursive: true });
      writeFileSync(join(user, place, "settings.json"), JSON.stringify(values));
    };
    write("User", { ...userSettings, ...settings });
    // Keys are settings of the machine, which a remote window doesn't read from the user's settings.
    const { "soaphttp.keys": keys } = settings;
    write("Machine", keys ? { "soaphttp.keys": keys } : {});
  };
  configure(settings);
  const places = ["--config", join(data, "config.yaml"), "--user-data-dir", user];
  places.push("--extensions-dir", join(data, "extensions"));
  for (const file of packed) installExtension(packages, places, file);
  const server = run(packages, data, [
    ...places,
    ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"],
    ...(trusting ? ["--disable-workspace-trust"] : []),
    ...(tests ? ["--vscode-option", "enable-smoke-test-driver"] : []),
    ...(language === undefined ? [] : speak(language, user)),
  ]);
  const stopped = new Promise((resolve) => server.once("exit", resolve));
  const authority = await listening(server);
  return {
    origin: `http://${authority}`,
    authority,
    packages,
    data,
    stopped,
    configure,
    address: (folder, file) => folderAddress(authority, folder, file),
    async close() {
      stop(server);
      await stopped;
      remove(data);
    },
  };
}

function folderAddress(authority, folder, file) {
  const payload = JSON.stringify([["openFile", `vscode-remote://${authority}${join(folder, file ?? "")}`]]);
  const address = `http://${authority}/?folder=${encodeURIComponent(folder)}`;
  return file ? `${address}&payload=${encodeURIComponent(payload)}` : address;
}

/** Returns the URL that opens a folder and runs a suite in the Node extension host. */
export function suiteAddress({ origin, authority }, { extension, folder, suite }) {
  const remote = (path) => `vscode-remote://${authority}${path}`;
  const payload = JSON.stringify([
    ["extensionDevelopmentPath", remote(extension)],
    ["extensionTestsPath", remote(suite)],
  ]);
  return `${origin}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`;
}

/** Writes an empty language pack (extensions have their own translations), and returns the arguments that select it. */
function speak(language, user) {
  const texts = join(user, "no-texts.json");
  writeFileSync(texts, JSON.stringify({ version: "1.0.0", contents: {} }));
  const pack = {
    hash: language,
    label: language,
    extensions: [{ extensionIdentifier: { id: "tests.none" }, version: "1.0.0" }],
    translations: { vscode: texts },
  };
  writeFileSync(join(user, "languagepacks.json"), JSON.stringify({ [language]: pack }));
  return ["--locale", language];
}

function installExtension(packages, places, file) {
  const [node, entry] = program(packages);
  const options = { env: environment(), encoding: "utf8" };
  const { status, stdout, stderr } = spawnSync(node, [entry, ...places, "--install-extension", file], options);
  if (status !== 0) throw new Error(`${file} could not be installed:\n${stdout}${stderr}`);
}

/** Starts the server in its own process group, so that its children (extension hosts, watchers) end with it. */
function run(packages, data, options) {
  const [node, entry] = program(packages);
  const server = spawn(node, [entry, ...options], {
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = () => {
    stop(server);
    remove(data);
  };
  process.once("exit", end);
  server.once("exit", () => process.off("exit", end));
  return server;
}

function remove(data) {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}

function stop(server) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  try {
    process.kill(-server.pid, "SIGTERM");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function program(packages) {
  return [serverNode(packages), join(packages, "node_modules", "code-server", "out", "node", "entry.js")];
}

/** Returns an environment without an extension gallery, which may not be reachable, and without a login shell for variables. */
function environment() {
  const noGallery = { serviceUrl: "", itemUrl: "", resourceUrlTemplate: "" };
  return { ...ownEnvironment(), EXTENSIONS_GALLERY: JSON.stringify(noGallery), VSCODE_CLI: "1" };
}

/** Waits until the server has printed its address, and returns it: `127.0.0.1:PORT`. */
function listening(server) {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk) => {
      printed += chunk;
      const address = /listening on https?:\/\/([^\s/]+)/i.exec(printed);
      if (address) resolve(address[1]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", (code) => reject(new Error(`VS Code server ended with code ${code}:\n${printed}`)));
  });
}
