import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createCipheriv, createDecipheriv, createPublicKey, randomBytes, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blockCiphers, transports } from "../../../../server/src/security/encryption/ciphers.ts";
import { decryptMessage } from "../../../../server/src/security/encryption/decrypt.ts";
import { recipients } from "../../../../server/src/security/encryption/encryptedText.ts";
import { decryptionKeys } from "../../../../server/src/testing/decryptedResponse.ts";
import { parseXml } from "../../../../server/src/xml/parser.ts";
import { ensureProgram } from "../../../support/debian.mjs";
import { certificatesOf, keyFile } from "../../../support/keyFiles.ts";
import { request, secured, signedMessage, testCompute, testKeys, timestamp, token } from "../../../support/signing.ts";
import { skip } from "../../../support/skip.mjs";

const xenc = "http://www.w3.org/2001/04/xmlenc#";
const xenc11 = "http://www.w3.org/2009/xmlenc11#";
const ds = "http://www.w3.org/2000/09/xmldsig#";
const certificate = new X509Certificate(certificatesOf("me.pem")[0] ?? "");
const keys = decryptionKeys(testKeys);
const message =
  '<?xml version="1.0" encoding="UTF-8"?>\n<e xmlns="urn:e" xmlns:p="urn:p"><b><p:n a="ü">5 &lt; 6</p:n></b></e>';

const template = (method: string, keyMethod: string, type: string, values = ["", ""]) =>
  `<x:EncryptedData xmlns:x="${xenc}" xmlns:d="${ds}" Type="${xenc}${type}"><x:EncryptionMethod Algorithm="${method}"/><d:KeyInfo><x:EncryptedKey>${keyMethod}<x:CipherData><x:CipherValue>${values[0]}</x:CipherValue></x:CipherData></x:EncryptedKey></d:KeyInfo><x:CipherData><x:CipherValue>${values[1]}</x:CipherValue></x:CipherData></x:EncryptedData>`;

/** A digit of the last value that isn't the last one is changed. */
const changed = (text: string) =>
  text.replace(
    /([\w+/])([\w+/=\s]{9,12})(<\/\w+:CipherValue><\/\w+:CipherData><\/\w+:EncryptedData>)/,
    (_, digit, ...rest) => [digit === "A" ? "B" : "A", rest[0], rest[1]].join(""),
  );

async function decrypted(text: string) {
  return decryptMessage(parseXml(text), keys, testCompute);
}

