import assert from "node:assert/strict";
import { oldCiphers } from "../../../../client/src/core/keys/node/oldCiphers.ts";
import { type Key, type KeyReading, readKey } from "../../../../client/src/core/keys/readKey.ts";
import { readCertificate } from "../../../../server/src/crypto/certificate.ts";
import { verifies } from "../../../../server/src/crypto/verify.ts";
import type { SignatureAlgorithm } from "../../../../server/src/protocol/protocol.ts";
import { Random } from "../../../fuzz/random.ts";
import { keyFile, passphrase } from "../../../support/keyFiles.ts";

const onNode = (name: string, given: string | undefined): Promise<KeyReading> =>
  readKey("me", keyFile(name), { passphrase: given, old: oldCiphers });

const inBrowser = (name: string, given: string | undefined): Promise<KeyReading> =>
  readKey("me", keyFile(name), { passphrase: given, old: undefined });

async function keyIn(reading: Promise<KeyReading>): Promise<Key> {
  const read = await reading;
  assert.ok(read.kind === "key", JSON.stringify(read));
  return read.key;
}

/** Asserts that a signature with the key is one of its first certificate. */
async function assertSigns({ info, use }: Key, algorithm: SignatureAlgorithm): Promise<void> {
  const data = new TextEncoder().encode("signed");
  const value = await use?.sign(algorithm, data);
  const certificate = readCertificate(info.certificates[0] ?? new Uint8Array(0));
  assert.ok(value && certificate);
  assert.equal(await verifies(certificate.publicKey, algorithm, value, data), true);
}

const rsa: SignatureAlgorithm = { name: "rsa", hash: "SHA-256" };
const withoutPassphrase = ["me.pem", "me.pkcs1.pem", "me.nopassphrase.p12"];
const everywhere = ["me.aes.pem", "me.aes128.pem", "me.p12", "me.nomac.p12"];
const withOldCiphers = [
  "me.des3.pem",
  "me.pbe3des.pem",
  "me.traditional.pem",
  "me.traditional3des.pem",
  "me.legacy.p12",
  "me.3des.p12",
];

