import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { ensureProgram } from "../../../support/debian.mjs";
import { keyFile } from "../../../support/keyFiles.ts";
import { skip } from "../../../support/skip.mjs";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { acceptedByXmlsec, unzippedByPython } from "../../../support/xmlsec.ts";
import { folderOf, programs, soaphttp } from "../built.ts";

/* The recipes of docs/computed.md and docs/saml.md, sent to a service; what arrives is judged by others than us. */

const pages = ["computed", "saml"].map((name) => readFileSync(`docs/${name}.md`, "utf8"));
const recipes = new Map(
  Array.from(
    pages
      .map((page) => page.slice(page.indexOf("\n## Recipes\n")))
      .join("")
      .matchAll(/^### (.*)\n[\s\S]*?```soaphttp\n([\s\S]*?)```$/gm),
    ([, title = "", text = ""]) => [title, text] as const,
  ),
);
const env = {
  SOAPHTTP_SECRET_CONSUMER_SECRET: "s3cret",
  SOAPHTTP_SECRET_TOKEN_SECRET: "t0ken",
  SOAPHTTP_SECRET_SHARED: "sh4red",
  SOAPHTTP_SECRET_PIN: "p1n",
};
const report = "<report>\n  <total>5</total>\n</report>\n";

interface Received {
  readonly head: string;
  readonly body: string;
  readonly value: (name: string) => string;
}

const decoded = (base64: string) => Buffer.from(base64, "base64");
const publicKey = createPublicKey(Buffer.from(keyFile("me.pem")));

/** Whether a request is right. Each judge must also refuse a changed request. */
const judges: Readonly<Record<string, (received: Received) => boolean>> = {
  "HMAC of several values": ({ value }) =>
    value("code") ===
    createHmac("sha256", "s3cret&t0ken")
      .update(`ACME_1&${value("nonce")}&${value("time")}`)
      .digest("base64"),
  "Hash and size of a file": ({ value }) => {
    const bytes = decoded(value("file"));
    return (
      gunzipSync(bytes).toString() === report &&
      value("hash") === createHash("sha256").update(bytes).digest("hex").toUpperCase() &&
      value("size") === String(bytes.length)
    );
  },
  "Signed document as a zip": ({ value }) => acceptedByXmlsec(unzippedByPython(decoded(value("file")), "F-7.xml")),
  "Code of a receipt": ({ body, value }) => {
    const cwd = folderOf({ "me.pem": keyFile("me.pem") });
    const input = `77001${value("r:At")}R-12${value("r:Sum")}`;
    const signature = execFileSync("openssl", ["dgst", "-sha1", "-sign", "me.pem"], { cwd, input });
    const code = createHash("md5").update(signature).digest("hex");
    return value("r:Code") === code && acceptedByXmlsec(body, ["Id Receipt"]);
  },
  "Order with XAdES": ({ value }) =>
    acceptedByXmlsec(decoded(value("doc")).toString(), ["id order", "Id SignedProperties"]),
  "Signature over the text of several values": ({ value }) =>
    verify(
      "sha256",
      Buffer.from(`${value("account")}|${value("time")}|${value("sum")}`),
      publicKey,
      decoded(value("sign")),
    ),
  "JSON Web Token as a bearer": ({ head }) => {
    const [, shared = ""] = /^Authorization: Bearer (.*)\r$/m.exec(head) ?? [];
    const [, own = ""] = /^X-Signed-By: (.*)\r$/m.exec(head) ?? [];
    const [signed, signature = ""] = [own.slice(0, own.lastIndexOf(".")), own.split(".")[2]];
    const [first, second, mac] = shared.split(".");
    return (
      JSON.parse(Buffer.from(second ?? "", "base64url").toString()).iss === "acme" &&
      mac === createHmac("sha256", "sh4red").update(`${first}.${second}`).digest("base64url") &&
      verify("sha256", Buffer.from(signed), publicKey, Buffer.from(signature, "base64url"))
    );
  },
  "Document in a response": ({ value }) => value("number") === "F-7",
  "Digest header": ({ head, body }) =>
    /^Digest: SHA-256=(.*)\r$/m.exec(head)?.[1] === createHash("sha256").update(body).digest("base64"),
  "SAML, holder of the key": ({ body }) => areAccepted(body, 2),
  "SAML 1.1, holder of the key": ({ body }) => areAccepted(body, 2),
  "SAML, bearer": ({ body }) => areAccepted(body, 1),
  "SAML, sender vouches": ({ body }) => areAccepted(body, 1),
  "Token of a token service": ({ body }) => areAccepted(body, 1),
  "Token for a key": ({ body }) => areAccepted(body, 2),
};

/** Whether xmlsec1 accepts the signatures of a message with an assertion. */
function areAccepted(body: string, signatures: number): boolean {
  const ids = ["ID Assertion", "AssertionID Assertion", "Id Timestamp", "Id Body"];
  return Array.from({ length: signatures }, (_, at) => acceptedByXmlsec(body, ids, at + 1)).every((one) => one);
}

/** A change of what arrives that its judge must refuse. */
const changes: Readonly<Record<string, (text: string) => string>> = {
  "HMAC of several values": (text) => text.replace("<time>1", "<time>2"),
  "Hash and size of a file": (text) => text.replace("<size>", "<size>1"),
  "Signed document as a zip": (text) => text.replace(/<file>[^<]*/, `<file>${zipped("<Invoice/>")}`),
  "Code of a receipt": (text) => text.replace("9.90", "9.91"),
  "Order with XAdES": (text) =>
    text.replace(/<doc>([^<]*)/, (_, doc: string) => {
      const other = decoded(doc).toString().replace("<item>5", "<item>6");
      return `<doc>${Buffer.from(other).toString("base64")}`;
    }),
  "Signature over the text of several values": (text) => text.replace("9.90", "9.91"),
  "JSON Web Token as a bearer": (text) => text.replace(/(Bearer [^.]*\.[^.]*\.)./, "$1*"),
  "Document in a response": (text) => text.replace("F-7", "F-8"),
  "Digest header": (text) => text.replace("<get ", "<get  "),
  "SAML, holder of the key": (text) => text.replace("dr-lee", "dr-low"),
  "SAML 1.1, holder of the key": (text) => text.replace("dr-lee", "dr-low"),
  "SAML, bearer": (text) => text.replace("dr-lee", "dr-low"),
  "SAML, sender vouches": (text) => text.replace("dr-lee", "dr-low"),
  "Token of a token service": (text) => text.replace("1 &lt; 2", "1 &lt; 3"),
  "Token for a key": (text) => text.replace("<query ", "<query a='' "),
};

function zipped(text: string): string {
  const script =
    "import sys,zipfile,io,base64;b=io.BytesIO();z=zipfile.ZipFile(b,'w');z.writestr('F-7.xml',sys.argv[1]);z.close();print(base64.b64encode(b.getvalue()).decode(),end='')";
  return execFileSync("python3", ["-c", script, text], { encoding: "utf8" });
}

/** What a token service sends: an assertion that xmlsec1 has signed, with prefixes of the envelope. */
function issued(): string {
  const dsig = "http://www.w3.org/2000/09/xmldsig#";
  const c14n = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const assertion = `<a:Assertion ID="x1"><d:Signature><d:SignedInfo><d:CanonicalizationMethod Algorithm="${c14n}"/><d:SignatureMethod Algorithm="${dsig}rsa-sha1"/><d:Reference URI="#x1"><d:Transforms><d:Transform Algorithm="${dsig}enveloped-signature"/><d:Transform Algorithm="${c14n}"/></d:Transforms><d:DigestMethod Algorithm="${dsig}sha1"/><d:DigestValue/></d:Reference></d:SignedInfo><d:SignatureValue/></d:Signature><a:Value>1 &lt; 2</a:Value></a:Assertion>`;
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:d="${dsig}"><s:Body>${assertion}</s:Body></s:Envelope>`;
  const cwd = folderOf({ "response.xml": envelope, "me.pem": keyFile("me.pem") });
  const signing = ["--sign", "--id-attr:ID", "Assertion", "--privkey-pem", "me.pem", "response.xml"];
  return execFileSync("xmlsec1", signing, { cwd, encoding: "utf8" });
}

function listed(): string {
  const packed = gzipSync('<Invoice xmlns="urn:inv"><ID>F-7</ID></Invoice>').toString("base64");
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><l:list xmlns:l="urn:l"><l:docZip>${packed}</l:docZip></l:list></s:Body></s:Envelope>`;
}

function receivedIn(text: string): Received {
  const end = text.indexOf("\r\n\r\n");
  const body = text.slice(end + 4);
  const value = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? "";
  return { head: text.slice(0, end + 2), body, value };
}

suite("the recipes of docs/computed.md and docs/saml.md", () => {
  let service: RawService;
  suiteSetup(async function () {
    this.timeout(240_000);
    const why = ensureProgram("xmlsec1", "xmlsec1");
    if (why !== undefined) skip(this, why);
    await programs();
    const responses = new Map([
      ["/sts", issued()],
      ["/list", listed()],
    ]);
    service = await startRawService(async (connection) => {
      await connection.request();
      const response = responses.get(connection.text.split(" ")[1] ?? "") ?? "";
      const type = response === "" ? "" : "Content-Type: text/xml\r\n";
      connection.end(`HTTP/1.1 200 OK\r\n${type}Content-Length: ${Buffer.byteLength(response)}\r\n\r\n${response}`);
    });
  });
  test("each recipe of the pages has a test that verifies what it sends", () => {
    assert.deepEqual([...recipes.keys()], Object.keys(judges));
    assert.deepEqual(Object.keys(changes), Object.keys(judges));
  });

  for (const [title, text] of recipes) {
    test(`a recipe has no findings, and sends the right message: ${title}`, async () => {
      const cwd = folderOf({
        "a.soaphttp": text.replaceAll("Host: example.com", `Host: 127.0.0.1:${service.port}`),
        "report.xml": report,
        "me.pem": keyFile("me.pem"),
      });
      const keys = ["--key", "me=me.pem"];
      const checked = await soaphttp(["check", ...keys, "a.soaphttp"], { cwd });
      assert.deepEqual(
        [checked.code, checked.out.split("\n").filter((line) => line.startsWith("a.soaphttp:"))],
        [0, []],
      );
      const { code, out, error } = await soaphttp(["send", ...keys, "a.soaphttp"], { cwd, env });
      assert.equal(code, 0, out + error);
      const { text: received = "" } = service.connections.at(-1) ?? {};
      const isRight = judges[title];
      assert.ok(isRight);
      const changed = changes[title]?.(received) ?? received;
      assert.ok(isRight(receivedIn(received)), received);
      assert.notEqual(changed, received);
      assert.ok(!isRight(receivedIn(changed)), changed);
    });
  }
});
