import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { envelope12, request } from "../../../support/findings.ts";
import { skip } from "../../../support/skip.mjs";
import { type Certificates, makeCertificates } from "../../../support/transport/certificates.ts";
import { type RawService, startRawService, startResponding } from "../../../support/transport/rawService.ts";
import { programs, type Ran, type RunOptions, soaphttp, temporaryFolder } from "../built.ts";

const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: ${envelope12.length}\r\n\r\n${envelope12}`;

suite("soaphttp send with certificates", () => {
  let made: Certificates;
  let cwd: string;

  suiteSetup(async () => {
    made = makeCertificates();
    cwd = temporaryFolder();
    const { ca, client, clientKeyEncrypted, clientPfx, good, selfSigned } = made;
    const files = {
      "ca.pem": ca,
      "other-ca.pem": selfSigned.cert,
      "client.pem": client.cert,
      "client.key": client.key,
      "both.pem": client.cert + client.key,
      "encrypted.key": clientKeyEncrypted,
      "client.pfx": clientPfx,
      "other.key": good.key,
      "text.pem": "nothing",
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  });

  /** Starts a service that responds, and by default requires a client certificate; adds its common name to `seen`. */
  async function serve(
    { wants = true, response = answer }: { readonly wants?: boolean; readonly response?: string } = {},
    seen: string[] = [],
  ): Promise<RawService> {
    return startRawService(
      async (connection) => {
        const { socket } = connection;
        await connection.request();
        if (socket instanceof TLSSocket) seen.push(String(socket.getPeerCertificate().subject?.CN ?? "none"));
        connection.end(response);
      },
      { ...made.good, ca: made.ca, requestCert: true, rejectUnauthorized: wants },
    );
  }
  const textFor = ({ port }: { readonly port: number }) => `# @scheme https\n${request({ Host: `127.0.0.1:${port}` })}`;
  const send = (service: { readonly port: number }, args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
    soaphttp(["send", ...args, "-"], { cwd, input: textFor(service), ...options });
  const passphrase = () => ({ SOAPHTTP_PASSPHRASE: made.passphrase });

  suite("soaphttp send --ca", () => {
    test("a certificate of --ca is trusted in addition to other certificate authorities", async () => {
      const service = await serve({ wants: false });
      const refused = await send(service, []);
      assert.equal(refused.code, 3);
      assert.match(
        refused.out,
        /\n- If you trust it, specify a file with its certificate or its certificate authority: --ca FILE/,
      );
      for (const names of [["ca.pem"], ["other-ca.pem", "ca.pem"]]) {
        const ran = await send(
          service,
          names.flatMap((name) => ["--ca", name]),
        );
        assert.equal(ran.code, 0, ran.out + ran.error);
        assert.equal(ran.error, "");
      }
      assert.equal((await send(service, ["--ca", "other-ca.pem"])).code, 3);
    });

    test("--ca doesn't replace NODE_EXTRA_CA_CERTS", async () => {
      const service = await serve({ wants: false });
      const env = { NODE_EXTRA_CA_CERTS: join(cwd, "ca.pem") };
      assert.equal((await send(service, [], { env })).code, 0);
      assert.equal((await send(service, ["--ca", "other-ca.pem"], { env })).code, 0);
    });
  });

  suite("a service that requires a client certificate", () => {
    test("a service that requires a client certificate gets no certificate by default, and the failure names the options", async () => {
      const ran = await send(await serve(), ["--ca", "ca.pem"]);
      assert.equal(ran.code, 3);
      assert.match(ran.out, /No response: a client certificate is required\n/);
      assert.match(ran.out, /\n- Specify its files: --cert FILE --key FILE, or --pfx FILE\.\n/);
    });

    const ways: readonly (readonly [args: readonly string[], needsPassphrase: boolean])[] = [
      [["--cert", "client.pem", "--key", "client.key"], false],
      [["--cert", "both.pem"], false],
      [["--cert", "client.pem", "--key", "encrypted.key"], true],
      [["--pfx", "client.pfx"], true],
    ];
    for (const [args, needsPassphrase] of ways) {
      test(args.join(" "), async () => {
        const service = await serve();
        const env = needsPassphrase ? passphrase() : {};
        const ran = await send(service, ["--ca", "ca.pem", ...args], { env });
        assert.equal(ran.code, 0, ran.out + ran.error);
      });
    }

    test("the host of a redirect gets no client certificate", async () => {
      const seen: string[] = [];
      const other = await serve({ wants: false }, seen);
      const location = `https://localhost:${other.port}/`;
      const response = `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
      const first = await serve({ response }, seen);
      const ran = await send(first, ["--ca", "ca.pem", "--cert", "both.pem", "--follow", "always"]);
      assert.equal(ran.code, 0, ran.out + ran.error);
      assert.deepEqual(seen, ["client", "none"]);
    });
  });

  suite("soaphttp send with # @tls", () => {
    const sendTo = (service: RawService, directive: string, args: readonly string[]) =>
      soaphttp(["send", "--ca", "ca.pem", ...args, "-"], { cwd, input: `# @tls ${directive}\n${textFor(service)}` });

    test("a request shows the client certificate of the key that # @tls names, and the host of a redirect gets none", async () => {
      const seen: string[] = [];
      const second = await serve({ wants: false }, seen);
      const response = `HTTP/1.1 307 Temporary Redirect\r\nLocation: https://127.0.0.1:${second.port}/\r\nContent-Length: 0\r\n\r\n`;
      const first = await serve({ response }, seen);
      const ran = await sendTo(first, "alice", ["--key", "alice=both.pem", "--follow", "always"]);
      assert.equal(ran.code, 0, ran.out + ran.error);
      assert.deepEqual(seen, ["client", "none"]);
    });

    test("a request isn't sent if its key is missing or has no private key", async () => {
      const service = await serve();
      const missing = await sendTo(service, "bob", ["--key", "alice=both.pem"]);
      assert.equal(missing.code, 2);
      assert.match(
        missing.error,
        /its client certificate can't be used: There is no key bob\. Name its file with --key bob=FILE/,
      );
      const open = await sendTo(service, "alice", ["--key", "alice=client.pem"]);
      assert.match(
        open.error,
        /its client certificate can't be used: The file of the key alice contains no private key/,
      );
      assert.equal(service.connections.length, 0);
    });
  });

  test("a redirect from https to http is followed only with --allow-unencrypted", async () => {
    const other = await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const location = `http://localhost:${other.port}/`;
    const response = `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
    const first = await serve({ response, wants: false });
    const args = ["--ca", "ca.pem", "--follow", "always"];
    const stays = await send(first, args);
    assert.equal(stays.code, 1, stays.out + stays.error);
    assert.match(
      stays.out,
      /was not followed, because it leads from https to http\. Use --follow always --allow-unencrypted/,
    );
    assert.equal(other.connections.length, 0);
    assert.equal((await send(first, [...args, "--allow-unencrypted"])).code, 0);
    assert.equal(other.connections.length, 1);
  });

  suite("unusable certificates and keys", () => {
    const cases: readonly (readonly [args: string, error: RegExp, env?: Readonly<Record<string, string>>])[] = [
      ["--cert none.pem", /^none\.pem: file not found\.$/],
      ["--ca none.pem", /^none\.pem: file not found\.$/],
      ["--ca text.pem", /^text\.pem: the file contains no certificate \(PEM\)\.$/],
      ["--cert text.pem --key client.key", /^text\.pem: the file contains no certificate \(PEM\)\.$/],
      ["--cert client.pem", /^client\.pem: the file contains no key\. Specify the key's file with --key\.$/],
      ["--cert client.pem --key text.pem", /^text\.pem: the file contains no key \(PEM\)\.$/],
      ["--cert client.pem --key other.key", /^other\.key can't be used as a client certificate: .*mismatch/],
      ["--pfx text.pem", /^text\.pem can't be used as a client certificate: /],
      ["--cert client.pem --key encrypted.key", /^encrypted\.key: missing passphrase\. Set SOAPHTTP_PASSPHRASE\.$/],
      ["--pfx client.pfx", /^client\.pfx: missing passphrase\. Set SOAPHTTP_PASSPHRASE\.$/],
      ["--pfx client.pfx", /^client\.pfx: the passphrase is wrong\.$/, { SOAPHTTP_PASSPHRASE: "wrong" }],
      [
        "--cert client.pem --key encrypted.key",
        /^encrypted\.key: the passphrase is wrong\.$/,
        { SOAPHTTP_PASSPHRASE: "wrong" },
      ],
      ["--key client.key", /^--key requires --cert\.$/],
      ["--key client.key --follow x", /^Invalid value for --follow: x\./],
      ["--pfx client.pfx --cert client.pem", /^--pfx can't be combined with --cert and --key\.$/],
    ];
    for (const [args, error, env = {}] of cases) {
      test(`soaphttp send ${args}${Object.keys(env).length > 0 ? ", wrong passphrase" : ""} sends nothing`, async () => {
        const service = await serve();
        const ran = await send(service, args.split(" "), { env });
        assert.equal(ran.code, 2);
        assert.match(ran.error.split("\n")[0]?.replace(/^soaphttp: /, "") ?? "", error);
        assert.equal(service.connections.length, 0);
      });
    }

    test("a passphrase can't be an argument", async () => {
      const ran = await send({ port: 1 }, ["--passphrase", "x"]);
      assert.equal(ran.code, 2);
      assert.match(ran.error, /Unknown option: --passphrase/);
    });
  });

  suite("in a terminal", () => {
    /** Whether `script` is that of util-linux; other systems have one with other arguments. */
    const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

    /** Runs soaphttp in a terminal, types when it asks, and returns everything that the terminal shows. */
    async function typing(
      file: string,
      typed: string,
      first = "",
    ): Promise<{ readonly code: number | null; readonly shown: string }> {
      const program = join(await programs(), "dist", "cli", "soaphttp.js");
      const args = ["send", "--ca", "ca.pem", "--pfx", "client.pfx", file];
      const command = [process.execPath, program, ...args].map((one) => `'${one}'`).join(" ");
      const { PATH = "" } = process.env;
      const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd, env: { PATH, SHELL: "/bin/sh" } });
      let shown = "";
      child.stdin.write(first);
      child.stdout.on("data", (piece: Buffer) => {
        const before = shown;
        shown += piece.toString();
        if (!before.includes("Passphrase") && shown.includes("Passphrase of client.pfx: ")) child.stdin.write(typed);
      });
      const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
      return { code, shown };
    }

    test("the command asks for the passphrase without showing it", async function () {
      if (!hasScript) skip(this, "there is no script of util-linux");
      const service = await serve();
      writeFileSync(join(cwd, "request.soaphttp"), textFor(service));
      const { code, shown } = await typing("request.soaphttp", `wrong\x15${made.passphrase}x\x7f\r`);
      assert.equal(code, 0, shown);
      assert.match(shown, /Passphrase of client\.pfx: \r?\n/);
      assert.doesNotMatch(shown, /a passphrase|wrong/);
    });

    test("the command doesn't ask when the request comes from standard input", async function () {
      if (!hasScript) skip(this, "there is no script of util-linux");
      const service = await serve();
      const { code, shown } = await typing("-", "", `${textFor(service)}\n\x04`);
      assert.equal(code, 2, shown);
      assert.match(shown, /missing passphrase\. Set SOAPHTTP_PASSPHRASE/);
    });

    test("Ctrl+C cancels the passphrase", async function () {
      if (!hasScript) skip(this, "there is no script of util-linux");
      const service = await serve();
      writeFileSync(join(cwd, "request.soaphttp"), textFor(service));
      const { code, shown } = await typing("request.soaphttp", "\x03");
      assert.equal(code, 2);
      assert.match(shown, /soaphttp: client\.pfx: missing passphrase\. Set SOAPHTTP_PASSPHRASE\.\r?\n/);
      assert.equal(service.connections.length, 0);
    });
  });
});
