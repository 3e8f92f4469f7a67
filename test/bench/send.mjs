// Measures the time, CPU time and memory of an exchange: our transport and node:http in one process, and `soaphttp send`, a plain
// Node script and httpYac as separate processes. The service is another process on the loopback interface.
// usage: node test/bench/send.mjs [SECONDS FOR EACH]
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { install } from "../hosts/install.mjs";
import { importBundled } from "./bundled.mjs";
import { startEchoService } from "./echoService.mjs";
import { envelope } from "./envelope.mjs";
import {
  buildCommandLine,
  checkTarget,
  heading,
  mostMemory,
  row,
  runTimed,
  sideBySide,
  temporaryFolder,
} from "./sideBySide.mjs";

const seconds = Number(process.argv[2] ?? 3);
const folder = temporaryFolder();
const sizes = { "2 KB": 2e3, "10 MB": 1e7 };
const timeout = 60_000;
const service = await startEchoService(folder);
try {
  await inOneProcess();
  await asProcesses();
} finally {
  service.stop();
}

async function inOneProcess() {
  const { nodeTransport: make } = await importBundled("./client/src/transport/node/node.ts");
  const nodeTransport = make();
  heading("in one process");
  for (const [name, size] of Object.entries(sizes)) {
    const body = Buffer.from(envelope(size));
    const candidates = { soaphttp: () => ours(nodeTransport, body), "node:http": () => bare(body) };
    const measured = await sideBySide(candidates, { before: 10, rounds: 20, limit: seconds });
    const ratio = row(name, measured, "soaphttp", "node:http");
    checkTarget(`${name} in one process within 1.2 times of node:http`, ratio <= 1.2, ratio);
  }
}

function fieldsFor(body) {
  return {
    Host: `127.0.0.1:${service.port}`,
    "Content-Type": "text/xml; charset=utf-8",
    SOAPAction: '""',
    "Content-Length": String(body.length),
    // Like a client that doesn't use the connection afterwards, but doesn't say so.
    Connection: "keep-alive",
  };
}

async function ours(nodeTransport, body) {
  const fields = Object.entries(fieldsFor(body)).map(([name, value]) => ({ name, value }));
  const sent = {
    scheme: "http",
    host: "127.0.0.1",
    port: service.port,
    method: "POST",
    target: "/",
    requestLine: "POST / HTTP/1.1",
    absoluteRequestLine: `POST http://127.0.0.1:${service.port}/ HTTP/1.1`,
    head: fields.map(({ name, value }) => `${name}: ${value}\r\n`).join(""),
    emptyLine: true,
    fields,
    body,
  };
  const { signal } = new AbortController();
  const result = await nodeTransport.send(sent, { signal, timeout, redirects: "never" });
  if (result.kind !== "response" || result.body.length !== body.length) throw new Error(`soaphttp: ${result.kind}`);
}

/** A request with the options that any client needs: a timeout and a way to cancel. */
function bare(body) {
  return new Promise((resolve, reject) => {
    const { signal } = new AbortController();
    const to = { host: "127.0.0.1", port: service.port, method: "POST", headers: fieldsFor(body) };
    const sent = request({ ...to, agent: false, signal, timeout }, (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("end", () => {
        if (Buffer.concat(pieces).length === body.length) resolve();
        else reject(new Error("node:http: bytes are missing"));
      });
    });
    sent.on("error", reject).end(body);
  });
}

async function asProcesses() {
  const program = await buildCommandLine(folder);
  const httpyac = join(await install("httpyac"), "node_modules", "httpyac", "bin", "httpyac.js");
  const node = process.execPath;
  // httpYac accepts only files in the working directory.
  const run = (...command) => runTimed(command, { cwd: folder, expected: "Envelope" });
  // Otherwise httpYac searches all parent folders for its project.
  writeFileSync(join(folder, "package.json"), "{}");
  const script = join(folder, "bare.mjs");
  writeFileSync(
    script,
    `import { readFileSync } from "node:fs";
    import { request } from "node:http";
    const [url, file] = process.argv.slice(2);
    const body = readFileSync(file);
    const type = "text/xml; charset=utf-8";
    const headers = { "Content-Type": type, "Content-Length": body.length, Connection: "keep-alive" };
    request(url, { method: "POST", headers, agent: false }, (response) => response.pipe(process.stdout)).end(body);`,
  );
  heading("a process for each exchange");
  for (const [name, size] of Object.entries(sizes)) {
    const body = envelope(size);
    const files = Object.fromEntries(["xml", "soaphttp", "http"].map((end) => [end, join(folder, `request.${end}`)]));
    const url = `http://127.0.0.1:${service.port}/`;
    writeFileSync(files.xml, body);
    const fields = Object.entries(fieldsFor(Buffer.from(body))).map(([key, value]) => `${key}: ${value}`);
    writeFileSync(files.soaphttp, ["POST / HTTP/1.1", ...fields, "", body].join("\n"));
    // httpYac writes Content-Length itself and changes the line endings of the body.
    const counted = fields.filter((field) => !/^(?:Host|Content-Length):/.test(field));
    writeFileSync(files.http, [`POST ${url} HTTP/1.1`, ...counted, "", body].join("\n"));
    const candidates = {
      soaphttp: () => run(node, program, "send", "--as-written", files.soaphttp),
      "soaphttp, raw": () => run(node, program, "send", "--as-written", "-f", "raw", files.soaphttp),
      "a bare script": () => run(node, script, url, files.xml),
      // httpYac takes 20 seconds for 10 MB.
      ...(size > 1e6 ? {} : { httpyac: () => run(node, httpyac, "send", "--all", files.http) }),
    };
    const measured = await sideBySide(candidates, { before: 1, rounds: size > 1e6 ? 6 : 12, limit: 0 });
    const ratio = row(name, measured, "soaphttp", "a bare script");
    const most = size > 1e6 ? 4 : 1.4;
    checkTarget(`soaphttp send of ${name}: at most ${most} times a bare script`, ratio <= most, ratio);
    if (size > 1e6) {
      for (const [candidate, limit] of [
        ["soaphttp", 5],
        ["soaphttp, raw", 2],
      ]) {
        const cpu = measured[candidate].cpu / measured["a bare script"].cpu;
        checkTarget(`${candidate} of ${name}: at most ${limit} times its CPU time`, cpu <= limit, cpu);
      }
      const bareMemory = mostMemory(folder, [script, url, files.xml]);
      for (const options of [[], ["-f", "raw"]]) {
        const memory = mostMemory(folder, [program, "send", "--as-written", ...options, files.soaphttp]) / bareMemory;
        const what = ["soaphttp send", ...options].join(" ");
        checkTarget(`${what} of ${name}: at most 2.5 times its memory`, memory <= 2.5, memory);
      }
      continue;
    }
    const part = measured.soaphttp.wall / measured.httpyac.wall;
    checkTarget("soaphttp send under a third of httpyac", part < 1 / 3, part);
  }
}
