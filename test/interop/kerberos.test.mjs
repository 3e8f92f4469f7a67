// Tests `# @auth negotiate` with a KDC of MIT Kerberos and httpd's mod_auth_gssapi. KERBEROS_MODULE names the npm package
// kerberos, which takes a minute to install; without it, Python's gssapi stands in for it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requirePackages } from "../support/debian.mjs";
import { httpd } from "./httpd.mjs";
import { freePort, startServer } from "./processes.mjs";
import { folder, run, send } from "./soaphttp.mjs";

suite("Kerberos at Apache httpd", () => {
  const servers = [];
  const root = join(folder, "kerberos");
  const env = { KRB5_CONFIG: join(root, "krb5.conf"), KRB5CCNAME: `FILE:${join(root, "tickets")}` };
  const kdcEnv = { ...env, KRB5_KDC_PROFILE: join(root, "kdc.conf") };
  const { KERBEROS_MODULE: module = join(root, "module") } = process.env;
  let port;

  suiteSetup(async function () {
    this.timeout(180_000);
    const packages = ["apache2-bin", "libapache2-mod-auth-gssapi", "krb5-kdc", "krb5-admin-server", "krb5-user"];
    requirePackages(this, "Kerberos", [...packages, "python3-gssapi"]);
    for (const name of ["docs", "module"]) mkdirSync(join(root, name), { recursive: true });
    const kdcPort = await freePort();
    port = await freePort();
    const files = {
      "docs/calc": "here it is",
      "krb5.conf": `[libdefaults]
default_realm = TEST
dns_canonicalize_hostname = false
[realms]
TEST = {
kdc = 127.0.0.1:${kdcPort}
}`,
      "kdc.conf": `[realms]
TEST = {
database_name = ${root}/principals
key_stash_file = ${root}/stash
kdc_listen = 127.0.0.1:${kdcPort}
kdc_tcp_listen = 127.0.0.1:${kdcPort}
}`,
      "module/index.js": standIn,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), `${text}\n`);
    const execute = (program, args, input) =>
      execFileSync("/usr/bin/env", [...assignments(kdcEnv), program, ...args], { input, stdio: "pipe" });
    execute("/usr/sbin/kdb5_util", ["create", "-s", "-P", "master", "-r", "TEST"]);
    const queries = [
      "addprinc -pw secret ann",
      "addprinc -randkey HTTP/localhost",
      `ktadd -k ${root}/keytab HTTP/localhost`,
    ];
    execute("/usr/sbin/kadmin.local", [], `${queries.join("\n")}\n`);
    servers.push(await startServer(["/usr/bin/env", ...assignments(kdcEnv), "/usr/sbin/krb5kdc", "-n"], kdcPort));
    execute("/usr/bin/kinit", ["ann"], "secret\n");
    const command = httpd(
      root,
      port,
      ["authn_core", "authz_user", "auth_gssapi"],
      [
        "<Location />",
        "AuthType GSSAPI",
        "AuthName test",
        "GssapiAllowedMech krb5",
        `GssapiCredStore keytab:${root}/keytab`,
        "Require valid-user",
        "</Location>",
      ],
    );
    servers.push(await startServer(["/usr/bin/env", ...assignments(env), ...command], port));
  });
  suiteTeardown(async () => {
    for (const server of servers) await server.stop();
  });

  const file = (host) => {
    const path = join(root, "a.soaphttp");
    writeFileSync(path, `# @auth negotiate\nGET /calc HTTP/1.1\nHost: ${host}:${port}\n\n`);
    return path;
  };

  test("the challenge is answered with a ticket, and the service proves that it is the one of the ticket", async () => {
    const [exchange] = await send(["--kerberos-module", module, file("localhost")], env);
    assert.equal(exchange.response.status, 200, JSON.stringify(exchange));
    assert.equal(Buffer.from(exchange.response.body, "base64").toString(), "here it is\n");
    assert.deepEqual(
      exchange.authentication.map(({ scheme, status }) => [scheme, status]),
      [["negotiate", 401]],
    );
  });

  test("a host without a service in Kerberos gets no ticket", async () => {
    const { code, out } = await run(["send", "--kerberos-module", module, file("127.0.0.1")], env);
    assert.equal(code, 1, out);
    assert.match(out, /^There is no Kerberos ticket for HTTP@127\.0\.0\.1: /m);
  });

  test("nothing is sent without the module", async () => {
    const { code, out } = await run(["send", file("localhost")], env);
    assert.equal(code, 3, out);
    assert.match(
      out,
      /^Kerberos needs the npm package kerberos\. Nothing was sent\.\n- Install it and name its folder/m,
    );
  });
});

const assignments = (env) => Object.entries(env).map(([name, value]) => `${name}=${value}`);

/** The functions of the npm package that are called, by a process of Python for each client. */
const standIn = `const { spawn } = require("node:child_process");
const script = \`import base64, sys, gssapi
name = gssapi.Name(sys.argv[1], gssapi.NameType.hostbased_service)
context = gssapi.SecurityContext(name=name, usage="initiate", mech=gssapi.OID.from_int_seq("1.3.6.1.5.5.2"))
for line in sys.stdin:
    token = context.step(base64.b64decode(line) or None)
    print(base64.b64encode(token or b"").decode(), flush=True)\`;
exports.GSS_MECH_OID_SPNEGO = 6;
exports.initializeClient = async (service) => {
  const child = spawn("/usr/bin/python3", ["-c", script, service], { stdio: ["pipe", "pipe", "pipe"] });
  const hold = (how) => { for (const part of [child, child.stdin, child.stdout, child.stderr]) part[how](); };
  hold("unref");
  return {
    step: (challenge) =>
      new Promise((resolve, reject) => {
        let error = "";
        hold("ref");
        child.stdout.once("data", (data) => { hold("unref"); resolve(String(data).trim()); });
        child.stderr.on("data", (data) => { error += data; });
        child.once("close", () => reject(new Error(error.trim().split("\\n").at(-1))));
        child.stdin.write(challenge + "\\n");
      }),
  };
};`;
