// Measures the time from a WSDL of 5 MB with 1,000 operations to the list of operations and to a request, as processes beside
// npm's soap loading the same file; 600,000 tests from a WSDL; the memory of a contract.
// usage: node --expose-gc test/bench/wsdl.mjs [SECONDS FOR EACH]
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importBundled } from "../../scripts/importBundled.mjs";
import { generatedFiles, generatedWsdl } from "./generatedWsdl.mjs";
import { compare, given, heap, sized, target, temporaryFolder } from "./measure.mjs";
import { commandLine, node, run } from "./processes.mjs";

const seconds = given(8);
const folder = temporaryFolder();
const program = await commandLine(folder);
const operation = "ApproveOrder6";
const text = generatedWsdl(sized(1000, 10));
const many = generatedFiles(sized(3000, 20), sized(76, 4));
const soap = createRequire(import.meta.url).resolve("soap");
mkdirSync(join(folder, "many"));
for (const [name, content] of Object.entries({
  "one.wsdl": text,
  "large.wsdl": generatedWsdl(sized(3000, 10)),
  ...Object.fromEntries(Object.entries(many).map(([name, content]) => [`many/${name}`, content])),
  "soap.mjs": `import soap from ${JSON.stringify(pathToFileURL(soap).href)};
    const client = await soap.createClientAsync(process.argv[2]);
    console.log(Object.keys(client.describe().Service.soapPort).join("\\n"));`,
}))
  writeFileSync(join(folder, name), content);

const create = (...args) => run(folder, [node, program, "new", ...args], { expected: operation });
const loading = {
  "3,000 operations, 76 files": () => create("--list", "many/service.wsdl"),
  "a request": () => create("--operation", operation, "--port", "soapPort", "one.wsdl"),
  "the list": () => create("--list", "one.wsdl"),
  "npm's soap": () => run(folder, [node, "soap.mjs", "one.wsdl"], { expected: operation }),
};
const { times, "the list": list } = await compare("a WSDL of 5 MB, as processes", loading, { rounds: 8, seconds });
target("ms for the list", list.wall, { most: 1000 });
target("the list, times npm's soap", times("the list"), { most: 0.2 });

const all = (...args) => {
  const command = [node, program, "new", "--all", "--port", "soapPort", ...args, "large.wsdl"];
  return run(folder, command, { memory: true });
};
const tests = { "600,000 tests": () => all("--variants", "all"), "3,000 requests": () => all() };
const made = await compare("3,000 operations at one port, 1.2 GB", tests, { before: 0, rounds: 1 });
target("ms for 600,000 tests", made["600,000 tests"].wall, { most: 30_000 });
target("600,000 tests, times 3,000 requests (CPU)", made.times("600,000 tests", undefined, "cpu"), { most: 13 });
target("MB for 600,000 tests", made["600,000 tests"].memory, { most: 500 });

const { Contract, ContractDocuments } = await importBundled("server/src/contract/contract.ts");
for (const count of [0, sized(1000, 10)]) {
  const before = heap();
  const contract = new Contract("file:///one.wsdl", () => ({ bytes: Buffer.from(text) }), new ContractDocuments());
  if (contract.operations.length === 0) throw new Error("no operations");
  const requests = Array.from({ length: count }, (_, index) => index);
  contract.requests(requests, { extent: "optional", wsdl: undefined, contentLength: "calculated" });
  const bytes = (heap() - before) / text.length;
  console.log(`a contract after ${count} requests: ${bytes.toFixed(1)} bytes for each character`);
}
