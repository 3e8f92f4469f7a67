import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { keyFile } from "../../../support/keyFiles.ts";
import { type RawService, startResponding } from "../../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "../built.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const envelope = (content: string) => `<s:Envelope xmlns:s="${soap}"><s:Body>${content}</s:Body></s:Envelope>`;

suite("the body that soaphttp send sends", () => {
  let service: RawService;
  let arrived: { head: string; body: Buffer } = { head: "", body: Buffer.alloc(0) };
  suiteSetup(async () => {
    service = await startResponding(({ head, body }) => {
      arrived = { head, body: Buffer.from(body) };
      return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    });
  });
  /** The message that arrives, after a check without findings. */
  async function sent(headers: readonly string[], body: string, definitions = "", files = {}, env = {}) {
    const head = [
      "POST /s HTTP/1.1",
      `Host: 127.0.0.1:${service.port}`,
      'SOAPAction: ""',
      "Content-Length: {{$contentLength}}",
      ...headers,
    ];
    const text = `${definitions}${head.join("\n")}\n\n${body}\n`;
    const cwd = folderOf({ ...files, "a.soaphttp": text, "me.pem": keyFile("me.pem") });
    const keys = ["--key", "me=me.pem"];
    const checked = await soaphttp(["check", ...keys, "a.soaphttp"], { cwd });
    assert.equal(checked.code, 0, checked.out);
    const { code, out, error } = await soaphttp(["send", ...keys, "a.soaphttp"], { cwd, env });
    assert.equal(code, 0, out + error);
    const field = (name: string) => new RegExp(`^${name}: (.*?)\\r?$`, "im").exec(arrived.head)?.[1] ?? "";
    assert.equal(field("Content-Length"), String(arrived.body.length));
    return { ...arrived, cwd, field, output: out + error };
  }
  const xml = "Content-Type: text/xml; charset=utf-8";

  test("a header has the hash of the body that arrives, with its signature, and no form of its secret is shown", async () => {
    const body = envelope('<a xmlns="urn:a" Id="a"><pin>{{$secret pin}}</pin>{{$signature me}}</a>');
    const digest = "Digest: SHA-256={{$body | sha256 | base64}}";
    const { field, body: bytes, output } = await sent([xml, digest], body, "", {}, { SOAPHTTP_SECRET_PIN: "s3same" });
    assert.match(String(bytes), /<pin>s3same<\/pin>.*<SignatureValue>/s);
    const hash = createHash("sha256").update(bytes).digest("base64");
    assert.equal(field("Digest"), `SHA-256=${hash}`);
    for (const form of ["s3same", hash, bytes.toString("base64")]) assert.ok(!output.includes(form), form);
  });

  test("a body and a part are the bytes of a value, which a signature covers like the bytes of a file", async () => {
    const order = Buffer.from("<order>é</order>".repeat(30), "latin1");
    const file = { "order.xml": order };
    const octets = "Content-Type: application/octet-stream";
    const whole = await sent([octets], '{{$file "./order.xml" | gzip}}', "# @ignore content-type-unexpected\n", file);
    assert.deepEqual(gunzipSync(whole.body), order);
    const type = 'Content-Type: multipart/related; boundary="b"; type="text/xml"';
    const parts = [
      `${xml}\n\n${envelope('<a xmlns="urn:a">{{$signature me parts="cid:p"}}</a>')}`,
      'Content-Type: application/gzip\nContent-ID: <p>\n\n{{$file "./order.xml" | gzip}}',
    ];
    const { body } = await sent([type], `--b\n${parts.join("\n--b\n")}\n--b--`.replaceAll("\n", "\r\n"), "", file);
    assert.ok(body.includes(whole.body));
    const digest = createHash("sha256").update(whole.body).digest("base64");
    assert.ok(body.includes(`<DigestValue>${digest}</DigestValue>`), String(body));
  });

  test("a signature of attachments is verified by Python and openssl, and not of any other attachment", async () => {
    const type = 'Content-Type: multipart/related; boundary="b"; type="text/xml"';
    const parts = [
      `${xml}\n\n${envelope('<a xmlns="urn:a">{{$signature me parts="cid:p cid:x cid:t"}}</a>')}`,
      'Content-Type: application/gzip\nContent-ID: <p>\n\n{{$file "./order.xml" | gzip}}',
      "Content-Type: text/xml; charset=utf-8\nContent-ID: <x>\n\n<x b='2' a=\"1\"><!-- c --><y/>é</x>",
      "Content-Type: text/plain; charset=utf-8\nContent-ID: <t>\n\nGrüße\n5",
    ];
    const text = `--b\n${parts.join("\n--b\n")}\n--b--`.replaceAll("\n", "\r\n");
    const { body, cwd } = await sent([type], text, "", { "order.xml": "<order/>" });
    execFileSync("openssl", ["x509", "-in", "me.pem", "-pubkey", "-noout", "-out", "me.pub"], { cwd });
    const judge = (bytes: Buffer) => execFileSync("python3", ["-c", attachments], { cwd, input: bytes }).toString();
    const changed = (from: string, to: string) =>
      judge(Buffer.from(body.toString("latin1").replace(from, to), "latin1"));
    assert.equal(judge(body), "p:True x:True t:True True");
    assert.equal(changed("\x1f\x8b", "\x1f\x8c"), "p:False x:True t:True True");
    assert.equal(changed("b='2'", "b='3'"), "p:True x:False t:True True");
    assert.equal(changed("\r\n5\r\n", "\r\n6\r\n"), "p:True x:True t:False True");
    assert.match(changed("<DigestValue>", "<DigestValue>A"), / False$/);
  });

  test("a compressed body is decompressed by Python, and shows its secret in no output", async () => {
    const body = envelope('<a xmlns="urn:a">é{{$secret pin}}</a>');
    const python = (module: string, bytes: Buffer) =>
      execFileSync(
        "python3",
        ["-c", `import sys, ${module}; sys.stdout.buffer.write(${module}.decompress(sys.stdin.buffer.read()))`],
        { input: bytes },
      );
    for (const [coding, module] of [
      ["gzip", "gzip"],
      ["deflate", "zlib"],
    ] as const) {
      const headers = [xml, `Content-Encoding: ${coding}`, "Digest: {{$body | sha256 | hex}}"];
      const {
        body: bytes,
        field,
        output,
      } = await sent(headers, body, `# @compress ${coding}\n`, {}, { SOAPHTTP_SECRET_PIN: "s3same" });
      assert.equal(String(python(module, bytes)), body.replace("{{$secret pin}}", "s3same"));
      assert.equal(field("Digest"), createHash("sha256").update(bytes).digest("hex"));
      for (const form of ["s3same", bytes.toString("base64")]) assert.ok(!output.includes(form), form);
    }
  });

  test("openssl verifies the code over an element of the message for the bytes that arrive", async () => {
    const receipt =
      "<r:Receipt><r:At>{{$guid}}</r:At><r:Code>{{$this.//r:Receipt | without //r:Code | xml | sign me | base64}}</r:Code></r:Receipt>";
    const both = "<r:Both>{{$this.(//r:Code | //r:None) | sha256 | hex}}</r:Both>";
    const { body, cwd } = await sent([xml], envelope(`<r:Send xmlns:r="urn:r">${receipt}${both}</r:Send>`));
    const [, at = "", code = "", hash] =
      /<r:At>(.*)<\/r:At><r:Code>(.*)<\/r:Code>.*<r:Both>(.*)<\/r:Both>/.exec(String(body)) ?? [];
    assert.equal(hash, createHash("sha256").update(code).digest("hex"));
    execFileSync("openssl", ["x509", "-in", "me.pem", "-pubkey", "-noout", "-out", "me.pub"], { cwd });
    writeFileSync(join(cwd, "code"), Buffer.from(code, "base64"));
    const judge = (time: string) =>
      spawnSync("openssl", ["dgst", "-sha256", "-verify", "me.pub", "-signature", "code"], {
        cwd,
        input: `<r:Receipt xmlns:r="urn:r"><r:At>${time}</r:At></r:Receipt>`,
      }).status;
    assert.deepEqual([judge(at), judge(`${at}0`)], [0, 1]);
  });
});

