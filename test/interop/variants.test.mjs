// Writes the tests of WSDLs that SOAP stacks generate, and runs them: a service that validates requests by its schema accepts
// the valid ones and refuses the invalid ones; for a service that doesn't, the summary says what it accepted.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDebianPackages } from "../support/debian.mjs";
import { skip } from "../support/skip.mjs";
import { folder, program, run } from "./soaphttp.mjs";
import { emptyFolder, jaxWsCommand, prepareGsoap, prepareJaxWsOrders, stacks, startStack } from "./stacks.mjs";

const orders = fileURLToPath(new URL("services/withSpyneOrders.py", import.meta.url));

/** Kinds of tests that are invalid as messages, which a service may accept. */
const ofMessages = ["version", "must-understand", "dtd", "header-unqualified", "content-type", "action"];

/*
 * `accepts`, `refuses`: the tests that don't pass, except tests of messages: the kinds, or words of the titles.
 */
const services = {
  spyne: {
    ...stacks.spyne,
    name: "spyne, which validates requests by their schema",
    command: (port) => ["/usr/bin/python3", orders, String(port)],
    // This service doesn't validate headers, and accepts what libxml2 accepts.
    accepts: /\bSession\b|^\S+ token |ZGF0YQ==_/,
    // Without an order, or with a nil one, this service fails itself. It reads some values without collapsing whitespace.
    refuses: /only what is required|no order|order nil|items nil|^\S+\.whitespace\./,
  },
  gsoap: {
    ...stacks.gsoap,
    name: "gSOAP, which is compiled to be strict",
    prepare: (place) => prepareGsoap(place, true),
    // This service accepts elements in any order, and ignores attributes and the type of the payload.
    accepts: /\.element-order\.|\.attribute-unexpected\.|\.xsi-type\.1/,
    refuses: /^$/,
  },
  jaxWsValidating: {
    ...stacks.jaxWs,
    name: "JAX-WS with @SchemaValidation",
    prepare: prepareJaxWsOrders,
    command: (port, place) => jaxWsCommand("Orders", port, place),
    accepts: /^$/,
    refuses: /^$/,
  },
  jaxWs: {
    ...stacks.jaxWs,
    // With style RPC, @SchemaValidation would have no schema, for which this version closes the connection.
    name: "JAX-WS, which doesn't validate requests",
    accepts: /\.invalid\./,
    refuses: /^$/,
  },
};

suite("tests from the contract of", () => {
  suiteSetup(async function () {
    this.timeout(300_000);
    await program();
  });

  for (const [id, service] of Object.entries(services)) {
    test(service.name, async function () {
      this.timeout(300_000);
      const missing = ensureDebianPackages(service.packages);
      if (missing !== undefined) skip(this, missing);
      const { lines, notPassed } = await results(id, service);
      const unexpected = notPassed.filter(
        (one) => !(one.includes(".invalid.") ? service.accepts : service.refuses).test(one),
      );
      assert.deepEqual(unexpected, []);
      for (const line of lines) assert.match(line, /^\w+: [1-9]\d* valid accepted, \d+ invalid refused/);
      if (id === "jaxWs")
        assert.ok(
          lines.every((line) => /, [1-9]\d* invalid accepted/.test(line)),
          lines.join("\n"),
        );
      else
        assert.ok(
          lines.every((line) => /, [1-9]\d* invalid refused/.test(line)),
          lines.join("\n"),
        );
    });
  }
});

/** The lines of the summary, and the names and titles of the tests that didn't pass. */
async function results(id, stack) {
  const place = emptyFolder(folder, `variants-${id}`);
  const { port, stop } = await startStack(stack, place);
  try {
    const address = stack.wsdl(port, place);
    const text = address.startsWith("http") ? await (await fetch(address)).text() : readFileSync(address, "utf8");
    const file = join(place, "service.wsdl");
    // gSOAP doesn't know its address.
    writeFileSync(file, text.replace(/(?<=:address location=")http:[^"]*/g, `http://127.0.0.1:${port}/`));
    const written = await run(["new", "--all", "--variants", "all", file]);
    assert.equal(written.code, 0, written.error);
    const tests = join(place, "service.tests.soaphttp");
    writeFileSync(tests, written.out.replaceAll(/^# @wsdl .*/gm, "# @wsdl ./service.wsdl"));
    const { out, error } = await run(["test", "--reporter", "text", tests]);
    const titles = [...written.out.matchAll(/^### [^:]*: (.*)\n(?:# [^@].*\n)*# @name (.*)$/gm)];
    const failed = new Set([...out.matchAll(/^ {2}✗ (\S+)/gm)].map(([, name]) => name));
    const notPassed = titles.flatMap(([, title, name]) =>
      failed.has(name) && !ofMessages.some((kind) => name.includes(`.invalid.${kind}.`)) ? [`${name} ${title}`] : [],
    );
    assert.equal(error, "");
    return { lines: out.match(/^.* valid accepted.*$/gm) ?? [], notPassed };
  } finally {
    await stop();
  }
}