suite("a key is read", () => {
  for (const name of withoutPassphrase) {
    test(`a key is read from a file that isn't encrypted: ${name}`, async () => {
      await assertSigns(await keyIn(onNode(name, undefined)), rsa);
      await assertSigns(await keyIn(inBrowser(name, undefined)), rsa);
      await assertSigns(await keyIn(onNode(name, "")), rsa);
    });
  }

  test("an RSA key signs with both paddings and each hash", async () => {
    const key = await keyIn(onNode("me.pem", undefined));
    for (const hash of ["SHA-1", "SHA-256", "SHA-384", "SHA-512"] as const)
      for (const name of ["rsa", "pss"] as const) await assertSigns(key, { name, hash });
    assert.equal(await key.use?.sign({ name: "ecdsa", hash: "SHA-256" }, new Uint8Array(0)), undefined);
  });

  for (const name of everywhere) {
    test(`a key is read from an encrypted file, in a browser too: ${name}`, async () => {
      await assertSigns(await keyIn(onNode(name, passphrase)), rsa);
      await assertSigns(await keyIn(inBrowser(name, passphrase)), rsa);
    });
  }

  for (const name of withOldCiphers) {
    test(`a key is read from a file with an old cipher on Node only: ${name}`, async () => {
      await assertSigns(await keyIn(onNode(name, passphrase)), rsa);
      assert.deepEqual(await inBrowser(name, passphrase), {
        kind: "refused",
        why: "The file of the key me is encrypted in a way that browsers can't decrypt. Encrypt it with AES.",
      });
    });
  }

  for (const name of [...everywhere, ...withOldCiphers]) {
    test(`a key isn't read without its passphrase or with another one: ${name}`, async () => {
      assert.equal((await onNode(name, undefined)).kind, "locked");
      assert.deepEqual(await onNode(name, "open sesamf"), { kind: "wrongPassphrase" });
      assert.deepEqual(await onNode(name, ""), { kind: "wrongPassphrase" });
    });
  }

  // The padding fits one of 256 wrong passphrases. These passphrases are such cases.
  for (const [name, wrong] of [
    ["me.aes.pem", "wrong 848"],
    ["me.des3.pem", "wrong 506"],
  ] as const) {
    test(`a key isn't read with a wrong passphrase whose padding fits: ${name}`, async () => {
      assert.deepEqual(await onNode(name, wrong), { kind: "wrongPassphrase" });
    });
  }

  for (const [name, curve, hash] of [
    ["ec256.sec1.pem", "P-256", "SHA-256"],
    ["ec384.sec1.pem", "P-384", "SHA-384"],
    ["ec521.sec1.pem", "P-521", "SHA-512"],
  ] as const) {
    test(`a key is read on the curve ${curve}, and its signatures are r and s`, async () => {
      const key = await keyIn(inBrowser(name, undefined));
      assert.deepEqual(key.info.algorithm, { kind: "ec", curve });
      await assertSigns(key, { name: "ecdsa", hash });
      await assertSigns(key, { name: "ecdsa", hash: "SHA-1" });
      assert.equal(await key.use?.sign(rsa, new Uint8Array(0)), undefined);
    });
  }

  test("a key is read from an encrypted file on a curve", async () => {
    await assertSigns(await keyIn(inBrowser("ec384.aes.pem", passphrase)), { name: "ecdsa", hash: "SHA-384" });
  });

  for (const name of ["ec256.gnutls.p12", "ec256.nss.p12"]) {
    test(`a key is read from a file with many iterations, in BER too: ${name}`, async () => {
      await assertSigns(await keyIn(onNode(name, passphrase)), { name: "ecdsa", hash: "SHA-256" });
      // A browser doesn't check the MAC of such a file. Its key is encrypted with the same passphrase.
      await assertSigns(await keyIn(inBrowser(name, passphrase)), { name: "ecdsa", hash: "SHA-256" });
      assert.deepEqual(await inBrowser(name, "wrong"), { kind: "wrongPassphrase" });
    }).slow(10_000);
  }

  test("a key is read with a passphrase that isn't ASCII", async () => {
    await assertSigns(await keyIn(inBrowser("ec256.umlaut.p12", "Grüße €")), { name: "ecdsa", hash: "SHA-256" });
  });

  test("an RSA key signs with each hash of RSA, but not with ECDSA", async () => {
    const key = await keyIn(onNode("me.pem", undefined));
    for (const hash of ["SHA-1", "SHA-256", "SHA-384", "SHA-512"] as const)
      await assertSigns(key, { name: "rsa", hash });
    assert.equal(await key.use?.sign({ name: "ecdsa", hash: "SHA-256" }, new Uint8Array(0)), undefined);
    assert.deepEqual(key.info.algorithm, { kind: "rsa", bits: 2048 });
  });
});

suite("the certificates of a key", () => {
  const subjects = (info: Key["info"] | undefined) =>
    info?.certificates.map((der) => readCertificate(der)?.subject.split(",")[0]);
  const chain = ['CN=Zoë \\"me\\"', "CN=Middle", "CN=Root"];

  for (const name of ["me.pem", "me.pkcs1.pem", "me.nopassphrase.p12"]) {
    test(`the certificates of a key are its own and its chain, whatever their order is: ${name}`, async () => {
      assert.deepEqual(subjects((await keyIn(onNode(name, undefined))).info), chain);
    });
  }

  test("the certificates of a key are known before the passphrase, if the file is PEM", async () => {
    const read = await onNode("me.aes.pem", undefined);
    assert.ok(read.kind === "locked");
    assert.deepEqual(subjects(read.info), chain.slice(0, 1));
    assert.deepEqual(read.info?.algorithm, { kind: "rsa", bits: 2048 });
    assert.deepEqual(await onNode("me.p12", undefined), { kind: "locked", info: undefined });
  });

  for (const name of ["certificate.pem", "certificate.p12"]) {
    test(`the certificates of a file without a private key are all that it contains: ${name}`, async () => {
      const key = await keyIn(onNode(name, passphrase));
      assert.deepEqual(subjects(key.info), ["CN=ec256"]);
      assert.deepEqual([key.info.algorithm, key.use], [undefined, undefined]);
    });
  }

  test("the certificates of a key can be one certificate in DER", async () => {
    const [der = new Uint8Array(0)] = (await keyIn(onNode("certificate.pem", undefined))).info.certificates;
    const key = await keyIn(readKey("me", der, { passphrase: undefined, old: undefined }));
    assert.deepEqual(subjects(key.info), ["CN=ec256"]);
  });
});

