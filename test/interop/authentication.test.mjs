// Tests Basic and Digest with Apache httpd, and NTLM with gss-ntlmssp. A relay records the bytes.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDebianPackages } from "../support/debian.mjs";
import { skip } from "../support/skip.mjs";
import { freePort, startServer } from "./processes.mjs";
import { startRelay } from "./relay.mjs";
import { folder, run, send } from "./soaphttp.mjs";

const envelope = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>ü</s:Body></s:Envelope>';
const password = 'p:ä"\\€ 1';
const user = "jürgen";

/** A file with requests of one service, whose password is a secret. */
function file(name, port, requests) {
  const texts = requests.map(({ path, above = "", header = "" }) =>
    [
      `${above}POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      "Content-Type: application/soap+xml; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(envelope)}`,
      ...(header === "" ? [] : [header]),
      "",
      envelope,
    ].join("\n"),
  );
  const path = join(folder, `${name}.soaphttp`);
  writeFileSync(path, `@user = ${user}\n@password = {{$secret pin}}\n${texts.join("\n\n###\n")}\n`);
  return path;
}

const env = { SOAPHTTP_SECRET_PIN: password };
const bytesOf = (text) => Buffer.from(text, "base64").toString("utf8");

suite("authentication at Apache httpd", () => {
  let server;
  let relay;

  suiteSetup(async function () {
    this.timeout(180_000);
    const why = ensureDebianPackages(["apache2-bin"]);
    if (why !== undefined) skip(this, `Apache httpd: ${why}`);
    const port = await freePort();
    const root = join(folder, "apache");
    mkdirSync(join(root, "docs"), { recursive: true });
    writeFileSync(join(root, "docs", "calc"), "here it is");
    // Since 2.4.71, httpd refuses all clients, curl too, where the realm has quotes: it compares it with its escaped form.
    const realm = "the realm, here";
    const md5 = createHash("md5").update(`${user}:${realm}:${password}`).digest("hex");
    writeFileSync(join(root, "digest"), `${user}:${realm}:${md5}\n`);
    const sha1 = createHash("sha1").update(password).digest("base64");
    writeFileSync(join(root, "basic"), `${user}:{SHA}${sha1}\n`);
    const modules = [
      "mpm_prefork",
      "authn_core",
      "authn_file",
      "authz_core",
      "authz_user",
      "auth_basic",
      "auth_digest",
    ];
    const protectedBy = (path, ...lines) =>
      [`Alias /${path}/ ${root}/docs/`, `<Location /${path}/>`, ...lines, "Require valid-user", "</Location>"].join(
        "\n",
      );
    const digest = ["AuthType Digest", `AuthName "${realm}"`, `AuthUserFile ${root}/digest`];
    writeFileSync(
      join(root, "httpd.conf"),
      [
        ...[...modules, "alias"].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        `ServerRoot ${root}`,
        `PidFile ${root}/pid`,
        `ErrorLog ${root}/errors`,
        "ServerName localhost",
        `Listen 127.0.0.1:${port}`,
        `DocumentRoot ${root}/docs`,
        protectedBy("basic", "AuthType Basic", "AuthName test", `AuthUserFile ${root}/basic`),
        protectedBy("digest", ...digest),
        protectedBy("brief", ...digest, "AuthDigestNonceLifetime 1"),
        "",
      ].join("\n"),
    );
    server = await startServer(["/usr/sbin/apache2", "-X", "-f", join(root, "httpd.conf")], port);
    relay = await startRelay(port);
  });
  suiteTeardown(async () => {
    await relay?.close();
    await server?.stop();
  });
  setup(() => {
    relay.connections.length = 0;
  });

  const digestAt = (path) => ({ path, above: "# @auth digest user password\n" });

  test("Basic: user and password arrive in UTF-8", async () => {
    const header = "Authorization: Basic {{$basic user password}}";
    const [exchange] = await send([file("basic", relay.port, [{ path: "/basic/calc", header }])], env);
    assert.equal(exchange.response.status, 200);
    assert.deepEqual(exchange.authentication, []);
  });

  test("Digest: the challenge is answered with the same bytes, and later requests use the nonce again", async () => {
    const requests = ["/digest/calc", "/digest/calc?a=b&c", "/digest/calc"].map(digestAt);
    const exchanges = await send([file("digest", relay.port, requests)], env);
    assert.deepEqual(
      exchanges.map(({ response, authentication }) => [response.status, authentication.map(({ status }) => status)]),
      [
        [200, [401]],
        [200, []],
        [200, []],
      ],
    );
    const [challenged, answered, second] = relay.connections.map(({ sent }) => sent.toString("utf8"));
    assert.equal(answered.replace(/Authorization: .*\r\n/, ""), challenged);
    assert.match(answered, /\r\nAuthorization: Digest username="jürgen", realm="the realm, here", .*\r\n\r\n<s:/);
    assert.match(second, /nc=00000002/);
    assert.equal(bytesOf(exchanges[0].authentication[0].sent), challenged);
  });

  test("Digest: its proof in Authentication-Info is right", async () => {
    const { code, out } = await run(
      ["send", "--as-written", file("proof", relay.port, [digestAt("/digest/calc")])],
      env,
    );
    assert.equal(code, 0, out);
    assert.match(out, /^Authentication-Info: rspauth="/m);
    assert.doesNotMatch(out, /prove/);
  });

  test("Digest: a stale nonce is replaced", async function () {
    this.timeout(30_000);
    const above = `# @expect status 500\n# @retry 1 every 2 s\n${digestAt("").above}`;
    const { code, out } = await run(
      ["test", "--as-written", file("stale", relay.port, [{ path: "/brief/calc", above }])],
      env,
    );
    assert.equal(code, 1, out);
    const statuses = relay.connections.map(({ received }) => received.toString("latin1").slice(9, 12));
    assert.deepEqual(statuses, ["401", "200", "401", "200"]);
    assert.match(relay.connections[2].received.toString("latin1"), /stale=true/);
  });

  test("Digest: a wrong password is refused", async () => {
    const path = file("wrong", relay.port, [digestAt("/digest/calc")]);
    const { code, out } = await run(["send", "--as-written", path], { SOAPHTTP_SECRET_PIN: "wrong" });
    assert.equal(code, 1);
    assert.match(out, /^The service refused user or password\.$/m);
    assert.equal(relay.connections.length, 2);
  });

  test("Digest where the service offers Basic: it is named, and nothing is sent as Basic", async () => {
    const path = file("other", relay.port, [digestAt("/basic/calc")]);
    const { code, out } = await run(["send", "--as-written", path], env);
    assert.equal(code, 1);
    assert.match(out, /^The service offers Basic, not Digest\.$/m);
    assert.equal(relay.connections.length, 1);
  });
});

suite("NTLM at gss-ntlmssp", () => {
  let server;
  let relay;

  suiteSetup(async function () {
    this.timeout(180_000);
    const why = ensureDebianPackages(["gss-ntlmssp", "python3", "python3-gssapi"]);
    if (why !== undefined) skip(this, `gss-ntlmssp: ${why}`);
    const users = join(folder, "ntlm-users");
    writeFileSync(users, `EU:${user}:${password.replaceAll(":", ";")}\n`);
    const port = await freePort();
    const service = fileURLToPath(new URL("services/withGssNtlmssp.py", import.meta.url));
    server = await startServer(
      ["/usr/bin/env", `NTLM_USER_FILE=${users}`, "/usr/bin/python3", service, String(port)],
      port,
    );
    relay = await startRelay(port);
  });
  suiteTeardown(async () => {
    await relay?.close();
    await server?.stop();
  });
  setup(() => {
    relay.connections.length = 0;
  });

  const request = [{ path: "/calc", above: "# @auth ntlm EU\\user password\n" }];
  const ntlmEnv = { SOAPHTTP_SECRET_PIN: password.replaceAll(":", ";") };

  test("the challenge is answered over one connection, the body only with the last message", async () => {
    const [exchange] = await send([file("ntlm", relay.port, request)], ntlmEnv);
    assert.equal(exchange.response.status, 200, JSON.stringify(exchange));
    assert.equal(bytesOf(exchange.response.body), `EU\\${user}\n${envelope}`);
    assert.deepEqual(
      exchange.authentication.map(({ scheme, status }) => [scheme, status]),
      [["ntlm", 401]],
    );
    assert.equal(relay.connections.length, 1);
    assert.match(
      bytesOf(exchange.authentication[0].sent),
      /\r\nContent-Length: 0\r\nAuthorization: NTLM [\w+/=]+\r\n\r\n$/,
    );
  });

  test("a wrong password is refused", async () => {
    const { code, out } = await run(["send", "--as-written", file("ntlm", relay.port, request)], {
      SOAPHTTP_SECRET_PIN: "x",
    });
    assert.equal(code, 1, out);
    assert.match(out, /^The service refused user or password\.$/m);
  });
});
