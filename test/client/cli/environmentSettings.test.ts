import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { envelope12, request } from "../../support/findings.ts";
import { outputArguments } from "../../support/outputs.ts";
import { skip } from "../../support/skip.mjs";
import { type Certificates, makeCertificates } from "../../support/transport/certificates.ts";
import { type RawService, startRawService } from "../../support/transport/rawService.ts";
import { folderOf, type RunOptions, soaphttp } from "./built.ts";

const clientSecret = "s3cret&of<the>client";
const token = "tok+en/of=the service";

suite("OAuth 2 tokens of environments on the command line", () => {
  let server: Server;
  /** What the token service and the service have received. */
  let forms: string[];
  let logins: string[];
  let tokens: string[];
  let response: { status: number; value: object };
  suiteSetup(async () => {
    server = createServer((received, answer) => {
      let body = "";
      received.setEncoding("utf8").on("data", (part: string) => {
        body += part;
      });
      received.on("end", () => {
        if (received.url === "/token") {
          forms.push(body);
          logins.push(received.headers.authorization ?? "");
          answer.writeHead(response.status, { "Content-Type": "application/json" });
          answer.end(JSON.stringify(response.value));
        } else {
          tokens.push(received.headers.authorization ?? "");
          answer.writeHead(200, { "Content-Type": "application/soap+xml; charset=utf-8" });
          answer.end(envelope12.replace("<s:Body/>", `<s:Body>${tokens.at(-1)}</s:Body>`));
        }
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  setup(() => {
    forms = [];
    logins = [];
    tokens = [];
    response = { status: 200, value: { access_token: token, expires_in: 3600, token_type: "Bearer" } };
  });
  suiteTeardown(() => server.close());

  const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const withToken = (name = "a", expected = "200") =>
    `# @name ${name}\n# @expect status ${expected}\n${request({ Host: host(), Authorization: 'Bearer {{$auth.token("api")}}' })}`;
  const files = () => {
    const api = {
      Type: "OAuth2",
      "Grant Type": "Client Credentials",
      "Token URL": `http://${host()}/token`,
      "Client ID": "me",
      Scope: "{{scope}}",
    };
    return {
      "http-client.env.json": JSON.stringify({ dev: { scope: "read", Security: { Auth: { api } } }, other: {} }),
      "http-client.private.env.json": JSON.stringify({
        dev: { Security: { Auth: { api: { "Client Secret": clientSecret } } } },
      }),
      "a.soaphttp": `${withToken("a")}\n###\n${withToken("b")}`,
      "b.soaphttp": withToken("c"),
    };
  };

  for (const command of ["send", "test"]) {
    test(`soaphttp ${command} requests a token once for all requests, and sends it`, async () => {
      const jobs = command === "test" ? ["-j", "4"] : [];
      const cwd = folderOf(files());
      const { code, out, error } = await soaphttp([command, ...jobs, "-e", "dev", "a.soaphttp", "b.soaphttp"], { cwd });
      assert.equal(code, 0, out + error);
      assert.deepEqual(forms, ["grant_type=client_credentials&scope=read"]);
      const login = Buffer.from(`me:${encodeURIComponent(clientSecret)}`).toString("base64");
      assert.deepEqual(logins, [`Basic ${login}`]);
      assert.deepEqual(tokens, Array(3).fill(`Bearer ${token}`));
      if (command === "send") assert.ok(out.includes(`The token api is from ${host()}.`), out);
    });
  }

  for (const command of ["send", "test"]) {
    test(`soaphttp ${command} requests one token for a request if each token request has other values`, async () => {
      const given = files();
      const json = given["http-client.env.json"].replace(
        '"Scope"',
        '"Custom Request Parameters":{"jti":"{{$guid}}"},"Scope"',
      );
      const cwd = folderOf({ ...given, "http-client.env.json": json });
      const { code, out, error } = await soaphttp([command, "-e", "dev", "b.soaphttp"], { cwd });
      assert.equal(code, 0, out + error);
      assert.equal(forms.length, 1);
      assert.match(forms[0] ?? "", /&jti=[\da-f-]{36}$/);
      assert.deepEqual(tokens, [`Bearer ${token}`]);
    });
  }

  test("soaphttp send --explain requests no token", async () => {
    const { code, out, error } = await soaphttp(["send", "--explain", "-e", "dev", "a.soaphttp"], {
      cwd: folderOf(files()),
    });
    assert.equal(code, 0, out + error);
    assert.deepEqual([forms.length, tokens.length], [0, 0]);
  });

  test("a token that needs itself through a variable is an error", async () => {
    const { "b.soaphttp": text, ...given } = files();
    const own = JSON.parse(given["http-client.env.json"]);
    own.dev.u = '{{$auth.token("api")}}';
    own.dev.Security.Auth.api["Token URL"] = "{{u}}";
    const cwd = folderOf({ "b.soaphttp": text, "http-client.env.json": JSON.stringify(own) });
    for (const command of ["check", "send", "test"]) {
      const { out, error } = await soaphttp([command, "-e", "dev", "b.soaphttp"], { cwd });
      assert.match(out + error, /Token URL of api has a variable without a value/);
      assert.doesNotMatch(out + error, /bug/);
    }
    assert.deepEqual([forms.length, tokens.length], [0, 0]);
  });

  test("a client secret from the environment of the process is read first", async () => {
    const own = { ...files(), "http-client.private.env.json": "{}" };
    const text = own["http-client.env.json"].replace('"Client ID"', '"Client Secret":"{{$secret of me}}","Client ID"');
    const cwd = folderOf({ ...own, "http-client.env.json": text });
    const env = { SOAPHTTP_SECRET_OF_ME: "x" };
    const ran = await soaphttp(["test", "-e", "dev", "a.soaphttp"], { cwd, env });
    assert.equal(ran.code, 0, ran.out + ran.error);
    assert.deepEqual(logins, [`Basic ${Buffer.from("me:x").toString("base64")}`]);
  });

  test("without a token nothing is sent, and the message has the service's error without secrets", async () => {
    response = { status: 400, value: { error: "invalid_scope", error_description: `not for ${clientSecret}` } };
    const { code, out, error } = await soaphttp(["test", "-e", "dev", "a.soaphttp", "b.soaphttp"], {
      cwd: folderOf(files()),
    });
    assert.equal(code, 2, out + error);
    assert.match(
      out,
      /No token api: 127\.0\.0\.1:\d+ responded with status 400 \(invalid_scope: not for \[redacted\]\)/,
    );
    assert.deepEqual([forms.length, tokens.length], [1, 0]);
  });

  test("check reports a token without a configuration, and the environments that lack it", async () => {
    const cwd = folderOf(files());
    assert.equal((await soaphttp(["check", "-e", "dev", "a.soaphttp"], { cwd })).code, 0);
    const { code, out } = await soaphttp(["check", "-e", "other", "a.soaphttp"], { cwd });
    assert.equal(code, 1);
    assert.match(out, /No selected environment has api in Security, Auth\./);
    assert.equal(forms.length, 0);
  });

  test("a recorded run is replayed without a token service", async () => {
    const cwd = folderOf(files());
    assert.equal((await soaphttp(["test", "-e", "dev", "--record", "r", "a.soaphttp"], { cwd })).code, 0);
    const { code, out } = await soaphttp(["test", "-e", "dev", "--replay", "r", "a.soaphttp"], { cwd });
    assert.equal(code, 0, out);
    assert.deepEqual([forms.length, tokens.length], [1, 2]);
  });

  for (const args of outputArguments) {
    test(`neither token nor client secret is in any output or file of soaphttp ${args.join(" ")}`, async () => {
      const given = files();
      const cwd = folderOf(given);
      const [command = "", ...options] = args;
      const environments = options.includes("-e") ? [] : ["-e", "dev"];
      const ran = await soaphttp([command, "b.soaphttp", ...environments, ...options], { cwd });
      const written = readdirSync(cwd, { recursive: true })
        .map(String)
        .filter((name) => !(name in given) && statSync(join(cwd, name)).isFile())
        .map((name) => readFileSync(join(cwd, name), "latin1"));
      const all = [ran.out, ran.error, ...written].join("\n");
      const isWhole = args.join(" ").includes("json") && command === "send";
      for (const secret of isWhole ? [clientSecret] : [token, clientSecret, encodeURIComponent(clientSecret)])
        assert.ok(!all.includes(secret), all);
    });
  }
});

suite("client certificates of environments on the command line", () => {
  let made: Certificates;
  let service: RawService;
  let seen: string[];
  suiteSetup(async () => {
    made = makeCertificates();
  });
  setup(async () => {
    seen = [];
    service = await startRawService(
      async (connection) => {
        await connection.request();
        if (connection.socket instanceof TLSSocket)
          seen.push(String(connection.socket.getPeerCertificate().subject?.CN ?? "none"));
        connection.end(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`);
      },
      { ...made.good, ca: made.ca, requestCert: true, rejectUnauthorized: false },
    );
  });
  const folder = (ssl: object, more: Readonly<Record<string, string>> = {}) => {
    const environments = JSON.stringify({ dev: { SSLConfiguration: ssl }, none: {} });
    const text = `# @scheme https\n# @expect status 200\n${request({ Host: `127.0.0.1:${service.port}` })}`;
    const { ca, client, clientKeyEncrypted, selfSigned } = made;
    const cwd = folderOf({ "ca.pem": ca, "sub/http-client.env.json": environments, "sub/a.soaphttp": text, ...more });
    mkdirSync(join(cwd, "sub/keys"));
    const pem = { "c.pem": client.cert, "c.key": client.key, "encrypted.key": clientKeyEncrypted };
    for (const [name, content] of Object.entries(pem)) writeFileSync(join(cwd, "sub/keys", name), content);
    writeFileSync(join(cwd, "both.pem"), selfSigned.cert + selfSigned.key);
    return cwd;
  };
  const run = (cwd: string, args: readonly string[] = [], more: RunOptions = {}, command = "test") =>
    soaphttp([command, "--ca", "ca.pem", "-e", "dev", ...args, "sub/a.soaphttp"], { cwd, ...more });
  const certificate = { clientCertificate: "keys/c.pem", clientCertificateKey: "./keys/c.key" };

  for (const command of ["send", "test"]) {
    test(`soaphttp ${command} shows the certificate, whose files are beside the environment`, async () => {
      const ran = await run(folder(certificate), [], {}, command);
      assert.equal(ran.code, 0, ran.out + ran.error);
      assert.deepEqual(seen, ["client"]);
    });
  }

  test("a key with a passphrase asks for it", async () => {
    const ssl = { ...certificate, clientCertificateKey: "keys/encrypted.key", hasCertificatePassphrase: true };
    const cwd = folder(ssl);
    const missing = await run(cwd);
    assert.match(missing.out, /The passphrase of the key keys\/encrypted\.key is missing\. Set SOAPHTTP_PASSPHRASE/);
    const ran = await run(cwd, [], { env: { SOAPHTTP_PASSPHRASE: made.passphrase } });
    assert.equal(ran.code, 0, ran.out + ran.error);
    assert.deepEqual(seen, ["client"]);
  });

  test("--cert of the command line wins", async () => {
    const ran = await run(folder({ clientCertificate: "missing.pem" }), ["--cert", "both.pem"]);
    assert.equal(ran.code, 0, ran.out + ran.error);
    assert.notDeepEqual(seen, ["client"]);
  });

  test("another environment shows no certificate", async () => {
    const cwd = folder(certificate);
    const ran = await soaphttp(["test", "--ca", "ca.pem", "-e", "none", "sub/a.soaphttp"], { cwd });
    assert.equal(ran.code, 0, ran.out + ran.error);
    assert.deepEqual(seen, ["none"]);
  });

  test("a file that is missing, outside, a link to outside or of secrets isn't used, and nothing is sent", async function () {
    if (process.platform === "win32") skip(this, "only administrators may create symbolic links on Windows");
    const outside = folderOf({ "c.pem": made.client.cert + made.client.key });
    for (const [path, why] of [
      ["keys/none.pem", /keys\/none\.pem can't be read: The file doesn't exist/],
      [join(outside, "c.pem"), /is outside of the current folder/],
      ["link.pem", /is outside of the current folder/],
      [".env", /\.env can't be read/],
    ] as const) {
      const cwd = folder({ clientCertificate: path });
      symlinkSync(join(outside, "c.pem"), join(cwd, "sub/link.pem"));
      const ran = await run(cwd);
      assert.equal(ran.code, 2, ran.out + ran.error);
      assert.match(ran.out, why);
    }
    assert.equal(service.connections.length, 0);
  });

  test("--endpoint decides whether a certificate is needed", async () => {
    const secure = folder(certificate);
    const plain = `# @expect status 200\n${request({ Host: "other.test" })}`;
    writeFileSync(join(secure, "sub/a.soaphttp"), plain);
    const ran = await run(secure, ["--endpoint", `https://127.0.0.1:${service.port}`]);
    assert.equal(ran.code, 0, ran.out + ran.error);
    assert.deepEqual(seen, ["client"]);
  });

  test("verifyHostCertificate can't turn off verification, and the message says so", async () => {
    const cwd = folder({ verifyHostCertificate: false });
    const ran = await soaphttp(["test", "-e", "dev", "sub/a.soaphttp"], { cwd });
    assert.equal(ran.code, 3, ran.out + ran.error);
    assert.match(ran.error, /http-client\.env\.json:1: A file can't turn off the verification of certificates\./);
    assert.equal(seen.length, 0);
  });
});
