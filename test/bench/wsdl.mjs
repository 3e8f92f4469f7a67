// Measures the time from a WSDL of 5 MB with 1,000 operations to the list of operations and to a request, as processes beside
// npm's soap loading the same file; 600,000 tests from a WSDL; the memory of a contract; the memory that 20 WSDLs still take in
// the language server after they were deleted, of which half were listed for a command, and the others used by a document.
// usage: node --expose-gc test/bench/wsdl.mjs [SECONDS FOR EACH]
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { importBundled } from "../../scripts/importBundled.mjs";
import { generatedFiles, generatedWsdl } from "./generatedWsdl.mjs";
import { compare, given, heap, sized, target } from "./measure.mjs";
import { range, requestText } from "./messages.mjs";
import { folder, node, run, soaphttp, startLanguageServer, write } from "./processes.mjs";

const seconds = given(8);
const expected = "ApproveOrder6";
const text = generatedWsdl(sized(1000, 10));
const many = generatedFiles(sized(3000, 20), sized(76, 4));
const soap = createRequire(import.meta.url).resolve("soap");
write({
  "one.wsdl": text,
  "large.wsdl": generatedWsdl(sized(3000, 10)),
  ...Object.fromEntries(Object.entries(many).map(([name, content]) => [`many/${name}`, content])),
  "soap.mjs": `import soap from ${JSON.stringify(pathToFileURL(soap).href)};
    const client = await soap.createClientAsync(process.argv[2]);
    console.log(Object.keys(client.describe().Service.ServicePort11).join("\\n"));`,
});

const create = (...args) => soaphttp(["new", ...args], { expected });
const loading = {
  "3,000 operations, 76 files": () => create("--list", "many/service.wsdl"),
  "a request": () => create("--operation", expected, "--port", "ServicePort11", "one.wsdl"),
  "the list": () => create("--list", "one.wsdl"),
  "npm's soap": () => run([node, "soap.mjs", "one.wsdl"], { expected }),
};
const ofList = [["the list", "wall", 0.2]];
const loaded = await compare("a WSDL of 5 MB, as processes", loading, { rounds: 8, seconds, targets: ofList });
target("ms for the list", loaded["the list"].wall, { most: 1000 });

const all = (...args) => soaphttp(["new", "--all", "--port", "ServicePort11", ...args, "large.wsdl"], { memory: true });
const tests = { "600,000 tests": () => all("--variants", "all"), "3,000 requests": () => all() };
const targets = [["600,000 tests", "cpu", 13]];
const made = await compare("3,000 operations at one port, 1.2 GB", tests, { before: 0, rounds: 1, targets });
target("ms for 600,000 tests", made["600,000 tests"].wall, { most: 30_000 });
target("MB for 600,000 tests", made["600,000 tests"].memory, { most: 500 });

const { Contract, ContractDocuments } = await importBundled("server/src/contract/contract.ts");
for (const count of [0, sized(1000, 10)]) {
  const before = heap();
  const contract = new Contract("file:///one.wsdl", () => ({ bytes: Buffer.from(text) }), new ContractDocuments());
  if (contract.operations.length === 0) throw new Error("no operations");
  contract.requests(range(count), { extent: "optional", wsdl: undefined, contentLength: "calculated" });
  const bytes = (heap() - before) / text.length;
  console.log(`a contract after ${count} requests: ${bytes.toFixed(1)} bytes for each character`);
}

const small = generatedWsdl(sized(100, 2));
const shown = 'gc(); gc(); process.stderr.write(process.memoryUsage().heapUsed + "\\n");';
write({ "collector.cjs": `process.on("SIGUSR2", () => { ${shown} });` });
const options = ["--expose-gc", "--require", join(folder, "collector.cjs")];
const server = await startLanguageServer(options);
const { connection } = server;
try {
  // The first WSDLs load the code that all WSDLs need.
  for (let number = 0; number < 2; number++) await useAndDelete(number);
  const before = await megabytes();
  for (let number = 2; number < 22; number++) await useAndDelete(number);
  const after = await megabytes();
  console.log(`\n20 WSDLs of ${small.length} characters: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`);
  target("MB that 20 deleted WSDLs still take", after - before, { most: 5 });
} finally {
  server.process.kill();
}

async function useAndDelete(number) {
  const file = `a${number}.wsdl`;
  const [wsdl, uri] = [file, `a${number}.soaphttp`].map((name) => pathToFileURL(join(folder, name)).href);
  write({ [file]: small.replaceAll("http://example.org/", `http://example.org/${number}/`) });
  if (number % 2 === 0) await connection.sendRequest("soaphttp/operations", { wsdl, renew: false });
  else {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a/></s:Body></s:Envelope>`;
    await server.openDiagnosed(requestText(body, { directives: [`# @wsdl ${wsdl}`] }), uri);
    await connection.sendRequest("textDocument/documentSymbol", { textDocument: { uri } });
    await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }
  rmSync(join(folder, file));
  const changes = [{ uri: wsdl, type: 3 }];
  await connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
  await sleep(50);
}

/** The size of all objects of the server that are in use. */
async function megabytes() {
  await sleep(sized(1000, 100));
  const heap = new Promise((resolve) => server.process.stderr.once("data", resolve));
  server.process.kill("SIGUSR2");
  return Number(await heap) / 1e6;
}
