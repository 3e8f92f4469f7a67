import assert from "node:assert/strict";
import type { Certificate } from "../../../server/src/crypto/certificate.ts";
import type { PresentedSignature } from "../../../server/src/protocol/protocol.ts";
import type { Verification } from "../../../server/src/security/verification/verification.ts";
import { verifySignatures } from "../../../server/src/security/verification/verify.ts";
import { presentSignature, verificationLines } from "../../../server/src/service/languageService.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elements } from "../../../server/src/xml/query.ts";
import { certificateOf } from "../../support/keyFiles.ts";
import { request, secured, signedMessage, timestamp, token } from "../../support/signing.ts";

const root = certificateOf("root.pem");
const middle = certificateOf("middle.pem");
const own = certificateOf("me.pem");

async function verified(
  xml: string,
  { known = [middle], trusted = [root], now = new Date("2026-03-01T12:35:00Z") } = {},
): Promise<Verification> {
  return verifySignatures(parseXml(xml), { known, trusted }, now);
}

/** The codes of the findings, each with the local name of its element. */
async function codes(xml: string, options?: Parameters<typeof verified>[1]): Promise<readonly string[]> {
  const all = [...elements(parseXml(xml))];
  const { findings } = await verified(xml, options);
  return findings.map(({ code, element }) => `${code} ${all[element]?.local}`);
}

async function signedXml(security: string, options?: Parameters<typeof secured>[1]): Promise<string> {
  return (await signedMessage(request(secured(security, options)), { now: new Date("2027-03-01T12:34:56Z") })).body;
}

const to = '<a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing" wsu:Id="R">urn:1</a:RelatesTo>';
const now = new Date("2027-03-01T12:35:00Z");
const usual = () => signedXml(`${timestamp}${token("me")}{{$signature me}}`, { header: to });

