// Real SOAP clients call each operation of their own WSDLs at `soaphttp mock --wsdl`: they must accept all responses, and the
// mock service all requests.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDebianPackages, requirePackages } from "../support/debian.mjs";
import { callers, wsdls } from "./clients.mjs";
import { freePort, startServer } from "./processes.mjs";
import { folder, program, resultOf } from "./soaphttp.mjs";
import { emptyFolder } from "./stacks.mjs";

/** Sample values of the results. Compiled clients print `true` if they have read one. */
const sample = /\b(?:1|greeting|EchoResponse|true)\b/;

/** Running mock services, by the ids of their WSDLs. */
const running = {};

suiteTeardown(() => Promise.all(Object.values(running).map(async (one) => (await one).server.stop())));

/** Returns the mock service of a WSDL, which is started once. */
function mockOf(id) {
  running[id] ??= start(id);
  return running[id];
}

async function start(id) {
  const { path, options = [] } = wsdls[id];
  const port = await freePort();
  const file = copyOf(id);
  const command = [process.execPath, await program(), "mock", "--port", String(port), ...options, "--wsdl", file];
  const server = await startServer(command, port);
  return { server, address: `http://127.0.0.1:${port}${path}` };
}

/** A copy of a WSDL without the parts that only its service has. */
function copyOf(id) {
  const { file, changes } = wsdls[id];
  if (changes === undefined) return file;
  const place = emptyFolder(folder, `${id}-wsdl-copy`);
  let text = readFileSync(file, "utf8");
  for (const [from, to] of Object.entries(changes)) text = text.replaceAll(from, to);
  writeFileSync(join(place, "calc.wsdl"), text);
  writeFileSync(join(place, "jaxws.xsd"), sessionSchema);
  return join(place, "calc.wsdl");
}

const sessionSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:calc">
  <xs:element name="session" type="xs:string" nillable="true"/>
</xs:schema>`;

suite("a mock service of a WSDL", () => {
  suiteSetup(async function () {
    this.timeout(300_000);
    ensureDebianPackages([...new Set(Object.values(callers).flatMap(({ packages }) => packages))]);
    await program();
  });

  for (const [id, { name, packages, calls: ids, prepare, command }] of Object.entries(callers)) {
    suite(`called by ${name}`, () => {
      const place = emptyFolder(folder, `${id}-client`);

      suiteSetup(async function () {
        requirePackages(this, name, packages);
        if (prepare === undefined) return;
        const { address } = await mockOf(ids[0]);
        const wsdl = join(place, "calc.wsdl");
        writeFileSync(wsdl, await (await fetch(`${address}?wsdl`)).text());
        await prepare(place, wsdl);
      });

      for (const wsdlId of ids) {
        const { calls } = wsdls[wsdlId];
        test(`the service responds to all operations of the WSDL of ${wsdlId}`, async function () {
          this.timeout(60_000);
          const { address } = await mockOf(wsdlId);
          const task = JSON.stringify({ wsdl: `${address}?wsdl`, calls });
          const results = await run(command(task, place, address));
          assert.equal(results.length, calls.length);
          for (const [index, { error, result }] of results.entries()) {
            const { port, operation, oneWay } = calls[index];
            assert.equal(error, undefined, `${port}/${operation}: ${error}`);
            if (!oneWay) assert.match(JSON.stringify(result), sample, `${port}/${operation}`);
          }
        });
      }
    });
  }
});

/** Runs a client, and returns what it prints. */
async function run([file, ...args]) {
  const { HOME = "" } = process.env;
  const { code, out, error } = await resultOf(file, args, { env: { HOME } });
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`${file} ended with ${code}:\n${error}${out}`);
  }
}