/** Prints whether each attachment has its digest, and whether SignedInfo has its signature. */
const attachments = `
import base64, email, hashlib, re, subprocess, sys
from xml.etree.ElementTree import canonicalize
raw = sys.stdin.buffer.read()
message = email.message_from_bytes(b'Content-Type: multipart/related; boundary="b"\\r\\n\\r\\n' + raw)
root, *others = message.get_payload()
soap = root.get_payload(decode=True).decode()
def own(part):
    data = part.get_payload(decode=True)
    if part.get_content_type() == "text/xml":
        return canonicalize(data.decode()).encode()
    return data
digests = {one["Content-ID"].strip("<>"): base64.b64encode(hashlib.sha256(own(one)).digest()).decode() for one in others}
for name, digest in re.findall(r'URI="cid:(\\w+)".*?<DigestValue>([^<]*)', soap, re.S):
    print(name, digest == digests[name], sep=":", end=" ")
signed = re.search("<SignedInfo.*?</SignedInfo>", soap, re.S)[0]
signed = signed.replace("<SignedInfo", '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#"', 1)
open("signed", "w").write(canonicalize(signed))
open("value", "wb").write(base64.b64decode(re.search("<SignatureValue>([^<]*)", soap)[1]))
verify = ["openssl", "dgst", "-sha256", "-verify", "me.pub", "-signature", "value", "signed"]
print(subprocess.run(verify, capture_output=True).returncode == 0, end="")
`;
