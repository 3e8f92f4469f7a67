// Lets xmlsec1 and WSS4J verify our signatures, and verifies theirs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { requirePackages } from "../support/debian.mjs";
import { at, binaryToken, call, certificate, envelope, keys, startService, token, x509 } from "./signing.mjs";
import { wss4jPackages, wss4jProgram, wss4jSignatures } from "./wss4j.mjs";

const more = "http://www.w3.org/2001/04/xmldsig-more#";
const newer = "http://www.w3.org/2007/05/xmldsig-more#";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const ids = ["Body", "Timestamp", "RelatesTo", "BinarySecurityToken"].flatMap((name) => ["--id-attr:Id", name]);

/** The finding about a valid signature of the Body and the Timestamp, without its signer. */
function validBy(algorithm) {
  const result = { valid: true, state: "valid", of: "Body", trust: "trusted", algorithm, digests: ["sha256"] };
  return { ...result, covered: ["Body", "Timestamp"], notCovered: [] };
}

suite("signatures", () => {
  let service;

  suiteSetup(async function () {
    requirePackages(this, "signatures", ["xmlsec1", "openssl", ...wss4jPackages]);
    wss4jProgram("Signatures");
    service = await startService();
  });
  suiteTeardown(() => service?.stop());

  async function verifiedByXmlsec(key, options, security = token(`{{$certificate ${key}}}`), more = {}) {
    await service.exchange(envelope(`${security}{{$signature ${key} ${options}}}`, more), [
      "--key",
      `${key}=${at(`${key}.both`)}`,
    ]);
    writeFileSync(at("sent.xml"), service.received);
    call("xmlsec1", "--verify", ...ids, "--pubkey-cert-pem", `${key}.crt`, "sent.xml");
  }

  for (const key of Object.keys(keys).filter((one) => one !== "old")) {
    for (const kind of ["BinarySecurityToken", "IssuerSerial", "SubjectKeyIdentifier", "Thumbprint"]) {
      test(`our signatures are verified by xmlsec1: ${key}, ${kind}`, async () => {
        service.response = envelope("");
        await verifiedByXmlsec(key, `keyInfo=${kind}`);
      });
    }
  }

  for (const [key, options] of [
    ["rsa", "algorithm=rsa-sha1"],
    ["rsa", "algorithm=rsa-sha384 digest=sha384"],
    ["rsa", "algorithm=rsa-sha512 digest=sha512"],
    ["p256", "algorithm=ecdsa-sha1"],
    ["p384", "algorithm=ecdsa-sha512 digest=sha512"],
    ["rsa", 'inclusiveNamespaces="soap unused #default"'],
    ["rsa", 'parts="Body Timestamp RelatesTo BinarySecurityToken"'],
  ]) {
    test(`our signatures are verified by xmlsec1: ${key} ${options}`, async () => {
      service.response = envelope("");
      const header = '<a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing" wsu:Id="R">urn:1</a:RelatesTo>';
      await verifiedByXmlsec(key, options, undefined, { header });
    });
  }

  function signedByXmlsec(
    key,
    {
      method = "rsa-sha256",
      c14n = exclusive,
      digest = "http://www.w3.org/2001/04/xmlenc#sha256",
      parts = ["Body", "TS"],
    } = {},
  ) {
    const reference = (id) =>
      `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${c14n}"/></ds:Transforms><ds:DigestMethod Algorithm="${digest}"/><ds:DigestValue/></ds:Reference>`;
    const uri = method === "rsa-sha1" ? `http://www.w3.org/2000/09/xmldsig#${method}` : `${more}${method}`;
    const info = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${c14n}"/><ds:SignatureMethod Algorithm="${uri}"/>${parts.map(reference).join("\n")}</ds:SignedInfo>`;
    const reach = `<wsse:SecurityTokenReference><wsse:Reference URI="#X509" ValueType="${x509}"/></wsse:SecurityTokenReference>`;
    const signature = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${info}<ds:SignatureValue/><ds:KeyInfo>${reach}</ds:KeyInfo></ds:Signature>`;
    writeFileSync(at("template.xml"), envelope(`${token(certificate(key))}${signature}`));
    call("xmlsec1", "--sign", ...ids, "--privkey-pem", `${key}.key`, "--output", "signed.xml", "template.xml");
    return readFileSync(at("signed.xml"), "utf8");
  }

  /** Sends a request with the key `ca` as a trusted one; returns the exit code with --strict, signatures and findings. */
  async function checked(text, authority = "ca") {
    service.response = text;
    const { code, sent } = await service.exchange(envelope(""), [
      "--strict",
      "--as-written",
      "--key",
      `ca=${at(`${authority}.pem`)}`,
    ]);
    const { signatures, findings } = sent.response;
    return {
      code,
      signatures,
      codes: findings.map((one) => one.code).filter((one) => /^(?:signature|timestamp)-/.test(one)),
    };
  }

  for (const [key, method] of [
    ["rsa", "rsa-sha256"],
    ["rsa", "rsa-sha512"],
    ["p256", "ecdsa-sha256"],
    ["p384", "ecdsa-sha384"],
    ["p521", "ecdsa-sha512"],
  ]) {
    for (const c14n of [exclusive, inclusive]) {
      test(`signatures of xmlsec1 are valid: ${key}, ${method}, ${c14n === exclusive ? "exclusive" : "inclusive"}`, async () => {
        const { signatures, codes } = await checked(signedByXmlsec(key, { method, c14n }));
        assert.deepEqual(codes, []);
        const [{ signer, ...one }] = signatures;
        assert.equal(signer.subject, `CN=${key},O=ACME\\, Inc.`);
        assert.deepEqual(one, validBy(method));
      });
    }
  }

  test("signatures of xmlsec1 are invalid if the Body has changed", async () => {
    const { code, signatures, codes } = await checked(signedByXmlsec("rsa").replace("1 &lt; 2", "2 &lt; 3"));
    assert.deepEqual([code, signatures[0].valid, codes], [1, false, ["signature-invalid"]]);
  });

  test("signatures of xmlsec1 that are wrapped are valid for xmlsec1, and errors for soaphttp", async () => {
    const signed = signedByXmlsec("rsa");
    const [body] = /<soap:Body[\s\S]*<\/soap:Body>/.exec(signed);
    const evil = "<soap:Body><Add xmlns='urn:calc'><a>9</a></Add></soap:Body>";
    const wrapped = signed
      .replace(body, evil)
      .replace("<soap:Header>", `<soap:Header><w:W xmlns:w="urn:w">${body}</w:W>`);
    writeFileSync(at("wrapped.xml"), wrapped);
    call("xmlsec1", "--verify", ...ids, "--pubkey-cert-pem", "rsa.crt", "wrapped.xml");
    const { code, signatures, codes } = await checked(wrapped);
    assert.deepEqual([code, signatures[0].valid, signatures[0].covered], [1, true, ["Timestamp"]]);
    assert.deepEqual(codes.toSorted(), ["signature-body-not-covered", "signature-wrapped"]);
    const [stamp] = /<wsu:Timestamp[\s\S]*<\/wsu:Timestamp>/.exec(signed);
    const moved = signed.replace(stamp, "").replace("</soap:Body>", `${stamp}</soap:Body>`);
    assert.ok((await checked(moved)).codes.includes("signature-wrapped"));
    const twice = signed.replace("<soap:Header>", `<soap:Header><w:W xmlns:w="urn:w" Id="Body"/>`);
    assert.ok((await checked(twice)).codes.includes("signature-wrapped"));
  });

  test("signatures of xmlsec1 that are weak, or whose certificate is unknown or expired, are warnings", async () => {
    const sha1 = { method: "rsa-sha1", digest: "http://www.w3.org/2000/09/xmldsig#sha1" };
    assert.deepEqual((await checked(signedByXmlsec("rsa", sha1))).codes, ["signature-weak"]);
    assert.deepEqual((await checked(signedByXmlsec("old"))).codes, ["signature-weak"]);
    const unknown = await checked(signedByXmlsec("rsa"), "other");
    assert.deepEqual([unknown.code, unknown.codes], [1, ["signature-certificate-untrusted"]]);
    assert.equal(unknown.signatures[0].trust, "untrusted");
    const expired = await checked(signedByXmlsec("expired"));
    assert.deepEqual([expired.signatures[0].trust, expired.codes], ["expired", ["signature-certificate-expired"]]);
    const { codes } = await checked(signedByXmlsec("rsa", { parts: ["TS"] }));
    assert.deepEqual(codes, ["signature-body-not-covered"]);
  });

  for (const key of ["rsa", "p256", "p384", "p521"]) {
    for (const kind of ["BinarySecurityToken", "IssuerSerial", "SubjectKeyIdentifier", "Thumbprint"]) {
      test(`our signatures are verified by WSS4J: ${key}, ${kind}`, async () => {
        service.response = envelope("");
        const security = kind === "BinarySecurityToken" ? binaryToken(key) : "";
        const signature = `{{$signature ${key} keyInfo=${kind}}}`;
        await service.exchange(envelope(`${security}${signature}`, { created: "{{$wsu.created}}" }), [
          "--key",
          `${key}=${at(`${key}.both`)}`,
        ]);
        writeFileSync(at("sent.xml"), service.received);
        assert.deepEqual(wss4jSignatures("verify", `${key}.p12`, "sent.xml"), ["Body", "Timestamp"]);
        writeFileSync(at("sent.xml"), service.received.replace("1 &lt; 2", "2 &lt; 3"));
        assert.throws(() => wss4jSignatures("verify", `${key}.p12`, "sent.xml"), /signature|digest/i);
      });
    }
  }

  test("our signatures with RSA-PSS are verified by WSS4J", async () => {
    service.response = envelope("");
    const security = `${binaryToken("rsa")}{{$signature rsa algorithm=sha256-rsa-MGF1}}`;
    const text = envelope(security, { created: "{{$wsu.created}}" });
    await service.exchange(text, ["--key", `rsa=${at("rsa.both")}`]);
    writeFileSync(at("sent.xml"), service.received);
    assert.deepEqual(wss4jSignatures("verify", "rsa.p12", "sent.xml"), ["Body", "Timestamp"]);
  });

  for (const [key, method] of [
    ["rsa", "rsa-sha256"],
    ["rsa", "sha256-rsa-MGF1"],
    ["p256", "ecdsa-sha256"],
  ]) {
    for (const kind of [
      "BST_DIRECT_REFERENCE",
      "ISSUER_SERIAL",
      "SKI_KEY_IDENTIFIER",
      "THUMBPRINT_IDENTIFIER",
      "X509_KEY_IDENTIFIER",
    ]) {
      test(`signatures of WSS4J are valid: ${key}, ${method}, ${kind}`, async () => {
        const soap = "http://schemas.xmlsoap.org/soap/envelope/";
        writeFileSync(
          at("plain.xml"),
          `<s:Envelope xmlns:s="${soap}"><s:Header/><s:Body><a xmlns="urn:a">1</a></s:Body></s:Envelope>`,
        );
        const uri = `${method.endsWith("MGF1") ? newer : more}${method}`;
        wss4jSignatures("sign", `${key}.p12`, "plain.xml", kind, uri, "signed.xml");
        service.response = readFileSync(at("signed.xml"), "utf8");
        const trusted = ["--key", `ca=${at("ca.pem")}`, "--key", `service=${at(`${key}.crt`)}`];
        const { sent } = await service.exchange(envelope(""), ["--as-written", "--no-wsdl", ...trusted]);
        const [{ signer, ...one }, ...others] = sent.response.signatures;
        assert.deepEqual([sent.response.findings, others], [[], []]);
        assert.deepEqual(one, validBy(method));
        assert.equal(signer.subject, `CN=${key},O=ACME\\, Inc.`);
      });
    }
  }
});