suite("XML Encryption", () => {
  let folder = "";
  suiteSetup(function () {
    const why = ensureProgram("xmlsec1", "xmlsec1");
    if (why !== undefined) skip(this, why);
    folder = mkdtempSync(join(tmpdir(), "soaphttp-xmlenc-"));
    writeFileSync(join(folder, "me.crt"), certificate.toString());
    writeFileSync(
      join(folder, "me.pub"),
      createPublicKey(certificate.publicKey.export({ type: "spki", format: "pem" })).export({
        type: "spki",
        format: "pem",
      }),
    );
    writeFileSync(join(folder, "message.xml"), message);
    writeFileSync(
      join(folder, "me.key"),
      /-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----\n/.exec(
        Buffer.from(keyFile("me.pem")).toString(),
      )?.[0] ?? "",
    );
  });
  suiteTeardown(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  function run(program: string, args: readonly string[], input?: Uint8Array): Buffer {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input });
    assert.equal(status, 0, `${program} ${args.join(" ")}\n${stderr}`);
    return stdout;
  }

  for (const { name, uri, size } of blockCiphers.values())
    for (const transport of ["rsa-1_5", "rsa-oaep-mgf1p"])
      for (const type of ["Element", "Content"])
        test(`${name} with ${transport}: we decrypt the ${type} that xmlsec1 encrypts, and nothing if it is changed`, async () => {
          const method = `<x:EncryptionMethod Algorithm="${xenc}${transport}"/>`;
          writeFileSync(join(folder, "template.xml"), template(uri, method, type));
          const session = name.startsWith("aes") ? `aes-${size * 8}` : "des-192";
          const node = ["--node-xpath", "//*[local-name()='b']"];
          const files = ["--xml-data", "message.xml", "--output", "encrypted.xml", "template.xml"];
          run("xmlsec1", ["--encrypt", "--pubkey-cert-pem", "me.crt", "--session-key", session, ...node, ...files]);
          const text = readFileSync(join(folder, "encrypted.xml"), "utf8");
          assert.ok(!text.includes("5 &lt; 6"));
          const result = await decrypted(text);
          assert.equal(result?.text.trim(), message);
          const part = { part: "b", algorithm: name, transport, key: "me", failure: undefined };
          assert.deepEqual(result?.parts, [part]);

          const other = changed(text);
          assert.notEqual(other, text);
          const refused = await decrypted(other);
          const [failure] = refused?.parts ?? [];
          // CBC doesn't notice each change, but a changed text never has the original content.
          assert.ok(!refused?.text.includes("5 &lt; 6"));
          if (name.endsWith("gcm")) {
            assert.equal(refused?.text, other);
            assert.match(failure?.failure?.message ?? "", /isn't decrypted: no key in soaphttp\.keys decrypts it\.$/);
          }
        });

  for (const digest of ["sha1", "sha256", "sha384", "sha512"])
    for (const mgf of ["sha1", "sha256", "sha384", "sha512"])
      test(`rsa-oaep with ${digest} and ${mgf}: we decrypt what OpenSSL encrypts, and nothing with another hash`, async () => {
        const cek = randomBytes(16);
        const options = [`rsa_padding_mode:oaep`, `rsa_oaep_md:${digest}`, `rsa_mgf1_md:${mgf}`];
        const how = options.flatMap((one) => ["-pkeyopt", one]);
        const wrapped = run("openssl", ["pkeyutl", "-encrypt", "-pubin", "-inkey", "me.pub", ...how], cek);
        const iv = randomBytes(16);
        const cipher = createCipheriv("aes-128-cbc", cek, iv);
        const bytes = Buffer.concat([iv, cipher.update("<p>5</p>"), cipher.final()]);
        const namespace = (one: string) =>
          one === "sha1" ? ds : one === "sha384" ? "http://www.w3.org/2001/04/xmldsig-more#" : xenc;
        const method = (one: string, other: string) =>
          `<x:EncryptionMethod Algorithm="${xenc11}rsa-oaep"><d:DigestMethod Algorithm="${namespace(one)}${one}"/><m:MGF xmlns:m="${xenc11}" Algorithm="${xenc11}mgf1${other}"/></x:EncryptionMethod>`;
        const values = [wrapped.toString("base64"), bytes.toString("base64")];
        const text = (one: string, other: string) =>
          `<e>${template(`${xenc}aes128-cbc`, method(one, other), "Content", values)}</e>`;
        assert.equal((await decrypted(text(digest, mgf)))?.text, "<e><p>5</p></e>");
        const [wrong = ""] = ["sha1", "sha256"].filter((one) => one !== mgf);
        const refused = await decrypted(text(digest, wrong));
        assert.equal(refused?.text, text(digest, wrong));
        assert.equal(refused?.parts[0]?.failure?.code, "encryption-failed");
      });

  /** The text that xmlsec1 decrypts; `undefined` if it refuses it. */
  function decryptedByXmlsec(text: string): string | undefined {
    writeFileSync(join(folder, "sent.xml"), text);
    const args = ["--decrypt", "--privkey-pem", "me.key", "--output", "plain.xml", "sent.xml"];
    const { status } = spawnSync("xmlsec1", args, { cwd: folder });
    return status === 0 ? readFileSync(join(folder, "plain.xml"), "utf8") : undefined;
  }

  /** A request whose Body is an encrypted element of a document with another root. */
  async function sent(options: string): Promise<string> {
    const markup = '<a:Assertion xmlns:a="urn:a" ID="_1"><!-- c --><a:n t="ü">5 &lt; 6</a:n></a:Assertion>';
    const text = `POST /s HTTP/1.1\nHost: h\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n<?xml version="1.0" encoding="UTF-8"?>\n<e><f>{{assertion | xenc me ${options} | xml}}</f></e>\n###\n# @document assertion\n\n${markup}\n`;
    const { body, errors, outgoing } = await signedMessage(text);
    assert.deepEqual(errors, ["soap-envelope-missing"], options);
    const length = outgoing.fields.find(({ name }) => name === "Content-Length")?.value;
    assert.equal(Number(length), outgoing.body.length, options);
    return body;
  }

  const element = '<a:Assertion xmlns:a="urn:a" ID="_1"><!-- c --><a:n t="ü">5 &lt; 6</a:n></a:Assertion>';
  const content = '<!-- c --><a:n xmlns:a="urn:a" t="ü">5 &lt; 6</a:n>';
  for (const algorithm of blockCiphers.keys())
    for (const key of transports.keys())
      for (const [options, plain] of [
        ["", element],
        ["content", content],
      ] as const)
        test(`xenc ${options} with ${algorithm} and ${key}: others decrypt it, and nothing if it is changed`, async () => {
          const text = await sent(`${options} algorithm=${algorithm} key=${key}`);
          assert.ok(!text.includes("5 &lt; 6"));
          const expected = `<?xml version="1.0" encoding="UTF-8"?>\n<e><f>${plain}</f></e>`;
          assert.equal((await decrypted(text))?.text.trim(), expected);
          // xmlsec1 1.2 has no OAEP of XML Encryption 1.1.
          if (key === "rsa-oaep") return;
          assert.equal(decryptedByXmlsec(text)?.trim(), expected);
          if (algorithm.endsWith("gcm")) assert.equal(decryptedByXmlsec(changed(text)), undefined);
        });

  for (const digest of ["sha1", "sha256", "sha384", "sha512"])
    for (const mgf of ["sha1", "sha256", "sha384", "sha512"])
      test(`xenc with rsa-oaep, ${digest} and ${mgf}: OpenSSL decrypts the key`, async () => {
        const text = await sent(`key=rsa-oaep digest=${digest} mgf=${mgf}`);
        assert.ok((await decrypted(text))?.text.includes(element));
        const bytes = (base64: string) => Buffer.from(base64, "base64");
        const values = [...text.matchAll(/<xenc:CipherValue>([^<]*)</g)].map(([, one = ""]) => bytes(one));
        assert.equal(values.length, 2);
        const how = [`rsa_padding_mode:oaep`, `rsa_oaep_md:${digest}`, `rsa_mgf1_md:${mgf}`].flatMap((one) => [
          "-pkeyopt",
          one,
        ]);
        const cek = run("openssl", ["pkeyutl", "-decrypt", "-inkey", "me.key", ...how], values[0]);
        const [, all = Buffer.alloc(0)] = values;
        const decipher = createDecipheriv("aes-256-gcm", cek, all.subarray(0, 12));
        decipher.setAuthTag(all.subarray(-16));
        assert.equal(Buffer.concat([decipher.update(all.subarray(12, -16)), decipher.final()]).toString(), element);
      });

  test("xenc names the recipient in each form, and xmlsec1 and we decrypt each", async () => {
    for (const form of recipients.keys()) {
      const text = await sent(`keyInfo=${form}`);
      assert.ok((await decrypted(text))?.text.includes(element), form);
      assert.ok(decryptedByXmlsec(text)?.includes(element), form);
      const named =
        form === "none"
          ? "<xenc:EncryptedKey><xenc:EncryptionMethod"
          : form.replace(/^IssuerSerial$/, "X509IssuerSerial");
      const marks: Readonly<Record<string, string>> = {
        SubjectKeyIdentifier: "#X509SubjectKeyIdentifier",
        Thumbprint: "#ThumbprintSHA1",
        Certificate: "#X509v3",
      };
      assert.ok(text.includes(marks[form] ?? named), `${form}\n${text}`);
    }
  });

  /** What xmlsec1 decrypts a message to, which doesn't follow references: each part gets its key. `undefined` if it refuses one. */
  function messageDecryptedByXmlsec(text: string): string | undefined {
    const [key = ""] = /<xenc:EncryptedKey .*?<\/xenc:EncryptedKey>/.exec(text) ?? [];
    const own = key.replace(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/, "");
    const reference = /<wsse:SecurityTokenReference [^>]*#EncryptedKey"><.*?<\/wsse:SecurityTokenReference>/g;
    let plain: string | undefined = text.replace(reference, own);
    while (plain?.includes("<xenc:EncryptedData")) plain = decryptedByXmlsec(plain);
    return plain;
  }

  /** Whether xmlsec1 verifies the only signature of a message. */
  function isVerifiedByXmlsec(text: string): boolean {
    writeFileSync(join(folder, "signed.xml"), text);
    const ids = ["Body", "Timestamp", "UsernameToken", "EncryptedData", "To"].flatMap((name) => ["--id-attr:Id", name]);
    const args = ["--verify", "--insecure", ...ids, "--pubkey-cert-pem", "me.crt", "signed.xml"];
    return spawnSync("xmlsec1", args, { cwd: folder }).status === 0;
  }

  /** A message that has no OAEP of XML Encryption 1.1, which xmlsec1 1.2 doesn't have. */
  async function encryptedMessage(options: string, isSignedFirst = true): Promise<string> {
    const type = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";
    const user = `<wsse:UsernameToken wsu:Id="UT"><wsse:Username>ann</wsse:Username><wsse:Password Type="${type}">hush</wsse:Password></wsse:UsernameToken>`;
    const encryption = `{{$encrypted me ${options}}}`;
    const signature = '{{$signature me parts="Body Timestamp UsernameToken"}}';
    const items = isSignedFirst ? [encryption, signature] : [signature, encryption];
    const security = `${timestamp}${token("me")}${user}${items.join("")}`;
    const { body, errors } = await signedMessage(request(secured(security), "Content-Length: {{$contentLength}}\n"));
    assert.deepEqual(errors, []);
    return body;
  }

  for (const algorithm of blockCiphers.keys())
    for (const key of ["rsa-1_5", "rsa-oaep-mgf1p"])
      test(`$encrypted with ${algorithm} and ${key}: xmlsec1 decrypts each part, then verifies the signature`, async () => {
        for (const parts of ["Body", "Body UsernameToken", "Body UsernameToken Signature"]) {
          const text = await encryptedMessage(`parts="${parts}" algorithm=${algorithm} key=${key}`);
          assert.ok(!text.includes("<m:a>1"));
          const plain = messageDecryptedByXmlsec(text);
          assert.ok(plain !== undefined, `${parts}\n${text}`);
          assert.ok(plain.includes("<m:a>1</m:a>") && plain.includes(">hush<"), plain);
          assert.ok(isVerifiedByXmlsec(plain), `${parts}\n${plain}`);
          assert.ok(!isVerifiedByXmlsec(plain.replace("<m:a>1", "<m:a>2")));
          if (algorithm.endsWith("gcm")) assert.equal(messageDecryptedByXmlsec(changed(text)), undefined);
        }
      });

  test("xmlsec1 verifies a signature of encrypted parts in the message as it is sent, then decrypts them", async () => {
    const text = await encryptedMessage('parts="Body UsernameToken"', false);
    assert.ok(isVerifiedByXmlsec(text), text);
    assert.ok(!isVerifiedByXmlsec(changed(text)));
    assert.ok(messageDecryptedByXmlsec(text)?.includes("<m:a>1</m:a>"));
  });

  test("An AS4 message with a compressed, signed and encrypted part is decrypted and verified by Python", async () => {
    const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    const options = 'algorithm=aes128-gcm key=rsa-oaep mimeType="application/gzip"';
    const security = `${token("me")}{{$encrypted me parts="cid:p" ${options}}}{{$signature me parts="Messaging Body cid:p"}}`;
    const envelope = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:wsu="${wsu}"><s:Header><eb:Messaging xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/" wsu:Id="M" s:mustUnderstand="true"><eb:PayloadInfo><eb:PartInfo href="cid:p"/></eb:PayloadInfo></eb:Messaging><wsse:Security xmlns:wsse="${wsse}">${security}</wsse:Security></s:Header><s:Body wsu:Id="B"/></s:Envelope>`;
    const heads = ["application/soap+xml; charset=utf-8", "application/octet-stream\r\nContent-ID: <p>"];
    const parts = [envelope, '{{$concat "<order>5</order>" | gzip}}'].map(
      (content, index) => `--b\r\nContent-Type: ${heads[index]}\r\n\r\n${content}\r\n`,
    );
    const head = `POST /as4 HTTP/1.1\nHost: h\nContent-Type: multipart/related; boundary="b"; type="application/soap+xml"\nContent-Length: {{$contentLength}}\n\n`;
    const { outgoing, errors } = await signedMessage(`${head}${parts.join("")}--b--`);
    assert.deepEqual(errors, []);
    const length = outgoing.fields.find(({ name }) => name === "Content-Length")?.value;
    assert.equal(Number(length), outgoing.body.length);
    const judge = (body: Uint8Array) => run("python3", ["-c", as4], body).toString();
    assert.equal(judge(outgoing.body), "<order>5</order> M:True B:True p:True True");
    const text = Buffer.from(outgoing.body).toString("latin1");
    const changedText = (from: string, to: string) => judge(Buffer.from(text.replace(from, to), "latin1"));
    assert.equal(changedText('href="cid:p"', 'href="cid:q"'), "<order>5</order> M:False B:True p:True True");
    const last = text.lastIndexOf("\r\n--b--") - 1;
    const damaged = Buffer.from(text, "latin1").map((byte, index) => (index === last ? byte ^ 1 : byte));
    assert.equal(judge(damaged), "InvalidTag");
  });
});

