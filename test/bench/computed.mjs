// Measures a document of 5 MB that is signed, zipped and inserted as Base64, and the same steps alone with the same libraries.
// usage: node test/bench/computed.mjs
import { spawnSync } from "node:child_process";
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { zipSync } from "fflate";
import { importBundled } from "./bundled.mjs";
import { envelope } from "./envelope.mjs";
import { checkTarget, heading, row, sideBySide, temporaryFolder } from "./sideBySide.mjs";

/** Our time may be this many times that of the steps alone. */
const mark = 1.5;

const { around, analyze, requestAt, computedOutgoing, fixedSending, readCertificate, parseXml, ...c14n } =
  await importBundled(
    "./test/support/resolver.ts",
    "./test/support/outgoing.ts",
    "./server/src/service/languageService.ts",
    "./server/src/crypto/certificate.ts",
    "./server/src/xml/parser.ts",
    "./server/src/security/c14n.ts",
  );
const place = temporaryFolder();
const made = spawnSync(
  "openssl",
  "req -x509 -newkey rsa:2048 -nodes -subj /CN=me -out me.crt -keyout me.key".split(" "),
  {
    cwd: place,
  },
);
if (made.status !== 0) throw new Error(`openssl: ${made.error ?? made.stderr}`);
const der = Buffer.from(readFileSync(join(place, "me.crt"), "latin1").replace(/-----[^-]*-----/g, ""), "base64");
const privateKey = createPrivateKey(readFileSync(join(place, "me.key")));
const signature = (data) => new Uint8Array(sign("sha256", data, privateKey));

const { algorithm } = readCertificate(der).publicKey;
const keys = {
  names: () => ["me"],
  find: () => ({ kind: "key", info: { certificates: [der], algorithm } }),
  trusted: () => [],
};
const compute = async (operations) => operations.map(({ data }) => ({ kind: "value", value: signature(data) }));

const records = /<ns1:PlaceOrders>.*<\/ns1:PlaceOrders>/s.exec(envelope(5e6))[0];
const invoice = (value) =>
  `<Invoice xmlns="urn:inv" xmlns:ns1="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${records}${value}</Invoice>`;
const text = `# @document invoice

${invoice("{{$signature me parts=/ transforms=enveloped}}")}
###
POST /s HTTP/1.1
Host: h
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><file>{{invoice | zip "i.xml" | base64}}</file></s:Body></s:Envelope>
`;

heading("A document of 5 MB: signed, zipped, Base64");
const measured = await sideBySide({ sending, bare }, { before: 1, rounds: 7, limit: 20 });
row("signed document in Base64", measured, "sending", "bare");
const ratio = measured.sending.cpu / measured.bare.cpu;
checkTarget(`at most ${mark} times the steps alone in CPU time`, ratio <= mark, ratio);

async function sending() {
  const analysis = analyze(text, undefined, around({ keys }));
  const request = requestAt(analysis, text.indexOf("POST"));
  const made = await computedOutgoing(analysis, request, fixedSending, compute);
  if (made.kind !== "message" || made.errors.length > 0) throw new Error(JSON.stringify(made).slice(0, 500));
  if (made.outgoing.body.length < 3e5) throw new Error("the document isn't in the body");
}

async function bare() {
  const unsigned = invoice("");
  const document = parseXml(unsigned);
  const digest = sha256(c14n.canonicalBytes(document, undefined, c14n.exclusiveC14n));
  const value = signature(new TextEncoder().encode(`<SignedInfo>${digest}</SignedInfo>`));
  const signed = new TextEncoder().encode(invoice(Buffer.from(value).toString("base64")));
  const packed = zipSync({ "i.xml": signed }, { level: 6, mtime: new Date(1980, 0, 1) });
  return void Buffer.from(`<s:Envelope>${Buffer.from(packed).toString("base64")}</s:Envelope>`);
}
