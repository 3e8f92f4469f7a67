import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { computedBodySha256, computedMessage } from "../../../support/computedMessage.ts";
import { ensureProgram } from "../../../support/debian.mjs";
import { keyFile } from "../../../support/keyFiles.ts";
import { skip } from "../../../support/skip.mjs";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { folderOf, programs, soaphttp } from "../built.ts";
import { acceptedByXmlsec, unzippedByPython } from "./xmlsec.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

suite("soaphttp send with signed documents", () => {
  let service: RawService;
  let response = "";
  suiteSetup(async function () {
    this.timeout(240_000);
    const why = ensureProgram("xmlsec1", "xmlsec1");
    if (why !== undefined) skip(this, why);
    await programs();
    service = await startRawService(async (connection) => {
      await connection.request();
      const type = response === "" ? "" : "Content-Type: text/xml\r\n";
      connection.end(`HTTP/1.1 200 OK\r\n${type}Content-Length: ${response.length}\r\n\r\n${response}`);
      response = "";
    });
  });
  suiteTeardown(() => service?.close());

  /** The envelope that arrives. */
  async function sent(documents: string, body: string, header = ""): Promise<string> {
    const head = `POST /s HTTP/1.1\nHost: 127.0.0.1:${service.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}`;
    const envelope = `<s:Envelope xmlns:s="${soap}" xmlns:wsu="${wsu}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
    return sentOf(`${documents}\n###\n# @name send\n${head}\n\n${envelope}\n`);
  }

  /** The body of the request `send` that arrives from a file, which `check` has no findings about. */
  async function sentOf(file: string): Promise<string> {
    const cwd = folderOf({ "a.soaphttp": file, "me.pem": keyFile("me.pem") });
    const keys = ["--key", "me=me.pem"];
    const checked = await soaphttp(["check", ...keys, "a.soaphttp"], { cwd });
    assert.equal(checked.code, 0, checked.out);
    const { code, out, error } = await soaphttp(["send", ...keys, "a.soaphttp#send"], { cwd });
    assert.equal(code, 0, out + error);
    const { text = "" } = service.connections.at(-1) ?? {};
    return text.slice(text.indexOf("\r\n\r\n") + 4);
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

  test("an invoice is signed as a whole and sent as a zip in Base64", async () => {
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

  test("a message without a time has the same bytes in every host, and they are right", async () => {
    const head = `POST /s HTTP/1.1\nHost: 127.0.0.1:${service.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""`;
    const body = await sentOf(computedMessage(head));
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

  test("an assertion of one's own confirms the holder of the key that signs the Timestamp", async () => {
    const body = await sent(
      `@id = _{{$guid}}\n###\n# @document assertion\n\n<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="{{id}}" Version="2.0" IssueInstant="{{$wsu.created}}"><a:Issuer>CN=Clinic</a:Issuer>{{$signature me}}<a:Subject><a:NameID>dr-lee</a:NameID></a:Subject></a:Assertion>`,
      '<q xmlns="urn:q"/>',
      `<s:Header><wsse:Security s:mustUnderstand="1" xmlns:wsse="${wsse}"><wsu:Timestamp wsu:Id="TS"><wsu:Created>{{$wsu.created}}</wsu:Created><wsu:Expires>{{$wsu.expires}}</wsu:Expires></wsu:Timestamp>{{assertion | xml}}{{$signature me parts="Timestamp" keyInfo=Assertion}}</wsse:Security></s:Header>`,
    );
    const ids = ["ID Assertion", "Id Timestamp"];
    assert.deepEqual(
      [1, 2].map((signature) => acceptedByXmlsec(body, ids, signature)),
      [true, true],
      body,
    );
    const changed = body.replace("dr-lee", "dr-low").replace(/(<wsu:Created>)./, "$13");
    assert.deepEqual(
      [1, 2].map((signature) => acceptedByXmlsec(changed, ids, signature)),
      [false, false],
    );
    const id = /ID="(_[^"]*)"/.exec(body)?.[1];
    assert.match(body, new RegExp(`#SAMLID">${id}</wsse:KeyIdentifier>`));
  });

  test("an order has a signature by XAdES, and the digest of the certificate", async () => {
    const body = await sent(
      '# @document order\n\n<order xmlns="urn:o" id="doc"><item>5</item>{{$signature me c14n=inclusive transforms=enveloped xades=BES}}</order>',
      '<put xmlns="urn:p"><doc>{{order | base64}}</doc></put>',
    );
    const order = Buffer.from(/<doc>([^<]*)/.exec(body)?.[1] ?? "", "base64").toString("utf8");
    const ids = ["id order", "Id SignedProperties"];
    assert.ok(acceptedByXmlsec(order, ids), order);
    assert.ok(!acceptedByXmlsec(order.replace("<item>5", "<item>6"), ids));
    assert.ok(!acceptedByXmlsec(order.replace(/(<xades:SigningTime>)2/, "$13"), ids));
    assert.match(order, /<Reference Type="http:\/\/uri\.etsi\.org\/01903#SignedProperties"/);
    const cwd = folderOf({ "me.pem": keyFile("me.pem") });
    const der = execFileSync("openssl", ["x509", "-in", "me.pem", "-outform", "DER"], { cwd });
    const digest = /<xades:CertDigest>.*?<DigestValue>([^<]*)/.exec(order)?.[1];
    assert.equal(digest, createHash("sha256").update(der).digest("base64"));
  });

  test("an assertion of a token service is passed on to the byte, and its signature stays valid", async () => {
    const dsig = "http://www.w3.org/2000/09/xmldsig#";
    const c14n = "http://www.w3.org/2001/10/xml-exc-c14n#";
    const template = `<a:Assertion ID="x1"><a:Issuer>i</a:Issuer><d:Signature><d:SignedInfo><d:CanonicalizationMethod Algorithm="${c14n}"/><d:SignatureMethod Algorithm="${dsig}rsa-sha1"/><d:Reference URI="#x1"><d:Transforms><d:Transform Algorithm="${dsig}enveloped-signature"/><d:Transform Algorithm="${c14n}"/></d:Transforms><d:DigestMethod Algorithm="${dsig}sha1"/><d:DigestValue/></d:Reference></d:SignedInfo><d:SignatureValue/></d:Signature><a:Value x:type="v:text">1 &lt; 2</a:Value></a:Assertion>`;
    const unsigned = `<s:Envelope xmlns:s="${soap}" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:d="${dsig}" xmlns:x="http://www.w3.org/2001/XMLSchema-instance" xmlns:v="urn:v" xmlns:unused="urn:u"><s:Body>${template}</s:Body></s:Envelope>`;
    const cwd = folderOf({ "response.xml": unsigned, "me.pem": keyFile("me.pem") });
    const signing = ["--sign", "--id-attr:ID", "Assertion", "--privkey-pem", "me.pem", "response.xml"];
    response = execFileSync("xmlsec1", signing, { cwd, encoding: "utf8" });
    const issued = /<a:Assertion[\s\S]*<\/a:Assertion>/.exec(response)?.[0] ?? "";
    const body = await sent(
      `# @name issue\nPOST /sts HTTP/1.1\nHost: 127.0.0.1:${service.port}\nContent-Type: text/xml\nSOAPAction: ""\nContent-Length: {{$contentLength}}\n\n<s:Envelope xmlns:s="${soap}"><s:Body><i xmlns="urn:i"/></s:Body></s:Envelope>`,
      '<x xmlns="urn:x"/>',
      `<s:Header><wsse:Security xmlns:wsse="${wsse}">{{issue.response.body.//*:Assertion | xml}}</wsse:Security></s:Header>`,
    );
    const passed = /<a:Assertion[\s\S]*<\/a:Assertion>/.exec(body)?.[0] ?? "";
    assert.equal(passed.replace(/^(<a:Assertion)[^>]*( ID="x1">)/, "$1$2"), issued);
    assert.doesNotMatch(passed, /urn:u/);
    assert.ok(acceptedByXmlsec(body, ["ID Assertion"]), body);
    assert.ok(!acceptedByXmlsec(body.replace("1 &lt; 2", "1 &lt; 3"), ["ID Assertion"]));
  });
});
