import assert from "node:assert/strict";
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  verify,
  X509Certificate,
} from "node:crypto";
import { oldCiphers } from "../../../../client/src/core/keys/node/oldCiphers.ts";
import { readKey } from "../../../../client/src/core/keys/readKey.ts";
import { readCertificate } from "../../../../server/src/crypto/certificate.ts";
import { encryptedWithRsa, withoutPadding } from "../../../../server/src/crypto/rsa.ts";
import { cipherSteps } from "../../../../server/src/variables/computed/cipherSteps.ts";
import { sentWithKeys, valueFindings } from "../../../support/computed.ts";
import { certificatesOf, keyFile } from "../../../support/keyFiles.ts";

const fromHex = (text: string) => Buffer.from(text, "hex");

/** SP 800-38A appendix F: the first two blocks. */
const plain = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51";
const iv = "000102030405060708090a0b0c0d0e0f";
const vectors = [
  [
    "aes128-ecb",
    "2b7e151628aed2a6abf7158809cf4f3c",
    "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf",
  ],
  [
    "aes192-ecb",
    "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
    "bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef",
  ],
  [
    "aes256-ecb",
    "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870",
  ],
  [
    "aes128-cbc",
    "2b7e151628aed2a6abf7158809cf4f3c",
    "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2",
  ],
  [
    "aes192-cbc",
    "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
    "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a",
  ],
  [
    "aes256-cbc",
    "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d",
  ],
] as const;

