// Reads key files of the programs that make them, and shows client certificates to OpenSSL's s_server.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requirePackages } from "../support/debian.mjs";
import { freePort, startServer } from "./processes.mjs";
import { callIn } from "./signing.mjs";
import { folder, run, send } from "./soaphttp.mjs";

const packages = ["openssl", "gnutls-bin", "libnss3-tools", "openjdk-17-jre-headless"];
const passphrase = "open sesame";
const place = join(folder, "keys");
const at = (name) => join(place, name);

const call = callIn(place);

/** Makes a key and a certificate of the certificate authority, `NAME.key` and `NAME.pem`. */
function issue(name, ...key) {
  call("openssl", "genpkey", ...key, "-out", `${name}.key`);
  call("openssl", "req", "-new", "-key", `${name}.key`, "-subj", `/CN=${name}`, "-out", `${name}.csr`);
  writeFileSync(at("names"), "subjectAltName=IP:127.0.0.1\n");
  const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
  call("openssl", "x509", "-req", "-in", `${name}.csr`, ...authority, "-days", "2", "-out", `${name}.pem`);
}

const rsa = ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"];
const ec = (curve) => ["-algorithm", "EC", "-pkeyopt", `ec_paramgen_curve:${curve}`];

function prepare(test) {
  requirePackages(test, "keys", packages);
  if (existsSync(at("rsa.pem"))) return;
  mkdirSync(place, { recursive: true });
  const self = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=CA"];
  call("openssl", "req", ...self, "-out", "ca.pem", "-keyout", "ca.key");
  for (const [name, key] of Object.entries({ rsa, p256: ec("P-256"), p384: ec("P-384"), p521: ec("P-521") })) {
    issue(name, ...key);
  }
}

suite("key files", () => {
  suiteSetup(function () {
    prepare(this);
    const envelope = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><a xmlns="urn:a">';
    const lines = ["POST / HTTP/1.1", "Host: a", "Content-Type: application/soap+xml; charset=utf-8"];
    writeFileSync(
      at("one.soaphttp"),
      `${lines.join("\n")}\nContent-Length: {{$contentLength}}\n\n${envelope}{{$certificate me}}</a></s:Body></s:Envelope>`,
    );
  });

  const openssl = (key, ...how) => [
    "openssl",
    ...["pkcs12", "-export", "-inkey", `${key}.key`, "-in", `${key}.pem`, "-certfile", "ca.pem"],
    ...["-passout", `pass:${passphrase}`, "-out", "made.p12", ...how],
  ];
  const gnutls = (key, ...how) => [
    "certtool",
    ...["--to-p12", "--load-privkey", `${key}.key`, "--load-certificate", `${key}.pem`, "--p12-name", "me"],
    ...["--password", passphrase, "--outder", "--outfile", "made.p12", ...how],
  ];
  const keytool = (algorithm, ...how) => [
    "keytool",
    ...["-genkeypair", "-keystore", "made.p12", "-storetype", "PKCS12", "-storepass", passphrase, "-alias", "me"],
    ...["-dname", "CN=me", "-keyalg", ...algorithm, ...how],
  ];
  const keystore = (kind) => keytool(["RSA"]).map((word) => (word === "PKCS12" ? kind : word));
  const pkcs8 = (key, ...how) => [
    "openssl",
    ...["pkcs8", "-topk8", "-in", `${key}.key`, "-passout", `pass:${passphrase}`, "-out", "made.key", ...how],
  ];

  const made = {
    "OpenSSL, RSA": openssl("rsa"),
    "OpenSSL, P-256": openssl("p256"),
    "OpenSSL, P-384": openssl("p384"),
    "OpenSSL, P-521": openssl("p521"),
    "OpenSSL 1 (RC2 and 3DES)": openssl("rsa", "-legacy"),
    "OpenSSL, no MAC": openssl("rsa", "-nomac"),
    "OpenSSL, SHA-512": openssl("rsa", "-macalg", "sha512", "-keypbe", "AES-128-CBC", "-certpbe", "AES-192-CBC"),
    "OpenSSL, RC2 with 128 bits": openssl("rsa", "-legacy", "-certpbe", "PBE-SHA1-RC2-128"),
    "OpenSSL, certificates in plain text": openssl("rsa", "-certpbe", "NONE"),
    "GnuTLS, AES-256": gnutls("rsa", "--pkcs-cipher=aes-256"),
    "GnuTLS, 3DES": gnutls("p256", "--pkcs-cipher=3des-pkcs12"),
    "GnuTLS, RC2": gnutls("rsa", "--pkcs-cipher=rc2-40"),
    "keytool, RSA": keytool(["RSA"]),
    "keytool, P-384": keytool(["EC", "-groupname", "secp384r1"]),
    "keytool of Java 8 (RC2 and 3DES)": keytool(["RSA"], "-J-Dkeystore.pkcs12.legacy"),
    "keytool, JKS": keystore("jks"),
    "keytool, JCEKS": keystore("jceks"),
    "PKCS #8 with AES-128": pkcs8("rsa", "-v2", "aes-128-cbc"),
    "PKCS #8 with 3DES": pkcs8("p256", "-v2", "des3"),
    "PKCS #8 with PBES1": pkcs8("rsa", "-v1", "PBE-SHA1-3DES"),
    "PKCS #8 with RC2": pkcs8("rsa", "-v1", "PBE-SHA1-RC2-40", "-provider", "legacy", "-provider", "default"),
  };
  for (const [name, command] of Object.entries(made)) {
    test(`key files are read: ${name}`, async () => {
      for (const file of ["made.p12", "made.key", "made.pem"]) rmSync(at(file), { force: true });
      call(...command);
      const isPem = command.includes("made.key");
      if (isPem)
        spawnSync("sh", ["-c", `cat made.key ${command[4].replace(".key", ".pem")} > made.pem`], { cwd: place });
      await assertRead(isPem ? "made.pem" : "made.p12");
    });
  }

  test("key files are read: NSS", async () => {
    call(...openssl("rsa", "-name", "me"));
    mkdirSync(at("nss"), { recursive: true });
    call("certutil", "-N", "-d", "nss", "--empty-password");
    call("pk12util", "-i", "made.p12", "-d", "nss", "-W", passphrase);
    for (const how of [[], ["-c", "PKCS #12 V2 PBE With SHA-1 And 3KEY Triple DES-CBC"]]) {
      call("pk12util", "-o", "nss.p12", "-n", "me", "-d", "nss", "-W", passphrase, ...how);
      await assertRead("nss.p12");
    }
  });

  async function assertRead(file) {
    const args = ["check", "--key", `me=${at(file)}`, at("one.soaphttp")];
    const right = await run(args, { SOAPHTTP_PASSPHRASE_ME: passphrase });
    assert.equal(right.code, 0, right.out + right.error);
    const wrong = await run(args, { SOAPHTTP_PASSPHRASE_ME: "wrong" });
    assert.deepEqual([wrong.code, wrong.error], [2, "soaphttp: The passphrase of the key me is wrong.\n"]);
  }
});

