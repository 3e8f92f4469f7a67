// The large parts of the tests (VS Code builds, a browser, servers) are separate packages in this folder, which are
// installed when they are first needed. Uses only Node's built-ins.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

const parts = {
  web: { what: "VS Code for the Web 1.91 and 1.137, with a server and a driver for them", load: 150, size: 640 },
  node: { what: "VS Code server 1.139 and Node 24", load: 180, size: 690 },
  vsce: { what: "vsce, which packs the extension", load: 25, size: 125 },
  chromium: { what: "Chromium from npm", load: 70, size: 75 },
  httpyac: { what: "httpYac, for the benchmark", load: 15, size: 68 },
  pipelines: { what: "what checks and runs the files for pipelines", load: 3, size: 11 },
  strongSoap: { what: "strong-soap, a client of mock services", load: 6, size: 29 },
};

/**
 * Installs the packages of a part as specified by its lock file, and returns its folder. Waits if another process is
 * installing the same part. Throws if npm fails.
 * @param {"web" | "node" | "vsce" | "chromium" | "httpyac" | "pipelines" | "strongSoap"} name
 */
export async function install(name) {
  const folder = join(here, name);
  const stamp = join(folder, "node_modules", ".complete");
  const wanted = fingerprint(folder);
  const complete = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (complete()) return folder;
  await withLock(join(folder, ".installing"), () => {
    if (complete()) return;
    const { what, load, size } = parts[name];
    console.log(`Fetching ${what} into test/hosts/${name}: about ${load} MB to download, ${size} MB on disk …`);
    npm(folder, "ci");
    if (name === "node") completeServer(folder);
    writeFileSync(stamp, wanted);
  });
  return folder;
}

/** Returns the Node that runs VS Code server: the installed package's, or this process's if it has the same version. */
export function serverNode(folder) {
  const binary = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(binary)) return binary;
  if (process.versions.node.startsWith("24.")) return process.execPath;
  throw new Error(
    `VS Code server needs Node 24; this is ${process.version}, and npm has none for ${process.platform}.`,
  );
}

/** Runs npm in a folder, without the packages' scripts: some of them download browsers or require a compiler. */
function npm(folder, command, { node, flags = [] } = {}) {
  const path = node ? dirname(node) + delimiter + process.env.PATH : process.env.PATH;
  const { status, error } = spawnSync("npm", [command, "--ignore-scripts", "--loglevel=error", ...flags], {
    cwd: folder,
    env: { ...process.env, PATH: path, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" },
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw error ?? new Error(`npm ${command} failed in ${folder}`);
}

/** Installs what code-server's post-install script installs, without compiling its unused native modules. */
function completeServer(folder) {
  const node = serverNode(folder);
  const server = join(folder, "node_modules", "code-server", "lib", "vscode");
  for (const part of [server, join(server, "extensions")]) npm(part, "install", { node, flags: ["--omit=dev"] });
}

function fingerprint(folder) {
  return createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
}

/** Runs the action with a lock that other processes respect: a folder with its owner's process id. */
async function withLock(lock, action) {
  for (let told = false; !takeLock(lock); told = true) {
    if (!told) console.log(`Waiting for another process that is installing (${dirname(lock)}) …`);
    await sleep(500);
  }
  try {
    return action();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function takeLock(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, "pid"), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (abandoned(lock)) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function abandoned(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    if (error.code === "ESRCH") return true;
    // The id is not written yet or the lock was just released. If it is older, its owner was killed before writing.
    return existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 60_000;
  }
}
