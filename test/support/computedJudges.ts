/* Judges the requests of `computedExamples.ts` with xmlsec1, openssl and Python. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { acceptedVerdict } from "./computedExamples.ts";
import { ensureProgram } from "./debian.mjs";
import { folderOf } from "./folders.ts";
import { keyFile } from "./keyFiles.ts";
import { acceptedByXmlsec } from "./xmlsec.ts";

interface Judge {
  readonly accepts: (body: string) => boolean;
  readonly changes: readonly ((body: string) => string)[];
}

const replacing = (pattern: RegExp | string, by: string) => (body: string) => body.replace(pattern, by);
const value = (body: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? "";
const assertionIn = (text: string) => /<a:Assertion[\s\S]*<\/a:Assertion>/.exec(text)?.[0] ?? "";

const judges: Readonly<Record<string, Judge>> = {
  holder: {
    accepts: (body) =>
      [1, 2].every((signature) => acceptedByXmlsec(body, ["ID Assertion", "Id Timestamp"], signature)) &&
      body.includes(`#SAMLID">${/ID="(_[^"]*)"/.exec(body)?.[1]}</wsse:KeyIdentifier>`),
    changes: [replacing("dr-lee", "dr-low"), replacing(/(<wsu:Created>)./, "$13"), replacing(/(#SAMLID">_)./, "$1-")],
  },
  token: {
    accepts: (body) =>
      assertionIn(body).replace(/^(<a:Assertion)[^>]*( ID="x1">)/, "$1$2") === assertionIn(issued()) &&
      assertionIn(body).includes(' xmlns:v="urn:v"') &&
      !assertionIn(body).includes("urn:u") &&
      acceptedByXmlsec(body, ["ID Assertion"]),
    changes: [replacing("1 &lt; 2", "1 &lt; 3"), replacing(' xmlns:v="urn:v"', "")],
  },
  order: {
    accepts: (body) => {
      const order = Buffer.from(value(body, "doc"), "base64").toString("utf8");
      const cwd = folderOf({ "me.pem": keyFile("me.pem") });
      const der = execFileSync("openssl", ["x509", "-in", "me.pem", "-outform", "DER"], { cwd });
      const digest = /<xades:CertDigest>.*?<DigestValue>([^<]*)/.exec(order)?.[1];
      return (
        acceptedByXmlsec(order, ["id order", "Id SignedProperties"]) &&
        /<Reference Type="http:\/\/uri\.etsi\.org\/01903#SignedProperties"/.test(order) &&
        digest === createHash("sha256").update(der).digest("base64")
      );
    },
    changes: [replacing("<item>5", "<item>6"), replacing("<xades:SigningTime>2", "<xades:SigningTime>3")].map(
      (change) => (body: string) => {
        const order = value(body, "doc");
        const changed = change(Buffer.from(order, "base64").toString("utf8"));
        return body.replace(order, Buffer.from(changed).toString("base64"));
      },
    ),
  },
  packed: {
    accepts: (body) => {
      const { stdout } = spawnSync("python3", ["-c", unpack, value(body, "file")], { encoding: "utf8" });
      return stdout === [value(body, "hash"), value(body, "size"), "<report>é</report>".repeat(50), ""].join("\n");
    },
    changes: [replacing(/(<file>.{16})./, "$1/"), replacing(/(<size>)./, "$10")],
  },
};

const unpack = `
import base64, gzip, hashlib, sys
data = base64.b64decode(sys.argv[1])
print(hashlib.sha256(data).hexdigest().upper(), len(data), gzip.decompress(data).decode(), sep="\\n")
`;

let issuedResponse: string | undefined;

/** A response with an assertion that xmlsec1 has signed, whose prefixes are declared on the envelope. */
export function issued(): string {
  if (issuedResponse !== undefined) return issuedResponse;
  const dsig = "http://www.w3.org/2000/09/xmldsig#";
  const c14n = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const template = `<a:Assertion ID="x1"><a:Issuer>i</a:Issuer><d:Signature><d:SignedInfo><d:CanonicalizationMethod Algorithm="${c14n}"/><d:SignatureMethod Algorithm="${dsig}rsa-sha1"/><d:Reference URI="#x1"><d:Transforms><d:Transform Algorithm="${dsig}enveloped-signature"/><d:Transform Algorithm="${c14n}"/></d:Transforms><d:DigestMethod Algorithm="${dsig}sha1"/><d:DigestValue/></d:Reference></d:SignedInfo><d:SignatureValue/></d:Signature><a:Value x:type="v:text">1 &lt; 2</a:Value></a:Assertion>`;
  const unsigned = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:d="${dsig}" xmlns:x="http://www.w3.org/2001/XMLSchema-instance" xmlns:v="urn:v" xmlns:unused="urn:u"><s:Body>${template}</s:Body></s:Envelope>`;
  const cwd = folderOf({ "response.xml": unsigned, "me.pem": keyFile("me.pem") });
  const signing = ["--sign", "--id-attr:ID", "Assertion", "--privkey-pem", "me.pem", "response.xml"];
  issuedResponse = execFileSync("xmlsec1", signing, { cwd, encoding: "utf8" });
  return issuedResponse;
}

/** XML that says whether a request is right, and wrong after each change. */
export function verdict(name: string, body: string): string {
  const why = ensureProgram("xmlsec1", "xmlsec1");
  if (why !== undefined) return `<missing>${why}</missing>`;
  const judge = judges[name];
  if (!judge?.accepts(body)) return "<refused/>";
  const wrong = judge.changes.findIndex((change) => {
    const changed = change(body);
    return changed === body || judge.accepts(changed);
  });
  return wrong < 0 ? acceptedVerdict : `<accepted change="${wrong}"/>`;
}
