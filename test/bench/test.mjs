// Measures `soaphttp test`: expectations beside sending alone, a plain Node script and httpYac; the rows of a table beside
// the same requests without, and their memory;
// independent requests in one file and in several. The service is another process on the loopback interface.
// usage: node test/bench/test.mjs [REQUESTS]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, given, isTrial, sized, target, temporaryFolder } from "./measure.mjs";
import { envelope, requestText } from "./messages.mjs";
import { commandLine, httpYac, node, run, startEchoService } from "./processes.mjs";

const bareScript = `import { readFileSync } from "node:fs";
import { request } from "node:http";
const [port, file, count] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { "Content-Type": "text/xml; charset=utf-8", "Content-Length": body.length };
for (let index = 0; index < Number(count); index++) {
  await new Promise((resolve) => {
    const to = { port, host: "127.0.0.1", method: "POST", headers, agent: false };
    request(to, (response) => response.resume().on("end", resolve)).end(body);
  });
}
console.log("sent");
`;
const folder = temporaryFolder();
const program = await commandLine(folder);
const runTests = (passed, options, how) =>
  run(folder, [node, program, "test", ...options], { expected: `${passed} passed`, ...how });
await expectations(given(1000, 10));
await rows(sized(10_000, 20));
await jobs(sized(200, 16), 8);

async function expectations(count) {
  const { port } = await startEchoService(folder);
  const to = `127.0.0.1:${port}`;
  const body = envelope(2e3);
  const directives = ["status 200", "no fault", "header Content-Type contains xml", "//*:Body exists", "size > 1 KB"];
  const lines = directives.map((directive) => `# @expect ${directive}`);
  write("own.soaphttp", count, (name) => requestText(body, { to, directives: [`# @name ${name}`, ...lines] }));
  const assertions = ["status == 200", "body not contains Fault", "header content-type contains xml"];
  assertions.push("xpath //*[local-name()='Body'] exists", "body contains Envelope");
  // httpYac takes minutes for 1,000 requests of one file.
  const tenth = Math.ceil(count / 10);
  const http = requestText(body)
    .replace("POST /", `POST http://${to}/`)
    .replace(/^(?:Host|Content-Length):.*\n/gm, "");
  const asserted = assertions.map((assertion) => `?? ${assertion}`).join("\n");
  write("requests.http", tenth, (name) => `# @name ${name}\n${http}\n\n${asserted}`);
  writeFileSync(join(folder, "body.xml"), body);
  writeFileSync(join(folder, "bare.mjs"), bareScript);
  const [send, script] = [
    [program, "send", "-f", "raw", "own.soaphttp"],
    ["bare.mjs", port, "body.xml", count],
  ];
  const yac = isTrial ? undefined : [await httpYac(folder), "send", "--all", "--output", "none", "requests.http"];
  const candidates = {
    "soaphttp test": () => runTests(count, ["own.soaphttp"]),
    "soaphttp send": () => run(folder, [node, ...send], { expected: "Envelope" }),
    ...(yac && { "httpyac, a tenth of them": () => run(folder, [node, ...yac], { expected: "requests processed" }) }),
    "a bare script": () => run(folder, [node, ...script.map(String)], { expected: "sent" }),
  };
  const { times, "soaphttp test": tested } = await compare(`${count} requests`, candidates, { before: 0, rounds: 4 });
  target("ms for each request", tested.wall / count, { most: 2.5 });
  // `soaphttp send` reads a response until the connection is closed, so CPU time is compared as well.
  for (const unit of ["wall", "cpu"])
    target(`with five expectations, times without (${unit})`, times("soaphttp test", "soaphttp send", unit), {
      most: 1.5,
    });
  target("with five expectations, times a bare script (CPU)", times("soaphttp test", undefined, "cpu"), { most: 4.6 });
}

/** Three requests for each row of a table, and the same requests one after the other. */
async function rows(count) {
  const { port } = await startEchoService(folder);
  const request = (name, sku = "{{sku}}", amount = "{{amount}}") => {
    const content = `<order><sku>${sku}</sku><amount>${amount}</amount></order>`;
    const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`;
    const directives = [`# @name ${name}`, "# @expect status 200", `# @expect //sku = ${sku}`];
    return requestText(body, { to: `127.0.0.1:${port}`, directives, length: "{{$contentLength}}" });
  };
  const steps = ["order", "pay", "ship"];
  const numbers = (most) => Array.from({ length: most }, (_, index) => String(index).padStart(5, "0"));
  const test = (most) => {
    const table = ["sku,amount", ...numbers(most).map((number) => `B-${number},${number}`)];
    writeFileSync(join(folder, `rows-${most}.csv`), `${table.join("\n")}\n`);
    const parts = [`# @data ./rows-${most}.csv`, ...steps.map((name) => request(name))];
    writeFileSync(join(folder, `rows-${most}.soaphttp`), parts.join("\n###\n"));
    return () => runTests(3 * most, [`rows-${most}.soaphttp`], { memory: true });
  };
  const same = numbers(count).flatMap((number) => steps.map((name) => request(name + number, `B-${number}`, number)));
  writeFileSync(join(folder, "plain.soaphttp"), same.join("\n###\n"));
  const plain = () => runTests(3 * count, ["plain.soaphttp"]);
  const candidates = { many: test(count), few: test(10), "the same without rows": plain };
  const title = `three requests for ${count} rows, and for 10`;
  const { many, few, times } = await compare(title, candidates, { before: 0, rounds: 1 });
  target("with rows, times the same requests without", times("many"), { most: 1.3 });
  target(`MB for ${count} rows, more than for 10`, many.memory - few.memory, { most: 100 });
}

/** Requests that a service takes 50 ms for, in one file and in several. */
async function jobs(count, files) {
  const { port } = await startEchoService(folder, { delay: 50 });
  const directives = ["# @expect status 200"];
  const text = requestText(envelope(2e3), { to: `127.0.0.1:${port}`, directives });
  mkdirSync(join(folder, "several"));
  const paths = Array.from({ length: files }, (_, file) => `several/${file}.soaphttp`);
  for (const path of paths) write(path, count / files, (name) => `# @name ${name}\n${text}`);
  write("one.soaphttp", count, (name) => `# @name ${name}\n${text}`);
  const candidates = {
    "one file": () => runTests(count, ["-j", "8", "one.soaphttp"]),
    [`${files} files`]: () => runTests(count, ["-j", "8", ...paths]),
  };
  const { times } = await compare(`${count} independent requests with -j 8`, candidates, { rounds: 8 });
  target(`one file, times ${files}`, times("one file"), { most: 1.5 });
}

function write(path, count, request) {
  const requests = Array.from({ length: count }, (_, index) => request(`r${index}`));
  writeFileSync(join(folder, path), requests.join("\n###\n"));
}
