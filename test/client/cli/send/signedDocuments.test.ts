import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { constants, createDecipheriv, createHash, createHmac, privateDecrypt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acceptedVerdict, computedExamples } from "../../../support/computedExamples.ts";
import { computedBodySha256, computedMessage } from "../../../support/computedMessage.ts";
import { ensureProgram } from "../../../support/debian.mjs";
import { encrypted } from "../../../support/encrypting.ts";
import { keyFile } from "../../../support/keyFiles.ts";
import { secured, timestamp, token } from "../../../support/signing.ts";
import { skip } from "../../../support/skip.mjs";
import { startMisbehavingService } from "../../../support/transport/misbehavingService.ts";
import { type RawService, startResponding } from "../../../support/transport/rawService.ts";
import { acceptedByXmlsec, unzippedByPython } from "../../../support/xmlsec.ts";
import { folderOf, programs, soaphttp } from "../built.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

/** A message whose Body is decrypted with the file of a key: RSA-OAEP, then AES-256 with CBC. */
function openedByOpenssl(text: string, file: string): string {
  const [wrapped = "", data = ""] = [...text.matchAll(/<xenc:CipherValue>([^<]*)/g)].map(([, value]) => value ?? "");
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const key = privateDecrypt({ key: readFileSync(file), padding, oaepHash: "sha1" }, Buffer.from(wrapped, "base64"));
  const bytes = Buffer.from(data, "base64");
  const cipher = createDecipheriv("aes-256-cbc", key, bytes.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]);
  const plain = padded.subarray(0, -(padded.at(-1) ?? 0)).toString("utf8");
  return text.replace(/<xenc:EncryptedData.*<\/xenc:EncryptedData>/s, () => plain);
}

