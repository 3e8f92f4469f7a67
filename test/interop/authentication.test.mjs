// Tests Basic and Digest with Apache httpd, and NTLM with gss-ntlmssp. A relay records the bytes.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { requirePackages } from "../support/debian.mjs";
import { httpd } from "./httpd.mjs";
import { freePort, startServer, suiteServer } from "./processes.mjs";
import { startRelay } from "./relay.mjs";
import { folder, run, send } from "./soaphttp.mjs";

const envelope = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>ü</s:Body></s:Envelope>';
const password = 'p:ä"\\€ 1';
const user = "jürgen";
/** In the file of gss-ntlmssp, a colon separates fields. */
const ntlmPassword = password.replaceAll(":", ";");

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
  const prepare = (port) => {
    const root = join(folder, "apache");
    mkdirSync(join(root, "docs"), { recursive: true });
    writeFileSync(join(root, "docs", "calc"), "here it is");
    // Since 2.4.71, httpd refuses all clients, curl too, where the realm has quotes: it compares it with its escaped form.
    const realm = "the realm, here";
    const md5 = createHash("md5").update(`${user}:${realm}:${password}`).digest("hex");
    writeFileSync(join(root, "digest"), `${user}:${realm}:${md5}\n`);
    const sha1 = createHash("sha1").update(password).digest("base64");
    writeFileSync(join(root, "basic"), `${user}:{SHA}${sha1}\n`);
    const modules = ["authn_core", "authn_file", "authz_user", "auth_basic", "auth_digest", "alias"];
    const protectedBy = (path, ...lines) =>
      [`Alias /${path}/ ${root}/docs/`, `<Location /${path}/>`, ...lines, "Require valid-user", "</Location>"].join(
        "\n",
      );
    const digest = ["AuthType Digest", `AuthName "${realm}"`, `AuthUserFile ${root}/digest`];
    return httpd(root, port, modules, [
      protectedBy("basic", "AuthType Basic", "AuthName test", `AuthUserFile ${root}/basic`),
      protectedBy("digest", ...digest),
      protectedBy("brief", ...digest, "AuthDigestNonceLifetime 1"),
    ]);
  };
  const server = suiteServer("Apache httpd", ["apache2-bin"], prepare, { relayed: true });

  const digestAt = (path) => ({ path, above: "# @auth digest user password\n" });

  test("Basic sends user and password in UTF-8", async () => {
    const header = "Authorization: Basic {{$basic user password}}";
    const [exchange] = await send([file("basic", server.relay.port, [{ path: "/basic/calc", header }])], env);
    assert.equal(exchange.response.status, 200);
    assert.deepEqual(exchange.authentication, []);
  });

  test("Digest answers the challenge with the same bytes, and later requests use the nonce again", async () => {
    const requests = ["/digest/calc", "/digest/calc?a=b&c", "/digest/calc"].map(digestAt);
    const exchanges = await send([file("digest", server.relay.port, requests)], env);
    assert.deepEqual(
      exchanges.map(({ response, authentication }) => [response.status, authentication.map(({ status }) => status)]),
      [
        [200, [401]],
        [200, []],
        [200, []],
      ],
    );
    const [challenged, answered, second] = server.relay.connections.map(({ sent }) => sent.toString("utf8"));
    assert.equal(answered.replace(/Authorization: .*\r\n/, ""), challenged);
    assert.match(answered, /\r\nAuthorization: Digest username="jürgen", realm="the realm, here", .*\r\n\r\n<s:/);
    assert.match(second, /nc=00000002/);
    assert.equal(bytesOf(exchanges[0].authentication[0].sent), challenged);
  });

  test("Digest accepts the proof of httpd in Authentication-Info", async () => {
    const { code, out } = await run(
      ["send", "--as-written", file("proof", server.relay.port, [digestAt("/digest/calc")])],
      env,
    );
    assert.equal(code, 0, out);
    assert.match(out, /^Authentication-Info: rspauth="/m);
    assert.doesNotMatch(out, /prove/);
  });

  test("Digest replaces a stale nonce", async function () {
    this.timeout(30_000);
    const above = `# @expect status 500\n# @retry 1 every 2 s\n${digestAt("").above}`;
    const { code, out } = await run(
      ["test", "--as-written", file("stale", server.relay.port, [{ path: "/brief/calc", above }])],
      env,
    );
    assert.equal(code, 1, out);
    const statuses = server.relay.connections.map(({ received }) => received.toString("latin1").slice(9, 12));
    assert.deepEqual(statuses, ["401", "200", "401", "200"]);
    assert.match(server.relay.connections[2].received.toString("latin1"), /stale=true/);
  });

  test("Digest reports that httpd refuses a wrong password", async () => {
    const path = file("wrong", server.relay.port, [digestAt("/digest/calc")]);
    const { code, out } = await run(["send", "--as-written", path], { SOAPHTTP_SECRET_PIN: "wrong" });
    assert.equal(code, 1);
    assert.match(out, /^The service refused user or password\.$/m);
    assert.equal(server.relay.connections.length, 2);
  });

  test("Digest sends no credentials to a service that offers only Basic, and the failure names Basic", async () => {
    const path = file("other", server.relay.port, [digestAt("/basic/calc")]);
    const { code, out } = await run(["send", "--as-written", path], env);
    assert.equal(code, 1);
    assert.match(out, /^The service offers Basic, not Digest\.$/m);
    assert.equal(server.relay.connections.length, 1);
  });
});

