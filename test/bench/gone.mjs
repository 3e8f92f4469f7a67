// Measures how much memory of the language server 20 WSDLs still take after they were deleted: half of them were listed for a
// command, the others used by a document.
// usage: node test/bench/gone.mjs [OPERATIONS OF EACH]
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { generatedWsdl } from "./generatedWsdl.mjs";
import { given, sized, target, temporaryFolder } from "./measure.mjs";
import { commandLine, startLanguageServer } from "./processes.mjs";

const text = generatedWsdl(given(100, 2));
const folder = temporaryFolder();
const program = await commandLine(folder);
const collector = join(folder, "collector.cjs");
writeFileSync(
  collector,
  'process.on("SIGUSR2", () => { gc(); gc(); process.stderr.write(process.memoryUsage().heapUsed + "\\n"); });',
);
const options = ["--expose-gc", "--require", collector];
const { server, until, notify, request, open } = await startLanguageServer(program, folder, options);
try {
  // The first WSDLs load the code that all WSDLs need.
  for (let number = 0; number < 2; number++) await useAndDelete(number);
  const before = await megabytes();
  for (let number = 2; number < 22; number++) await useAndDelete(number);
  const after = await megabytes();
  console.log(`\n20 WSDLs of ${text.length} characters: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`);
  target("MB that 20 deleted WSDLs still take", after - before, { most: 5 });
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
    open(uri, `# @wsdl ${wsdl}\n\nPOST /s HTTP/1.1\n\n${body}\n`);
    await diagnosed;
    await request("textDocument/documentSymbol", { textDocument: { uri } });
    notify("textDocument/didClose", { textDocument: { uri } });
  }
  rmSync(file);
  notify("workspace/didChangeWatchedFiles", { changes: [{ uri: wsdl, type: 3 }] });
  await sleep(50);
}

/** The size of all objects of the server that are in use. */
async function megabytes() {
  await sleep(sized(1000, 100));
  const heap = new Promise((resolve) => server.stderr.once("data", resolve));
  server.kill("SIGUSR2");
  return Number(await heap) / 1e6;
}
