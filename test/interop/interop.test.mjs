// Sends valid and invalid requests to real SOAP stacks: soaphttp must send and show everything unchanged.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDebianPackages } from "../support/debian.mjs";
import { skip } from "../support/skip.mjs";
import { bytesOf, cases, casesFor, fileOf, off } from "./cases.mjs";
import { expected } from "./expected.mjs";
import { startRelay } from "./relay.mjs";
import { folder, program, send } from "./soaphttp.mjs";
import { emptyFolder, stacks, startStack } from "./stacks.mjs";

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
  test(`at least ${fewest} stacks ran`, () => {
    assert.ok(Object.keys(outcomes).length >= fewest, `not run: ${JSON.stringify(notRun)}`);
  });
});

suiteTeardown(() => {
  if (process.env.SOAPHTTP_WRITE) writeTable(outcomes, notRun);
});

/** Sends all cases to a new service of the stack, one after the other, and returns the exchanges by case. */
async function exchanges(id, stack) {
  const own = casesFor(stack);
  const place = emptyFolder(folder, id);
  const server = await startStack(stack, place);
  const relay = await startRelay(server.port);
  try {
    const host = `127.0.0.1:${relay.port}`;
    const files = Object.entries(own).map(([name, one]) => {
      const file = join(place, `${name}.soaphttp`);
      writeFileSync(file, fileOf(one, host));
      return file;
    });
    await send([files[0]]); // The first response of a new process is slow.
    relay.connections.length = 0;
    const results = await send(files);
    assert.equal(relay.connections.length, results.length, "a connection for each request");
    const entries = Object.keys(own).map((name, index) => {
      return [name, { host, exchange: results[index], relayed: relay.connections[index] }];
    });
    return Object.fromEntries(entries);
  } finally {
    await relay.close();
    await server.stop();
  }
}

/**
 * Returns the outcome of a request as text, for the table.
 * @param {object} exchange as `soaphttp send --format json` writes it
 * @returns {string} status and framing, and if present: a 1xx response, a content coding, a Fault, a second response
 */
function outcomeOf({ response, failure }) {
  if (response === null) return failure.title;
  const { status, framing, contentCoding, fault, body } = response;
  const bytes = Buffer.from(response.bytes, "base64").toString("latin1");
  const surplus = Buffer.from(response.surplus, "base64").toString("latin1");
  return [
    ...(/^HTTP\/1\.[01] 1\d\d/.test(bytes) ? [`${bytes.slice(9, 12)} first`] : []),
    `${status} ${framing}`,
    ...contentCoding,
    ...(fault === null ? [] : [`Fault “${reasonOf(fault)}”`]),
    ...(fault === null && !bodyHasResult(body) ? [body === "" ? "no body" : "no result"] : []),
    ...(surplus === "" ? [] : [surplus.startsWith("HTTP/") ? `then ${surplus.slice(9, 12)}` : "then other bytes"]),
    ...(failure === null ? [] : [failure.title]),
  ].join(" · ");
}

/** Returns the reason without the advice after it, and without the source location that some libraries add. */
function reasonOf({ summary }) {
  return summary.split(" · ")[0].replace(/ at \/.*/s, "");
}

function bodyHasResult(body) {
  return />42</.test(Buffer.from(body, "base64").toString("utf8"));
}

/**
 * Writes docs/interoperability.md from the results.
 * @param {Record<string, Record<string, string>>} outcomes by stack and case
 * @param {Record<string, string>} notRun the reasons, by stack
 */
function writeTable(outcomes, notRun) {
  const ran = Object.keys(outcomes);
  const rows = Object.entries(cases).flatMap(([name, { title }]) => [
    `### ${title}`,
    "",
    "| stack | outcome |",
    "|---|---|",
    ...ran.map(
      (id) =>
        `| ${stacks[id].name} | ${(outcomes[id][name] ?? "not sent: it ends the service").replaceAll("|", "\\|")} |`,
    ),
    "",
  ]);
  const text = [
    "# Interoperability with SOAP stacks",
    "",
    "Written by `npm run interop -- --write`. Each request is in a `.soaphttp` file. `soaphttp send --as-written` sends it to",
    "the stack's own server on loopback, and a relay between them records the bytes. In each case, the received bytes are",
    "exactly the bytes of the file (with CRLF in the header section), and every byte of the response was read.",
    "`npm run test:interop` fails if any of this changes.",
    "",
    `Versions: ${ran.map((id) => `${stacks[id].name} ${stacks[id].version()}`).join(", ")}.`,
    "",
    "An outcome consists of the status, how the end of the body was determined (`content-length`, `chunked`, or `close` for",
    `the end of the connection), and further properties, if any. If Content-Length is ${off} too large, soaphttp waits for 3`,
    "seconds here and then says what the service waits for. Most stacks would wait much longer.",
    "",
    ...rows,
    ...Object.entries(notRun).map(([id, why]) => `${stacks[id].name} was not run: ${why}.\n`),
  ];
  writeFileSync(
    fileURLToPath(new URL("../../docs/interoperability.md", import.meta.url)),
    `${text.join("\n").trimEnd()}\n`,
  );
  console.log(`wrote docs/interoperability.md: ${ran.length} stacks`);
}
