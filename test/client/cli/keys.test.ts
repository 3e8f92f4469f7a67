import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCertificate } from "../../../client/src/cli/credentials.ts";
import { readCommandKeys } from "../../../client/src/cli/keys/commandKeys.ts";
import { request } from "../../support/findings.ts";
import { certificatesOf, keyFile, passphrase } from "../../support/keyFiles.ts";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, type RunOptions, soaphttp } from "./built.ts";

const encrypted = { SOAPHTTP_PASSPHRASE_ME: passphrase };

const signing = (key: string) =>
  ({ kind: "sign", key, algorithm: { name: "rsa", hash: "SHA-256" }, data: new Uint8Array(1) }) as const;

suite("the keys of the command line", () => {
  /** A console whose user types these answers, and the prompts that it showed. */
  function typing(env: Readonly<Record<string, string>>, ...answers: readonly (string | undefined)[]) {
    const prompts: string[] = [];
    const secret = async (prompt: string) => {
      prompts.push(prompt);
      return answers[prompts.length - 1];
    };
    return { prompts, console: { cwd: "test/fixtures/keys", env, secret } };
  }
  const read = (file: string, { console }: ReturnType<typeof typing>, operands: readonly string[] = []) =>
    readCommandKeys({ keys: new Map([["me-1", file]]), operands }, console);

  test("keys are decrypted with the passphrase in the environment", async () => {
    const user = typing({ SOAPHTTP_PASSPHRASE_ME_1: passphrase });
    const keys = await read("me.p12", user);
    assert.ok(typeof keys === "object");
    assert.equal(keys.keys.find("me-1").kind, "key");
    assert.deepEqual(user.prompts, []);
  });

  test("keys are decrypted with a passphrase that the user types", async () => {
    const user = typing({}, passphrase);
    const keys = await read("me.p12", user);
    assert.ok(typeof keys === "object");
    assert.deepEqual(user.prompts, ["Passphrase of the key me-1 (me.p12): "]);
    const [value, ...others] = await keys.compute([
      signing("me-1"),
      { ...signing("me-1"), algorithm: { name: "ecdsa", hash: "SHA-256" } },
      signing("you"),
    ]);
    assert.ok(value?.kind === "value" && value.value.length === 256);
    assert.deepEqual(others, [
      { kind: "failed", why: "The key me-1 can't sign with this algorithm." },
      { kind: "failed", why: "There is no key you. Name its file with --key you=FILE." },
    ]);
  });

  test("keys can't be used with a wrong passphrase", async () => {
    assert.equal(await read("me.p12", typing({}, "wrong")), "The passphrase of the key me-1 is wrong.");
    const user = typing({ SOAPHTTP_PASSPHRASE_ME_1: "wrong" }, passphrase);
    assert.equal(await read("me.aes.pem", user), "The passphrase of the key me-1 is wrong.");
    assert.deepEqual(user.prompts, []);
  });

  test("passphrases are not asked for if the requests come from standard input", async () => {
    const user = typing({}, passphrase);
    const why = "The passphrase of the key me-1 is missing. Set SOAPHTTP_PASSPHRASE_ME_1.";
    assert.equal(await read("me.p12", user, ["one.soaphttp", "-"]), why);
    assert.deepEqual(user.prompts, []);
  });

  test("keys are chosen by their alias behind the file, whose name may contain # too", async () => {
    const user = typing({ SOAPHTTP_PASSPHRASE_ME_1: passphrase });
    assert.equal(typeof (await read("two.jks#ec256", user)), "object");
    const several = await read("two.jks", user);
    assert.match(String(several), /^The file of the key me-1 contains several keys\. Choose one of the aliases: /);
    assert.match(String(await read("two.jks#you", user)), /^The file of the key me-1 has no alias "you"\./);
    const cwd = folderOf({ "a#b.jks": keyFile("me.jks") });
    const named = { ...user.console, cwd };
    assert.equal(
      typeof (await readCommandKeys({ keys: new Map([["me-1", "a#b.jks"]]), operands: [] }, named)),
      "object",
    );
  });

  test("keys of a store instead of a file are refused with the command that exports them, also as client certificates", async () => {
    const command = "If its store allows it, this command exports the key: ";
    const card = "A card or security module \\(PKCS #11\\) doesn't release its private keys";
    for (const [named, why] of [
      ["Windows-MY", `${command}certutil -user -exportpfx`],
      ["Cert:\\CurrentUser\\My\\0A1B", `${command}certutil -user -exportpfx`],
      ["KeychainStore", `${command}security export`],
      ["pkcs11:token=card;object=me", card],
      ["/usr/lib/opensc-pkcs11.so", card],
      ["C:\\Windows\\System32\\eTPKCS11.dll", card],
    ] as const) {
      const user = typing({});
      assert.match(String(await read(named, user)), new RegExp(`^The key me-1 must be in a file\\. ${why}`), named);
      for (const files of [{ pfx: named }, { cert: "me.pem", key: named }, { cert: named }]) {
        const all = { cert: undefined, key: undefined, pfx: undefined, ...files };
        const read = await readCertificate(all, user.console, "a client certificate");
        assert.ok(String(read).startsWith(`The key ${named} must be in a file. `), String(read));
      }
    }
  });

  test("passphrases are not asked for if the keys aren't encrypted", async () => {
    const user = typing({});
    assert.equal(typeof (await read("me.pem", user)), "object");
    assert.deepEqual(user.prompts, []);
  });

  test("certificates are trusted if the file contains only certificates", async () => {
    const keys = await read("root.pem", typing({}));
    assert.ok(typeof keys === "object");
    assert.deepEqual(keys.keys.trusted(), certificatesOf("root.pem"));
    assert.deepEqual(await keys.compute([signing("me-1")]), [
      { kind: "failed", why: "The file of the key me-1 contains no private key." },
    ]);
    const own = await read("me.pem", typing({}));
    assert.deepEqual(typeof own === "object" && own.keys.trusted(), []);
  });

  test("a key that isn't named is reported as missing only if another key is named", async () => {
    const keys = await read("root.pem", typing({}));
    const none = await readCommandKeys({ keys: new Map(), operands: [] }, typing({}).console);
    assert.ok(typeof keys === "object" && typeof none === "object");
    assert.deepEqual(
      [keys.keys.find("you"), none.keys.find("you")],
      [{ kind: "missing", why: "There is no key you. Name its file with --key you=FILE." }, { kind: "unnamed" }],
    );
  });
});