suite("client certificates", () => {
  let server;
  let file;
  suiteSetup(async function () {
    prepare(this);
    issue("server", ...rsa);
    call("openssl", "pkcs8", "-topk8", "-in", "rsa.key", "-passout", `pass:${passphrase}`, "-out", "locked.key");
    const pfx = ["-inkey", "p256.key", "-in", "p256.pem", "-passout", `pass:${passphrase}`, "-out", "p256.pfx"];
    call("openssl", "pkcs12", "-export", ...pfx);
    call("openssl", ..."req -x509 -newkey rsa:2048 -nodes -subj /CN=x -out x.pem -keyout x.key".split(" "));
    spawnSync("sh", ["-c", "cat rsa.pem rsa.key > both.pem"], { cwd: place });
    const port = await freePort();
    const own = ["-cert", at("server.pem"), "-key", at("server.key"), "-CAfile", at("ca.pem")];
    const args = ["s_server", "-accept", `127.0.0.1:${port}`, ...own, "-Verify", "1", "-verify_return_error", "-www"];
    server = await startServer(["openssl", ...args], port);
    file = at("status.soaphttp");
    writeFileSync(file, `# @scheme https\nGET / HTTP/1.1\nHost: 127.0.0.1:${port}\n`);
  });
  suiteTeardown(() => server?.stop());

  const shown = (args, env) => send(["--ca", at("ca.pem"), ...args, file], env);
  const encrypted = { SOAPHTTP_PASSPHRASE: passphrase };

  for (const [name, subject, args, env] of [
    ["a certificate and its key", "rsa", () => ["--cert", at("rsa.pem"), "--key", at("rsa.key")]],
    ["one file with both", "rsa", () => ["--cert", at("both.pem")]],
    ["a key with a passphrase", "rsa", () => ["--cert", at("rsa.pem"), "--key", at("locked.key")], encrypted],
    ["PKCS #12", "p256", () => ["--pfx", at("p256.pfx")], encrypted],
    [
      "a certificate beside a key with a name",
      "p384",
      () => ["--cert", at("p384.pem"), "--key", at("p384.key"), "--key", `me=${at("both.pem")}`],
    ],
  ]) {
    test(`certificates reach OpenSSL's s_server: ${name}`, async () => {
      const [{ response, failure }] = await shown(args(), env);
      assert.equal(failure, null, JSON.stringify(failure));
      assert.equal(response.status, 200);
      const page = Buffer.from(response.body, "base64").toString();
      assert.match(page, new RegExp(`Subject: CN ?= ?${subject}\\b`));
    });
  }

  test("certificates reach OpenSSL's s_server: the key of # @tls, in PEM and in a keystore of Java", async () => {
    const from = ["-srckeystore", "p256.pfx", "-srcstorepass", passphrase];
    const to = ["-destkeystore", "p256.jks", "-deststoretype", "jks", "-deststorepass", passphrase];
    call("keytool", "-importkeystore", "-noprompt", ...from, ...to);
    const named = at("named.soaphttp");
    const text = readFileSync(file, "utf8");
    writeFileSync(named, `# @tls me\n${text}\n###\n# @tls other minVersion=TLSv1.3\n${text}`);
    const keys = ["--key", `me=${at("both.pem")}`, "--key", `other=${at("p256.jks")}`];
    const exchanges = await send(["--ca", at("ca.pem"), ...keys, named], { SOAPHTTP_PASSPHRASE_OTHER: passphrase });
    const subjects = exchanges.map(({ response, failure }) => {
      assert.equal(failure, null, JSON.stringify(failure));
      return /Subject: CN ?= ?(\w+)/.exec(Buffer.from(response.body, "base64").toString())?.[1];
    });
    assert.deepEqual(subjects, ["rsa", "p256"]);
  });

  test("a missing certificate is a failure that says so", async () => {
    const [{ response, failure }] = await shown([]);
    assert.equal(response, null);
    assert.match(JSON.stringify(failure), /certificate/i);
  });

  test("certificates of another certificate authority are refused", async () => {
    const [{ response, failure }] = await shown(["--cert", at("x.pem"), "--key", at("x.key")]);
    assert.equal(response, null);
    assert.match(JSON.stringify(failure), /certificate|unknown ca/i);
  });
});
