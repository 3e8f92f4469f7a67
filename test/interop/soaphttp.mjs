// Runs the production build of `soaphttp send` as a process.
import { spawn } from "node:child_process";
import { program } from "../support/builtProgram.mjs";

export { folder, program } from "../support/builtProgram.mjs";

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
 */
export async function run(args, env = {}, cwd = process.cwd()) {
  return await resultOf(process.execPath, [await program(), ...args], { cwd, env });
}

/**
 * Runs a program for at most a minute, with no variables of the environment but PATH and these.
 * @returns {Promise<{ code: number | null, out: string, error: string }>}
 */
export async function resultOf(file, args, { env = {}, cwd = process.cwd() } = {}) {
  const { PATH = "" } = process.env;
  const how = { cwd, env: { PATH, ...env }, stdio: ["ignore", "pipe", "pipe"], timeout: 60_000 };
  const child = spawn(file, args, how);
  const result = { out: "", error: "" };
  for (const [name, stream] of [
    ["out", child.stdout],
    ["error", child.stderr],
  ])
    stream.setEncoding("utf8").on("data", (text) => {
      result[name] += text;
    });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  return { code, ...result };
}