suite("soaphttp with --key", () => {
  let cwd: string;
  let service: RawService;
  suiteSetup(async () => {
    service = await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const names = readdirSync("test/fixtures/keys").filter((name) => /\.(?:pem|p12)$/.test(name));
    const keys = Object.fromEntries(names.map((name) => [name, keyFile(name)]));
    const text = `# @expect status = 200\n${request({ Host: `localhost:${service.port}` })}`;
    cwd = folderOf({ ...keys, "text.pem": "nothing", "one.soaphttp": text });
  });
  const run = (args: string, options: RunOptions = {}) => soaphttp(args.split(" "), { cwd, ...options });

  for (const command of [
    "check one.soaphttp",
    "send one.soaphttp",
    "test one.soaphttp",
    "export --to har --out har one.soaphttp",
  ]) {
    const name = command.split(" ", 1)[0] ?? "";

    test(`${name} uses keys of each kind`, async () => {
      const args = ["me=me.p12", "you=ec256.sec1.pem", "root=root.pem"].map((one) => `--key ${one}`).join(" ");
      const ran = await run(`${command} ${args}`, { env: encrypted });
      assert.equal(ran.code, 0, ran.out + ran.error);
    });

    for (const [key, why, env] of [
      ["me=none.pem", "The file of the key me can't be read. none.pem: file not found."],
      ["me=me.p12", "The passphrase of the key me is missing. Set SOAPHTTP_PASSPHRASE_ME."],
      ["me=me.p12", "The passphrase of the key me is wrong.", { SOAPHTTP_PASSPHRASE_ME: "wrong passphrase" }],
      ["me=text.pem", "The file of the key me is neither PEM nor PKCS #12 nor a keystore of Java."],
      ["me=othercertificate.pem", "The certificate in the file of the key me belongs to another key."],
      ["me=", "--key me= names no file."],
      ["me=me.pem --key me=root.pem", "--key names two files for me."],
    ] as const) {
      test(`${name} --key ${key} ends with exit code 2, and sends and writes nothing${env ? ", wrong passphrase" : ""}`, async () => {
        const sent = service.connections.length;
        const ran = await run(
          `${command.replace("har one", "not one")} --key ${key}`,
          env === undefined ? {} : { env },
        );
        assert.equal(ran.code, 2, ran.out + ran.error);
        assert.equal(ran.error.split("\n", 1)[0], `soaphttp: ${why}`);
        assert.equal(ran.out, "");
        assert.equal(service.connections.length, sent);
        assert.ok(!readdirSync(cwd).includes("not"));
        assert.doesNotMatch(ran.error, /wrong passphrase/);
      });
    }
  }

  test("send signs with the key, and sends its certificate", async () => {
    const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    const type = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
    const coding = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
    const token = `<w:BinarySecurityToken wsu:Id="X509" EncodingType="${coding}" ValueType="${type}">{{$certificate me}}</w:BinarySecurityToken>`;
    const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:wsu="${wsu}"><s:Header><w:Security xmlns:w="${wsse}">${token}{{$signature me}}</w:Security></s:Header><s:Body wsu:Id="Body"><a/></s:Body></s:Envelope>`;
    const text = request({ Host: `localhost:${service.port}`, "Content-Length": "{{$contentLength}}" }, body);
    const ran = await run("send --format json --key me=me.p12 -", { env: encrypted, input: text });
    assert.equal(ran.code, 0, ran.out + ran.error);
    const [sent] = service.connections.slice(-1);
    assert.ok(sent);
    const received = Buffer.from(JSON.parse(ran.out)[0].request.body, "base64").toString();
    const [, value = ""] = /<ds:SignatureValue>([^<]*)</.exec(received) ?? [];
    assert.equal(Buffer.from(value, "base64").length, 256, received);
    assert.notDeepEqual(Buffer.from(value, "base64"), Buffer.alloc(256));
    assert.ok(received.includes(`>${Buffer.from(certificatesOf("me.pem")[0] ?? "").toString("base64")}</w:Binary`));
  });

  test("export writes certificates, which are the same each time", async () => {
    const text = request({ "Content-Length": "{{$contentLength}}" }, "<a>{{$certificate me}}</a>");
    const ran = await run("export --to har --out certificate --as-written --key me=me.pem -", { input: text });
    assert.equal(ran.code, 0, ran.out + ran.error);
    const har = readFileSync(join(cwd, "certificate", "requests.har"), "utf8");
    assert.ok(har.includes(Buffer.from(certificatesOf("me.pem")[0] ?? "").toString("base64")));
  });

  test("export uses only keys with names", async () => {
    const ran = await run("export --to har one.soaphttp --key me.pem");
    assert.equal(ran.code, 2);
    assert.match(ran.error, /^soaphttp: Invalid value for --key: me\.pem\. Use NAME=FILE\.\n/);
  });

  test("a key without a name is the key of --cert, beside keys with names", async () => {
    for (const command of ["send", "check"]) {
      const lonely = await run(`${command} one.soaphttp --key me.pem`);
      assert.match(lonely.error, /^soaphttp: --key requires --cert\.\n/);
    }
    const both = await run("send one.soaphttp --cert certificate.pem --key ec256.sec1.pem --key root=root.pem");
    assert.equal(both.code, 0, both.out + both.error);
    const pfx = await run("send one.soaphttp --pfx me.nopassphrase.p12 --key root=root.pem");
    assert.equal(pfx.code, 0, pfx.out + pfx.error);
  });

  test("no output contains a private key or a passphrase", async () => {
    const formats = ["text", "json", "har"].map((format) =>
      run(`send one.soaphttp --format ${format} --key me=me.p12`, { env: encrypted }),
    );
    const recorded = await run("test one.soaphttp --record recorded --reporter json --key me=me.p12", {
      env: encrypted,
    });
    const files = readdirSync(join(cwd, "recorded"), { recursive: true, withFileTypes: true });
    const contents = files.flatMap((one) =>
      one.isFile() ? [readFileSync(join(one.parentPath, one.name), "latin1")] : [],
    );
    assert.ok(contents.length > 0);
    const all = [...(await Promise.all(formats)), recorded].flatMap(({ out, error }) => [out, error]).concat(contents);
    for (const text of all) assert.ok(!text.includes(passphrase) && !text.includes("PRIVATE KEY"), text);
  });

  test("soaphttp test verifies a signed document in a response, and compares what steps give", async () => {
    const echo = await startResponding(({ body }) => {
      return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    const document = '# @document d\n\n<d xmlns="urn:d"><a>1</a>{{$signature me}}</d>\n###\n';
    const packed = "//*:z | decode base64 | decode gzip | xpath";
    const expecting = (directives: string, content = "{{d | gzip | base64}}") =>
      `${directives}\n${request({ Host: `127.0.0.1:${echo.port}`, "Content-Length": "{{$contentLength}}" }, `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><z xmlns="urn:z">${content}</z></s:Body></s:Envelope>`)}\n###\n`;
    const cwd = folderOf({
      "a.soaphttp":
        document +
        expecting(`# @name good\n# @expect signature ${packed} /*\n# @expect ${packed} //*:a = 1`) +
        expecting(`# @name bad\n# @expect signature ${packed} //*:Signature\n# @expect ${packed} //*:a = 2`),
      "me.pem": Buffer.from(keyFile("me.pem")).toString("latin1"),
      "root.pem": Buffer.from(keyFile("root.pem")).toString("latin1"),
    });
    const args = ["test", "--key", "me=me.pem", "--key", "root=root.pem", "a.soaphttp"];
    const { code, out, error } = await soaphttp(args, { cwd });
    assert.deepEqual([code, error], [1, ""], out);
    assert.match(out, /✓ good/);
    assert.match(out, /✗ bad/);
    assert.match(out, /No trusted signature covers Signature\./);
  });
});
