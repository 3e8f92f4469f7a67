// What real SOAP stacks make of requests, right and wrong ones, and that soaphttp sends and shows all of it as it is.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytesOf, cases, fileOf, off } from "./cases.mjs";
import { ensureDebianPackages } from "./debian.mjs";
import { expected } from "./expected.mjs";
import { outcomeOf } from "./outcome.mjs";
import { freePort, startServer } from "./processes.mjs";
import { startRelay } from "./relay.mjs";
import { folder, program, send } from "./soaphttp.mjs";
import { emptyFolder, stacks } from "./stacks.mjs";
import { writeTable } from "./table.mjs";

/** Fewer of the stacks than this, and the lane has shown nothing. */
const fewest = 4;

const outcomes = {};
const notRun = {};

suiteSetup(async function () {
  this.timeout(300_000);
  // All at once: apt-get takes longer to begin than to end. What fails is asked for again by its stack.
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
        console.log(`  ${stack.name} is not run: ${why}`);
        this.skip();
      }
      all = await exchanges(id, stack);
      outcomes[id] = Object.fromEntries(Object.entries(all).map(([name, { exchange }]) => [name, outcomeOf(exchange)]));
    });

    for (const [name, one] of Object.entries(cases)) {
      test(`${one.title}: the exact bytes arrive`, () => {
        const { relayed, host } = all[name];
        assert.equal(relayed.sent.toString("latin1"), bytesOf(one, host).toString("latin1"));
      });

      test(`${one.title}: every byte of the answer is read`, () => {
        const { relayed, exchange } = all[name];
        const read =
          exchange.response === null ? "" : Buffer.from(exchange.response.bytes, "base64").toString("latin1");
        assert.equal(read, relayed.received.toString("latin1"));
      });

      test(`${one.title}: ${expected[id]?.[name]}`, () => {
        assert.equal(outcomes[id][name], expected[id]?.[name]);
      });
    }

    test("a service that waits for what Content-Length promised is told from one that is slow", () => {
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

/** Sends all cases to a new service of the stack, one after the other. */
async function exchanges(id, { prepare, command }) {
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
    await send([files[0]]); // The first answer of a new process is slow.
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
