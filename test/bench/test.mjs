// Measures `soaphttp test`: expectations beside sending alone, a plain Node script and httpYac; the rows of a table beside
// the same requests without, and their memory;
// independent requests in one file and in several. The service is another process on the loopback interface.
// usage: node test/bench/test.mjs [REQUESTS]
import { compare, given, isTrial, sized, target } from "./measure.mjs";
import { envelope, httpYacText, range, requestText } from "./messages.mjs";
import { httpYac, node, run, soaphttp, startEchoService, write, writeBareClient } from "./processes.mjs";

const runTests = (passed, options, how) => soaphttp(["test", ...options], { expected: `${passed} passed`, ...how });
/** The text of a file with this number of requests, each with a name of its own. */
const file = (count, request) =>
  range(count)
    .map((index) => request(`r${index}`))
    .join("\n###\n");
await expectations(given(1000, 10));
await rows(sized(10_000, 20));
await jobs(sized(200, 16), 8);

async function expectations(count) {
  const { port } = await startEchoService();
  const to = `127.0.0.1:${port}`;
  const body = envelope(2e3);
  const directives = ["status 200", "no fault", "header Content-Type contains xml", "//*:Body exists", "size > 1 KB"];
  const lines = directives.map((directive) => `# @expect ${directive}`);
  const assertions = ["status == 200", "body not contains Fault", "header content-type contains xml"];
  assertions.push("xpath //*[local-name()='Body'] exists", "body contains Envelope");
  const http = httpYacText(requestText(body), to);
  const asserted = assertions.map((assertion) => `?? ${assertion}`).join("\n");
  write({
    "own.soaphttp": file(count, (name) => requestText(body, { to, directives: [`# @name ${name}`, ...lines] })),
    // httpYac takes minutes for 1,000 requests of one file.
    "requests.http": file(Math.ceil(count / 10), (name) => `# @name ${name}\n${http}\n\n${asserted}`),
    "body.xml": body,
  });
  writeBareClient();
  const script = ["bare.mjs", `http://${to}/`, "body.xml", String(count)];
  const yac = isTrial ? undefined : [await httpYac(), "send", "--all", "--output", "none", "requests.http"];
  const candidates = {
    "soaphttp test": () => runTests(count, ["own.soaphttp"]),
    "soaphttp send": () => soaphttp(["send", "-f", "raw", "own.soaphttp"], { expected: "Envelope" }),
    ...(yac && { "httpyac, a tenth of them": () => run([node, ...yac], { expected: "requests processed" }) }),
    "a bare script": () => run([node, ...script], { expected: "sent" }),
  };
  const targets = [
    // `soaphttp send` reads a response until the connection is closed, so CPU time is compared as well.
    ["soaphttp test", "wall", 1.5, "soaphttp send"],
    ["soaphttp test", "cpu", 1.5, "soaphttp send"],
    ["soaphttp test", "cpu", 4.6],
  ];
  const title = `${count} requests, five expectations`;
  const { "soaphttp test": tested } = await compare(title, candidates, { before: 0, rounds: 4, targets });
  target("ms for each request", tested.wall / count, { most: 2.5 });
}

/** Three requests for each row of a table, and the same requests one after the other. */
async function rows(count) {
  const { port } = await startEchoService();
  const request = (name, sku = "{{sku}}", amount = "{{amount}}") => {
    const content = `<order><sku>${sku}</sku><amount>${amount}</amount></order>`;
    const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`;
    const directives = [`# @name ${name}`, "# @expect status 200", `# @expect //sku = ${sku}`];
    return requestText(body, { to: `127.0.0.1:${port}`, directives, length: "{{$contentLength}}" });
  };
  const steps = ["order", "pay", "ship"];
  const numbers = (most) => range(most).map((index) => String(index).padStart(5, "0"));
  const test = (most) => {
    const table = ["sku,amount", ...numbers(most).map((number) => `B-${number},${number}`)];
    const parts = [`# @data ./rows-${most}.csv`, ...steps.map((name) => request(name))];
    write({ [`rows-${most}.csv`]: `${table.join("\n")}\n`, [`rows-${most}.soaphttp`]: parts.join("\n###\n") });
    return () => runTests(3 * most, [`rows-${most}.soaphttp`], { memory: true });
  };
  const same = numbers(count).flatMap((number) => steps.map((name) => request(name + number, `B-${number}`, number)));
  write({ "plain.soaphttp": same.join("\n###\n") });
  const plain = () => runTests(3 * count, ["plain.soaphttp"]);
  const candidates = { rows: test(count), "10 rows": test(10), "the same without rows": plain };
  const title = `three requests for ${count} rows`;
  const measured = await compare(title, candidates, { before: 0, rounds: 1, targets: [["rows", "wall", 1.3]] });
  target(`MB for ${count} rows, more than for 10`, measured.rows.memory - measured["10 rows"].memory, { most: 100 });
}

/** Requests that a service takes 50 ms for, in one file and in several. */
async function jobs(count, files) {
  const { port } = await startEchoService({ delay: 50 });
  const directives = ["# @expect status 200"];
  const text = requestText(envelope(2e3), { to: `127.0.0.1:${port}`, directives });
  const named = (name) => `# @name ${name}\n${text}`;
  const paths = range(files).map((file) => `several/${file}.soaphttp`);
  write({ "one.soaphttp": file(count, named) });
  write(Object.fromEntries(paths.map((path) => [path, file(count / files, named)])));
  const candidates = {
    "one file": () => runTests(count, ["-j", "8", "one.soaphttp"]),
    [`${files} files`]: () => runTests(count, ["-j", "8", ...paths]),
  };
  const targets = [["one file", "wall", 1.5]];
  await compare(`${count} independent requests with -j 8`, candidates, { rounds: 8, targets });
}
