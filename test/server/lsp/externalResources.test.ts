import assert from "node:assert/strict";
import type { ClientCapabilities, FileSystemWatcher, InlayHint } from "vscode-languageserver/node";
import type {
  EnvironmentsResult,
  FileRead,
  OutgoingResult,
  RequestsResult,
} from "../../../server/src/protocol/protocol.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request } from "../../support/findings.ts";
import { readIn, startTestServer, type TestClient, type TestServer, until } from "../../support/server.ts";

const pulling: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: {
    diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
};

const envFile = "file:///http-client.env.json";
const dev = { trusted: true, environment: "dev" };
const usesHost = request({ Host: "{{host}}" });

suite("external resources over LSP", () => {
  let server: TestServer;
  const files = new Map<string, string>();
  setup(() => {
    files.clear();
    files.set(envFile, '{ "dev": { "host": "one" }, "prod": { "host": "two" } }');
  });

  const readFile = readIn(files);

  async function start(given: TestClient = {}, capabilities = pulling, settings = {}): Promise<void> {
    server = await startTestServer(capabilities, settings, { readFile, circumstances: dev, ...given });
  }

  async function pulled(uri: string): Promise<readonly unknown[]> {
    return (await server.diagnostics(uri)).map(({ message }) => message);
  }

  async function sent(uri: string, secrets?: Readonly<Record<string, string>>): Promise<OutgoingResult> {
    const line = 0;
    return server.request<OutgoingResult>("soaphttp/outgoing", { uri, line, ...(secrets && { secrets }) });
  }

  async function hostOf(uri: string): Promise<string> {
    const result = await sent(uri);
    assert.ok(result.kind === "message", JSON.stringify(result));
    return result.message.host;
  }

  test("resources include the environment's variables in the first pulled diagnostics", async () => {
    await start();
    const { uri } = server.open(usesHost);
    assert.deepEqual(await pulled(uri), []);
  });

  test("resources include the environment's variables in the first pushed diagnostics", async () => {
    await start({}, {});
    const { uri } = server.open(usesHost);
    await until(() => server.published.length > 0);
    const counts = server.published.map((one) => [one.uri, one.diagnostics.length]);
    assert.deepEqual(counts, [[uri, 0]]);
  });

  test("resources delay only the document that refers to a slow body file", async () => {
    let slow: (file: FileRead) => void = () => {};
    const slowly = new Promise<FileRead>((resolve) => {
      slow = resolve;
    });
    await start({ readFile: (uri) => (uri.endsWith("/slow.xml") ? slowly : readFile(uri)) });
    const waiting = server.open("POST / HTTP/1.1\nHost: h\nContent-Length: 1\n\n< ./slow.xml");
    const other = server.open(usesHost);
    let isPulled = false;
    const late = pulled(waiting.uri).finally(() => {
      isPulled = true;
    });
    await until(() => server.asked.flat().some((uri) => uri.endsWith("/slow.xml")));
    assert.deepEqual(await pulled(other.uri), []);
    assert.equal(isPulled, false);
    slow({ kind: "missing" });
    assert.ok((await late).length > 0);
  });

  async function hostIn(uri: string): Promise<string | undefined> {
    const { requests } = await server.request<RequestsResult>("soaphttp/requests", { uri });
    return requests[0]?.address?.host;
  }

  test("resources set the address in the list of requests", async () => {
    await start();
    const { uri } = server.open(usesHost);
    assert.equal(await hostIn(uri), "one");
  });

  test("resources follow a change of the selected environment", async () => {
    await start();
    const { uri } = server.open(usesHost);
    assert.equal(await hostOf(uri), "one");
    await server.notify("soaphttp/circumstances", { trusted: true, environment: "prod" });
    assert.equal(await hostOf(uri), "two");
    await server.notify("soaphttp/circumstances", { trusted: true, environment: null });
    const [problem] = await pulled(uri);
    assert.equal(problem, "The variable host isn't defined. Select an environment that defines it: dev, prod.");
    await until(() => server.refreshed.includes("workspace/diagnostic/refresh"));
  });

  test("resources follow a change of the setting soaphttp.environments", async () => {
    await start();
    files.clear();
    const { uri } = server.open(usesHost);
    assert.equal((await pulled(uri)).length, 1);
    const environments = { dev: { host: "set" } };
    await server.notify("workspace/didChangeConfiguration", { settings: { soaphttp: { environments } } });
    assert.equal(await hostOf(uri), "set");
  });

  test("resources are watched, even if they are missing", async () => {
    await start();
    const { uri } = server.open(`${request({}, "< ./sub/a%20[1].xml")}`);
    await pulled(uri);
    await until(() => server.registered.some(({ method }) => method === "workspace/didChangeWatchedFiles"));
    const [registration] = server.registered.filter(({ method }) => method === "workspace/didChangeWatchedFiles");
    assert.ok(registration);
    const { watchers } = registration.registerOptions as { watchers: readonly { globPattern: unknown }[] };
    assert.deepEqual(
      watchers.map(({ globPattern }) => globPattern),
      [
        { baseUri: "file:///", pattern: "http-client.private.env.json" },
        { baseUri: "file:///", pattern: "http-client.env.json" },
        { baseUri: "file:///sub", pattern: "a%20?1?.xml" },
      ],
    );
  });

  for (const root of ["file:///w", "file:///w/"]) {
    test(`resources are watched with their folders below ${root}, whose files may be deleted or renamed with them`, async () => {
      await start({ folders: [root] });
      const { uri } = server.open(`${request({}, "< ./w/a/b/c.xml")}\n###\n${request({}, "< ./outside/d.xml")}`);
      await pulled(uri);
      await until(() => server.registered.length === 1);
      const [registration] = server.registered;
      assert.ok(registration);
      const { watchers } = registration.registerOptions as { watchers: readonly FileSystemWatcher[] };
      assert.deepEqual(
        watchers.filter(({ kind }) => kind !== undefined),
        [
          { globPattern: { baseUri: "file:///w/a", pattern: "b" }, kind: 5 },
          { globPattern: { baseUri: "file:///w", pattern: "a" }, kind: 5 },
        ],
      );
    });
  }

  test("resources refresh the diagnostics when a folder of a file is deleted", async () => {
    await start({ folders: ["file:///w"] });
    files.set("file:///w/a/b/c.xml", "<a/>");
    const { uri } = server.open(request({ "Content-Length": "4" }, "< ./w/a/b/c.xml"));
    assert.doesNotMatch(String(await pulled(uri)), /doesn't exist/);
    files.delete("file:///w/a/b/c.xml");
    await server.fileChanged("file:///w/a", 3);
    await until(() => server.refreshed.includes("workspace/diagnostic/refresh"));
    assert.match(String((await pulled(uri))[0]), /^The file .+ doesn't exist/);
  });

  test("resources have one registration for all watched files", async () => {
    await start();
    await pulled(server.open(usesHost).uri);
    await pulled(server.open(request({}, "< ./b.xml")).uri);
    await until(() => server.registered.length === 1 && watched().includes("b.xml"));
    await until(() => server.registered.length === 1);

    function watched(): string {
      return JSON.stringify(server.registered[0]?.registerOptions);
    }
  });

  test("resources are not watched if the client can't watch", async () => {
    await start({}, { textDocument: { diagnostic: {} } });
    await pulled(server.open(usesHost).uri);
    assert.deepEqual(server.registered, []);
  });

  test("resources refresh the diagnostics when a file changes", async () => {
    await start();
    const { uri } = server.open(usesHost);
    await pulled(uri);
    const refreshes = () => server.refreshed.filter((method) => method === "workspace/diagnostic/refresh").length;
    assert.equal(refreshes(), 0);
    files.set(envFile, "{}");
    await server.fileChanged(envFile);
    await until(() => refreshes() > 0);
    assert.equal((await pulled(uri)).length, 1);
  });

  test("resources don't refresh anything when a file has the same bytes", async () => {
    await start();
    const { uri } = server.open(usesHost);
    await pulled(uri);
    await server.fileChanged(envFile);
    assert.equal(await hostOf(uri), "one");
    assert.ok(!server.refreshed.includes("workspace/diagnostic/refresh"));
  });

  test("resources don't include files that no document refers to", async () => {
    await start();
    await pulled(server.open(usesHost).uri);
    const before = server.asked.length;
    await server.fileChanged("file:///other.xml", 1);
    await pulled(server.open(usesHost).uri);
    assert.equal(server.asked.length, before);
  });

  test("resources are recognized however the editor percent-encodes the name", async () => {
    await start();
    const { uri } = server.open(request({ "Content-Length": "4" }, "< ./a(1)@.xml"));
    assert.match(String((await pulled(uri))[0]), /^The file .+ doesn't exist/);
    files.set("file:///a(1)@.xml", "<a/>");
    await server.fileChanged("file:///a%281%29%40.xml", 1);
    await until(() => server.refreshed.includes("workspace/diagnostic/refresh"));
    assert.ok(!String(await pulled(uri)).includes("doesn't exist"));
  });

  test("resources update pushed diagnostics when a file changes", async () => {
    await start({}, {});
    server.open(usesHost);
    await until(() => server.published.length === 1);
    files.set(envFile, "{}");
    await server.fileChanged(envFile);
    await until(() => server.published.length === 2);
    assert.equal(server.published[1]?.diagnostics.length, 1);
  });

  test("resources are read again before a request is sent", async () => {
    await start();
    const { uri } = server.open(usesHost);
    await pulled(uri);
    files.set(envFile, '{ "dev": { "host": "three" } }');
    assert.equal(await hostOf(uri), "three");
    await until(() => server.refreshed.includes("workspace/diagnostic/refresh"));
  });

  test("WSDLs are read again before a request with errors is sent, which may follow from an earlier text", async () => {
    await start();
    const errors = async (uri: string) => {
      const result = await sent(uri);
      assert.ok(result.kind === "message", JSON.stringify(result));
      return result.message.errors.map(({ code }) => code);
    };
    const { uri } = server.open(`# @wsdl ./calc.wsdl\n${request()}`);
    await pulled(uri);
    assert.deepEqual(await errors(uri), ["directive-value"]);
    files.set("file:///calc.wsdl", sampleWsdl());
    assert.deepEqual(await errors(uri), []);
    await until(() => server.refreshed.includes("workspace/diagnostic/refresh"));
    const before = server.asked.length;
    assert.deepEqual(await errors(uri), []);
    assert.ok(!server.asked.slice(before).flat().includes("file:///calc.wsdl"), "read without errors");
  });

  test("resources are read again only for the document of the sent request", async () => {
    await start();
    files.set("file:///a.xml", "<a/>");
    await pulled(server.open(request({}, "< ./a.xml")).uri);
    const { uri } = server.open(usesHost);
    await pulled(uri);
    const before = server.asked.length;
    await sent(uri);
    assert.deepEqual(server.asked.slice(before), [["file:///http-client.private.env.json", envFile]]);
  });

  test("resources are read once for all documents, and forgotten when the last one closes", async () => {
    await start();
    const one = server.open(usesHost);
    const two = server.open(usesHost);
    await pulled(one.uri);
    await pulled(two.uri);
    assert.deepEqual(server.asked.flat(), ["file:///http-client.private.env.json", envFile]);
    for (const { uri } of [one, two]) await server.notify("textDocument/didClose", { textDocument: { uri } });
    await pulled(server.open(usesHost).uri);
    assert.equal(server.asked.flat().length, 4);
  });

  test("resources are all read before the first response, even if one refers to another", async () => {
    files.set(envFile, '{ "dev": { "n": "body" } }');
    files.set("file:///body.xml", "<a>{{$dotenv A}}</a>");
    files.set("file:///.env", "A=1");
    await start();
    const { uri } = server.open(request({ "Content-Length": "{{$contentLength}}" }, "<@ ./{{n}}.xml"));
    assert.ok(!(await pulled(uri)).some((message) => /has no value|doesn't exist/.test(String(message))));
    const result = await sent(uri);
    assert.ok(result.kind === "message", JSON.stringify(result));
    assert.equal(Buffer.from(result.message.body, "base64").toString(), "<a>1</a>");
    assert.deepEqual(result.message.secrets, ["1"]);
  });

  test("resources make other requests wait while a file is read", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await start({
      readFile: async (uri) => {
        if (uri === "file:///a.xml") await released;
        return readFile(uri);
      },
    });
    const { uri } = server.open(request({}, "< ./a.xml"));
    const first = server.request("soaphttp/requests", { uri });
    await until(() => server.asked.flat().includes("file:///a.xml"));
    const second = pulled(uri);
    // A response that didn't wait would be here by now.
    await new Promise((resolve) => setImmediate(resolve));
    release();
    await first;
    assert.match(String((await second)[0]), /^The file .+ doesn't exist/);
  });

  test("resources ignore a late read after a newer one", async () => {
    const answers: ((file: FileRead) => void)[] = [];
    let held = false;
    await start({
      readFile: (uri) => (held && uri === envFile ? new Promise((resolve) => answers.push(resolve)) : readFile(uri)),
    });
    const { uri } = server.open(usesHost);
    await pulled(uri);
    held = true;
    await server.fileChanged(envFile);
    await server.fileChanged(envFile);
    await until(() => answers.length === 2);
    const bytes = (host: string): FileRead => ({
      kind: "bytes",
      bytes: Buffer.from(JSON.stringify({ dev: { host } })).toString("base64"),
    });
    answers[1]?.(bytes("new"));
    await until(() => server.refreshed.includes("workspace/diagnostic/refresh"));
    answers[0]?.(bytes("old"));
    held = false;
    await pulled(uri);
    assert.equal(await hostIn(uri), "new");
  });

  test("resources report why the client can't read a file", async () => {
    await start({ readFile: () => Promise.reject(new Error("the disk is gone")) });
    assert.match(String((await pulled(server.open(usesHost).uri))[0]), /the disk is gone/);
  });

  test("resources are not read in Restricted Mode", async () => {
    const circumstances = { trusted: false, environment: "dev" };
    await start({ circumstances, processEnv: () => "leaked" });
    files.set("file:///a.xml", "<a/>");
    files.set("file:///.env", "A=1");
    const { uri } = server.open(
      request({ Host: "{{host}}", "X-A": "{{$processEnv USER}}", "X-B": "{{$dotenv A}}" }, "<@ ./a.xml"),
    );
    const why = "Files and environment variables aren't available in Restricted Mode.";
    assert.deepEqual(
      (await pulled(uri)).filter((message) => !/Content-Length/.test(String(message))),
      [
        `The variable host isn't defined. Searched in: this file, the environment dev, which is not defined. http-client.private.env.json can't be read: ${why} http-client.env.json can't be read: ${why}`,
        `{{$processEnv USER}} has no value. ${why}`,
        `{{$dotenv A}} has no value. ${why}`,
        `The body file ./a.xml can't be read: ${why}`,
      ],
    );
    assert.equal((await sent(uri)).kind, "unsendable");
    assert.deepEqual(server.asked, []);
  });

  test("a problem says whether an environment that isn't selected, but could be, defines the variable", async () => {
    files.set(envFile, '{ "dev": { "host": "one" }, "other": {} }');
    await start({ circumstances: { trusted: true, environment: null } });
    const { uri } = server.open(request({ Host: "{{host}}", X: "{{none}}" }));
    await pulled(uri);
    const result = await sent(uri);
    assert.ok(result.kind === "unsendable", JSON.stringify(result));
    assert.deepEqual(
      result.problems.map(({ undefinedName, inEnvironment }) => [undefinedName, inEnvironment]),
      [
        ["host", true],
        ["none", false],
      ],
    );
    const own = server.open(`# @environment other\n###\n${request({ Host: "{{host}}" })}`);
    const ofFile = await server.request<OutgoingResult>("soaphttp/outgoing", { uri: own.uri, line: 3 });
    assert.ok(ofFile.kind === "unsendable", JSON.stringify(ofFile));
    assert.deepEqual([ofFile.problems[0]?.undefinedName, ofFile.problems[0]?.inEnvironment], ["host", undefined]);
  });

  test("resources are not used after trust is revoked", async () => {
    await start();
    const { uri } = server.open(usesHost);
    assert.deepEqual(await pulled(uri), []);
    await server.notify("soaphttp/circumstances", { trusted: false, environment: "dev" });
    assert.equal((await pulled(uri)).length, 1);
  });

  test("resources are read after trust is granted", async () => {
    await start({ circumstances: { trusted: false, environment: "dev" } });
    const { uri } = server.open(usesHost);
    assert.equal((await pulled(uri)).length, 1);
    await server.notify("soaphttp/circumstances", dev);
    assert.deepEqual(await pulled(uri), []);
  });

  test("resources are read by the server if the client can't read", async () => {
    await start({
      readFile: undefined,
      hostReadsFile: (uri) => {
        const text = files.get(uri);
        return text === undefined ? { kind: "missing" } : { kind: "bytes", bytes: Buffer.from(text) };
      },
    });
    assert.equal(await hostOf(server.open(usesHost).uri), "one");
    assert.deepEqual(server.asked, []);
  });

  test("resources are missing if neither the client nor the server can read", async () => {
    await start({ readFile: undefined });
    assert.match(String((await pulled(server.open(usesHost).uri))[0]), /isn't defined/);
  });

  test("resources include environment variables of the process only if the host has any", async () => {
    const text = request({ "X-A": "{{$processEnv USER}}" });
    await start({ processEnv: (name) => (name === "USER" ? "ann" : undefined) });
    assert.deepEqual(await pulled(server.open(text).uri), []);
    await start();
    assert.deepEqual(await pulled(server.open(text).uri), [
      "{{$processEnv USER}} has no value. Environment variables aren't available in a browser.",
    ]);
  });

  test("resources list the environments of a document", async () => {
    await start({}, pulling, { environments: { local: {}, $shared: {} } });
    const { uri } = server.open(usesHost);
    assert.deepEqual(await server.request<EnvironmentsResult>("soaphttp/environments", { uri }), {
      environments: ["dev", "local", "prod"],
      named: [],
      files: [{ uri: envFile, problems: [] }],
    });
    const own = server.open(`# @environment prod dev\n###\n${usesHost}`);
    const { named } = await server.request<EnvironmentsResult>("soaphttp/environments", { uri: own.uri });
    assert.deepEqual(named, ["prod", "dev"]);
  });

  test("resources report what has no effect in the files of environments", async () => {
    files.set(envFile, '{\n "dev": {"Security": {"Other": {}}, "host": "h"}}');
    await start();
    const { uri } = server.open(usesHost);
    const result = await server.request<EnvironmentsResult>("soaphttp/environments", { uri });
    const range = { start: { line: 1, character: 22 }, end: { line: 1, character: 29 } };
    const message = "Other is not supported and has no effect.";
    assert.deepEqual(result.files, [{ uri: envFile, problems: [{ range, message }] }]);
  });

  test("resources ask for secrets by name and use the given values", async () => {
    await start();
    const { uri } = server.open(
      request({ "X-A": "{{$secret b}} {{$secret a}} {{$secret b}}", "X-B": "{{$secret c}}" }),
    );
    assert.deepEqual(await sent(uri), { kind: "secrets", names: ["b", "a", "c"] });
    assert.deepEqual(await sent(uri, { a: "1", b: "" }), { kind: "secrets", names: ["c"] });
    const result = await sent(uri, { a: "1", b: "", c: "3" });
    assert.ok(result.kind === "message", JSON.stringify(result));
    assert.deepEqual([...result.message.secrets].sort(), ["1", "3"]);
    assert.match(result.message.head, /X-A: {2}1 \r\nX-B: 3\r\n/);
  });

  test("resources show the value of a variable in an inlay hint, but not of a secret one", async () => {
    files.set("file:///http-client.private.env.json", '{ "dev": { "token": "t0p" } }');
    await start({}, pulling, { inlayHints: { variables: "on" } });
    const { uri } = server.open(request({ Host: "{{host}}", "X-A": "{{token}}" }));
    await pulled(uri);
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const hints = await server.ask<readonly InlayHint[]>("inlayHint", { uri }, { range });
    const labels = hints.map(({ label }) => label).filter((label) => String(label).startsWith("="));
    assert.deepEqual(labels, ["= one", "= •••"]);
    assert.ok(!JSON.stringify(hints).includes("t0p"));
  });
});