/** Decrypts the part of an AS4 message, and prints whether each reference has its digest, and SignedInfo its signature. */
const as4 = `
import base64, email, email.policy, gzip, hashlib, re, sys
from xml.etree.ElementTree import canonicalize
from cryptography import x509
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
raw = sys.stdin.buffer.read()
root, part = [one.split(b"\\r\\n\\r\\n", 1) for one in re.split(rb"(?:\\r\\n)?--b(?:--)?(?:\\r\\n)?", raw)[1:3]]
soap = root[1].decode()
def only(pattern):
    [value] = re.findall(pattern, soap, re.S)
    return value
key = serialization.load_pem_private_key(open("me.key", "rb").read(), None)
oaep = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)
session = key.decrypt(base64.b64decode(only("<xenc:CipherValue>([^<]*)")), oaep)
assert only('<xenc:EncryptionMethod Algorithm="([^"]*aes[^"]*)') == "http://www.w3.org/2009/xmlenc11#aes128-gcm"
assert only('CipherReference URI="([^"]*)') == "cid:p" and only('MimeType="([^"]*)') == "application/gzip"
try:
    packed = AESGCM(session).decrypt(part[1][:12], part[1][12:], None)
except InvalidTag:
    sys.exit(print("InvalidTag", end=""))
print(gzip.decompress(packed).decode(), end=" ")
around = ' xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"'
def form(pattern, more=around):
    element = re.search(pattern, soap, re.S)[0]
    return canonicalize(re.sub("^<[^ >/]+", lambda name: name[0] + more, element)).encode()
forms = {"#M": form("<eb:Messaging.*</eb:Messaging>"), "#B": form("<s:Body[^>]*>"), "cid:p": packed}
for uri, digest in re.findall(r'<ds:Reference URI="([^"]*)".*?<ds:DigestValue>([^<]*)', soap, re.S):
    print(uri.strip("#").replace("cid:", ""), base64.b64encode(hashlib.sha256(forms[uri]).digest()).decode() == digest, sep=":", end=" ")
signed = form("<ds:SignedInfo.*</ds:SignedInfo>", ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"')
public = x509.load_pem_x509_certificate(open("me.crt", "rb").read()).public_key()
try:
    public.verify(base64.b64decode(only("<ds:SignatureValue>([^<]*)")), signed, padding.PKCS1v15(), hashes.SHA256())
    print(True, end="")
except InvalidSignature:
    print(False, end="")
`;
