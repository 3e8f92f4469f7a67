// Records real SOAP stacks with `soaphttp mock --to`, then serves the recorded file alone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suiteServer } from "./processes.mjs";
import { folder, program, run } from "./soaphttp.mjs";
import { stacks } from "./stacks.mjs";

const envelope = (operation, a, b) =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  `<c:${operation} xmlns:c="urn:calc"><a>${a}</a><b>${b}</b></c:${operation}></s:Body></s:Envelope>`;
const requests = [
  ["Add", 1, 2],
  ["Add", 1, 3],
  ["Divide", 6, 2],
  ["Divide", 1, 0],
  ["Add", 1, 2],
];

for (const stack of [stacks.php, stacks.soapLite, stacks.nodeSoap]) {
  suite(`recording ${stack.name}`, () => {
    const service = suiteServer(stack.name, stack.packages, (port) => stack.command(port, folder));

    test("the file responds to the same requests with the same status and body", async () => {
      const own = join(folder, `record-${service.port}`);
      mkdirSync(own);
      const received = await respondedBy(
        ["--to", `http://127.0.0.1:${service.port}`, "--out", "recorded.soapmock"],
        own,
      );
      assert.match(received[0], /^200 [\s\S]*>3</);
      assert.match(received[2], /^200 [\s\S]*>3</);
      assert.match(received[3], /Fault>/);
      const text = readFileSync(join(own, "recorded.soapmock"), "utf8");
      assert.equal(text.match(/^HTTP\/1\.1 /gm)?.length, 4, "each request is recorded once");
      const checked = await run(["check", "--no-wsdl", join(own, "recorded.soapmock")]);
      assert.equal(checked.code, 0, checked.out);
      await service.stop();
      // SOAP::Lite numbers its elements, so that no two of its responses are the same.
      assert.deepEqual(await respondedBy(["recorded.soapmock"], own), [...received.slice(0, 4), received[0]]);
    });
  });
}

async function respondedBy(args, cwd) {
  const mock = spawn(process.execPath, [await program(), "mock", "--port", "0", "--log", "none", ...args], { cwd });
  try {
    const address = await new Promise((resolve, reject) => {
      let [out, error] = ["", ""];
      mock.stderr.on("data", (data) => {
        error += data;
      });
      mock.stdout.on("data", (data) => {
        out += data;
        const [, found] = /^Listening on (\S+)\n/.exec(out) ?? [];
        if (found) resolve(found);
      });
      mock.once("exit", (code) => reject(new Error(`soaphttp mock ended with ${code}: ${error}`)));
    });
    const responses = [];
    for (const [operation, a, b] of requests) {
      const headers = { "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"urn:calc#${operation}"` };
      const response = await fetch(address, { method: "POST", headers, body: envelope(operation, a, b) });
      responses.push(`${response.status} ${await response.text()}`);
    }
    return responses;
  } finally {
    const ended = new Promise((resolve) => mock.once("exit", resolve));
    mock.kill();
    assert.equal(await ended, 0);
  }
}
