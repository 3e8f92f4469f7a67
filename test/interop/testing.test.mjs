// Runs suites as testers write them with `soaphttp test` against real SOAP stacks: expectations that hold, the same replayed
// without the services, and expectations that don't hold, with what is said about each.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDebianPackages } from "../support/debian.mjs";
import { skip } from "../support/skip.mjs";
import { folder, program, run } from "./soaphttp.mjs";
import { emptyFolder, stacks, startStack } from "./stacks.mjs";
import { body, facts, failing, holding, rows, said } from "./suites.mjs";

const integers = /:int(?:eger)?"/g;

suite("soaphttp test", () => {
  const all = join(folder, "testing");
  const started = [];
  let good;
  let replayed;
  let bad;

  suiteSetup(async function () {
    this.timeout(300_000);
    await program();
    mkdirSync(all);
    await Promise.all(Object.keys(facts).map(start));
    const inOrder = started.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const files = (name) => inOrder.map(({ place }) => join(place, name));
    // The same bodies are sent to all stacks, some of which accept what their own WSDL doesn't allow.
    const json = ["test", "--as-written", "--reporter", "json"];
    const recorded = join(all, "recorded");
    good = await run([...json, "--record", recorded, ...files("holding.soaphttp")]);
    bad = JSON.parse((await run([...json, ...files("failing.soaphttp")])).out);
    await Promise.all(started.map(({ server }) => server.stop()));
    replayed = await run([...json, "--replay", recorded, ...files("holding.soaphttp")]);
  });

  suiteTeardown(() => Promise.all(started.map(({ server }) => server.stop())));

  async function start(id) {
    const { packages, wsdl } = stacks[id];
    if (ensureDebianPackages(packages) !== undefined) return;
    const place = emptyFolder(all, id);
    const server = await startStack(stacks[id], place);
    const { port } = server;
    const text = wsdl ? await textAt(wsdl(port, place)) : "";
    // The WSDL of WCF is in several documents; the values of Axis name their types, which are valid whatever the WSDL declares.
    const contract = text.search(integers) >= 0 && !facts[id].typed;
    started.push({ id, place, contract, server });
    if (contract) writeWsdls(place, text);
    const host = `127.0.0.1:${port}`;
    writeFileSync(join(place, "rows.csv"), rows);
    writeFileSync(join(place, "body.xml"), body);
    writeFileSync(join(place, "holding.soaphttp"), holding(id, host, contract));
    writeFileSync(join(place, "failing.soaphttp"), failing(id, host, contract));
  }

  function writeWsdls(place, text) {
    writeFileSync(join(place, "calc.wsdl"), text);
    writeFileSync(join(place, "wrong.wsdl"), text.replaceAll(integers, ':date"'));
  }

  async function textAt(address) {
    return address.startsWith("http") ? (await fetch(address)).text() : readFileSync(address, "utf8");
  }

  function outcomes({ out, error }) {
    const { tests } = JSON.parse(out);
    return [error, ...tests.filter(({ outcome }) => outcome !== "passed")];
  }

  test("soaphttp test runs suites of all stacks whose expectations hold", () => {
    assert.deepEqual(outcomes(good), [""]);
    assert.equal(good.code, 0);
    const { counts } = JSON.parse(good.out);
    assert.equal(counts.files, started.length);
    assert.equal(
      counts.passed,
      started.reduce((sum, { contract }) => sum + (contract ? 8 : 7), 0),
    );
    assert.ok(started.length >= 4);
  });

  test("a record replays the suites without the services", () => {
    assert.deepEqual(outcomes(replayed), [""]);
    assert.equal(replayed.code, 0);
  });

  for (const id of Object.keys(facts)) {
    test(`the report says what ${stacks[id].name} responded instead`, function () {
      const match = started.find((one) => one.id === id);
      if (!match) skip(this, `${stacks[id].name} was not started`);
      const tests = bad.tests.filter(({ file }) => file === join(match.place, "failing.soaphttp"));
      const { needy, ...others } = Object.fromEntries(tests.map((one) => [one.name, one]));
      assert.equal(needy.why, "It needs sum, which did not succeed.");
      for (const [name, expected] of Object.entries(said(match.contract))) {
        assert.equal(others[name].outcome, "failed");
        for (const [index, [text, reason]] of expected.entries()) {
          const result = others[name].results[index];
          assert.deepEqual([result.text, result.held], [text, false], id);
          assert.match(linesAbout(result), reason, `${id}: ${text}`);
        }
      }
    });
  }

  function linesAbout({ why, actual, expected, diff }) {
    const sentence = actual && `Found ${actual}${expected === undefined ? "" : `, expected ${expected}`}.`;
    return [why, sentence, ...(diff ? ["- expected, + found:", ...diff] : [])].filter((line) => line).join("\n");
  }
});
