import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureProgram } from "../../support/debian.mjs";
import { certificatesOf } from "../../support/keyFiles.ts";
import { request, secured, signedMessage, timestamp } from "../../support/signing.ts";
import { skip } from "../../support/skip.mjs";

const certificate = (name: string) => new X509Certificate(certificatesOf(name)[0] ?? new Uint8Array(0)).toString();
const files: Readonly<Record<string, string>> = { me: "me.pem", ec256: "ec256.sec1.pem", ec521: "ec521.sec1.pem" };

/** A request whose body is a document of its own. */
const document = (body: string, type = "text/xml; charset=utf-8") =>
  `POST /s HTTP/1.1\nHost: h\nContent-Type: ${type}\nContent-Length: {{$contentLength}}\n\n${body}\n`;

suite("xmlsec1", () => {
  let folder = "";

  suiteSetup(function () {
    const why = ensureProgram("xmlsec1", "xmlsec1");
    if (why !== undefined) skip(this, why);
    folder = mkdtempSync(join(tmpdir(), "soaphttp-xmlsec-"));
    for (const [name, file] of Object.entries(files)) writeFileSync(join(folder, `${name}.crt`), certificate(file));
  });
  suiteTeardown(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  /** The output of xmlsec1 if it refuses the signature of a text, or one of several. */
  function refused(text: string, key: string, signature: number): string | undefined {
    writeFileSync(join(folder, "sent.xml"), text);
    const ids = ["Id", "ID", "id"].flatMap((name) =>
      [...new Set(text.match(new RegExp(`<[^\\s<>/]+(?=(?: [^<>]*)? (?:\\w+:)?${name}=")`, "g")))].flatMap((tag) => [
        `--id-attr:${name}`,
        tag.replace(/^<(?:\w+:)?/, ""),
      ]),
    );
    const node = ["--node-xpath", `(//*[local-name()='Signature'])[${signature}]`];
    const args = ["--verify", "--insecure", ...ids, ...node, "--pubkey-cert-pem", `${key}.crt`, "sent.xml"];
    const { status, stdout, stderr } = spawnSync("xmlsec1", args, { cwd: folder, encoding: "utf8" });
    return status === 0 ? undefined : `${stdout}${stderr}\n${text}`;
  }

  interface Case {
    readonly title: string;
    readonly text: string;
    readonly key?: string;
    /** The signatures that are verified, from 1. */
    readonly signatures?: readonly number[];
    /** What is replaced in the signed text, so that each signature is refused. */
    readonly change: readonly [RegExp | string, string];
    /** What a receiver reads in place of the bytes that arrive. */
    readonly read?: (body: string) => string;
  }

  const order = (options: string, attributes = ' Id="o"') =>
    `<o:order xmlns:o="urn:o" xmlns:unused="urn:u" xml:lang="en"${attributes}><!-- c --><o:n a="&lt;">5</o:n>{{$signature ${options}}}</o:order>`;
  const five = ["5<", "6<"] as const;
  const inEnvelope = (payload: string) =>
    request(secured("<m:t/>", { body: payload }), "Content-Length: {{$contentLength}}\n");

  const methods = ["exclusive", "inclusive", "inclusive11"].flatMap((name) => [name, `${name}-comments`]);
  const cases: readonly Case[] = [
    { title: "the parent by its id", text: document(order("me")), change: five },
    { title: "a root without an id", text: document(order("me", "")), change: five },
    ...methods.map((c14n) => ({
      title: `the whole document, ${c14n}`,
      text: document(`<?p i?>\n<e xmlns="urn:e"><x>{{$signature me parts=/ c14n=${c14n}}}</x><!-- c --><n>5</n></e>`),
      change: five,
    })),
    ...methods.map((c14n) => ({
      title: `a payload in an envelope, ${c14n}`,
      text: inEnvelope(order(`me c14n=${c14n}`)),
      change: five,
    })),
    {
      title: "a canonicalization of SignedInfo and another one of the reference",
      text: inEnvelope(order('me c14n=inclusive transforms="enveloped exclusive"')),
      change: five,
    },
    {
      title: "a reference with only the transform enveloped",
      text: inEnvelope(order("me transforms=enveloped")),
      change: five,
    },
    {
      title: "a child beside the signature",
      text: document('<e><d Id="d">5</d>{{$signature me parts=d}}</e>'),
      change: five,
    },
    {
      title: "an element by xpointer, with its comments",
      text: document(
        `<e><d Id="d">5<!--1--></d>{{$signature me c14n=exclusive-comments parts="#xpointer(id('d'))"}}</e>`,
      ),
      change: ["<!--1-->", "<!--2-->"],
    },
    {
      title: "the KeyInfo of the signature itself",
      text: document('<e><d Id="d">5</d>{{$signature me parts="d KeyInfo" keyInfo=KeyName}}</e>'),
      change: [/<KeyName>/, "<KeyName>x"],
    },
    {
      title: "a signature in a part, computed first",
      text: document('<e><d Id="d">5{{$signature ec256}}</d>{{$signature me parts=d}}</e>'),
      signatures: [2],
      change: [/<X509Certificate>/, "<X509Certificate> "],
    },
    {
      title: "a signature below another one",
      text: document('<e>{{$signature me parts="#first"}}<d Id="d">5</d>{{$signature me id=first parts=d}}</e>'),
      signatures: [1, 2],
      change: [/(Id="first">.*<DigestValue>)./, "$1_"],
    },
    {
      title: "a key of a curve, with its value",
      key: "ec521",
      text: document(order("ec521 keyInfo=KeyValue")),
      change: five,
    },
    ...["BES", 'EPES policy="urn:oid:1.2.3 sha1 q1Z="', "B-B"].map((xades) => ({
      title: `XAdES ${xades}`,
      text: document(order(`me c14n=inclusive transforms=enveloped xades=${xades}`)),
      change: [/<xades:SigningTime>2/, "<xades:SigningTime>1"] as const,
    })),
    {
      title: "XAdES in an envelope, exclusive",
      text: inEnvelope(order("me xades=BES prefix=ds")),
      change: [/<xades:SigningTime>2/, "<xades:SigningTime>1"],
    },
    {
      title: "a typed element with another name",
      text: document(
        '<e><b authenticate="true"><n>5</n></b><c authenticate="true"/><Auth>{{$signature me element=none prefix=ds parts="#xpointer(//*[@authenticate=\'true\'])" c14n=inclusive}}</Auth></e>',
      ),
      change: five,
      read: (body) =>
        body
          .replaceAll("Auth>", "ds:Signature>")
          .replace("<ds:Signature", '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'),
    },
    {
      title: "xop:Include as the content of its part",
      text: document(
        [
          "--b",
          'Content-Type: application/xop+xml; type="text/xml"; charset=utf-8',
          "",
          '<e><d Id="d"><f><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:f@h"/></f></d>{{$signature me parts=d}}</e>',
          "--b",
          "Content-Type: application/octet-stream",
          "Content-ID: <f@h>",
          "",
          "five bytes",
          "--b--",
        ].join("\n"),
        'multipart/related; boundary=b; type="application/xop+xml"',
      ),
      change: ["Zml2", "Zml3"],
      read: (body) =>
        (/<e>.*<\/e>/.exec(body)?.[0] ?? "").replace(/<x:Include[^>]*>/, Buffer.from("five bytes").toString("base64")),
    },
    {
      title: "a holder of a key: an assertion, and a Timestamp by a key that the assertion names",
      text: request(
        secured(
          `${timestamp}<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><a:Issuer>5</a:Issuer>{{$signature me}}<a:Subject/></a:Assertion>{{$signature me parts=Timestamp keyInfo=Assertion}}`,
        ),
      ),
      signatures: [1],
      change: five,
    },
    {
      title: "the Timestamp beside an assertion",
      text: request(
        secured(
          `${timestamp}<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><a:Issuer>5</a:Issuer>{{$signature me}}<a:Subject/></a:Assertion>{{$signature me parts=Timestamp keyInfo=Assertion}}`,
        ),
      ),
      signatures: [2],
      change: [/(<wsu:Created>)./, "$11"],
    },
  ];

  for (const { title, text, key = "me", signatures = [1], change, read = (body: string) => body } of cases) {
    test(`xmlsec1 verifies ${title}, and refuses it if it is changed`, async () => {
      const { body, errors } = await signedMessage(text);
      assert.deepEqual(
        errors.filter((code) => !/^(?:soap-|content-length|schema-|envelope-|multipart-)/.test(code)),
        [],
      );
      const sent = read(body);
      const changed = sent.replace(change[0], change[1]);
      assert.notEqual(changed, sent, sent);
      for (const signature of signatures) {
        assert.equal(refused(sent, key, signature), undefined);
        assert.notEqual(refused(changed, key, signature), undefined, "The changed text is accepted.");
      }
    });
  }

  test("xmlsec1 agrees about the forms of KeyInfo", async () => {
    const forms = [
      "X509Certificate",
      "X509Chain",
      "X509IssuerSerial",
      "X509SKI",
      "X509SubjectName",
      "KeyValue",
      "KeyName",
      "none",
    ];
    const others = [
      "IssuerSerial",
      "SubjectKeyIdentifier",
      "Thumbprint",
      "Certificate",
      '"X509SubjectName X509Certificate KeyValue"',
    ];
    for (const form of [...forms, ...others]) {
      const { body } = await signedMessage(document(order(`me keyInfo=${form}`)));
      assert.equal(refused(body, "me", 1), undefined, form);
    }
  });

  test("a signature in XAdES has the digest of the certificate", async () => {
    const { body } = await signedMessage(document(order("me xades=BES digest=sha512")));
    const digest = /<xades:CertDigest>.*?<DigestValue>([^<]*)/.exec(body)?.[1];
    assert.equal(
      digest,
      createHash("sha512")
        .update(certificatesOf("me.pem")[0] ?? "")
        .digest("base64"),
    );
  });
});
