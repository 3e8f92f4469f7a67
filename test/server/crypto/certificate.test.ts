import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readCertificate, thumbprint } from "../../../server/src/crypto/certificate.ts";
import { readDer } from "../../../server/src/crypto/der.ts";
import { distinguishedName } from "../../../server/src/crypto/distinguishedName.ts";
import { trustIn } from "../../../server/src/crypto/trust.ts";
import { verifies } from "../../../server/src/crypto/verify.ts";
import { certificateOf, certificatesOf } from "../../support/keyFiles.ts";

suite("a certificate", () => {
  test("a certificate has its subject and issuer as RFC 4514 writes them", () => {
    const { subject, issuer } = certificateOf("me.pem");
    assert.equal(subject, 'CN=Zoë \\"me\\",O=ACME\\, Inc.,C=DE');
    assert.equal(issuer, "CN=Middle,O=ACME\\, Inc.,C=DE");
  });

  for (const name of ["me.pem", "root.pem", "ec384.sec1.pem", "ec521.sec1.pem", "expired.pem"]) {
    test(`a certificate has the facts that OpenSSL finds in it: ${name}`, async () => {
      const own = certificateOf(name);
      const theirs = new X509Certificate(own.der);
      assert.equal(own.serial, String(BigInt(`0x${theirs.serialNumber}`)));
      assert.equal(own.notBefore.getTime(), Date.parse(theirs.validFrom));
      assert.equal(own.notAfter.getTime(), Date.parse(theirs.validTo));
      assert.equal(own.isAuthority, theirs.ca);
      assert.equal(hex(await thumbprint(own)), theirs.fingerprint.replaceAll(":", ""));
      assert.deepEqual(Buffer.from(own.publicKey.spki), theirs.publicKey.export({ type: "spki", format: "der" }));
      assert.equal(own.subjectKeyIdentifier?.length, 20);
    });
  }

  test("a certificate has the kind of its key", () => {
    const kinds = ["me.pem", "root.pem", "ec384.sec1.pem", "ec521.sec1.pem"].map(
      (name) => certificateOf(name).publicKey.algorithm,
    );
    assert.deepEqual(kinds, [
      { kind: "rsa", bits: 2048 },
      { kind: "ec", curve: "P-256" },
      { kind: "ec", curve: "P-384" },
      { kind: "ec", curve: "P-521" },
    ]);
  });

  test("a certificate isn't read if a byte follows it, or is missing", () => {
    const { der } = certificateOf("root.pem");
    assert.equal(readCertificate(new Uint8Array([...der, 0])), undefined);
    assert.equal(readCertificate(der.subarray(0, -1)), undefined);
    assert.ok(readCertificate(der));
  });
});

suite("a distinguished name", () => {
  // SEQUENCE { SET { SEQUENCE { OID, value } } }
  const name = (oid: readonly number[], tag: number, text: string) => {
    const value = [tag, text.length, ...Buffer.from(text, "latin1")];
    const pair = [0x06, oid.length, ...oid, ...value];
    return distinguishedName(
      readDer(new Uint8Array([0x30, pair.length + 4, 0x31, pair.length + 2, 0x30, pair.length, ...pair])),
    );
  };
  const commonName = [0x55, 4, 3];

  test("a name escapes what RFC 4514 reserves", () => {
    assert.equal(name(commonName, 0x0c, '#a,b+c"d\\e<f>g;h '), 'CN=\\#a\\,b\\+c\\"d\\\\e\\<f\\>g\\;h\\ ');
    assert.equal(name(commonName, 0x0c, " "), "CN=\\ ");
    assert.equal(name(commonName, 0x0c, "a\0\r\nb"), "CN=a\\00\\0d\\0ab");
  });

  test("a name writes types that RFC 4514 doesn't name as numbers, and values that aren't text as bytes", () => {
    const email = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x01];
    assert.equal(name(email, 0x16, "a@b"), "1.2.840.113549.1.9.1=#1603614062");
    assert.equal(name([0x88, 0x37, 0x03], 0x0c, "x"), "2.999.3=#0c0178");
    assert.equal(name(commonName, 0x0c, "\xff"), "CN=#0c01ff");
    assert.equal(name(commonName, 0x1e, "\xd8\x00"), "CN=#1e02d800");
  });

  test("names are read in the older string types", () => {
    assert.equal(name(commonName, 0x1e, "\x20\xac"), "CN=€");
    assert.equal(name(commonName, 0x14, "Zo\xeb"), "CN=Zoë");
    assert.equal(name(commonName, 0x13, "x"), "CN=x");
  });
});

