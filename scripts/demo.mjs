import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../esbuild.mjs";
import { isService, startService } from "../samples/service/service.mjs";
import { startServer } from "../test/hosts/node.mjs";
import { freePort, serveWeb } from "../test/hosts/web.mjs";
import { pack } from "./package.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const samplePort = 8000; // as in the samples
const firstFile = "tour.soaphttp";
const settings = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "workbench.startupEditor": "none",
};

/**
 * Starts the sample service at port 8000. If a sample service already listens there, it is used. If another program does,
 * the service listens at another port, and prints it.
 */
export async function startSampleService() {
  try {
    return await startService({ port: samplePort });
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
  }
  if (await isService(samplePort)) {
    console.log(`A sample SOAP service is already running at port ${samplePort}: it is used.`);
    return { origin: `http://localhost:${samplePort}`, port: samplePort, close: async () => {} };
  }
  const service = await startElsewhere(samplePort + 1);
  console.log(
    `Port ${samplePort} is taken by another program: the samples are opened with port ${service.port} in its place.`,
  );
  return service;
}

/** Listens at the next free port with as many digits, so that no byte count in the samples changes. */
async function startElsewhere(port) {
  try {
    return await startService({ port });
  } catch (error) {
    if (error.code !== "EADDRINUSE" || port > 9998) throw error;
    return await startElsewhere(port + 1);
  }
}

/** Copies samples/ without the service, with the service's port, and with settings for a demonstration. */
export function copySamples(port) {
  const parent = mkdtempSync(join(tmpdir(), "soaphttp-"));
  const folder = join(parent, "samples");
  const samples = join(root, "samples");
  cpSync(samples, folder, { recursive: true, filter: (source) => source !== join(samples, "service") });
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  writeFileSync(join(folder, ".vscode", "settings.json"), `${JSON.stringify(settings, undefined, 2)}\n`);
  if (port !== samplePort) renamePort(folder, port);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }) };
}

function renamePort(folder, port) {
  for (const name of readdirSync(folder, { recursive: true }).filter((name) => /\.(?:soaphttp|json)$/.test(name))) {
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
