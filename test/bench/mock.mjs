// Measures `soaphttp mock` as a service: requests per second from a file beside a bare node:http service with the same
// response, and by a WSDL beside npm's soap; the memory over many requests.
// usage: node test/bench/mock.mjs [SECONDS FOR EACH]
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { wsdl } from "../support/calculator/wsdl.mjs";
import { buildCommandLine, checkTarget, temporaryFolder } from "./sideBySide.mjs";

const seconds = Number(process.argv[2] ?? 3);
const connections = 16;
const node = process.execPath;
const same = (request) => () => request;
let number = 0;
const folder = temporaryFolder();
const ended = [];
try {
  const program = await buildCommandLine(folder);
  writeFiles();
  const mock = (...args) => started([program, "mock", "--port", "0", "--log", "none", ...args]);
  await rates({
    "soaphttp mock, a file": await mock("calc.soapmock"),
    "soaphttp mock, # @when operation": await mock("when.soapmock"),
    "a bare node:http service": await started([join(folder, "bare.mjs")]),
    "soaphttp mock, a WSDL": await mock("--wsdl", "calc.wsdl"),
    "soaphttp mock, a WSDL, others": await mock("--wsdl", "calc.wsdl"),
    "npm's soap": await started([join(folder, "soap.mjs")]),
  });
  await memory(await mock("--wsdl", "calc.wsdl", "values.soapmock"));
} finally {
  for (const stop of ended) stop();
}

