// Runs the production build of `soaphttp send` as a process.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle } from "../../scripts/bundle.mjs";

let built;

/** A temporary folder for the tests' files, deleted at exit. */
export const folder = mkdtempSync(join(tmpdir(), "soaphttp-interop-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Builds the program in `folder`, once, and returns its path. */
export function program() {
  built ??= build();
  return built;
}

async function build() {
  for (const { file, text } of await bundle({ write: false, production: true })) {
    // The command line loads XPath from beside the language server.
    if (!/^dist\/(?:cli\/|server\/xpath)/.test(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return join(folder, "dist", "cli", "soaphttp.js");
}

/**
 * Sends files despite their errors, with a timeout of 3 seconds, without this machine's proxy.
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, string>>} [env]
 * @param {string} [cwd]
 * @returns {Promise<object[]>} the output of `--format json`: an object for each request
 */
export async function send(files, env = {}) {
  const { code, out, error } = await run(["send", "--as-written", "--format", "json", "--timeout", "3", ...files], env);
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`soaphttp send ended with ${code}:\n${error}${out}`);
  }
}

/**
 * Runs the program, without this machine's proxy.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [env]
 * @param {string} [cwd]
 * @returns {Promise<{ code: number | null, out: string, error: string }>}
 */
export async function run(args, env = {}, cwd = process.cwd()) {
  const path = await program();
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [path, ...args], {
    cwd,
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let [out, error] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    error += text;
  });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  return { code, out, error };
}
