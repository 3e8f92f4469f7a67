// VS Code desktop with @vscode/test-electron, on machines that can download VS Code or have it installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { downloadAndUnzipVSCode, SilentReporter } from "@vscode/test-electron";
import { ownEnvironment } from "./environment.mjs";

const cachePath = fileURLToPath(new URL(".builds", import.meta.url));
const versions = ["1.91.1", "stable"];

/**
 * Returns the VS Code of $VSCODE_PATH, else downloads version 1.91.1 and the current one.
 * @returns {Promise<{ programs: string[] } | { notRun: string }>} `notRun`: why there is none
 */
export async function desktops() {
  const installed = await programs();
  const display = screen();
  return "notRun" in installed ? installed : "notRun" in display ? display : installed;
}

/**
 * Runs the suite in each VS Code, one after the other.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runOnDesktops(programs, { extension, folder, suite }) {
  let code = 0;
  let output = "";
  for (const program of programs) {
    const result = await run([...screen().before, program], { extension, folder, suite });
    code ||= result.code;
    output += result.output;
  }
  return { code, output };
}

async function programs() {
  const named = process.env.VSCODE_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`$VSCODE_PATH is '${named}', which doesn't exist.`);
    return { programs: [named] };
  }
  const result = [];
  for (const version of versions) {
    console.log(`Fetching VS Code desktop ${version} into test/hosts/.builds: about 150 MB to download …`);
    try {
      result.push(await downloadAndUnzipVSCode({ version, cachePath, reporter: new SilentReporter() }));
    } catch (error) {
      const why = error?.code ?? error?.message ?? String(error);
      return { notRun: `VS Code can't be downloaded here (${why}), and $VSCODE_PATH names no installed one.` };
    }
  }
  return { programs: result };
}

/** Returns the command to run before VS Code: Electron requires a display, on Linux possibly a virtual one. */
function screen() {
  if (process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return { before: [] };
  if (spawnSync("which", ["xvfb-run"]).status === 0) return { before: ["xvfb-run", "-a"] };
  return { notRun: "There is no display here, and no xvfb-run (Debian's package xvfb) to make one." };
}

function run([program, ...before], { extension, folder, suite }) {
  const data = mkdtempSync(join(tmpdir(), "soaphttp-desktop-"));
  const options = [
    ...["--no-sandbox", "--disable-gpu-sandbox", "--disable-updates", "--skip-welcome", "--skip-release-notes"],
    ...["--disable-workspace-trust", "--disable-extensions"],
    ...[`--user-data-dir=${join(data, "user")}`, `--extensions-dir=${join(data, "extensions")}`],
    ...[`--extensionDevelopmentPath=${extension}`, `--extensionTestsPath=${suite}`],
  ];
  const child = spawn(program, [...before, folder, ...options], {
    env: ownEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
      resolve({ code: code ?? 1, output: stripVTControlCharacters(output) });
    });
  });
}