suite("a signature of a response", () => {
  test("a signature is valid, and says who signed what", async () => {
    const verification = await verified(await usual(), { now });
    const { signatures, findings } = verification;
    assert.deepEqual(findings, []);
    assert.deepEqual(signatures.map(presentSignature), [
      {
        valid: true,
        state: "valid",
        of: "Body",
        trust: "trusted",
        algorithm: "rsa-sha256",
        digests: ["sha256"],
        signer: {
          subject: 'CN=Zoë \\"me\\",O=ACME\\, Inc.,C=DE',
          issuer: "CN=Middle,O=ACME\\, Inc.,C=DE",
          serial: own.serial,
          notBefore: own.notBefore.toISOString().replace(".000", ""),
          notAfter: own.notAfter.toISOString().replace(".000", ""),
        },
        covered: ["Body", "Timestamp"],
        notCovered: ["RelatesTo"],
      },
    ]);
    assert.deepEqual(verificationLines(verification), [
      'Signature of Body valid: CN=Zoë \\"me\\",O=ACME\\, Inc.,C=DE (rsa-sha256), trusted. Covers Body, Timestamp. Not covered: RelatesTo.',
    ]);
  });

  test("a signature refers to a certificate of soaphttp.keys in several ways", async () => {
    for (const kind of ["IssuerSerial", "SubjectKeyIdentifier", "Thumbprint"]) {
      const xml = await signedXml(`{{$signature me keyInfo=${kind}}}`);
      assert.deepEqual(await codes(xml, { now, known: [middle, own] }), [], kind);
      assert.deepEqual(await codes(xml, { now }), ["signature-unsupported Signature"], kind);
    }
  });

  test("a signature may be RSA-PSS", async () => {
    for (const hash of ["sha256", "sha384", "sha512"]) {
      const options = `algorithm=${hash}-rsa-MGF1 digest=${hash}`;
      const xml = await signedXml(`${token("me")}{{$signature me ${options}}}`);
      assert.match(xml, new RegExp(`"http://www.w3.org/2007/05/xmldsig-more#${hash}-rsa-MGF1"`));
      const { signatures, findings } = await verified(xml, { now });
      assert.deepEqual(
        [signatures[0]?.state.kind, signatures[0]?.algorithm, findings],
        ["valid", `${hash}-rsa-MGF1`, []],
      );
      const other = xml.replace(`2007/05/xmldsig-more#${hash}-rsa-MGF1`, `2001/04/xmldsig-more#rsa-${hash}`);
      assert.deepEqual(await codes(other, { now }), ["signature-invalid Signature"]);
    }
  });

  test("a signature may be ECDSA", async () => {
    for (const key of ["ec256", "ec384", "ec521"]) {
      const { signatures } = await verified(await signedXml(`${token(key)}{{$signature ${key}}}`), { now });
      assert.deepEqual(
        signatures.map(({ state, trust }) => [state.kind, trust]),
        [["valid", "trusted"]],
      );
    }
  });

  test("a signature is invalid if something has changed since", async () => {
    const xml = await usual();
    const changes: readonly (readonly [string | RegExp, string])[] = [
      ["<m:a>1</m:a>", "<m:a>2</m:a>"],
      ["<m:a>1</m:a>", "<m:a> 1</m:a>"],
      ["<m:Add>", '<m:Add x="">'],
      [/(<ds:SignatureValue>)./, "$1/"],
      [/(<ds:DigestValue>)./, "$1/"],
      [/(<ds:SignatureValue>)[^<]*/, "$1?"],
      [/(<ds:DigestValue>)[^<]*/, "$1"],
      [/<ds:Reference .*<\/ds:Reference>/, ""],
      ['URI="#Body"', 'URI="#None"'],
      [/<ds:SignedInfo>.*<\/ds:SignedInfo>/, "$&$&"],
    ];
    for (const [from, by] of changes) {
      const changed = xml.replace(from, by);
      assert.notEqual(changed, xml);
      assert.deepEqual(await codes(changed, { now }), ["signature-invalid Signature"], String(from));
      const { signatures } = await verified(changed, { now });
      assert.deepEqual(
        signatures.map(({ state, covered }) => [state.kind, covered]),
        [["invalid", []]],
      );
    }
    // A change that keeps the canonical form doesn't matter.
    const same = xml.replace("<m:a>1</m:a>", "<m:a\n>&#49;</m:a><!-- x -->").replaceAll("\n", "\r\n");
    assert.deepEqual(await codes(same, { now }), []);
  });

  test("a signature doesn't match the key of another certificate", async () => {
    const xml = await usual();
    const other = Buffer.from(certificateOf("ec256.sec1.pem").der).toString("base64");
    assert.deepEqual(await codes(xml.replace(/(X509v3">)[^<]*/, `$1${other}`), { now }), [
      "signature-unsupported Signature",
    ]);
    const root2 = Buffer.from(middle.der).toString("base64");
    const ec = await signedXml(`${token("ec256")}{{$signature ec256}}`);
    assert.deepEqual(
      (await codes(ec.replace(/(X509v3">)[^<]*/, `$1${root2}`), { now }))[0],
      "signature-invalid Signature",
    );
  });

  test("a signature may cover other things than the Body", async () => {
    const xml = await signedXml(`${timestamp}${token("me")}{{$signature me parts="Timestamp #R"}}`, { header: to });
    assert.deepEqual(await codes(xml, { now }), ["signature-body-not-covered Signature"]);
    const { signatures } = await verified(xml, { now });
    assert.deepEqual(
      signatures.map(({ covered, notCovered }) => [covered, notCovered]),
      [[["Timestamp", "RelatesTo"], ["Body"]]],
    );
  });
});

suite("signature wrapping", () => {
  const replaceBody = (xml: string, evil = "<soap:Body><m:Add><m:a>9</m:a></m:Add></soap:Body>") => {
    const [body = ""] = /<soap:Body.*<\/soap:Body>/.exec(xml) ?? [];
    return { body, without: xml.replace(body, evil) };
  };

  test("wrapping is found if the signed Body is in the header", async () => {
    const { body, without } = replaceBody(await usual());
    for (const wrapper of [`<m:Wrapper>${body}</m:Wrapper>`, `<m:W soap:mustUnderstand="0"><m:X>${body}</m:X></m:W>`]) {
      const xml = without.replace("<soap:Header>", `<soap:Header>${wrapper}`);
      assert.deepEqual(await codes(xml, { now }), ["signature-wrapped Body", "signature-body-not-covered Signature"]);
      assert.deepEqual(
        (await verified(xml, { now })).signatures.map(({ state }) => state.kind),
        ["valid"],
      );
    }
  });

  test("wrapping is found if the signed Body is in wsse:Security, in the new Body, or behind it", async () => {
    const { body, without } = replaceBody(await usual());
    const places = [
      without.replace("<ds:Signature ", `<m:Wrapper>${body}</m:Wrapper><ds:Signature `),
      without.replace("<m:a>9</m:a>", `<m:a>9</m:a>${body}`),
      without.replace("</soap:Envelope>", `${body}</soap:Envelope>`),
      without.replace("</ds:Signature>", `<ds:Object>${body}</ds:Object></ds:Signature>`),
    ];
    for (const xml of places) {
      assert.deepEqual((await codes(xml, { now }))[0], "signature-wrapped Body", xml);
    }
  });

  test("wrapping is found if a signed Timestamp or header block is elsewhere", async () => {
    const xml = await signedXml(`${timestamp}${token("me")}{{$signature me parts="Body Timestamp RelatesTo"}}`, {
      header: to,
    });
    const [stamp = ""] = /<wsu:Timestamp.*<\/wsu:Timestamp>/.exec(xml) ?? [];
    const later = stamp.replace(' wsu:Id="TS"', "").replaceAll("2027", "2099");
    const moved = xml.replace(stamp, later).replace("<soap:Header>", `<soap:Header><m:W>${stamp}</m:W>`);
    assert.deepEqual(await codes(moved, { now }), ["signature-wrapped Timestamp"]);
    const other = to.replace(' wsu:Id="R"', "").replace("urn:1", "urn:2");
    for (const wrapper of ["m:W", "m:Add"]) {
      const [from, by] =
        wrapper === "m:W"
          ? ["<soap:Header>", `<soap:Header><m:W>${to}</m:W>`]
          : ["<wsse:Security", `<m:V>${to}</m:V><wsse:Security`];
      assert.deepEqual(await codes(xml.replace(to, other).replace(from, by), { now }), ["signature-wrapped RelatesTo"]);
    }
  });

  test("wrapping is found if an ID occurs twice, in whatever attribute", async () => {
    const { body, without } = replaceBody(await usual());
    for (const id of ['wsu:Id="Body"', 'Id="Body"', 'ID="Body"', 'xml:id="Body"']) {
      const evil = without.replace("<soap:Body>", `<soap:Body ${id}>`);
      const xml = evil.replace("<soap:Header>", `<soap:Header><m:W>${body}</m:W>`);
      const reported = await codes(xml, { now });
      assert.equal(reported[0], "signature-wrapped Signature", id);
      assert.deepEqual((await verified(xml, { now })).signatures[0]?.covered, ["Timestamp"]);
    }
  });

  test("wrapping isn't found where an element of the Body is signed", async () => {
    const xml = await signedXml(`${token("me")}{{$signature me parts="#part Body"}}`, {
      body: '<m:Add wsu:Id="part"/>',
    });
    assert.deepEqual(await codes(xml, { now }), []);
  });
});

suite("signatures that aren't verified", () => {
  test("a signature that can't be verified is a warning, and isn't valid", async () => {
    const xml = await usual();
    const changes: readonly (readonly [string | RegExp, string])[] = [
      ["xmldsig-more#rsa-sha256", "xmldsig-more#hmac-sha256"],
      ["xmlenc#sha256", "xmlenc#ripemd160"],
      ['URI="#Body"', 'URI="http://example.org/"'],
      ['URI="#Body"', 'URI="#xpointer(//Body)"'],
      [/(<ds:Transform Algorithm=")[^"]*/, "$1http://www.w3.org/TR/1999/REC-xslt-19991116"],
      [/(<ds:Transform Algorithm=")[^"]*/, "$1http://www.w3.org/TR/1999/REC-xpath-19991116"],
      [/(<ds:CanonicalizationMethod Algorithm=")[^"]*/, "$1http://www.w3.org/2010/xml-c14n2"],
    ];
    for (const [from, by] of changes) {
      assert.deepEqual(await codes(xml.replace(from, by), { now }), ["signature-unsupported Signature"], by);
    }
    const many = xml.replace(/<ds:Reference .*?<\/ds:Reference>/, (one) => one.repeat(101));
    assert.deepEqual(await codes(many, { now }), ["signature-unsupported Signature"]);
  });

  test("a reference through STR-Transform is not verified, and not invalid", async () => {
    const uri = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform";
    const xml = (await usual()).replace(/(<ds:Transform Algorithm=")[^"]*/, `$1${uri}`);
    const verification = await verified(xml, { now });
    const text = "Signature of Body not verified: the transform STR-Transform isn't supported.";
    assert.deepEqual(verificationLines(verification), [text]);
    assert.deepEqual(
      verification.findings.map(({ code, message }) => [code, message]),
      [["signature-unsupported", text]],
    );
    const [{ valid, state, of }] = verification.signatures.map(presentSignature) as [PresentedSignature];
    assert.deepEqual({ valid, state, of }, { valid: false, state: "notVerified", of: "Body" });
  });

  test("a part that was encrypted after it was signed is not verified, and not invalid", async () => {
    const encrypted = '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#" Id="ED-1"/>';
    const xml = await usual();
    const text = async (changed: string) => verificationLines(await verified(changed, { now }));
    assert.deepEqual(await text(xml.replace(/<m:Add>.*<\/m:Add>/, encrypted)), [
      "Signature of Body not verified: Body is encrypted, and was perhaps signed before that.",
    ]);
    assert.deepEqual(await text(xml.replace(/<wsu:Timestamp.*<\/wsu:Timestamp>/, encrypted)), [
      "Signature of Body not verified: no element has the id #TS. It may be encrypted.",
    ]);
    // Another part has been changed, too.
    const changed = xml.replace(/<m:Add>.*<\/m:Add>/, encrypted).replace("12:39", "12:49");
    assert.deepEqual(await codes(changed, { now }), ["signature-invalid Signature"]);
    const body = `<m:Add>${encrypted}</m:Add>`;
    assert.deepEqual(await codes(await signedXml(`${token("me")}{{$signature me}}`, { body }), { now }), []);
  });

  test("a signature over xop:Include isn't verified", async () => {
    const body = '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:a"/>';
    const xml = await signedXml(`${token("me")}{{$signature me}}`, { body: `<m:a>${body}</m:a>` });
    assert.deepEqual(await codes(xml, { now }), ["signature-unsupported Signature"]);
  });
});

suite("the certificate of a signature", () => {
  test("the certificate is untrusted, or has expired", async () => {
    const xml = await usual();
    assert.deepEqual(await codes(xml, { now, trusted: [] }), ["signature-certificate-untrusted Signature"]);
    assert.deepEqual(await codes(xml, { now, known: [] }), ["signature-certificate-untrusted Signature"]);
    assert.deepEqual(await codes(xml, { now, trusted: [certificateOf("impostor.pem")] }), [
      "signature-certificate-untrusted Signature",
    ]);
    assert.deepEqual(await codes(xml, { now: new Date("2101-01-01T00:00:00Z") }), [
      "timestamp-expired Timestamp",
      "signature-certificate-expired Signature",
    ]);
    const late = await verified(xml, { now: new Date("2101-01-01T00:00:00Z") });
    assert.deepEqual(
      late.signatures.map(({ state, trust }) => [state.kind, trust]),
      [["valid", "expired"]],
    );
  });

  test("the certificate must be in the header, if the message contains it", async () => {
    const xml = await usual();
    const [own = ""] = /<wsse:BinarySecurityToken.*<\/wsse:BinarySecurityToken>/.exec(xml) ?? [];
    const moved = xml
      .replace(own, "")
      .replace(
        "</soap:Envelope>",
        `${own.replace("<wsse:BinarySecurityToken", '$& xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"').replaceAll("wsse:wsse", "wsse")}</soap:Envelope>`,
      );
    assert.ok((await codes(moved, { now })).includes("signature-unsupported Signature"));
  });

  test("the certificate and the algorithms may be weak", async () => {
    const xml = await signedXml(`${token("me")}{{$signature me algorithm=rsa-sha1}}`);
    assert.deepEqual(await codes(xml, { now }), ["signature-weak Signature"]);
    const digest = await signedXml(`${token("me")}{{$signature me digest=sha1}}`);
    assert.deepEqual(await codes(digest, { now }), ["signature-weak Signature"]);
    const short: Certificate = { ...own, publicKey: { ...own.publicKey, algorithm: { kind: "rsa", bits: 2047 } } };
    const named = await signedXml("{{$signature me keyInfo=IssuerSerial}}");
    assert.deepEqual(await codes(named, { now, known: [middle, short] }), ["signature-weak Signature"]);
  });
});

suite("timestamp-expired", () => {
  const stamp = (expires: string) => secured(`<wsu:Timestamp><wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`);

  test("the rule reports an Expires in the past, without a signature too", async () => {
    assert.deepEqual(await codes(stamp("2027-03-01T12:34:59Z"), { now }), ["timestamp-expired Timestamp"]);
    assert.deepEqual(await codes(stamp(" 2027-03-01T13:34:59+01:00 "), { now }), ["timestamp-expired Timestamp"]);
    assert.deepEqual(await codes(stamp("2027-03-01T12:34:59"), { now }), ["timestamp-expired Timestamp"]);
    for (const later of ["2027-03-01T12:35:01.5Z", "2027-03-01T12:34:59-01:00", "soon", ""])
      assert.deepEqual(await codes(stamp(later), { now }), []);
  });
});

test("a signature of a hostile response takes bounded time", async () => {
  const xml = await usual();
  const huge = "x".repeat(200_000);
  const many = xml
    .replace(/<m:Add>.*<\/m:Add>/, `<m:Add>${huge}</m:Add>`)
    .replace(/<ds:Reference .*?<\/ds:Reference>/, (one) => one.repeat(90));
  const all = many.replace(/<ds:Signature .*<\/ds:Signature>/, (one) => one.repeat(30));
  assert.equal((await verified(all, { now })).signatures.length, 20);
});
