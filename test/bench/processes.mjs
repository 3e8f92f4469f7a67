// Starts the programs that are measured in a folder of their own: the command line, the language server, services.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { importBundled } from "../../scripts/importBundled.mjs";
import { install } from "../hosts/install.mjs";
import { program as builtProgram, folder, write } from "../support/builtProgram.mjs";
import { isTrial } from "./measure.mjs";

export { folder, write };
export const node = process.execPath;
/** The command line, beside the language server. */
export const program = process.env.BENCH_PROGRAM ?? (await builtProgram());
const { ServerProcess } = await importBundled("test/support/serverProcess.ts");

/** Installs httpYac and returns its program. It accepts only files in its working directory. */
export async function httpYac() {
  // Otherwise httpYac searches all parent folders for its project.
  write({ "package.json": "{}" });
  return join(await install("httpyac"), "node_modules", "httpyac", "bin", "httpyac.js");
}

export const soaphttp = (args, how) => run([node, program, ...args], how);

/**
 * Runs a process. Returns its times in ms, as bash measures them, and if asked for, its largest memory in MB.
 * Throws unless its output contains the expected text; without one, the output isn't kept.
 */
export function run(command, { expected, memory: wantsMemory = false, cwd = folder } = {}) {
  const file = join(cwd, "memory.txt");
  const asksMemory = wantsMemory && !isTrial;
  const asked = asksMemory ? ["env", "time", "-f", "%M", "-o", file] : [];
  const output = expected === undefined ? ">/dev/null" : "2>&1";
  const timed = ["-c", `TIMEFORMAT="%R %U %S"; time "$@" ${output}`, "bash", ...asked, ...command];
  const env = { ...process.env, LC_ALL: "C", NO_PROXY: "*" };
  const how = { cwd, env, maxBuffer: 2 ** 28, encoding: "latin1", timeout: 900_000 };
  const { stdout, stderr, status } = spawnSync("bash", timed, how);
  const [, wall, user, system] = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  if (wall === undefined || !stdout.includes(expected ?? "") || (expected === undefined && status !== 0)) {
    throw new Error(`${command.join(" ")} ended with ${status}:\n${stderr}${stdout.slice(0, 2000)}`);
  }
  const memory = asksMemory ? { memory: Number(readFileSync(file, "utf8").trim().split("\n").at(-1)) / 1024 } : {};
  return { wall: Number(wall) * 1000, cpu: (Number(user) + Number(system)) * 1000, ...memory };
}

/** Starts a process that writes its address, or its port alone. Returns the port and the id of the process. */
export async function startService(args) {
  const child = spawn(node, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill());
  for await (const line of createInterface(child.stdout)) {
    const port = /(?:^|:)(\d+)\/?$/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.unref();
    child.unref();
    return { port: Number(port), pid: child.pid };
  }
  throw new Error(`${args.join(" ")} ended with ${child.exitCode}`);
}

/**
 * Starts a service that responds to each request with the same body, or with a given one. Like real services, it keeps a
 * connection open, unless the request asks it to close it. @param delay milliseconds before each response
 */
export function startEchoService({ delay = 0, response = "" } = {}) {
  write({
    "service.mjs": `import { createServer } from "node:http";
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
  });
  return startService(["service.mjs"]);
}

/**
 * Writes `bare.mjs`, a script that sends a file as often as given, each time over another connection; the only response is
 * its output.
 */
export function writeBareClient() {
  write({
    "bare.mjs": `import { readFileSync } from "node:fs";
    import { request } from "node:http";
    const [url, file, count] = process.argv.slice(2);
    const body = readFileSync(file);
    const type = "text/xml; charset=utf-8";
    const headers = { "Content-Type": type, "Content-Length": body.length, Connection: "keep-alive" };
    const send = (receive) => request(url, { method: "POST", headers, agent: false }, receive).end(body);
    if (count === undefined) send((response) => response.pipe(process.stdout));
    for (let index = 0; index < count; index++) await new Promise((resolve) => send((response) => response.resume().on("end", resolve)));
    if (count) console.log("sent");`,
  });
}

/** @param options of Node */
export async function startLanguageServer(options) {
  const server = new ServerProcess(program.replace(/soaphttp\.js$/, "server.js"), ["--stdio"], options);
  await server.initialize({});
  return server;
}
