import assert from "node:assert/strict";
import { analyze, decryptedResponse, decryptionKeys } from "../../../../server/src/service/languageService.ts";
import { sentWithKeys, valueFindings } from "../../../support/computed.ts";
import { around } from "../../../support/resolver.ts";
import { signedMessage, testCompute, testKeys } from "../../../support/signing.ts";

const fields = [{ name: "Content-Type", value: "text/xml" }];
const xml = "@x = {{$concat \"<a b='1'>2</a>\"}}";

async function decrypted(body: string): Promise<string> {
  const response = { fields, body: new TextEncoder().encode(body) };
  const { decryption } = await decryptedResponse(response, { keys: decryptionKeys(testKeys), compute: testCompute });
  return decryption?.text ?? "";
}

suite("xenc", () => {
  test("A value, an element and what is in it are encrypted, each time with another key", async () => {
    const body = "<e>{{x | xenc me | xml}}{{x | xenc me content | xml}}{{x | xenc me | xml}}</e>";
    const first = await sentWithKeys(xml, body);
    assert.deepEqual(first.problems, []);
    assert.equal(await decrypted(first.body), "<e><a b='1'>2</a>2<a b='1'>2</a></e>");
    const values = [...first.body.matchAll(/CipherValue>([^<]+)</g)].map(([, value]) => value);
    assert.equal(new Set(values).size, 6);
  });

  test("A signed document is encrypted with its signature, and the count is known before", async () => {
    const text =
      'POST /s HTTP/1.1\nHost: h\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n<e>{{assertion | xenc me algorithm=aes128-cbc | xml}}</e>\n###\n# @document assertion\n\n<a ID="_1"><n>5</n>{{$signature me}}</a>\n';
    const { body, outgoing } = await signedMessage(text);
    assert.match(await decrypted(body), /^<e><a ID="_1"><n>5<\/n><Signature .*<\/Signature><\/a><\/e>$/);
    const length = outgoing.fields.find(({ name }) => name === "Content-Length")?.value;
    assert.equal(Number(length), outgoing.body.length);
  });

  test("The secrets in an encrypted value stay secrets, and the ciphertext isn't a secret", async () => {
    const definitions = '@x = {{$concat "<a>" (password) "</a>"}}'.replace("(password)", "password");
    const { secrets, body } = await sentWithKeys(
      `@password = {{$secret pin}}\n${definitions}`,
      "<e>{{x | xenc me | xml}}</e>",
      {
        secret: () => "hush-hush",
      },
    );
    assert.equal(await decrypted(body), "<e><a>hush-hush</a></e>");
    assert.ok(secrets.includes("hush-hush"));
    const [cipher = ""] = /(?<=CipherValue>)[^<]+/.exec(body) ?? [];
    assert.ok(cipher !== "" && !secrets.some((one) => one.includes(cipher)));
  });

  test("Before sending, a value is unknown except for its length", async () => {
    const text = `${xml}\n@v = {{x | xenc me}}\n`;
    const value = analyze(text, undefined, around({ keys: testKeys })).scope.lookup("v");
    const { body } = await sentWithKeys(`${xml}\n@v = {{x | xenc me}}`, "<e>{{v | xml}}</e>");
    assert.ok(value.kind === "atSending");
    assert.equal(`<e>${value.sample}</e>`.length, body.length);
  });

  test("Each problem is reported at its argument", () => {
    const findings = (typed: string) => valueFindings(`x | ${typed} | xml`, xml);
    assert.deepEqual(findings("xenc me"), []);
    assert.deepEqual(findings("xenc root"), [
      "root signature-key: The key root isn't an RSA key, so nothing can be encrypted for it.",
    ]);
    assert.deepEqual(findings("xenc you"), ["you signature-key: There is no key you."]);
    assert.deepEqual(findings("xenc me key=rsa-1_5 digest=sha256"), [
      "sha256 step-argument: rsa-1_5 has no option digest.",
    ]);
    assert.deepEqual(findings("xenc me mgf=sha256"), ["sha256 step-argument: rsa-oaep-mgf1p has no option mgf."]);
    assert.deepEqual(findings("xenc me keyInfo=X509Chain"), [
      "keyInfo=X509Chain step-argument: xenc can't be keyInfo=X509Chain. Use keyInfo=X509Certificate, keyInfo=X509IssuerSerial, keyInfo=X509SKI, keyInfo=KeyName, keyInfo=none, keyInfo=IssuerSerial, keyInfo=SubjectKeyIdentifier, keyInfo=Thumbprint, keyInfo=Certificate.",
    ]);
    assert.match(findings("sha256 | xenc me").join(), /xenc needs XML, but sha256 gives bytes\.$/);
    assert.match(valueFindings("x | xenc me", "@x = <a>").join(), /step-input/);
  });
});