suite("soaphttp send with signed documents", () => {
  let service: RawService;
  let judging: RawService;
  suiteSetup(async function () {
    this.timeout(240_000);
    const why = ensureProgram("xmlsec1", "xmlsec1");
    if (why !== undefined) skip(this, why);
    await programs();
    service = await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    judging = await startMisbehavingService();
  });

  async function sent(documents: string, body: string): Promise<string> {
    const head = `POST /s HTTP/1.1\nHost: 127.0.0.1:${service.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}`;
    const envelope = `<s:Envelope xmlns:s="${soap}" xmlns:wsu="${wsu}"><s:Body>${body}</s:Body></s:Envelope>`;
    const sent = await sentOf(`${documents}\n###\n# @name send\n${head}\n\n${envelope}\n`);
    return sent.body;
  }

  /** Sends the request `send` of a file, which `check` has no findings about. */
  async function sentOf(file: string, files: Readonly<Record<string, string>> = {}) {
    const cwd = folderOf({ ...files, "a.soaphttp": file, "me.pem": keyFile("me.pem") });
    const keys = ["--key", "me=me.pem"];
    const checked = await soaphttp(["check", ...keys, "a.soaphttp"], { cwd });
    assert.equal(checked.code, 0, checked.out);
    const { code, out, error } = await soaphttp(["send", ...keys, "a.soaphttp#send"], { cwd });
    assert.equal(code, 0, out + error);
    const { text = "" } = service.connections.at(-1) ?? {};
    return { body: text.slice(text.indexOf("\r\n\r\n") + 4), out };
  }

  test("a fiscal receipt is signed in the payload, with a code of a signature over its text", async () => {
    const body = await sent(
      `@at = {{$datetime "YYYY-MM-DDTHH:mm:ss"}}\n@code = {{$concat "77001" at "R-12" "9.90" | sign me rsa-sha1}}\n###\n# @document receipt\n\n<r:Receipt xmlns:r="urn:fisc" Id="r1"><r:At>{{at}}</r:At><r:No>R-12</r:No><r:Sum>9.90</r:Sum><r:Code>{{code | md5 | hex}}</r:Code>{{$signature me algorithm=rsa-sha1}}</r:Receipt>`,
      "{{receipt | xml}}",
    );
    assert.ok(acceptedByXmlsec(body, ["Id Receipt"]), body);
    assert.ok(!acceptedByXmlsec(body.replace("9.90", "9.91"), ["Id Receipt"]));
    const at = /<r:At>([^<]*)/.exec(body)?.[1] ?? "";
    const cwd = folderOf({ "me.pem": keyFile("me.pem") });
    const value = execFileSync("openssl", ["dgst", "-sha1", "-sign", "me.pem"], { cwd, input: `77001${at}R-129.90` });
    assert.equal(/<r:Code>([^<]*)/.exec(body)?.[1], createHash("md5").update(value).digest("hex"));
  });

  test("an invoice is signed as a whole, and sent as a zip file in Base64", async () => {
    const body = await sent(
      '# @document invoice\n\n<?xml version="1.0" encoding="UTF-8"?><Invoice xmlns="urn:inv"><Ext>{{$signature me parts=/ c14n=inclusive transforms=enveloped}}</Ext><ID>F-7</ID></Invoice>',
      '<b:send xmlns:b="urn:bill"><name>F-7.zip</name><file>{{invoice | zip "F-7.xml" | base64}}</file></b:send>',
    );
    const zip = Buffer.from(/<file>([^<]*)/.exec(body)?.[1] ?? "", "base64");
    const invoice = unzippedByPython(zip, "F-7.xml");
    assert.match(invoice, /<Ext><Signature xmlns="[^"]*xmldsig#"><SignedInfo>/);
    assert.ok(acceptedByXmlsec(invoice), invoice);
    assert.ok(!acceptedByXmlsec(invoice.replace("F-7<", "F-8<")));
  });

  test("a message without a time has the same, correct bytes in every host", async () => {
    const head = `POST /s HTTP/1.1\nHost: 127.0.0.1:${service.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""`;
    const { body } = await sentOf(computedMessage(head));
    assert.ok(acceptedByXmlsec(body, ["Id Receipt"]), body);
    assert.ok(!acceptedByXmlsec(body.replace("9.90", "9.91"), ["Id Receipt"]));
    const zip = Buffer.from(/<file[^>]*>([^<]*)/.exec(body)?.[1] ?? "", "base64");
    const invoice = unzippedByPython(zip, "F-7.xml");
    assert.ok(acceptedByXmlsec(invoice), invoice);
    assert.ok(!acceptedByXmlsec(invoice.replace("F-7<", "F-8<")));
    const cwd = folderOf({ "me.pem": keyFile("me.pem") });
    const input = "770012026-11-28T10:00:00R-129.90";
    const value = execFileSync("openssl", ["dgst", "-sha1", "-sign", "me.pem"], { cwd, input });
    assert.equal(/<r:Code>([^<]*)/.exec(body)?.[1], createHash("md5").update(value).digest("hex"));
    const mac = createHmac("sha256", "hush & more").update("ACME&c-77&t-88").digest("base64");
    assert.equal(/<mac[^>]*>([^<]*)/.exec(body)?.[1], mac);
    assert.equal(createHash("sha256").update(body).digest("hex"), computedBodySha256);
  });

  test("a message is signed and then encrypted, and its encrypted response is read decrypted", async () => {
    const request = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "s.key",
      "-out",
      "s.crt",
      "-subj",
      "/CN=s",
    ];
    const cwd = folderOf({ "me.pem": keyFile("me.pem") });
    execFileSync("openssl", request, { cwd, stdio: "ignore" });
    const plain: string[] = [];
    const asked = await startResponding(({ body }) => {
      plain.push(openedByOpenssl(body.toString("utf8"), join(cwd, "s.key")));
      const { key, data } = encrypted(`<Answer xmlns="urn:ask"><Result>5</Result></Answer>`);
      const header = `<s:Header><wsse:Security xmlns:wsse="${wsse}">${key}</wsse:Security></s:Header>`;
      const envelope = `<s:Envelope xmlns:s="${soap}">${header}<s:Body>${data}</s:Body></s:Envelope>`;
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ${envelope.length}`;
      return `${head}\r\n\r\n${envelope}`;
    });
    const security = `${timestamp}${token("me")}{{$encrypted service parts="Body" algorithm=aes256-cbc}}{{$signature me parts="Body Timestamp"}}`;
    const head = `POST /s HTTP/1.1\nHost: 127.0.0.1:${asked.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}`;
    const file = `# @expect //*:Result = 5\n${head}\n\n${secured(security, { body: '<Ask xmlns="urn:ask">3</Ask>' })}\n`;
    writeFileSync(join(cwd, "a.soaphttp"), file);
    const keys = ["--key", "me=me.pem", "--key", "service=s.crt"];
    const checked = await soaphttp(["check", ...keys, "a.soaphttp"], { cwd });
    assert.equal(checked.code, 0, checked.out);
    const tested = await soaphttp(["test", ...keys, "a.soaphttp"], { cwd });
    assert.equal(tested.code, 0, tested.out + tested.error);
    const [text = ""] = plain;
    assert.ok(text.includes('<Ask xmlns="urn:ask">3</Ask>'), text);
    assert.ok(acceptedByXmlsec(text, ["Id Body", "Id Timestamp"]), text);
    assert.ok(!acceptedByXmlsec(text.replace(">3<", ">4<"), ["Id Body", "Id Timestamp"]));
  });

  for (const { name, title, text, files = {} } of computedExamples) {
    test(title, async () => {
      const head = (target: string) =>
        `POST ${target} HTTP/1.1\nHost: 127.0.0.1:${judging.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}`;
      const { out } = await sentOf(text(head), files);
      assert.ok(out.includes(acceptedVerdict), `${name}: ${out}`);
    });
  }
});
