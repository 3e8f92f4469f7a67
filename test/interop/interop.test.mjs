// Sends valid and invalid requests to real SOAP stacks: soaphttp must send and show everything unchanged.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDebianPackages } from "../support/debian.mjs";
import { skip } from "../support/skip.mjs";
import { bytesOf, casesFor, fileOf, off } from "./cases.mjs";
import { expected } from "./expected.mjs";
import { outcomeOf } from "./outcome.mjs";
import { freePort, startServer } from "./processes.mjs";
import { startRelay } from "./relay.mjs";
import { folder, program, send } from "./soaphttp.mjs";
import { emptyFolder, stacks } from "./stacks.mjs";
import { writeTable } from "./table.mjs";

/** The minimum number of stacks for a meaningful result. */
const fewest = 4;

const outcomes = {};
const notRun = {};

suiteSetup(async function () {
  this.timeout(300_000);
  // All at once, because starting apt-get takes long. Each stack tries again if this fails.
  ensureDebianPackages([...new Set(Object.values(stacks).flatMap(({ packages }) => packages))]);
  await program();
});

for (const [id, stack] of Object.entries(stacks)) {
  suite(stack.name, () => {
    let all;

    suiteSetup(async function () {
      this.timeout(120_000);
      const why = ensureDebianPackages(stack.packages);
      if (why !== undefined) {
        notRun[id] = why;
        skip(this, `${stack.name}: ${why}`);
      }
      all = await exchanges(id, stack);
      outcomes[id] = Object.fromEntries(Object.entries(all).map(([name, { exchange }]) => [name, outcomeOf(exchange)]));
    });

    for (const [name, one] of Object.entries(casesFor(stack))) {
      test(`${one.title}: the service receives the exact bytes`, () => {
        const { relayed, host } = all[name];
        assert.equal(relayed.sent.toString("latin1"), bytesOf(one, host).toString("latin1"));
      });

      test(`${one.title}: every byte of the response is read`, () => {
        const { relayed, exchange } = all[name];
        const read =
          exchange.response === null ? "" : Buffer.from(exchange.response.bytes, "base64").toString("latin1");
        assert.equal(read, relayed.received.toString("latin1"));
      });

      test(`${one.title}: ${expected[id]?.[name]}`, () => {
        assert.equal(outcomes[id][name], expected[id]?.[name]);
      });
    }

    test("a timeout says that the service waits for the bytes that Content-Length declares", () => {
      const { failure } = all.tooLong.exchange;
      if (failure?.kind !== "timeout") return;
      assert.match(failure.title, new RegExp(`\\b${off} bytes more`));
    });
  });
}

suite("all stacks", () => {
  test(`at least ${fewest} ran`, () => {
    assert.ok(Object.keys(outcomes).length >= fewest, `not run: ${JSON.stringify(notRun)}`);
  });
});

suiteTeardown(() => {
  if (process.env.SOAPHTTP_WRITE) writeTable(outcomes, notRun);
});

/** Sends all cases to a new service of the stack, one after the other, and returns the exchanges by case. */
async function exchanges(id, stack) {
  const { prepare, command } = stack;
  const cases = casesFor(stack);
  const place = emptyFolder(folder, id);
  prepare?.(place);
  const port = await freePort();
  const server = await startServer(command(port, place), port);
  const relay = await startRelay(port);
  try {
    const host = `127.0.0.1:${relay.port}`;
    const files = Object.entries(cases).map(([name, one]) => {
      const file = join(place, `${name}.soaphttp`);
      writeFileSync(file, fileOf(one, host));
      return file;
    });
    await send([files[0]]); // The first response of a new process is slow.
    relay.connections.length = 0;
    const results = await send(files);
    assert.equal(relay.connections.length, results.length, "a connection for each request");
    const entries = Object.keys(cases).map((name, index) => {
      return [name, { host, exchange: results[index], relayed: relay.connections[index] }];
    });
    return Object.fromEntries(entries);
  } finally {
    await relay.close();
    await server.stop();
  }
}
