// Measures a workspace of 500 WSDLs: the time until the first diagnostics, beside a workspace without WSDLs, and the
// longest time in which the language server doesn't respond while it makes the contracts,
// beside the time of making all of them at once.
// usage: node test/bench/workspace.mjs [ROUNDS]
import { importBundled } from "./bundled.mjs";
import { largeSchema, order, request, wsdl } from "./orders.mjs";
import { checkTarget, reportTargets } from "./sideBySide.mjs";

/** The first diagnostics, as a multiple of those without WSDLs. */
const firstLimit = 1.5;
/** The longest block, as a part of the time that all contracts take at once. */
const blockLimit = 0.25;
const rounds = Number(process.argv[2] ?? 5);
const { startTestServer, Contract, ContractDocuments } = await importBundled(
  "./test/support/server.ts",
  "./server/src/contract/contract.ts",
);
const bytes = Buffer.from(wsdl(largeSchema(50_000)));
const uris = Array.from({ length: 500 }, (_, at) => `file:///w/${at}/${at}.wsdl`);
// Names another operation than any of the WSDLs, so that all are searched.
const text = request(order(20_000)).replace(/^#.*\n/gm, "");
const pulling = {
  textDocument: { diagnostic: {} },
  workspace: { diagnostics: { refreshSupport: true } },
};

const times = { with: [], without: [], block: [], one: [] };
for (let round = 0; round < rounds; round++) {
  for (const [name, listed] of [
    ["with", uris],
    ["without", []],
  ]) {
    const measured = await opened(listed);
    times[name].push(measured.first);
    if (listed.length > 0) times.block.push(measured.longest);
  }
  times.one.push(
    timed(() => new Contract(uris[0], () => ({ bytes: Buffer.from(bytes) }), new ContractDocuments()).index),
  );
}
const [first, without, block, one] = [times.with, times.without, times.block, times.one].map(quartile);
console.log(`first diagnostics: ${first.toFixed(1)} ms, without WSDLs ${without.toFixed(1)} ms`);
const all = one * uris.length;
console.log(`longest block: ${block.toFixed(1)} ms, all contracts at once ${all.toFixed(1)} ms`);
checkTarget(
  `500 WSDLs, first diagnostics: at most ${firstLimit} times those without`,
  first <= firstLimit * without,
  first / without,
);
checkTarget(`500 WSDLs, longest block: at most ${blockLimit} of all at once`, block <= blockLimit * all, block / all);
reportTargets();
process.exit();

async function opened(listed) {
  const server = await startTestServer(
    pulling,
    {},
    {
      folders: ["file:///w"],
      readFile: (uri) =>
        uri.endsWith(".wsdl") ? { kind: "bytes", bytes: bytes.toString("base64") } : { kind: "missing" },
    },
  );
  // The environment files are read before, so that only the WSDLs are read later.
  await diagnosed(server, "GET / HTTP/1.1\nHost: localhost\n\n");
  await server.notify("soaphttp/workspaceWsdls", { uris: listed });
  while (server.refreshed.length === 0) await new Promise((done) => setImmediate(done));
  const before = server.refreshed.length;
  const start = performance.now();
  await diagnosed(server, text);
  const first = performance.now() - start;
  let longest = 0;
  for (let last = performance.now(); listed.length > 0 && server.refreshed.length === before; ) {
    await new Promise((done) => setImmediate(done));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return { first, longest };
}

function diagnosed(server, text) {
  const { uri } = server.open(text);
  return server.request("textDocument/diagnostic", { textDocument: { uri } });
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function quartile(all) {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 4)];
}