suite("a signature", () => {
  test("a signature is verified with the key of a certificate", async () => {
    const { createSign } = await import("node:crypto");
    const { readFileSync } = await import("node:fs");
    const pem = readFileSync("test/fixtures/keys/me.pem");
    const data = new TextEncoder().encode("data");
    const value = createSign("sha256").update(data).sign(pem);
    const { publicKey } = certificateOf("me.pem");
    assert.equal(await verifies(publicKey, { name: "rsa", hash: "SHA-256" }, value, data), true);
    assert.equal(await verifies(publicKey, { name: "rsa", hash: "SHA-512" }, value, data), false);
    assert.equal(await verifies(publicKey, { name: "ecdsa", hash: "SHA-256" }, value, data), undefined);
    assert.equal(await verifies(publicKey, { name: "rsa", hash: "SHA-256" }, value, data.subarray(1)), false);
  });
});

suite("the trust in a certificate", () => {
  const now = new Date("2030-01-01");
  const [me, middle, root] = ["me.pem", "middle.pem", "root.pem"].map(certificateOf);
  assert.ok(me && middle && root);

  test("a certificate is trusted if it is named itself", async () => {
    assert.equal(await trustIn(me, [], [me], now), "trusted");
  });

  test("a certificate is trusted if a trusted certificate authority has issued it, through others", async () => {
    assert.equal(await trustIn(me, [middle], [root], now), "trusted");
    assert.equal(await trustIn(me, [], [root, middle], now), "trusted");
    assert.equal(await trustIn(me, [], [middle], now), "trusted");
  });

  test("a certificate is untrusted without the certificate that connects it to a trusted one", async () => {
    assert.equal(await trustIn(me, [], [root], now), "untrusted");
    assert.equal(await trustIn(me, [middle, root], [], now), "untrusted");
  });

  test("a certificate is untrusted if the trusted one has the name of its issuer, but another key", async () => {
    const impostor = certificateOf("impostor.pem");
    assert.equal(await trustIn(middle, [], [impostor], now), "untrusted");
  });

  test("a certificate is untrusted if the issuer isn't a certificate authority", async () => {
    const forged = certificateOf("forged.pem");
    const issuer = certificateOf("ec256.sec1.pem");
    assert.equal(await trustIn(forged, [], [issuer], now), "untrusted");
    assert.equal(await trustIn(forged, [issuer], [root], now), "untrusted");
  });

  test("a certificate is expired before and after its time, or outside of the time of a certificate authority between", async () => {
    assert.equal(await trustIn(certificateOf("expired.pem"), [], [root], now), "expired");
    assert.equal(await trustIn(me, [middle], [root], new Date("2200-01-01")), "expired");
    assert.equal(await trustIn(me, [], [me], new Date("2000-01-01")), "expired");
  });

  test("a certificate is found untrusted in bounded time among many issuers with its name", async () => {
    const many = Array.from({ length: 1000 }, () => ({ ...certificateOf("impostor.pem"), isAuthority: true }));
    assert.equal(await trustIn(middle, many, [me], now), "unknown");
  });

  test("certificates are read from each place of a file with a chain", () => {
    assert.equal(certificatesOf("me.pem").length, 3);
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex").toUpperCase();
}
