// Imports a SoapUI project with each type of assertion, passing and failing, and runs it with `soaphttp test` against real SOAP
// stacks. SoapUI's own classes, which the cases name, give the expected verdicts.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { ensureDebianPackages } from "../support/debian.mjs";
import { skip } from "../support/skip.mjs";
import { freePort } from "./processes.mjs";
import { folder, program, run } from "./soaphttp.mjs";
import { restProject, soapuiCases, soapuiProject } from "./soapuiProject.mjs";
import { emptyFolder, stacks, startStack } from "./stacks.mjs";
import { facts } from "./suites.mjs";

/** Stacks whose responses differ in prefixes, the namespace of the result, line breaks and the codes of Faults. */
const chosen = ["spyne", "php", "gsoap", "soapLite"];

suite("a SoapUI project", () => {
  const results = new Map();

  suiteSetup(async function () {
    this.timeout(300_000);
    await program();
    const all = emptyFolder(folder, "soapui");
    await Promise.all(chosen.map((id) => runWith(id, emptyFolder(all, id))));
  });

  async function runWith(id, place) {
    const { packages, wsdl } = stacks[id];
    if (ensureDebianPackages(packages) !== undefined) return;
    const { port, stop } = await startStack(stacks[id], place);
    try {
      const address = wsdl?.(port, place);
      const definition = address?.startsWith("http")
        ? await (await fetch(address)).text()
        : address && readFileSync(address, "utf8");
      const project = join(place, "calc-soapui-project.xml");
      writeFileSync(project, soapuiProject({ address: `http://127.0.0.1:${port}/`, facts: facts[id], definition }));
      const imported = await run(["import", "--format", "json", "--out", join(place, "imported"), project]);
      const tests = join(place, "imported", "Calc", "tests");
      const tested = await run(["test", "--as-written", "--allow-outside", "--reporter", "json", tests]);
      results.set(id, { imported, tested, definition });
    } finally {
      await stop();
    }
  }

  for (const id of chosen) {
    test(`the imported project has the verdicts of SoapUI with ${stacks[id].name}`, function () {
      const result = results.get(id);
      if (!result) return skip(this, ensureDebianPackages(stacks[id].packages));
      const { imported, tested, definition } = result;
      assert.equal(imported.error, "");
      const { sources } = JSON.parse(imported.out);
      const own = new Map(JSON.parse(tested.out).tests.map(({ name, outcome }) => [name, outcome]));
      const cases = soapuiCases(facts[id]).filter(({ needsContract }) => !needsContract || definition);
      const verdicts = cases.map(({ name }) => `${name}: ${own.get(name)}`);
      assert.deepEqual(
        verdicts,
        cases.map(({ name, holds }) => `${name}: ${holds ? "passed" : "failed"}`),
      );
      // Everything in the project is in the summary, and nothing was only kept as a comment.
      const assertions = sources[0].items.filter(({ kind }) => kind === "assertion");
      const translated = assertions.filter(({ outcome }) => outcome === "translated").map(({ path }) => path.at(-1));
      assert.deepEqual(new Set(translated), new Set(cases.map(({ name }) => name)));
    });
  }

  test("the REST steps of an imported project send what SoapUI sends", async () => {
    const place = emptyFolder(folder, "soapui-rest");
    const received = [];
    const server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      request.on("end", () => {
        received.push(`${request.method} ${request.url} ${body}`.trimEnd());
        response.setHeader("X-Trace", "a").setHeader("Content-Type", "application/json");
        response.end('{"data":{"id":"7 8"}}');
      });
    });
    const port = await freePort();
    await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
    try {
      const project = join(place, "rest-soapui-project.xml");
      writeFileSync(project, restProject(`http://127.0.0.1:${port}`));
      const imported = await run(["import", "--out", place, project]);
      assert.match(imported.out, /4 tests imported\.\n/);
      // The environment of a project is read in the folder in which the command runs.
      const tested = await run(["test", "--reporter", "tap", join("Rest", "tests")], {}, place);
      assert.equal(tested.code, 0, tested.out + tested.error);
      assert.deepEqual(received, [
        "GET /shop/x",
        'POST /shop/y/1%202 {"a":1}',
        "PUT /base/v1/y/7%208 {}",
        "GET /shop/x?q=%257Bq%257D",
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
