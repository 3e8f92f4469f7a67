import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readCertificate } from "../../../client/src/cli/credentials.ts";
import { passphrase } from "../../support/keyFiles.ts";

suite("keystores as client certificates", () => {
  const read = (pfx: string, given: string | undefined, typed?: string) => {
    const env = given === undefined ? {} : { SOAPHTTP_PASSPHRASE: given };
    const console = { cwd: "test/fixtures/keys", env, secret: async () => typed };
    return readCertificate({ cert: undefined, key: undefined, pfx }, console, "a client certificate");
  };

  for (const [file, type] of [
    ["me.jks", "rsa"],
    ["me.jceks", "rsa"],
    ["two.jks#ec256", "ec"],
    ["two.jceks#EC256", "ec"],
    ["two.p12#ec256", "ec"],
  ] as const)
    test(`the key of ${file} is used with its certificate`, async () => {
      const options = await read(file, passphrase);
      assert.ok(typeof options === "object" && options.cert && options.key, String(options));
      assert.equal(new X509Certificate(Buffer.from(options.cert)).publicKey.asymmetricKeyType, type);
    });

  test("the passphrase of a keystore may be typed, or is missing or wrong", async () => {
    assert.equal(typeof (await read("me.jks", undefined, passphrase)), "object");
    assert.equal(await read("me.jks", undefined), "me.jks: missing passphrase. Set SOAPHTTP_PASSPHRASE.");
    assert.equal(await read("me.jks", "wrong"), "me.jks: the passphrase is wrong.");
  });

  test("several keys of a keystore are an error with their aliases", async () => {
    assert.match(String(await read("two.jks", passphrase)), /several keys\. Choose one of the aliases: .*"ec256"/);
    assert.match(String(await read("two.jks#you", passphrase)), /has no alias "you"\. Choose one of these: /);
    assert.match(String(await read("none.jks#you", passphrase)), /^none\.jks: /);
  });
});
