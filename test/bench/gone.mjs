// Measures how much memory of the language server 20 WSDLs still take after they were deleted: half of them were listed for a
// command, the others used by a document.
// usage: node test/bench/gone.mjs [OPERATIONS OF EACH]
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generatedWsdl } from "./generatedWsdl.mjs";
import { buildCommandLine, checkTarget, temporaryFolder } from "./sideBySide.mjs";

const text = generatedWsdl(Number(process.argv[2] ?? 100)).toString();
const folder = temporaryFolder();
const program = (await buildCommandLine(folder)).replace(/soaphttp\.js$/, "server.js");
const collector = join(folder, "collector.cjs");
writeFileSync(
  collector,
  'process.on("SIGUSR2", () => { gc(); gc(); process.stderr.write("heap " + process.memoryUsage().heapUsed + "\\n"); });',
);
const server = spawn(process.execPath, ["--expose-gc", "--require", collector, program, "--stdio"], { cwd: folder });
const waiting = [];
let [received, heap] = ["", ""];
server.stdout.on("data", (data) => {
  received += data;
  for (const one of [...waiting]) {
    if (!received.includes(one.text)) continue;
    waiting.splice(waiting.indexOf(one), 1);
    one.resolve();
  }
});
server.stderr.on("data", (data) => (heap += data));
const until = (text) => new Promise((resolve) => waiting.push({ text, resolve }));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const send = (message) => {
  const json = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
};
let ids = 0;
async function request(method, params) {
  const id = ++ids;
  const answered = until(`"id":${id},"result"`);
  send({ id, method, params });
  await answered;
}
try {
  const rootUri = pathToFileURL(folder).href;
  await request("initialize", { processId: null, rootUri, capabilities: {} });
  send({ method: "initialized", params: {} });
  // The first ones load what all of them need.
  for (const number of [0, 1]) await useAndDelete(number);
  const before = await megabytes();
  for (let number = 2; number < 22; number++) await useAndDelete(number);
  const after = await megabytes();
  console.log(`\n20 WSDLs of ${text.length} characters: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`);
  checkTarget("MB that 20 deleted WSDLs still take: at most 5", after - before <= 5, after - before);
} finally {
  server.kill();
}

async function useAndDelete(number) {
  const file = join(folder, `a${number}.wsdl`);
  const wsdl = pathToFileURL(file).href;
  writeFileSync(file, text.replaceAll("http://example.org/", `http://example.org/${number}/`));
  if (number % 2 === 0) await request("soaphttp/operations", { wsdl, renew: false });
  else {
    const uri = pathToFileURL(join(folder, `a${number}.soaphttp`)).href;
    const diagnosed = until(`a${number}.soaphttp`);
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a/></s:Body></s:Envelope>`;
    const document = {
      uri,
      languageId: "soaphttp",
      version: 1,
      text: `# @wsdl ${wsdl}\n\nPOST /s HTTP/1.1\n\n${body}\n`,
    };
    send({ method: "textDocument/didOpen", params: { textDocument: document } });
    await diagnosed;
    await request("textDocument/documentSymbol", { textDocument: { uri } });
    send({ method: "textDocument/didClose", params: { textDocument: { uri } } });
  }
  rmSync(file);
  send({ method: "workspace/didChangeWatchedFiles", params: { changes: [{ uri: wsdl, type: 3 }] } });
  await pause(50);
}

/** What is alive in the heap of the server. */
async function megabytes() {
  await pause(1000);
  heap = "";
  server.kill("SIGUSR2");
  while (!heap.endsWith("\n")) await pause(10);
  return Number(/\d+/.exec(heap)?.[0]) / 1e6;
}
