// Starts the programs that are measured: the command line, the language server, services.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "../../scripts/bundle.mjs";
import { install } from "../hosts/install.mjs";
import { isTrial } from "./measure.mjs";

export const node = process.execPath;

/** Builds the command line and the language server into a folder, unless another process has. Returns the command line's path. */
export async function commandLine(folder) {
  if (process.env.BENCH_PROGRAM) return process.env.BENCH_PROGRAM;
  for (const { file, text } of await bundle({ production: true, write: false })) {
    if (!/^dist\/(?:cli|server)\//.test(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return join(folder, "dist", "cli", "soaphttp.js");
}

/** Installs httpYac and returns its program. It accepts only files in its working directory. */
export async function httpYac(folder) {
  // Otherwise httpYac searches all parent folders for its project.
  writeFileSync(join(folder, "package.json"), "{}");
  return join(await install("httpyac"), "node_modules", "httpyac", "bin", "httpyac.js");
}

/**
 * Runs a process in a folder. Returns its times in ms, as bash measures them, and if asked for, its largest memory in MB.
 * Throws unless its output contains the expected text; without one, the output isn't kept.
 */
export function run(cwd, command, { expected, memory: wantsMemory = false, timeout = 900_000 } = {}) {
  const file = join(cwd, "memory.txt");
  const asksMemory = wantsMemory && !isTrial;
  const asked = asksMemory ? ["env", "time", "-f", "%M", "-o", file] : [];
  const output = expected === undefined ? ">/dev/null" : "2>&1";
  const timed = ["-c", `TIMEFORMAT="%R %U %S"; time "$@" ${output}`, "bash", ...asked, ...command];
  const env = { ...process.env, LC_ALL: "C", NO_PROXY: "*" };
  const { stdout, stderr, status } = spawnSync("bash", timed, {
    cwd,
    env,
    maxBuffer: 2 ** 28,
    encoding: "latin1",
    timeout,
  });
  const [, wall, user, system] = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  if (wall === undefined || !stdout.includes(expected ?? "") || (expected === undefined && status !== 0)) {
    throw new Error(`${command.join(" ")} ended with ${status}:\n${stderr}${stdout.slice(0, 2000)}`);
  }
  const memory = asksMemory ? { memory: Number(readFileSync(file, "utf8").trim().split("\n").at(-1)) / 1024 } : {};
  return { wall: Number(wall) * 1000, cpu: (Number(user) + Number(system)) * 1000, ...memory };
}

/** Starts a process that writes its address, or its port alone. Returns the port and the id of the process. */
export async function startService(folder, args) {
  const child = spawn(node, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill());
  const port = await new Promise((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (data) => {
      out += data;
      const port = /(?:^|:)(\d+)\/?\n/.exec(out)?.[1];
      if (port) resolve(Number(port));
    });
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
  });
  child.stdout.unref();
  child.unref();
  return { port, pid: child.pid };
}

/**
 * Starts a service that responds to each request with the same body, or with a given one. Like real services, it keeps a
 * connection open, unless the request asks it to close it. Returns its port. @param delay milliseconds before each response
 */
export async function startEchoService(folder, { delay = 0, response = "" } = {}) {
  const program = join(folder, "service.mjs");
  writeFileSync(
    program,
    `import { createServer } from "node:http";
    const fixed = Buffer.from(${JSON.stringify(response)});
    createServer((request, response) => {
      const pieces = [];
      request.on("data", (piece) => pieces.push(piece)).on("end", () => {
        const received = Buffer.concat(pieces);
        const body = fixed.length > 0 ? fixed : received;
        response.setHeader("Content-Type", "text/xml; charset=utf-8").setHeader("Content-Length", body.length);
        if (${delay} === 0) response.end(body);
        else setTimeout(() => response.end(body), ${delay});
      });
    }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`,
  );
  return startService(folder, [program]);
}

/** Starts the language server. `request` and `until` resolve when it has written the response, or a text. */
export async function startLanguageServer(commandLine, cwd, options = []) {
  const program = commandLine.replace(/soaphttp\.js$/, "server.js");
  const server = spawn(node, [...options, program, "--stdio"], { cwd });
  server.once("exit", (code) => {
    if (code) throw new Error(`the language server ended with ${code}`);
  });
  let [received, ids] = ["", 0];
  const waiting = new Map();
  server.stdout.on("data", (data) => {
    received += data;
    for (const [text, resolve] of waiting) if (received.includes(text)) resolve();
  });
  const until = (text) => new Promise((resolve) => waiting.set(text, resolve)).then(() => waiting.delete(text));
  const notify = (method, params) => {
    const json = JSON.stringify({ jsonrpc: "2.0", ...(method.id ? method : { method, params }) });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
  };
  const request = async (method, params) => {
    const id = ++ids;
    const responded = until(`"id":${id},"result"`);
    notify({ id, method, params });
    await responded;
  };
  const open = (uri, text) =>
    notify("textDocument/didOpen", { textDocument: { uri, languageId: "soaphttp", version: 1, text } });
  await request("initialize", { processId: null, rootUri: null, capabilities: {} });
  notify("initialized", {});
  return { server, until, notify, request, open };
}
