// Lets zeep verify our signatures, and verifies zeep's signatures.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { requirePackages } from "../support/debian.mjs";
import { at, binaryToken, call, envelope, makeKeys, startService } from "./signing.mjs";

const script = fileURLToPath(new URL("services/withZeep.py", import.meta.url));
const wsdl = fileURLToPath(new URL("services/calc.wsdl", import.meta.url));

function zeep(...args) {
  return call("/usr/bin/python3", script, ...args)
    .split("\n")
    .filter((line) => line !== "");
}

suite("signatures and zeep", () => {
  let service;

  suiteSetup(async function () {
    requirePackages(this, "zeep", ["openssl", "python3", "python3-zeep", "python3-xmlsec"]);
    makeKeys();
    service = await startService();
  });
  suiteTeardown(() => service?.stop());

  for (const key of ["rsa", "p256"]) {
    for (const kind of ["BinarySecurityToken", "IssuerSerial", "SubjectKeyIdentifier", "Thumbprint"]) {
      test(`our signatures are verified by zeep: ${key}, ${kind}`, async () => {
        const security = kind === "BinarySecurityToken" ? binaryToken(key) : "";
        await service.exchange(envelope(`${security}{{$signature ${key} keyInfo=${kind}}}`), [
          "--key",
          `${key}=${at(`${key}.both`)}`,
        ]);
        writeFileSync(at("sent.xml"), service.received);
        assert.deepEqual(zeep("verify", `${key}.crt`, "sent.xml"), ["Body", "Timestamp"]);
        // zeep doesn't say why a signature isn't valid.
        const failed = ["SignatureVerificationFailed"];
        assert.deepEqual(zeep("verify", "other.pem", "sent.xml"), failed);
        writeFileSync(at("sent.xml"), service.received.replace("1 &lt; 2", "2 &lt; 3"));
        assert.deepEqual(zeep("verify", `${key}.crt`, "sent.xml"), failed);
      });
    }
  }

  /** Sends a request that is responded to with a message; returns the exit code with --strict, signatures and findings. */
  async function checked(response) {
    service.response = response;
    const options = ["--strict", "--as-written", "--no-wsdl", "--key", `ca=${at("ca.pem")}`];
    const { code, sent } = await service.exchange(envelope(""), options);
    return { code, signatures: sent.response.signatures, codes: sent.response.findings.map((one) => one.code) };
  }

  // `Signature` writes an X509Data with the certificate into the SecurityTokenReference, which no profile allows.
  for (const kind of ["Signature", "BinarySignature"]) {
    for (const [key, method] of [
      ["rsa", "rsa-sha256"],
      ["p256", "ecdsa-sha256"],
    ]) {
      test(`signatures of zeep are valid: ${kind}, ${method}`, async () => {
        const transform = method.replace("-", "_").toUpperCase();
        zeep("sign", kind, `${key}.key`, `${key}.crt`, wsdl, transform, "SHA256", "signed.xml");
        const signed = readFileSync(at("signed.xml"), "utf8");
        const { code, signatures, codes } = await checked(signed);
        assert.deepEqual([code, codes], [0, []]);
        const [{ signer, ...one }, ...others] = signatures;
        assert.deepEqual([signer.subject, others], [`CN=${key},O=ACME\\, Inc.`, []]);
        const result = { of: "Body", state: "valid", valid: true, trust: "trusted" };
        const expected = { ...result, algorithm: method, digests: ["sha256"] };
        const covered = ["Body", "Timestamp"];
        assert.deepEqual(one, { ...expected, covered, notCovered: ["UsernameToken"] });
        const changed = await checked(signed.replace("<b>2</b>", "<b>3</b>"));
        assert.deepEqual([changed.code, changed.codes], [1, ["signature-invalid"]]);
      });
    }
  }

  test("signatures of zeep are weak with its defaults, which are SHA-1", async () => {
    zeep("sign", "BinarySignature", "rsa.key", "rsa.crt", wsdl, "RSA_SHA1", "SHA1", "signed.xml");
    const { codes } = await checked(readFileSync(at("signed.xml"), "utf8"));
    assert.deepEqual(codes, ["signature-weak"]);
  });
});
