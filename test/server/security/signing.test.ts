import assert from "node:assert/strict";
import { createHash, verify, X509Certificate } from "node:crypto";
import { canonicalBytes, exclusiveC14n } from "../../../server/src/security/c14n.ts";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elements, textContent } from "../../../server/src/xml/query.ts";
import { certificatesOf } from "../../support/keyFiles.ts";
import { around } from "../../support/resolver.ts";
import {
  plannedSignature,
  request,
  secured,
  signedMessage,
  testKeys,
  timestamp,
  token,
} from "../../support/signing.ts";

const withToken = (options = "", key = "me") => secured(`${timestamp}${token(key)}{{$signature ${key}${options}}}`);

/** The values of the elements with a local name in a body. */
function values(body: string, local: string): readonly string[] {
  const document = parseXml(body);
  assert.deepEqual(document.problems, []);
  return [...elements(document)].filter((one) => one.local === local).map((one) => textContent(document, one));
}

function canonical(body: string, local: string): Uint8Array {
  const document = parseXml(body);
  const element = [...elements(document)].find((one) => one.local === local);
  const form = element && canonicalBytes(document, element, exclusiveC14n);
  assert.ok(form);
  return form;
}

suite("a signature in a request", () => {
  test("All that is canonicalized for one message is limited", () => {
    const text = secured("{{$signature me keyInfo=Thumbprint}}");
    const { sign } = plannedSignature(text);
    const { length } = canonical(text, "Body");
    assert.deepEqual(sign(length - 1), [{ why: "All that is canonicalized for one message has at most 256 MB." }]);
    assert.ok(sign(length).every((one) => "text" in one));
  });

  for (const [key, hash] of [
    ["me", "sha256"],
    ["ec256", "sha256"],
    ["ec384", "sha384"],
    ["ec521", "sha512"],
  ] as const) {
    test(`the key ${key} makes a signature of Body and Timestamp`, async () => {
      const { body } = await signedMessage(request(withToken("", key)));
      const digests = ["Body", "Timestamp"].map((name) =>
        createHash("sha256").update(canonical(body, name)).digest("base64"),
      );
      assert.deepEqual(values(body, "DigestValue"), digests);
      const file = { me: "me.pem", ec256: "ec256.sec1.pem", ec384: "ec384.sec1.pem", ec521: "ec521.sec1.pem" }[key];
      const { publicKey } = new X509Certificate(certificatesOf(file)[0] ?? new Uint8Array(0));
      const [value = ""] = values(body, "SignatureValue");
      const how = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
      assert.ok(verify(hash, canonical(body, "SignedInfo"), how, Buffer.from(value, "base64")));
    });
  }

  test("a signature is on one line, and nothing else changes", async () => {
    const text = withToken();
    const { body } = await signedMessage(request(text.replaceAll("\n", "\r\n")));
    const [signature = ""] = /<ds:Signature .*<\/ds:Signature>/.exec(body) ?? [];
    assert.match(signature, /^[^\r\n]+$/);
    const others = body.replace(signature, "").split("\r\n");
    assert.equal(others.length, text.split("\n").length);
    assert.ok(body.includes(`>${Buffer.from(certificatesOf("me.pem")[0] ?? []).toString("base64")}<`));
  });

  test("a signature is counted before it is computed", async () => {
    const text = withToken();
    const { outgoing } = await signedMessage(request(text));
    const { length } = outgoing.body;
    const messages = (count: number, keys = testKeys) =>
      diagnose(analyze(request(text, `Content-Length: ${count}\n`), undefined, around({ keys }))).map(
        ({ message }) => message,
      );
    assert.deepEqual(messages(length), []);
    assert.match(messages(length + 5).join(), /^Content-Length is \d+, but the body is/);
    const withoutKeys = messages(1, { ...testKeys, find: () => ({ kind: "unnamed" }) });
    assert.match(withoutKeys.join(), /^The value of .* is known only when the request is sent/);
  });

  test("a signature refers to the certificate in four ways", async () => {
    const keyInfo = async (kind: string) => {
      const { body } = await signedMessage(request(secured(`{{$signature me keyInfo=${kind}}}`)));
      return /<wsse:SecurityTokenReference[^>]*>(.*)<\/wsse:SecurityTokenReference>/.exec(body)?.[1] ?? "";
    };
    const der = certificatesOf("me.pem")[0] ?? new Uint8Array(0);
    const serial = BigInt(`0x${new X509Certificate(der).serialNumber}`);
    assert.equal(
      await keyInfo("IssuerSerial"),
      `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>CN=Middle,O=ACME\\, Inc.,C=DE</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`,
    );
    assert.match(
      await keyInfo("Thumbprint"),
      new RegExp(`#ThumbprintSHA1">${quoted(createHash("sha1").update(der).digest("base64"))}<`),
    );
    assert.match(await keyInfo("SubjectKeyIdentifier"), /#X509SubjectKeyIdentifier">chJGpQlxkD1ntN8iWeM1a5k0AZs=</);
    const { body } = await signedMessage(request(withToken()));
    assert.match(body, /<wsse:Reference URI="#X509" ValueType="[^"]*#X509v3"><\/wsse:Reference>/);
  });

  test("a signature covers the named parts", async () => {
    const header = '<a:To xmlns:a="http://www.w3.org/2005/08/addressing" wsu:Id="To">urn:s</a:To><x Id="other"/>';
    const security = `${timestamp}${token("me")}{{$signature me parts="soap:Body wsse:BinarySecurityToken To #other"}}`;
    const { body } = await signedMessage(request(secured(security, { header })));
    assert.deepEqual(
      [...body.matchAll(/Reference URI="(#\w+)"/g)].map((one) => one[1]),
      ["#Body", "#X509", "#To", "#other", "#X509"],
    );
  });

  test("a signature takes algorithm and digest from its options", async () => {
    const algorithms = async (options: string, key = "me") => {
      const { body } = await signedMessage(request(withToken(options, key)));
      return [...body.matchAll(/(?:SignatureMethod|DigestMethod) Algorithm="([^"]*)"/g)].map((one) => one[1]);
    };
    const old = "http://www.w3.org/2000/09/xmldsig#";
    assert.deepEqual((await algorithms(" algorithm=rsa-sha1")).slice(0, 2), [`${old}rsa-sha1`, `${old}sha1`]);
    const more = "http://www.w3.org/2001/04/xmldsig-more#";
    assert.deepEqual((await algorithms(' digest=sha512 algorithm="rsa-sha384"')).slice(0, 2), [
      `${more}rsa-sha384`,
      "http://www.w3.org/2001/04/xmlenc#sha512",
    ]);
    assert.equal((await algorithms(" algorithm=ecdsa-sha512", "ec256"))[0], `${more}ecdsa-sha512`);
  });

  test("a signature includes the namespaces of a PrefixList in digests", async () => {
    const { body } = await signedMessage(request(withToken(' inclusiveNamespaces="m #default"')));
    assert.match(body, /PrefixList="m #default"/);
    const document = parseXml(body);
    const element = [...elements(document)].find((one) => one.local === "Timestamp");
    const form = canonicalBytes(document, element, { ...exclusiveC14n, prefixes: ["m", ""] });
    assert.ok(form);
    assert.match(new TextDecoder().decode(form), /xmlns:m="urn:m"/);
    assert.equal(values(body, "DigestValue")[1], createHash("sha256").update(form).digest("base64"));
  });

  test("a signature covers what variables insert, escaped", async () => {
    const text = `@amount = <&>\r\n${request(secured(`${token("me")}{{$signature me}}`, { body: "{{amount}}{{$guid}}", id: ' wsu:Id="B-{{$guid}}"' }))}`;
    const { body } = await signedMessage(text);
    assert.match(body, />&lt;&amp;&gt;1{8}-/);
    const digest = createHash("sha256").update(canonical(body, "Body")).digest("base64");
    assert.deepEqual(values(body, "DigestValue"), [digest]);
  });

  test("a signature covers a signature above it", async () => {
    const security = `${token("me")}{{$signature me}} <!-- two --> {{$signature ec256 parts="#X509" keyInfo=Thumbprint}}`;
    const { body } = await signedMessage(request(secured(security)));
    assert.equal(values(body, "SignatureValue").length, 2);
  });

  test("a signature is in the bytes of another charset", async () => {
    const text = request(withToken()).replace("charset=utf-8", "charset=utf-16");
    const { outgoing } = await signedMessage(text);
    const body = new TextDecoder(outgoing.body[0] === 0xff ? "utf-16le" : "utf-16be").decode(outgoing.body);
    assert.deepEqual(
      values(body, "DigestValue")[0],
      createHash("sha256").update(canonical(body, "Body")).digest("base64"),
    );
  });

  test("a signature signs a body with an instruction if its rule is ignored", async () => {
    const text = `# @ignore soap-processing-instruction\n${request(secured(`${token("me")}{{$signature me}}`, { body: "<?a b?><m:Add/>" }))}`;
    const { body, errors } = await signedMessage(text);
    assert.deepEqual(errors, ["content-length-missing"]);
    assert.deepEqual(values(body, "DigestValue"), [
      createHash("sha256").update(canonical(body, "Body")).digest("base64"),
    ]);
  });
});

function quoted(text: string): string {
  return text.replace(/[+]/g, "\\+");
}
