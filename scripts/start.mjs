// Uses only Node's built-ins until it has run npm ci.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { ensurePackages } from "./packages.mjs";

const usage = `Usage: npm start [-- [--node] [--port N] [--no-open]]

Opens the samples in real VS Code for the Web with the extension in it, beside a SOAP service that answers them.
Prints "ready ADDRESS" when the page can be opened.

  --node     opens them in VS Code server instead: the packed extension in a Node host
  --port N   uses this port for VS Code: 3000 by default, a free one where that is taken
  --no-open  only prints the address
  --help     shows this text
`;

const options = readOptions();
ensurePackages();
const { usableSamplePort, startSampleService, copySamples, serve } = await import("./demo.mjs");

const stops = [];
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
if (process.env.npm_lifecycle_event) stopWithParent();
try {
  const port = await usableSamplePort();
  const samples = copySamples(port);
  stops.push(() => samples.remove());
  const vscode = await serve({ node: options.node, port: Number(options.port), folder: samples.folder });
  stops.push(() => vscode.close());
  const service = await startSampleService({ folder: samples.folder, port });
  stops.push(() => service.close());
  vscode.stopped.then(() => {
    if (stopping) return;
    console.error("The server of VS Code has ended.");
    process.exitCode = 1;
    stop();
  });
  console.log(`
The sample service, calculator.soapmock, responds at ${service.origin}/calc (SOAP 1.1) and /calc12 (SOAP 1.2).
VS Code with the extension, and a copy of the folder samples/ in it: changes last until you stop this.
Click "Send Request" above the first request. Ctrl+C stops all.

ready ${vscode.address}`);
  if (!options["no-open"]) openBrowser(vscode.address);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
  await stop();
}

/** Reads the options of the command line. Ends the process if there is nothing to start. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        node: { type: "boolean", default: false },
        port: { type: "string", default: "3000" },
        "no-open": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65535) {
      throw new Error(`--port must be a number from 0 to 65535, but it is ${values.port}.`);
    }
    if (!values.help) return values;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

async function stop() {
  if (stopping) return;
  stopping = true;
  for (const end of stops.splice(0).reverse()) await end();
  process.exit();
}

/** npm sends a signal to the shell between it and this process, and the shell doesn't forward it. */
function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
}

/** Opens a browser if there are one and a display. If not, the address is printed already. */
function openBrowser(address) {
  const programs = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] };
  const [program, ...before] = programs[process.platform] ?? ["xdg-open"];
  const headless = process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  if (headless) return;
  const given = process.platform === "win32" ? address.replaceAll("&", "^&") : address;
  const child = spawn(program, [...before, given], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