suite("the steps encrypt and decrypt with AES", () => {
  for (const [name, key, encrypted] of vectors) {
    test(`${name} gives the vector of SP 800-38A, and back`, async () => {
      const option = name.endsWith("cbc") ? " iv=v" : "";
      const definitions = `@k = {{kh | decode hex}}\n@kh = ${key}\n@p = {{ph | decode hex}}\n@ph = ${plain}\n@v = {{vh | decode hex}}\n@vh = ${iv}`;
      const { value } = await sentWithKeys(
        definitions,
        `<a>{{p | encrypt k ${name}${option} | hex}}</a><b>{{p | encrypt k ${name}${option} | decrypt k ${name}${option} | hex}}</b>`,
      );
      assert.equal(value("a").slice(0, 64), encrypted);
      assert.equal(value("a").length, 96);
      assert.equal(value("b"), plain);
    });
  }

  for (const bits of [128, 192, 256] as const) {
    for (const mode of ["ecb", "cbc", "gcm"] as const) {
      test(`aes${bits}-${mode} has a new IV in front, which Node's OpenSSL reads`, async () => {
        const key = "0123456789abcdef0123456789abcdef".slice(0, bits / 8);
        const { bytes } = await sentWithKeys(
          `@k = ${key}\n@x = Grüße`,
          `<a>{{x | encrypt k aes${bits}-${mode} | base64}}</a><b>{{x | encrypt k aes${bits}-${mode} | base64}}</b>`,
        );
        const text = (all: Buffer) => {
          if (mode === "gcm") {
            const decipher = createDecipheriv(`aes-${bits}-${mode}`, key, all.subarray(0, 12));
            decipher.setAuthTag(all.subarray(-16));
            return Buffer.concat([decipher.update(all.subarray(12, -16)), decipher.final()]).toString();
          }
          const size = mode === "cbc" ? 16 : 0;
          const decipher = createDecipheriv(`aes-${bits}-${mode}`, key, size === 0 ? null : all.subarray(0, size));
          return Buffer.concat([decipher.update(all.subarray(size)), decipher.final()]).toString();
        };
        assert.deepEqual([text(bytes("a")), text(bytes("b"))], ["Grüße", "Grüße"]);
        assert.equal(bytes("a").equals(bytes("b")), mode === "ecb");
      });
    }
  }

  test("decrypt reads what Node's OpenSSL has encrypted, and refuses what was changed", async () => {
    const key = "0123456789abcdef";
    const cipher = createCipheriv("aes-128-gcm", key, "nonce-123456");
    const encrypted = Buffer.concat([
      Buffer.from("nonce-123456"),
      cipher.update("secret"),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    const sent = (all: Buffer) =>
      sentWithKeys(
        `@k = ${key}\n@x = ${all.toString("base64")}`,
        "<a>{{x | decode base64 | decrypt k aes128-gcm | text}}</a>",
      );
    assert.equal((await sent(encrypted)).value("a"), "secret");
    encrypted[14] = (encrypted[14] ?? 0) ^ 1;
    assert.deepEqual((await sent(encrypted)).problems, [
      "step-input: The value can't be decrypted: the key, the IV or the value is another one.",
    ]);
  });

  test("the length of what AES-GCM decrypts is known before it is sent", () => {
    const decrypt = cipherSteps.find(({ name }) => name === "decrypt");
    const length = (algorithm: string, options: readonly string[] = []) => {
      const words = new Map([["ALGORITHM", algorithm]]);
      return decrypt?.length?.(100, { words, options: new Map(options.map((name) => [name, undefined])) });
    };
    assert.equal(length("aes128-gcm"), 72);
    assert.equal(length("aes128-gcm", ["iv"]), 84);
    assert.equal(length("aes128-cbc"), undefined);
  });

  test("keys and IVs of another length, and options of other algorithms, are reported at their places", () => {
    const own = (value: string) => valueFindings(value, "@k = 0123456789abcdef\n@l = 0123\n@x = a");
    assert.deepEqual(own("x | encrypt l aes128-cbc | hex"), [
      "l step-argument: aes128-cbc needs a key of 16 bytes, but it has 4.",
    ]);
    assert.deepEqual(own("x | encrypt k aes256-cbc | hex"), [
      "k step-argument: aes256-cbc needs a key of 32 bytes, but it has 16.",
    ]);
    assert.deepEqual(own("x | encrypt k aes128-gcm iv=k | hex"), [
      "k step-argument: aes128-gcm needs an IV of 12 bytes, but it has 16.",
    ]);
    assert.deepEqual(own("x | encrypt k aes128-ecb iv=k | hex"), ["k step-argument: aes128-ecb has no IV."]);
    assert.deepEqual(own("x | encrypt me rsa-1_5 digest=sha256 | hex"), [
      "sha256 step-argument: rsa-1_5 has no option digest.",
    ]);
    assert.deepEqual(own("x | encrypt me rsa-oaep-mgf1p mgf=sha256 | hex"), [
      "sha256 step-argument: rsa-oaep-mgf1p has no option mgf.",
    ]);
    assert.match(
      own("x | encrypt k aes512 | hex")[0] ?? "",
      /^aes512 step-argument: encrypt can't be aes512\. Use aes128-ecb, /,
    );
    assert.deepEqual(own("x | encrypt k | hex"), [
      "encrypt step-argument: Use encrypt KEY ALGORITHM [iv=NAME] [digest=NAME] [mgf=NAME].",
    ]);
    assert.deepEqual(own("x | encrypt ec256 rsa-oaep | hex"), [
      "ec256 signature-key: The key ec256 isn't an RSA key, so nothing can be encrypted for it.",
    ]);
    assert.deepEqual(own("x | encrypt you rsa-oaep | hex"), ["you signature-key: There is no key you."]);
    assert.deepEqual(own("x | encrypt nokey aes128-gcm | hex"), [
      "nokey variable-undefined: The variable nokey isn't defined. Searched in: this file.",
    ]);
  });
});

const ownKey = () => {
  const text = Buffer.from(keyFile("me.pem")).toString("latin1");
  return createPrivateKey(/-----BEGIN (?:RSA )?PRIVATE KEY-----[^-]*-----END [A-Z ]*-----/.exec(text)?.[0] ?? "");
};

suite("the steps encrypt and decrypt with RSA", () => {
  for (const [algorithm, padding, hash] of [
    ["rsa-oaep-mgf1p", constants.RSA_PKCS1_OAEP_PADDING, "sha1"],
    ["rsa-oaep", constants.RSA_PKCS1_OAEP_PADDING, "sha256"],
    ["rsa-oaep digest=sha512", constants.RSA_PKCS1_OAEP_PADDING, "sha512"],
    ["rsa-oaep mgf=sha384 digest=sha384", constants.RSA_PKCS1_OAEP_PADDING, "sha384"],
  ] as const) {
    test(`what encrypt ${algorithm} gives is decrypted by Node's OpenSSL, and by decrypt`, async () => {
      const { bytes, value } = await sentWithKeys(
        "@x = Schlüssel",
        `<a>{{x | encrypt me ${algorithm} | base64}}</a><b>{{x | encrypt me ${algorithm} | decrypt me ${algorithm} | text}}</b>`,
      );
      assert.equal(privateDecrypt({ key: ownKey(), padding, oaepHash: hash }, bytes("a")).toString(), "Schlüssel");
      assert.equal(value("b"), "Schlüssel");
    });
  }

  test("the host decrypts rsa-1_5 and OAEP with two hashes, and a wrong padding of version 1.5 gives other bytes", async () => {
    const read = await readKey("me", keyFile("me.pem"), { passphrase: undefined, old: oldCiphers });
    assert.ok(read.kind === "key" && read.key.use);
    const [modulus, exponent] =
      readCertificate(certificatesOf("me.pem")[0] ?? new Uint8Array(0))?.publicKey.numbers ?? [];
    assert.ok(modulus && exponent);
    const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
    for (const padding of [
      { name: "rsa-1_5" },
      { name: "oaep", digest: "SHA-256", mgf: "SHA-1" },
      { name: "oaep", digest: "SHA-1", mgf: "SHA-512" },
    ] as const) {
      const encrypted = encryptedWithRsa([modulus, exponent], padding, Buffer.from("key"), random);
      const decrypted: Uint8Array | string = await read.key.use.decrypt(padding, encrypted);
      assert.equal(Buffer.from(decrypted).toString(), "key", padding.name);
      encrypted[9] = (encrypted[9] ?? 0) ^ 1;
      const wrong: Uint8Array | string = await read.key.use.decrypt(padding, encrypted);
      if (padding.name === "oaep") assert.equal(wrong, "failed");
      else assert.deepEqual(wrong, await read.key.use.decrypt(padding, encrypted));
      assert.notEqual(typeof wrong === "string" ? wrong : Buffer.from(wrong).toString(), "key");
    }
    const browser = await readKey("me", keyFile("me.pem"), { passphrase: undefined, old: undefined });
    assert.ok(browser.kind === "key" && browser.key.use);
    const oaep = { name: "oaep", digest: "SHA-256", mgf: "SHA-256" } as const;
    const encrypted = encryptedWithRsa([modulus, exponent], oaep, Buffer.from("key"), random);
    assert.equal(Buffer.from(await browser.key.use.decrypt(oaep, encrypted)).toString(), "key");
    assert.equal(await browser.key.use.decrypt({ name: "rsa-1_5" }, encrypted), "unsupported");
  });

  test("padding of version 1.5 is removed only where it is valid", () => {
    const block = fromHex(`0002${"11".repeat(8)}00${"61".repeat(5)}`);
    const of = (all: Uint8Array) => Buffer.from(withoutPadding(all, { name: "rsa-1_5" }, all, block) ?? []).toString();
    assert.equal(of(block), "aaaaa");
    for (const at of [0, 1, 10]) {
      const changed = Uint8Array.from(block);
      changed[at] = 5;
      assert.notEqual(of(changed), "aaaaa");
    }
  });

  test("a value that is too long for the key is refused", async () => {
    const { problems } = await sentWithKeys(
      "@x = {{r}}\n@r = {{$random 250}}",
      "<a>{{x | encrypt me rsa-1_5 | base64}}</a>",
    );
    assert.deepEqual(problems, ["step-input: The value has 250 bytes, but the key me encrypts at most 245."]);
  });
});

suite("the step jwt", () => {
  const parts = (token: string) => token.split(".").map((part) => Buffer.from(part, "base64url"));
  const publicKey = (file: string) =>
    createPublicKey(
      new X509Certificate(certificatesOf(file)[0] ?? "").publicKey.export({ type: "spki", format: "pem" }),
    );

  for (const [algorithm, hash] of [
    ["HS256", "sha256"],
    ["HS384", "sha384"],
    ["HS512", "sha512"],
  ] as const) {
    test(`${algorithm} is the HMAC of header and payload`, async () => {
      const { value } = await sentWithKeys('@p = {"a":1}\n@k = key', `<a>{{p | jwt k ${algorithm}}}</a>`);
      const [header = "", payload = "", signature] = value("a").split(".");
      assert.equal(signature, createHmac(hash, "key").update(`${header}.${payload}`).digest("base64url"));
      assert.deepEqual(JSON.parse(Buffer.from(header, "base64url").toString()), { alg: algorithm, typ: "JWT" });
      assert.equal(Buffer.from(payload, "base64url").toString(), '{"a":1}');
    });
  }

  for (const [key, file, algorithm, hash, padding] of [
    ["me", "me.pem", "", "sha256", constants.RSA_PKCS1_PADDING],
    ["me", "me.pem", "PS384", "sha384", constants.RSA_PKCS1_PSS_PADDING],
    ["ec256", "ec256.sec1.pem", "ES256", "sha256", undefined],
    ["ec521", "ec521.sec1.pem", "", "sha512", undefined],
  ] as const) {
    test(`a token by the key ${key} ${algorithm} is verified by its certificate`, async () => {
      const { value } = await sentWithKeys(
        '@p = {"a":1}\n@h = {"kid":"7"}',
        `<a>{{p | jwt ${key} ${algorithm} header=h}}</a>`,
      );
      const [header] = parts(value("a"));
      assert.equal(JSON.parse(String(header)).kid, "7");
      const signed = Buffer.from(value("a").slice(0, value("a").lastIndexOf(".")));
      const how = {
        key: publicKey(file),
        dsaEncoding: "ieee-p1363",
        ...(padding ? { padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}),
      } as const;
      const signature = parts(value("a"))[2] ?? Buffer.alloc(0);
      assert.ok(verify(hash, signed, how, signature));
      assert.ok(!verify(hash, Buffer.concat([signed, Buffer.from("x")]), how, signature));
    });
  }

  test("the check reports an algorithm of another key, and a header that isn't an object", () => {
    const own = (value: string) => valueFindings(value, "@x = {}\n@h = 7");
    assert.deepEqual(own("x | jwt me ES256"), [
      "ES256 step-argument: This algorithm doesn't work with the key me. Remove it: the key determines the algorithm.",
    ]);
    assert.deepEqual(own("x | jwt me header=h"), ["h step-argument: The header must be a JSON object."]);
    assert.deepEqual(own("x | jwt nokey HS256"), [
      "nokey variable-undefined: The variable nokey isn't defined. Searched in: this file.",
    ]);
  });
});
