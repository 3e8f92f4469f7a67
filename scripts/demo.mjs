import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "../test/hosts/node.mjs";
import { freePort, serveWeb } from "../test/hosts/web.mjs";
import { bundle } from "./bundle.mjs";
import { pack } from "./package.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const samplePort = 8000; // the port in the samples
const firstFile = "tour.soaphttp";
const settings = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "workbench.startupEditor": "none",
};

/**
 * Starts the sample service: `soaphttp mock` with the files of a folder. `port` is the port that the samples name, or the next free one
 * if another program listens there. Its responses change when files of the folder are saved.
 * @returns {Promise<{ origin: string, port: number, close(): Promise<void> }>}
 */
export async function startSampleService({ folder, port }) {
  const args = ["mock", "--port", String(port), "--log", "none", "--wsdl", "calculator.wsdl", "."];
  const program = join(root, "dist", "cli", "soaphttp.js");
  const started = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(started, "exit");
  const listening = await Promise.race([once(started.stdout, "data"), ended.then(() => undefined)]);
  if (!listening) throw new Error("The sample service did not start.");
  const close = async () => {
    started.kill();
    await ended;
  };
  return { origin: `http://localhost:${port}`, port, close };
}

/** The port of the samples, or the next free one with as many digits, so that no byte count in the samples changes. */
export async function usableSamplePort(port = samplePort) {
  try {
    const free = await freePort(port);
    if (free !== samplePort) {
      console.log(
        `Port ${samplePort} is taken by another program: the samples are opened with port ${free} in its place.`,
      );
    }
    return free;
  } catch (error) {
    if (error.code !== "EADDRINUSE" || port > 9998) throw error;
    return await usableSamplePort(port + 1);
  }
}

/** Copies samples/, with the service's port, and with settings for a demonstration. */
export function copySamples(port) {
  const parent = mkdtempSync(join(tmpdir(), "soaphttp-"));
  const folder = join(parent, "samples");
  const samples = join(root, "samples");
  cpSync(samples, folder, { recursive: true });
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  writeFileSync(join(folder, ".vscode", "settings.json"), `${JSON.stringify(settings, undefined, 2)}\n`);
  if (port !== samplePort) renamePort(folder, port);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }) };
}

function renamePort(folder, port) {
  for (const name of readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(?:soaphttp|soapmock|wsdl|json)$/.test(name),
  )) {
    const file = join(folder, name);
    // As bytes: a sample may be in any charset.
    const text = readFileSync(file, "latin1").replaceAll(`localhost:${samplePort}`, `localhost:${port}`);
    writeFileSync(file, text, "latin1");
  }
}

/**
 * Serves VS Code with the folder open, the extension in the web worker host or, with `node`, packed in a Node host.
 * @returns {Promise<{ address: string, stopped: Promise<unknown>, close(): Promise<void> }>} the address opens the tour
 */
export async function serve({ node, port: wanted, folder }) {
  const port = await usable(wanted);
  const file = existsSync(join(folder, firstFile)) ? firstFile : undefined;
  if (node) {
    const server = await startServer({ packed: [await pack()], port, settings });
    return { ...server, address: server.address(folder, file) };
  }
  await bundle();
  const web = await serveWeb({ version: "1.137", extension: root, folder, port });
  return { ...web, address: web.address(file) };
}

async function usable(port) {
  try {
    return await freePort(port);
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    const other = await freePort();
    console.log(`Port ${port} is taken: VS Code is served at ${other}.`);
    return other;
  }
}