suite("a key of a keystore", () => {
  const opened = (name: string, alias?: string, given: string | undefined = passphrase) =>
    readKey("me", keyFile(name), { passphrase: given, alias, old: oldCiphers });
  const subjects = ({ info }: Key) => info.certificates.map((der) => readCertificate(der)?.subject.split(",")[0]);
  const chain = ['CN=Zoë \\"me\\"', "CN=Middle", "CN=Root"];

  for (const name of ["me.jks", "me.jceks"]) {
    test(`a key of a keystore is read without an alias if it is the only one: ${name}`, async () => {
      const key = await keyIn(opened(name));
      await assertSigns(key, rsa);
      assert.deepEqual(subjects(key), chain);
    });

    test(`a key of a keystore isn't read without its passphrase or with another one: ${name}`, async () => {
      assert.equal((await readKey("me", keyFile(name), { passphrase: undefined, old: oldCiphers })).kind, "locked");
      for (const wrong of ["open sesamf", "", "öffne"])
        assert.deepEqual(await opened(name, undefined, wrong), { kind: "wrongPassphrase" });
    });

    test(`a keystore is refused if a byte was changed: ${name}`, async () => {
      const file = keyFile(name);
      for (const at of [20, 200, file.length - 1]) {
        const changed = file.slice();
        changed[at] = (changed[at] ?? 0) ^ 1;
        assert.notEqual((await readKey("me", changed, { passphrase, old: oldCiphers })).kind, "key", `${at}`);
      }
    });
  }

  for (const name of ["two.jks", "two.jceks", "two.p12"]) {
    test(`a key of a keystore is chosen by its alias, whatever its case: ${name}`, async () => {
      const first = await keyIn(opened(name, "ME"));
      await assertSigns(first, rsa);
      assert.deepEqual(subjects(first), chain);
      await assertSigns(await keyIn(opened(name, "ec256")), { name: "ecdsa", hash: "SHA-256" });
    });

    test(`a key of a keystore isn't guessed: the message has the aliases: ${name}`, async () => {
      const why = (alias?: string) =>
        opened(name, alias).then((read) => (read.kind === "refused" ? read.why : read.kind));
      assert.match(
        await why(),
        /^The file of the key me contains several keys\. Choose one of the aliases: ("me", "ec256"|"ec256", "me")$/,
      );
      assert.match(await why("you"), /^The file of the key me has no alias "you"\. Choose one of these: .*"me"/);
    });
  }

  test("a certificate of a keystore is chosen by its alias", async () => {
    const key = await keyIn(opened("two.jks", "root"));
    assert.deepEqual([subjects(key), key.use], [["CN=Root"], undefined]);
  });

  test("a key of a keystore is read in a browser, unless it is encrypted with 3DES", async () => {
    const inBrowser = (name: string) => readKey("me", keyFile(name), { passphrase, old: undefined });
    await assertSigns(await keyIn(inBrowser("me.jks")), rsa);
    assert.match(JSON.stringify(await inBrowser("me.jceks")), /browsers can't decrypt/);
  });

  test("a keystore is refused with what to do if only Java can read it", async () => {
    assert.deepEqual(await opened("keypass.jks"), {
      kind: "refused",
      why: 'In the file of the key me, the entry "me" has another passphrase than the keystore. Change it with keytool -keypasswd.',
    });
    assert.deepEqual(await opened("secret.jceks"), {
      kind: "refused",
      why: "The file of the key me contains a secret key. Copy the private key to another file with keytool -importkeystore -srcalias.",
    });
  });

  test("an alias is refused in a file without aliases, and no alias changes the message", async () => {
    const why = async (name: string, alias: string) => {
      const read = await opened(name, alias);
      return read.kind === "refused" ? read.why : read.kind;
    };
    assert.equal(await why("me.pem", "a\n\u202eb"), 'The file of the key me has no aliases. Remove "a\\n<U+202E>b".');
    assert.equal(await why("me.p12", '"'), 'The file of the key me has no alias "\\"". Choose one of these: "me"');
  });
});

suite("the refusal of a key", () => {
  const refused = async (file: Uint8Array) => {
    const read = await readKey("me", file, { passphrase: undefined, old: oldCiphers });
    return read.kind === "refused" ? read.why : read.kind;
  };
  const pem = (label: string, bytes: Uint8Array) =>
    `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString("base64")}\n-----END ${label}-----\n`;
  const text = (content: string) => new TextEncoder().encode(content);

  test("a key is refused if its certificate belongs to another key", async () => {
    assert.equal(
      await refused(keyFile("othercertificate.pem")),
      "The certificate in the file of the key me belongs to another key.",
    );
  });

  test("a key is refused if there is no certificate", async () => {
    const [key = ""] =
      /-----BEGIN PRIVATE KEY.*END PRIVATE KEY-----/s.exec(Buffer.from(keyFile("me.pem")).toString()) ?? [];
    assert.equal(await refused(text(key)), "The file of the key me contains no certificate.");
  });

  test("a key is refused if the file is something else", async () => {
    for (const file of [
      text(""),
      text("hello"),
      new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x03]),
      new Uint8Array([0x30]),
    ])
      assert.equal(await refused(file), "The file of the key me is neither PEM nor PKCS #12 nor a keystore of Java.");
    assert.equal(
      await refused(text(pem("CERTIFICATE REQUEST", new Uint8Array(3)))),
      "The file of the key me contains neither a private key nor a certificate.",
    );
    assert.equal(await refused(new Uint8Array(1_000_001)), "The file of the key me is larger than 1 MB.");
  });

  test("a key is refused if its certificate or its private key is broken", async () => {
    assert.equal(
      await refused(text(pem("CERTIFICATE", new Uint8Array(3)))),
      "The file of the key me contains a certificate that can't be read.",
    );
    const whole = Buffer.from(keyFile("ec256.sec1.pem")).toString();
    const broken = whole.replace(/(BEGIN EC PRIVATE KEY-----\s.{20})..../, "$1AAAA");
    assert.notEqual(broken, whole);
    assert.notEqual(await refused(text(broken)), "key");
  });

  test("a key is refused if its type isn't supported", async () => {
    const { generateKeyPairSync } = await import("node:crypto");
    const { privateKey } = generateKeyPairSync("ed25519");
    const own = privateKey.export({ type: "pkcs8", format: "pem" });
    assert.equal(
      await refused(text(`${own}${Buffer.from(keyFile("certificate.pem")).toString()}`)),
      "The type of the key me isn't supported. Use RSA, or EC on P-256, P-384 or P-521.",
    );
  });

  test("a key is refused if decrypting it would take minutes", async () => {
    const file = keyFile("me.p12");
    // The iterations of the MAC: the last INTEGER of the file, 2048.
    const at = Buffer.from(file).lastIndexOf(Buffer.from([0x02, 0x02, 0x08, 0x00]));
    assert.ok(at > 0);
    const many = new Uint8Array(file.length + 2);
    many.set(file.subarray(0, at));
    many.set([0x02, 0x04, 0x7f, 0xff, 0xff, 0xff], at);
    // The lengths of the file and of the MAC, which contain the number.
    many[3] = (many[3] ?? 0) + 2;
    const mac = Buffer.from(many).lastIndexOf(Buffer.from([0x30, 0x41]));
    assert.ok(mac > 0);
    many[mac + 1] = 0x43;
    assert.match(await refused(many), /^The encryption of the file of the key me isn't supported/);
  });
});

suite("a hostile key file", () => {
  for (const name of [
    "me.pem",
    "me.aes.pem",
    "me.p12",
    "me.3des.p12",
    "ec521.sec1.pem",
    "me.traditional.pem",
    "two.jks",
    "me.jceks",
  ]) {
    test(`a hostile key file never throws: ${name} with random changes`, async () => {
      const random = new Random(7);
      const seed = keyFile(name);
      for (let round = 0; round < 60; round++) {
        const bytes = seed.slice();
        for (let count = 1 + random.below(4); count > 0; count--) bytes[random.below(bytes.length)] = random.below(256);
        const file = random.chance(20) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
        await readKey("me", file, { passphrase, old: oldCiphers });
      }
    });
  }

  test("a key file with many beginnings of blocks is read in linear time", async () => {
    const file = new TextEncoder().encode("-----BEGIN A-----\n".repeat(50_000));
    assert.equal((await readKey("me", file, { passphrase: undefined, old: undefined })).kind, "refused");
  });
});