function writeFiles() {
  const response =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><c:AddResponse xmlns:c="http://example.org/calc"><c:result>3</c:result></c:AddResponse></s:Body></s:Envelope>';
  const message = `HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\nContent-Length: ${response.length}\n\n${response}\n`;
  const values = message.replace(`${response.length}`, "{{$contentLength}}").replace(">3<", ">{{request.body.//*:a}}<");
  const soap = pathToFileURL(join(process.cwd(), "node_modules", "soap", "lib", "soap.js")).href;
  const files = {
    "calc.wsdl": wsdl({ 1.1: "http://localhost/calc" }),
    "calc.soapmock": message,
    "when.soapmock": `# @when operation Add\n${message}`,
    "values.soapmock": `# @when path /values\n${values}`,
    "bare.mjs": `import { createServer } from "node:http";
      const body = Buffer.from(${JSON.stringify(response)});
      createServer((request, response) => {
        const pieces = [];
        request.on("data", (piece) => pieces.push(piece)).on("end", () => {
          Buffer.concat(pieces);
          response.setHeader("Content-Type", "text/xml; charset=utf-8").setHeader("Content-Length", body.length).end(body);
        });
      }).listen(0, "127.0.0.1", function () { console.log("Listening on http://127.0.0.1:" + this.address().port + "/"); });`,
    "soap.mjs": `import { readFileSync } from "node:fs";
      import { createServer } from "node:http";
      import soap from ${JSON.stringify(soap)};
      const server = createServer();
      server.listen(0, "127.0.0.1", () => {
        const services = { Calculator: { CalculatorPort: { Add: ({ a, b }) => ({ result: Number(a) + Number(b) }) } } };
        soap.listen(server, { path: "/calc", xml: readFileSync("calc.wsdl", "utf8"), services, callback: () => {
          console.log("Listening on http://127.0.0.1:" + server.address().port + "/");
        } });
      });`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

/** Starts a process that writes its address. */
async function started(args) {
  const child = spawn(node, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  ended.push(() => child.kill());
  const port = await new Promise((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (data) => {
      out += data;
      const [, found] = /:(\d+)\/\n/.exec(out) ?? [];
      if (found) resolve(Number(found));
    });
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
  });
  return { port, pid: child.pid };
}

/** In turn, so that other load affects all equally. */
async function rates(services) {
  const best = {};
  for (let round = -1; round < 6; round++) {
    for (const [name, service] of Object.entries(services)) {
      // The first one is longer, because code that was just compiled takes more time.
      const { rate, cpu, late } = await measured(service, round < 0 ? seconds : seconds / 6, name.endsWith("others"));
      const before = best[name] ?? { rate: 0, cpu: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY };
      if (round < 0) continue;
      best[name] = {
        rate: Math.max(before.rate, rate),
        cpu: Math.min(before.cpu, cpu),
        late: Math.min(before.late, late),
      };
    }
  }
  console.log("\nover 16 connections: requests per second, CPU time of one in µs, the slowest of 100 in ms");
  for (const [name, { rate, cpu, late }] of Object.entries(best)) {
    console.log(
      name.padEnd(36) + [rate.toFixed(0), cpu.toFixed(0), late.toFixed(1)].map((text) => text.padStart(10)).join(""),
    );
  }
  const [bare, soap] = [best["a bare node:http service"], best["npm's soap"]];
  const file = best["soaphttp mock, a file"].rate / bare.rate;
  checkTarget("a file: at least 0.7 times node:http", file >= 0.7, file);
  const when = best["soaphttp mock, # @when operation"].rate / bare.rate;
  console.log(`  # @when operation, which parses the request: ${when.toFixed(2)} times node:http`);
  const contract = best["soaphttp mock, a WSDL"].rate / soap.rate;
  checkTarget("a WSDL: at least the rate of npm's soap", contract >= 1, contract);
  const others = best["soaphttp mock, a WSDL, others"];
  const cpu = others.cpu / soap.cpu;
  checkTarget("a WSDL, no two requests the same: at most the CPU time of npm's soap", cpu <= 1, cpu);
  const late = others.late / bare.late;
  checkTarget("… the slowest of 100: at most 3 times node:http", late <= 3, late);
}

function addRequest(path, first = number++) {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><c:Add xmlns:c="http://example.org/calc"><c:a>${first}</c:a><c:b>2</c:b></c:Add></s:Body></s:Envelope>`;
  const head = [
    "Host: localhost",
    "Content-Type: text/xml; charset=utf-8",
    'SOAPAction: "http://example.org/calc/Add"',
  ];
  return Buffer.from([`POST ${path} HTTP/1.1`, ...head, `Content-Length: ${body.length}`, "", body].join("\r\n"));
}

/** @param {boolean} differing whether no two requests are the same */
async function measured({ port, pid }, time, differing) {
  const cpu = cpuMilliseconds(pid);
  const begin = performance.now();
  const end = begin + time * 1000;
  const all = await Promise.all(
    Array.from({ length: connections }, () =>
      exchanges(
        port,
        differing ? () => addRequest("/calc") : same(addRequest("/calc", 1)),
        () => performance.now() < end,
      ),
    ),
  );
  const times = all.flat().sort((a, b) => a - b);
  return {
    rate: times.length / ((performance.now() - begin) / 1000),
    cpu: ((cpuMilliseconds(pid) - cpu) * 1000) / times.length,
    late: times[Math.floor(times.length * 0.99)],
  };
}

/** Of a process, in the system's steps of 10 ms. */
function cpuMilliseconds(pid) {
  const [, after] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ");
  const [user, system] = after.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Sends a request after each response, as long as a condition holds. Resolves with the time of each exchange in ms. */
function exchanges(port, next, goesOn) {
  return new Promise((resolve, reject) => {
    const times = [];
    let [received, sent] = ["", 0];
    const send = () => {
      sent = performance.now();
      socket.write(next());
    };
    const socket = connect(port, "127.0.0.1", send);
    socket.setNoDelay(true).on("error", reject);
    socket.on("data", (piece) => {
      received += piece.toString("latin1");
      if (!/<\/\w+:Envelope>\s*(?:0\r\n\r\n)?$/.test(received)) return;
      if (!received.startsWith("HTTP/1.1 200")) reject(new Error(received));
      received = "";
      times.push(performance.now() - sent);
      if (goesOn()) send();
      else socket.end(() => resolve(times));
    });
  });
}

/** Resident memory after half of the requests and after all of them, with responses by the WSDL and with values. */
async function memory({ port, pid }) {
  const total = 100_000;
  const send = async (count) => {
    let left = count;
    const paths = ["/calc", "/values"];
    await Promise.all(
      Array.from({ length: connections }, (_, at) =>
        exchanges(
          port,
          () => addRequest(paths[at % 2]),
          () => --left > 0,
        ),
      ),
    );
  };
  await send(total / 2);
  const half = residentMegabytes(pid);
  await send(total / 2);
  const whole = residentMegabytes(pid);
  console.log(`\nmemory after 50,000 requests ${half.toFixed(0)} MB, after 100,000 requests ${whole.toFixed(0)} MB`);
  checkTarget("memory after 100,000 requests: at most 1.2 times that after 50,000", whole / half <= 1.2, whole / half);
}

function residentMegabytes(pid) {
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kilobytes) / 1024;
}
