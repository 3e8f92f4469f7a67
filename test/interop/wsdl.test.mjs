// For the WSDLs that SOAP stacks generate: lists the operations, writes a request for each one in several ways, checks and
// sends them, and compares the responses with the WSDL. Each service must understand them.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suiteServer } from "./processes.mjs";
import { folder, program, run, send } from "./soaphttp.mjs";
import { emptyFolder, prepareAxis, stacks } from "./stacks.mjs";

const orders = fileURLToPath(new URL("services/withSpyneOrders.py", import.meta.url));
const usual = ["required", "default", "optional"];
const services = {
  ...stacks,
  orders: {
    ...stacks.spyne,
    name: "a service of spyne that validates requests by its schema",
    command: (port) => ["/usr/bin/python3", orders, String(port)],
  },
  axisReferences: {
    ...stacks.axis,
    name: "Axis with references to values",
    prepare: (place) => prepareAxis(place, true),
  },
  wcfMtom: {
    ...stacks.wcf,
    name: "WCF on Mono with MTOM",
    command: (port, place) => [...stacks.wcf.command(port, place).slice(0, -1), "Mtom"],
    extents: ["mtom"],
    // Mono writes the header of the multipart message into the body, so the response isn't multipart and can't be checked.
    expected: ["no fault"],
  },
};

suite("the WSDL of", () => {
  suiteSetup(async function () {
    this.timeout(300_000);
    await program();
  });

  for (const [id, { name, packages, prepare, command, wsdl, extents = usual, expected }] of Object.entries(services)) {
    if (wsdl === undefined) continue;

    suite(name, () => {
      const place = emptyFolder(folder, `${id}-wsdl`);
      let address;
      const server = suiteServer(name, packages, (port) => {
        prepare?.(place);
        address = wsdl(port, place);
        return command(port, place);
      });

      /** Writes requests for all operations. The WSDL may name an address that isn't this service's. */
      async function write(extent) {
        const options = extent === "default" ? [] : [`--${extent}`];
        const { code, out, error } = await run(["new", "--all", ...options, address]);
        assert.equal(code, 0, error);
        return save(extent, out.replace(/^Host: .*$/gm, `Host: 127.0.0.1:${server.port}`));
      }

      function save(name, text) {
        const file = join(place, `${name}.soaphttp`);
        writeFileSync(file, text);
        return { file, text };
      }

      for (const extent of extents) {
        test(`the WSDL gives a request for each operation that has no findings: ${extent}`, async () => {
          const listed = JSON.parse((await run(["new", "--list", "--format", "json", address])).out);
          assert.ok(listed.length > 1);
          const { file, text } = await write(extent);
          const names = [...text.matchAll(/^# @name (?:.*\.)?(.*)$/gm)].map((match) => match[1]);
          assert.deepEqual(
            names,
            listed.map(({ operation }) => operation),
          );
          const checked = await run(["check", "--max-severity", "none", "--wsdl", address, file]);
          assert.deepEqual([checked.code, checked.out], [0, "1 file, no problems.\n"]);
        });

        // Where all parameters are optional, a service fails without them.
        const expectations = extent === "required" ? ["contract"] : (expected ?? ["contract", "no fault"]);
        test(`the WSDL gives requests whose responses are as expected (${expectations.join(", ")}): ${extent}`, async () => {
          const { file, text } = await write(extent);
          for (const { response, failure, name: request } of await send([file])) {
            assert.equal(failure, null, request);
            if (expectations.includes("no fault"))
              assert.deepEqual([response.status, response.fault], [200, null], `${request}\n${text}`);
          }
          const lines = expectations.map((one) => `\n# @expect ${one}`).join("");
          const expecting = save(`${extent}-expecting`, text.replace(/^# @name .*$/gm, `$&${lines}`));
          const tested = await run(["test", "--wsdl", address, expecting.file]);
          assert.equal(tested.code, 0, tested.out + tested.error);
        });
      }
    });
  }
});
