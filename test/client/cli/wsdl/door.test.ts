import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Console } from "../../../../client/src/cli/console.ts";
import { type Certificates, makeCertificates } from "../../../support/transport/certificates.ts";
import { startProxy } from "../../../support/transport/proxy.ts";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";

const wsdl = (
  types: string,
) => `<definitions name="D" targetNamespace="urn:d" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:d="urn:d" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
<types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s"><x:import namespace="urn:t" schemaLocation="${types}"/></x:schema></types>
<message name="M"/><portType name="P"><operation name="Ping"><input message="d:M"/></operation></portType>
<binding name="B" type="d:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Ping"><soap:operation soapAction="urn:ping"/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="T" binding="d:B"><soap:address location="http://localhost/d"/></port></service></definitions>`;
const schema = '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"/>';

suite("a WSDL whose server requires credentials", () => {
  let made: Certificates;
  let cwd: string;
  suiteSetup(() => {
    made = makeCertificates();
    cwd = mkdtempSync(join(tmpdir(), "soaphttp-door-"));
    const files = {
      "ca.pem": made.ca,
      "both.pem": made.client.cert + made.client.key,
      "other.pem": made.selfSigned.cert,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  });
  suiteTeardown(() => rmSync(cwd, { recursive: true, force: true }));

  async function serve(body: () => string, wantsCertificate: boolean, password?: string): Promise<RawService> {
    return startRawService(
      async (connection) => {
        const { head } = await connection.request();
        const isRight = password === undefined || head.includes(`Authorization: Basic ${btoa(`ann:${password}`)}\r\n`);
        const text = isRight ? body() : "";
        const status = isRight ? "200 OK" : '401 Unauthorized\r\nWWW-Authenticate: Basic realm="a"';
        connection.end(`HTTP/1.1 ${status}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
      },
      { ...made.good, ca: made.ca, requestCert: true, rejectUnauthorized: wantsCertificate },
    );
  }

  const commands = {
    check: () => import("../../../../client/src/cli/check/command.ts"),
    mock: () => import("../../../../client/src/cli/mock/command.ts"),
    new: () => import("../../../../client/src/cli/new/command.ts"),
    send: () => import("../../../../client/src/cli/send/command.ts"),
    test: () => import("../../../../client/src/cli/test/command.ts"),
  };

  const list = (args: readonly string[], env?: Readonly<Record<string, string>>, typed?: string) =>
    run("new", ["--list", ...args], { env, typed });

  /** Runs a command. `onOut` gets the output that is written so far. */
  async function run(
    command: keyof typeof commands,
    args: readonly string[],
    {
      env = {},
      typed,
      onOut,
    }: {
      readonly env?: Readonly<Record<string, string>> | undefined;
      readonly typed?: string | undefined;
      readonly onOut?: (text: string) => void;
    } = {},
  ) {
    const texts = { out: "", error: "", asked: "" };
    const console: Console = {
      cwd,
      env,
      columns: 80,
      isTerminal: false,
      isErrorTerminal: false,
      out: (text: string) => {
        texts.out += text;
        onOut?.(texts.out);
      },
      drained: async () => {},
      progress: () => {},
      error: (text: string) => {
        texts.error += text;
      },
      complain: (text: string) => {
        texts.error += text;
      },
      input: async () => "Nothing is read.",
      secret: async (prompt: string) => {
        texts.asked = prompt;
        return typed;
      },
      ask: async () => undefined,
    };
    // Each command is a module of the bundles of the command line.
    const code = await (await commands[command]()).run(args, console);
    return { code, ...texts };
  }

  test("a WSDL is read with a client certificate, a user and a header, which a schema elsewhere doesn't get", async () => {
    const other = await serve(() => schema, false);
    const service = await serve(() => wsdl(`https://localhost:${other.port}/t.xsd`), true, "p1n");
    const address = `https://localhost:${service.port}/d?wsdl`;
    const args = [
      "--ca",
      "ca.pem",
      "--cert",
      "both.pem",
      "--user",
      "ann",
      "--header",
      "X-Key: k3y",
      "--allow-outside",
      address,
    ];
    const ran = await list(args, { SOAPHTTP_PASSWORD: "p1n" });
    assert.deepEqual([ran.code, ran.error, ran.asked], [0, "", ""]);
    assert.match(ran.out, /Ping/);
    assert.match(service.connections.at(-1)?.text ?? "", /\r\nX-Key: k3y\r\n/);
    assert.equal(other.connections.length, 1);
    assert.doesNotMatch(other.connections[0]?.text ?? "", /Authorization|X-Key/);
  });

  test("a WSDL is read with a password that is typed, and a missing one is named", async () => {
    const service = await serve(() => wsdl("t.xsd"), false, "p1n");
    const args = ["--ca", "ca.pem", "--user", "ann", `https://localhost:${service.port}/d?wsdl`];
    const typed = await list(args, {}, "p1n");
    assert.deepEqual([typed.code, typed.asked], [0, "Password of ann: "]);
    const missing = await list(args);
    assert.match(missing.error, /The password of ann is missing\. Set SOAPHTTP_PASSWORD\./);
    const wrong = await list(args, { SOAPHTTP_PASSWORD: "s3cret" });
    assert.equal(wrong.code, 2);
    assert.doesNotMatch(wrong.error, /s3cret/);
  });

  test("a WSDL isn't read without what its server requires", async () => {
    const service = await serve(() => wsdl("t.xsd"), true);
    const address = `https://localhost:${service.port}/d?wsdl`;
    for (const args of [[], ["--ca", "other.pem"], ["--ca", "ca.pem"]])
      assert.equal((await list([...args, address])).code, 2);
    assert.equal((await list(["--ca", "ca.pem", "--cert", "both.pem", address])).code, 0);
  });

  test("check, send and test read a WSDL with the same credentials", async () => {
    const other = await serve(() => schema, false);
    const service = await serve(() => wsdl(`https://localhost:${other.port}/t.xsd`), true);
    const address = `https://localhost:${service.port}/d?wsdl`;
    const text = `# @name a\nGET /d HTTP/1.1\nHost: localhost:${service.port}\n\n`;
    writeFileSync(join(cwd, "a.soaphttp"), text.replace("GET /d", `GET ${address}`));
    const door = ["--ca", "ca.pem", "--cert", "both.pem", "--allow-outside", "--wsdl", address, "a.soaphttp"];
    for (const command of ["check", "send", "test"] as const) {
      const before = other.connections.length;
      const ran = await run(command, command === "test" ? ["--name", "none", ...door] : door);
      assert.doesNotMatch(ran.error, /certificate/i, command);
      assert.ok(other.connections.length > before, command);
      const closed = await run(command, ["--wsdl", address, "a.soaphttp"]);
      assert.match(closed.error, /certificate/i, command);
    }
  });

  test("check signs in, and its --key is both a key of the requests and the key of --cert", async () => {
    const service = await serve(() => wsdl("t.xsd"), true, "p1n");
    const address = `https://localhost:${service.port}/d?wsdl`;
    writeFileSync(join(cwd, "client.pem"), made.client.cert);
    writeFileSync(join(cwd, "client.key"), made.client.key);
    writeFileSync(join(cwd, "b.soaphttp"), "GET http://localhost/ HTTP/1.1\nHost: localhost\n\n");
    const files = ["--ca", "ca.pem", "--cert", "client.pem", "--key", "client.key", "--key", "me=client.pem"];
    const args = [...files, "--user", "ann", "--header", "X-Key: k3y", "--wsdl", address, "b.soaphttp"];
    const ran = await run("check", args, { env: { SOAPHTTP_PASSWORD: "p1n" } });
    assert.doesNotMatch(ran.error, /credentials|certificate|key/i);
    assert.match(service.connections.at(-1)?.text ?? "", /\r\nX-Key: k3y\r\n/);
  });

  test("mock reads a WSDL and passes requests on with a client certificate of its own", async () => {
    const service = await serve(() => wsdl("t.xsd"), true);
    const origin = `https://localhost:${service.port}`;
    const door = ["--ca", "ca.pem", "--client-cert", "both.pem", "--header", "X-Key: k3y"];
    let passed: Promise<string> | undefined;
    const ran = await run("mock", ["--port", "0", ...door, "--wsdl", `${origin}/d?wsdl`, "--to", origin], {
      onOut: (text) => {
        const [, address] = /Listening on (\S+)/.exec(text) ?? [];
        if (address === undefined || passed) return;
        passed = fetch(`${address}x`)
          .then((response) => response.text())
          .finally(() => process.emit("SIGTERM"));
      },
    });
    assert.equal(ran.code, 0, ran.error);
    assert.match((await passed) ?? "", /<definitions /);
    const texts = service.connections.map(({ text }) => text);
    const [described, passedOn] = [texts[0], texts.at(-1)];
    assert.match(described ?? "", /^GET \/d\?wsdl [\s\S]*\r\nX-Key: k3y\r\n/);
    assert.match(passedOn ?? "", /^GET \/x /);
    assert.doesNotMatch(passedOn ?? "", /X-Key/);
    rmSync(join(cwd, "recorded.soapmock"));
  });

  test("a WSDL is read through the proxy that a script of --pac chooses for its address", async () => {
    const service = await serve(() => wsdl("t.xsd"), false);
    const proxy = await startProxy();
    const port = `:${proxy.port}`;
    const script = `function FindProxyForURL(url, host) { return host === "localhost" ? "PROXY 127.0.0.1${port}" : "DIRECT"; }`;
    writeFileSync(join(cwd, "door.pac"), script);
    writeFileSync(join(cwd, "p.soaphttp"), "GET http://127.0.0.1/ HTTP/1.1\nHost: 127.0.0.1\n\n");
    const address = `https://localhost:${service.port}/d?wsdl`;
    const door = ["--ca", "ca.pem", "--pac", "door.pac"];
    const stopped = { onOut: (text: string) => text.includes("Listening") && process.emit("SIGTERM") };
    for (const [command, args] of [
      ["new", ["--list", address]],
      ["check", ["--wsdl", address, "p.soaphttp"]],
      ["test", ["--name", "none", "--wsdl", address, "p.soaphttp"]],
      ["mock", ["--port", "0", "--wsdl", address]],
    ] as const) {
      const before = proxy.heads.length;
      const ran = await run(command, [...door, ...args], command === "mock" ? stopped : {});
      assert.doesNotMatch(ran.error, /proxy|localhost/, command);
      const [head = "", ...others] = proxy.heads.slice(before);
      assert.ok(head.startsWith(`CONNECT localhost:${service.port} HTTP/1.1\r\n`), `${command}: ${head}${ran.error}`);
      assert.ok(
        others.every((other) => other.startsWith("CONNECT localhost")),
        command,
      );
    }
    const { length } = proxy.heads;
    const direct = await list([...door, address.replace("localhost", "127.0.0.1")]);
    assert.deepEqual([direct.code, direct.error], [0, ""]);
    assert.equal(proxy.heads.length, length);
    writeFileSync(join(cwd, "door.pac"), "function (");
    assert.match((await list([...door, address])).error, /Line 1 of door\.pac has an error: /);
  });

  test("catalogs redirect addresses to files, so that nothing is fetched, and one that can't be read is named", async () => {
    const other = await serve(() => schema, false);
    const address = `https://localhost:${other.port}/t.xsd`;
    const catalog = `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="${address}" uri="t.xsd"/></catalog>`;
    const folder = join(cwd, "catalogs");
    mkdirSync(join(folder, "beside"), { recursive: true });
    for (const [name, text] of [
      ["a.wsdl", wsdl(address)],
      ["all.xml", catalog],
      ["t.xsd", schema],
      ["beside/a.wsdl", wsdl(address)],
      ["beside/catalog.xml", catalog.replace('"t.xsd"', '"../t.xsd"')],
      ["c.soaphttp", "GET http://localhost/ HTTP/1.1\nHost: localhost\n\n"],
    ] as const)
      writeFileSync(join(folder, name), text);
    const given = ["--catalog", "catalogs/all.xml", "--allow-outside"];
    const files = ["--wsdl", "catalogs/a.wsdl", "catalogs/c.soaphttp"];
    for (const ran of [
      await list([...given, "catalogs/a.wsdl"]),
      await list(["--allow-outside", "catalogs/beside/a.wsdl"]),
      await run("check", [...given, ...files]),
      await run("test", [...given, "--name", "none", ...files]),
    ])
      assert.doesNotMatch(ran.error, /t\.xsd/);
    const described = `https://localhost:${other.port}/d?wsdl`;
    writeFileSync(join(folder, "all.xml"), catalog.replace(address, described).replace("t.xsd", "a.wsdl"));
    const written = await run("new", [...given, described]);
    assert.deepEqual([written.code, written.out.includes(`\n# @wsdl ${described}\n`)], [0, true], written.error);
    assert.doesNotMatch((await run("check", [...given, "--wsdl", described, "catalogs/c.soaphttp"])).error, /d\?wsdl/);
    assert.equal(other.connections.length, 0);
    const missing = await list(["--catalog", "catalogs/none.xml", "catalogs/a.wsdl"]);
    assert.match(missing.error, /none\.xml:1:1: The catalog .*none\.xml can't be read\./);
    assert.match(missing.error, /Can't read https/);
  });

  test("options that can't be used are refused without their values", async () => {
    for (const args of [
      ["--header", "s3cret"],
      ["--header", "A: s3cret\r\nB: c"],
      ["--proxy", "ftp://ann:s3cret@a"],
    ]) {
      const ran = await list([...args, "a.wsdl"]);
      assert.equal(ran.code, 2);
      assert.match(ran.error, /Invalid value for --(?:header|proxy)\. Use|The value of --header A must/);
      assert.doesNotMatch(ran.error, /s3cret/);
    }
  });
});
