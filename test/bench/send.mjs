// Measures an exchange: our transport beside node:http in one process, and `soaphttp send` beside a plain Node script and httpYac
// as separate processes. The service is another process on the loopback interface.
// usage: node test/bench/send.mjs [SECONDS FOR EACH]
import { request } from "node:http";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, given, isTrial, sized } from "./measure.mjs";
import { envelope, httpYacText, requestText } from "./messages.mjs";
import { httpYac, node, program, run, startEchoService, write, writeBareClient } from "./processes.mjs";

const seconds = given(3);
const timeout = 60_000;
/** Of a client that doesn't use the connection again, but doesn't announce that. */
const headers = { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""', Connection: "keep-alive" };
const { port } = await startEchoService();
const sizes = { "2 KB": 2e3, "10 MB": sized(1e7, 1e5) };

const { nodeTransport, requestTo, sending } = await importBundled(
  "client/src/transport/node/node.ts",
  "test/support/transport/request.ts",
);
const transport = nodeTransport();
for (const [name, size] of Object.entries(sizes)) {
  const body = Buffer.from(envelope(size));
  const candidates = { soaphttp: () => ours(body), "node:http": () => bare(body) };
  const targets = [["soaphttp", "wall", 1.2]];
  await compare(`${name} in one process`, candidates, { before: 10, rounds: 20, seconds, targets });
}

writeBareClient();
const yac = isTrial ? {} : { httpyac: [node, await httpYac(), "send", "--all", "request.http"] };
await processes("2 KB", 12, yac, [
  ["soaphttp", "wall", 1.4],
  ["soaphttp", "wall", 0.33, "httpyac"],
]);
// httpYac takes 20 seconds for 10 MB.
await processes("10 MB", 6, {}, [
  ["soaphttp", "wall", 4],
  ["soaphttp", "cpu", 5],
  ["soaphttp, raw", "cpu", 2],
  ["soaphttp", "memory", 2.5],
  ["soaphttp, raw", "memory", 2.5],
]);

function processes(name, rounds, others, targets) {
  const body = envelope(sizes[name]);
  const service = `127.0.0.1:${port}`;
  const text = requestText(body, { to: service }).replace(/^Content-Length/m, "Connection: keep-alive\n$&");
  write({ "body.xml": body, "request.soaphttp": text, "request.http": httpYacText(text, service) });
  const send = [node, program, "send", "--as-written", "request.soaphttp"];
  const commands = {
    ...others,
    soaphttp: send,
    "soaphttp, raw": [...send, "-f", "raw"],
    "a bare script": [node, "bare.mjs", `http://${service}/`, "body.xml"],
  };
  const candidates = Object.entries(commands).map(([key, command]) => {
    return [key, () => run(command, { expected: "Envelope", memory: name === "10 MB" })];
  });
  return compare(`${name} in a process`, Object.fromEntries(candidates), { rounds, targets });
}

async function ours(body) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const sent = requestTo({ host: "127.0.0.1", port }, "/", { lines, body });
  const result = await transport.send(sent, sending({ timeout }));
  if (result.kind !== "response" || result.body.length !== body.length) throw new Error(`soaphttp: ${result.kind}`);
}

/** A request with the options that any client needs: a timeout and a way to cancel. */
function bare(body) {
  return new Promise((resolve, reject) => {
    const { signal } = new AbortController();
    const fields = { ...headers, "Content-Length": body.length };
    const to = { host: "127.0.0.1", port, method: "POST", headers: fields, agent: false, signal, timeout };
    const sent = request(to, (response) => {
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
