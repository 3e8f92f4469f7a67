// Measures an exchange: our transport beside node:http in one process, and `soaphttp send` beside a plain Node script and httpYac
// as separate processes. The service is another process on the loopback interface.
// usage: node test/bench/send.mjs [SECONDS FOR EACH]
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, given, isTrial, sized, target, temporaryFolder } from "./measure.mjs";
import { envelope, requestText } from "./messages.mjs";
import { commandLine, httpYac, node, run, startEchoService } from "./processes.mjs";

const seconds = given(3);
const folder = temporaryFolder();
const timeout = 60_000;
const { port } = await startEchoService(folder);
const sizes = { "2 KB": 2e3, "10 MB": sized(1e7, 1e5) };

const { nodeTransport } = await importBundled("client/src/transport/node/node.ts");
const transport = nodeTransport();
for (const [name, size] of Object.entries(sizes)) {
  const body = Buffer.from(envelope(size));
  const candidates = { soaphttp: () => ours(body), "node:http": () => bare(body) };
  const { times } = await compare(`${name} in one process`, candidates, { before: 10, rounds: 20, seconds });
  target(`${name} in one process, times node:http`, times("soaphttp"), { most: 1.2 });
}

const program = await commandLine(folder);
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
await processes("2 KB", 12, {
  times: [["soaphttp", "wall", 1.4]],
  others: isTrial ? {} : { httpyac: [node, await httpYac(folder), "send", "--all", "request.http"] },
});
// httpYac takes 20 seconds for 10 MB.
await processes("10 MB", 6, {
  times: [
    ["soaphttp", "wall", 4],
    ["soaphttp", "cpu", 5],
    ["soaphttp, raw", "cpu", 2],
    ["soaphttp", "memory", 2.5],
    ["soaphttp, raw", "memory", 2.5],
  ],
});

async function processes(name, rounds, { times: most, others = {} }) {
  const body = envelope(sizes[name]);
  const service = `127.0.0.1:${port}`;
  const text = requestText(body, { to: service }).replace(/^Content-Length/m, "Connection: keep-alive\n$&");
  // httpYac writes Content-Length itself and changes the line endings of the body.
  const http = text.replace("POST /", `POST http://${service}/`).replace(/^(?:Host|Content-Length):.*\n/gm, "");
  const files = { "body.xml": body, "request.soaphttp": text, "request.http": http };
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  const send = [node, program, "send", "--as-written", "request.soaphttp"];
  const commands = {
    ...others,
    soaphttp: send,
    "soaphttp, raw": [...send, "-f", "raw"],
    "a bare script": [node, script, `http://${service}/`, "body.xml"],
  };
  const candidates = Object.entries(commands).map(([key, command]) => {
    return [key, () => run(folder, command, { expected: "Envelope", memory: name === "10 MB" })];
  });
  const { times } = await compare(`${name} in a process`, Object.fromEntries(candidates), { rounds });
  for (const [of, unit, limit] of most)
    target(`${of} of ${name}, times a bare script (${unit})`, times(of, undefined, unit), { most: limit });
  if (others.httpyac) target(`soaphttp of ${name}, times httpyac`, times("soaphttp", "httpyac"), { most: 0.33 });
}

async function ours(body) {
  const fields = Object.entries(fieldsOf(body)).map(([name, value]) => ({ name, value }));
  const sent = {
    scheme: "http",
    host: "127.0.0.1",
    port,
    method: "POST",
    target: "/",
    requestLine: "POST / HTTP/1.1",
    absoluteRequestLine: `POST http://127.0.0.1:${port}/ HTTP/1.1`,
    head: fields.map(({ name, value }) => `${name}: ${value}\r\n`).join(""),
    emptyLine: true,
    fields,
    body,
  };
  const { signal } = new AbortController();
  const result = await transport.send(sent, { signal, timeout, redirects: "never" });
  if (result.kind !== "response" || result.body.length !== body.length) throw new Error(`soaphttp: ${result.kind}`);
}

/** A request with the options that any client needs: a timeout and a way to cancel. */
function bare(body) {
  return new Promise((resolve, reject) => {
    const { signal } = new AbortController();
    const to = { host: "127.0.0.1", port, method: "POST", headers: fieldsOf(body) };
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

/** Header fields of a client that doesn't use the connection again, but doesn't announce that. */
function fieldsOf(body) {
  const types = { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""' };
  return { Host: `127.0.0.1:${port}`, ...types, "Content-Length": String(body.length), Connection: "keep-alive" };
}
