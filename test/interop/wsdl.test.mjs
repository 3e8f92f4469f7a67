// Sends a request for each operation of the WSDLs that SOAP stacks generate: each service must understand it.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDebianPackages } from "./debian.mjs";
import { freePort, startServer } from "./processes.mjs";
import { folder, program, run, send } from "./soaphttp.mjs";
import { emptyFolder, stacks } from "./stacks.mjs";

const orders = fileURLToPath(new URL("services/withSpyneOrders.py", import.meta.url));
const services = {
  ...stacks,
  orders: {
    ...stacks.spyne,
    name: "a service of spyne that validates requests by its schema",
    command: (port) => ["/usr/bin/python3", orders, String(port)],
  },
};

suite("requests from the WSDL of", () => {
  suiteSetup(async function () {
    this.timeout(300_000);
    await program();
  });

  for (const [id, { name, packages, prepare, command, wsdl }] of Object.entries(services)) {
    if (wsdl === undefined) continue;

    test(`${name} are answered without a Fault`, async function () {
      this.timeout(120_000);
      if (ensureDebianPackages(packages) !== undefined) this.skip();
      const place = emptyFolder(folder, `${id}-wsdl`);
      prepare?.(place);
      const port = await freePort();
      const server = await startServer(command(port, place), port);
      try {
        // Not --required: where all parameters are optional, these services fail without them.
        for (const extent of [[], ["--optional"]]) {
          const file = join(place, `requests${extent.join("")}.soaphttp`);
          const written = await run(["new", "--all", ...extent, "--out", file, wsdl(port, place)]);
          assert.equal(written.code, 0, written.error);
          const text = readFileSync(file, "utf8");
          const listed = JSON.parse((await run(["new", "--list", "--format", "json", wsdl(port, place)])).out);
          assert.ok(listed.length > 1);
          assert.deepEqual(
            [...text.matchAll(/^# @name (.*)$/gm)].map((match) => match[1]),
            listed.map(({ operation }) => operation),
          );
          // The WSDL may name another address than that of this service.
          writeFileSync(file, text.replace(/^Host: .*$/gm, `Host: 127.0.0.1:${port}`));
          const checked = await run(["check", "--max-severity", "none", file]);
          assert.equal(checked.code, 0, checked.out);
          for (const { response, failure, name: request } of await send([file])) {
            assert.equal(failure, null, request);
            assert.deepEqual([response.status, response.fault], [200, null], `${request}\n${text}`);
          }
        }
      } finally {
        await server.stop();
      }
    });
  }
});