suite("NTLM at gss-ntlmssp", () => {
  const servers = [];
  const open = {};

  suiteSetup(async function () {
    this.timeout(180_000);
    const packages = ["apache2-bin", "libapache2-mod-auth-gssapi", "gss-ntlmssp", "python3-gssapi"];
    requirePackages(this, "gss-ntlmssp", [...packages, "python3-requests-ntlm", "openssl"]);
    const users = join(folder, "ntlm-users");
    // httpd and requests-ntlm don't read other names than ASCII.
    writeFileSync(users, `EU:${user}:${ntlmPassword}\nEU:ann:${ntlmPassword}\n`);
    const script = fileURLToPath(new URL("services/withGssNtlmssp.py", import.meta.url));
    const start = async (name, command, changes) => {
      const port = await freePort();
      servers.push(
        await startServer(["/usr/bin/env", `NTLM_USER_FILE=${users}`, ...command(String(port))], port),
        await startRelay(port, changes),
      );
      open[name] = servers.at(-1);
    };
    await start("plain", (port) => ["/usr/bin/python3", script, port]);
    for (const digest of ["sha256", "sha384"]) {
      const [cert, key] = [`${digest}.pem`, `${digest}.key`].map((name) => join(folder, name));
      const subject = ["-subj", "/CN=here", "-addext", "subjectAltName=IP:127.0.0.1"];
      const made = ["req", "-x509", "-newkey", "rsa:2048", `-${digest}`, "-nodes", "-keyout", key, "-out", cert];
      execFileSync("openssl", [...made, ...subject], { stdio: "pipe" });
      await start(digest, (port) => ["/usr/bin/python3", script, port, cert, key, digest]);
    }
    // mod_auth_gssapi always offers NTLM, too.
    await start("httpd", gssapi, {
      sent: (data) => edited(data, /^Authorization: NTLM/m, "X: NTLM"),
      received: (data) => edited(data, /^WWW-Authenticate: NTLM\r\n/m, ""),
    });
  });
  suiteTeardown(async () => {
    for (const server of servers) await (server.stop ?? server.close)();
  });
  setup(() => {
    for (const { connections } of Object.values(open)) connections.length = 0;
  });

  const requestTo = (path, service) => {
    const above = `# @auth ntlm ${service === "httpd" ? '"EU\\ann"' : "EU\\user"} password\n`;
    const scheme = service.startsWith("sha") ? "# @scheme https\n" : "";
    return file("ntlm", open[service].port, [{ path, above: `${scheme}${above}` }]);
  };
  const env = { SOAPHTTP_SECRET_PIN: ntlmPassword };
  const sendTo = async (path, service) => {
    const tls = service.startsWith("sha") ? ["--ca", join(folder, `${service}.pem`)] : [];
    const [exchange] = await send([...tls, requestTo(path, service)], env);
    return exchange;
  };

  for (const [path, service, shown, steps] of [
    ["/ntlm", "plain", "the challenge is answered over one connection, the body only with the last message", 1],
    ["/negotiate", "plain", "a service that offers Negotiate alone gets the messages in Negotiate", 2],
    ["/spnego", "plain", "a service that requires SPNEGO gets the messages in it, with the MIC of the mechanisms", 3],
  ]) {
    test(shown, async () => {
      const exchange = await sendTo(path, service);
      assert.equal(exchange.response.status, 200, JSON.stringify(exchange));
      assert.equal(bytesOf(exchange.response.body), `EU\\${user}\n${envelope}`);
      assert.deepEqual(
        exchange.authentication.map(({ scheme, status }) => [scheme, status]),
        Array.from({ length: steps }, () => ["ntlm", 401]),
      );
      assert.equal(open.plain.connections.length, 1);
      for (const step of exchange.authentication) {
        assert.match(
          bytesOf(step.sent),
          /\r\nContent-Length: 0\r\nAuthorization: (?:NTLM|Negotiate) [\w+/=]+\r\n\r\n$/,
        );
      }
    });
  }

  test("httpd's mod_auth_gssapi, which offers Negotiate alone, accepts the messages", async () => {
    const exchange = await sendTo("/ntlm/calc", "httpd");
    assert.equal(exchange.response.status, 200, JSON.stringify(exchange));
    assert.equal(bytesOf(exchange.response.body), "here it is");
    assert.match(bytesOf(exchange.sent), /\r\nAuthorization: Negotiate TlRMTVNTUAAD/);
  });

  for (const service of ["sha256", "sha384"]) {
    for (const path of ["/ntlm", "/negotiate", "/spnego"]) {
      test(`the service at ${path} gets the channel bindings of its certificate with TLS, which is signed with ${service}`, async () => {
        assert.equal((await sendTo(path, service)).response.status, 200);
        assert.equal((await sendTo(`/elsewhere${path}`, service)).response.status, 401, "of another certificate");
      });
    }
  }

  test("Python's requests-ntlm sends the same channel bindings", async () => {
    const url = `https://127.0.0.1:${open.sha384.port}`;
    const script = `import requests, requests_ntlm
for path in ["/negotiate", "/elsewhere/negotiate"]:
    auth = requests_ntlm.HttpNtlmAuth("EU\\\\ann", ${JSON.stringify(ntlmPassword)})
    print(requests.post("${url}" + path, auth=auth, verify="${join(folder, "sha384.pem")}").status_code)`;
    // The relay is in this process, so it must not wait.
    const options = { env: { no_proxy: "*" }, timeout: 20_000 };
    const { stdout } = await promisify(execFile)("/usr/bin/python3", ["-c", script], options);
    assert.equal(stdout, "200\n401\n");
  });

  for (const [path, service] of [
    ["/ntlm", "plain"],
    ["/spnego", "plain"],
    ["/ntlm/calc", "httpd"],
  ]) {
    test(`a wrong password is refused by ${path}`, async () => {
      const { code, out } = await run(["send", "--as-written", requestTo(path, service)], { SOAPHTTP_SECRET_PIN: "x" });
      assert.equal(code, 1, out);
      assert.match(out, /^The service refused user or password\.$/m);
    });
  }
});

function edited(data, pattern, text) {
  return Buffer.from(data.toString("latin1").replace(pattern, text), "latin1");
}

/** httpd with one folder that offers Negotiate, with NTLM in it. */
function gssapi(port) {
  const root = join(folder, "gssapi");
  mkdirSync(join(root, "docs"), { recursive: true });
  writeFileSync(join(root, "docs", "calc"), "here it is");
  return httpd(
    root,
    port,
    ["authn_core", "authz_user", "auth_gssapi", "alias"],
    [
      `Alias /ntlm/ ${root}/docs/`,
      "<Location /ntlm/>",
      "AuthType GSSAPI",
      "AuthName test",
      "GssapiAllowedMech ntlmssp",
      "GssapiConnectionBound On",
      "Require valid-user",
      "</Location>",
    ],
  );
}
