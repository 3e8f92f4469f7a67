// Measures `soaphttp mock` as a service: a response from a file beside a bare node:http service with the same response, and by a
// WSDL beside npm's soap, over 16 connections; the memory over many requests.
// usage: node test/bench/mock.mjs [SECONDS FOR EACH]
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { wsdl } from "../support/calculator/wsdl.mjs";
import { compare, given, print, root, sized, target } from "./measure.mjs";
import { range, requestText } from "./messages.mjs";
import { program, startEchoService, startService, write } from "./processes.mjs";

const seconds = given(3, 0.2);
const response =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><c:AddResponse xmlns:c="http://example.org/calc"><c:result>3</c:result></c:AddResponse></s:Body></s:Envelope>';
const message = `HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\nContent-Length: ${response.length}\n\n${response}\n`;
const values = message.replace(`${response.length}`, "{{$contentLength}}").replace(">3<", ">{{request.body.//*:a}}<");
const soap = pathToFileURL(join(root, "node_modules", "soap", "lib", "soap.js")).href;
write({
  "calc.wsdl": wsdl({ 1.1: "http://localhost/calc" }),
  "calc.soapmock": message,
  "when.soapmock": `# @when operation Add\n${message}`,
  "values.soapmock": `# @when path /values\n${values}`,
  "soap.mjs": `import { readFileSync } from "node:fs";
    import { createServer } from "node:http";
    import soap from ${JSON.stringify(soap)};
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const services = { Calculator: { CalculatorPort: { Add: ({ a, b }) => ({ result: Number(a) + Number(b) }) } } };
      const callback = () => console.log(server.address().port);
      soap.listen(server, { path: "/calc", xml: readFileSync("calc.wsdl", "utf8"), services, callback });
    });`,
});
const mock = (...args) => startService([program, "mock", "--port", "0", "--log", "none", ...args]);
const same = addRequest("/calc");
let number = 0;
const differing = () => addRequest("/calc", number++);
const services = {
  "a file": exchanging(await mock("calc.soapmock")),
  "a file, # @when operation": exchanging(await mock("when.soapmock")),
  "a WSDL": exchanging(await mock("--wsdl", "calc.wsdl")),
  "a WSDL, no two requests the same": exchanging(await mock("--wsdl", "calc.wsdl"), differing),
  "npm's soap": exchanging(await startService(["soap.mjs"])),
  "node:http": exchanging(await startEchoService({ response })),
};
const targets = [
  ["a file", "wall", 1 / 0.7],
  ["a WSDL", "wall", 1, "npm's soap"],
  ["a WSDL, no two requests the same", "cpu", 1, "npm's soap"],
  ["a WSDL, no two requests the same", "late", 3],
];
// Code that was just compiled takes more time.
const measured = await compare("a request", services, { before: sized(3, 0), rounds: 6, targets });
for (const [name, { wall, late }] of Object.entries(measured)) print(name, [`${(1000 / wall).toFixed(0)}/s`, "", late]);

const { port, pid } = await mock("--wsdl", "calc.wsdl", "values.soapmock");
const half = await memoryAfter(sized(50_000, 50));
const whole = await memoryAfter(sized(50_000, 50));
console.log(`\nmemory after half of 100,000 requests ${half.toFixed(0)} MB, after all ${whole.toFixed(0)} MB`);
target("memory after 100,000 requests, times after 50,000", whole / half, { most: 1.2 });

function addRequest(path, value = 1) {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><c:Add xmlns:c="http://example.org/calc"><c:a>${value}</c:a><c:b>2</c:b></c:Add></s:Body></s:Envelope>`;
  const text = requestText(body, { path }).replace('""', '"http://example.org/calc/Add"');
  return Buffer.from(text.replaceAll("\n", "\r\n"));
}

/** Returns a function that sends requests to a service for a while, and returns what each took: `late` in one of 100, in ms. */
function exchanging({ port, pid }, next = () => same) {
  return async () => {
    const [cpu, begin] = [cpuMilliseconds(pid), performance.now()];
    const end = begin + (seconds * 1000) / 6;
    const times = (await exchanges(port, next, () => performance.now() < end)).sort((a, b) => a - b);
    const wall = (performance.now() - begin) / times.length;
    const late = times[Math.floor(times.length * 0.99)];
    return { wall, cpu: (cpuMilliseconds(pid) - cpu) / times.length, late };
  };
}

/** The memory in MB after more requests, half of them for responses by the WSDL, half for some with values. */
async function memoryAfter(count) {
  let left = count;
  await exchanges(
    port,
    () => addRequest(left % 2 ? "/calc" : "/values", number++),
    () => --left > 0,
  );
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kilobytes) / 1024;
}

/** CPU time of a process in milliseconds, in the system's steps of 10 ms. */
function cpuMilliseconds(pid) {
  const [, after] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ");
  const [user, system] = after.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Sends a request after each response, over 16 connections, as long as a condition holds. Returns the times of all in ms. */
async function exchanges(port, next, goesOn) {
  const all = range(16).map(() => exchangesOf(connect(port, "127.0.0.1"), next, goesOn));
  return (await Promise.all(all)).flat();
}

async function exchangesOf(socket, next, goesOn) {
  const times = [];
  let [received, sent] = ["", performance.now()];
  socket.setNoDelay(true).write(next());
  for await (const piece of socket.setEncoding("latin1")) {
    received += piece;
    if (!/<\/\w+:Envelope>\s*(?:0\r\n\r\n)?$/.test(received)) continue;
    if (!received.startsWith("HTTP/1.1 200")) throw new Error(received);
    times.push(performance.now() - sent);
    if (!goesOn()) break;
    [received, sent] = ["", performance.now()];
    socket.write(next());
  }
  return times;
}
