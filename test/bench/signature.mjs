// Measures signing and verifying a body of 1 MB beside xmlsec1, without its start, and a document of 5 MB that is signed, zipped
// and inserted as Base64, beside the same steps alone with the same libraries.
// usage: node test/bench/signature.mjs
import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { zipSync } from "fflate";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, isTrial, sized, target, temporaryFolder } from "./measure.mjs";
import { envelope } from "./messages.mjs";
import { run } from "./processes.mjs";

const { analyze, requestAt, computedOutgoing, fixedSending, around, testKeys, testCompute, ...bundled } =
  await importBundled(
    "server/src/service/languageService.ts",
    "server/src/security/sign.ts",
    "server/src/security/signaturePlan.ts",
    "server/src/security/signatureOptions.ts",
    "server/src/security/verification/verify.ts",
    "server/src/security/c14n.ts",
    "server/src/xml/parser.ts",
    "test/support/outgoing.ts",
    "test/support/resolver.ts",
    "test/support/signing.ts",
    "test/support/keyFiles.ts",
  );
const { verifySignatures, parseXml, canonicalBytes, exclusiveC14n, certificateOf, keyFile, secured, request } = bundled;
const { readSignatureOptions, planSignature, signedTexts } = bundled;
const folder = temporaryFolder();
const records = (size) => /<ns1:PlaceOrders>.*<\/ns1:PlaceOrders>/s.exec(envelope(size))[0];
const prefixes = 'xmlns:ns1="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const key = Buffer.from(keyFile("me.pem")).toString("latin1");
const privateKey = createPrivateKey(key);

// Only signing, without reading the file and rendering the request.
const placeholder = "{{$signature me keyInfo=IssuerSerial}}";
const text = secured(placeholder, { body: records(sized(1e6, 1e4)) }).replace("<soap:Body", `$& ${prefixes}`);
const start = text.indexOf(placeholder);
const at = { start, end: start + placeholder.length };
const [attachments, document] = [new Map(), parseXml(text, 0, text.length, { variables: true })];
const open = { hasMarkup: () => false, mayBring: () => false };
const place = {
  document,
  at,
  all: [at],
  attachments,
  open,
  isXop: false,
  signatures: [{ at }],
  index: 0,
  references: 0,
  time: new Date(0),
};
const options = readSignatureOptions(placeholder.slice(2, -2));
const { plan } = planSignature(place, options, testKeys.find("me").info);
const planned = text.replace(placeholder, () => plan.text);
const operation = ({ data }) => ({ kind: "value", value: new Uint8Array(sign("sha256", data, privateKey)) });
function signature() {
  const xml = { start: 0, end: planned.length };
  const context = { text: planned, xml, attachments, operation, parse: parseXml, canonicalized: { left: 1e9 } };
  return signedTexts(context, [{ plan, start, covers: [] }])[0].text;
}
const signed = text.replace(placeholder, signature);
writeFileSync(join(folder, "me.pem"), key);
writeFileSync(join(folder, "signed.xml"), signed);
writeFileSync(join(folder, "open.xml"), planned);
writeFileSync(join(folder, "me.crt"), new X509Certificate(key).toString());

const certificates = { known: [certificateOf("me.pem")], trusted: [certificateOf("me.pem")] };
const verify = () => verifySignatures(parseXml(signed), certificates, new Date());
const [{ state }] = (await verify()).signatures;
if (state.kind !== "valid") throw new Error(`our signature is ${state.kind}`);
await besideXmlsec("sign", () => void signature(), ["--privkey-pem", "me.pem", "--output", "out.xml", "open.xml"]);
await besideXmlsec("verify", verify, ["--pubkey-cert-pem", "me.crt", "signed.xml"]);

const invoice = (value) => `<Invoice xmlns="urn:inv" ${prefixes}>${records(sized(5e6, 1e4))}${value}</Invoice>`;
const file = `# @document invoice\n\n${invoice("{{$signature me parts=/ transforms=enveloped}}")}\n###\n`;
const zipped =
  file +
  request(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><file>{{invoice | zip "i.xml" | base64}}</file></s:Body></s:Envelope>`,
    "Content-Length: {{$contentLength}}\n",
  );
const candidates = { sending: () => sent(zipped), "the steps alone": steps };
const title = "a document of 5 MB: signed, zipped, Base64";
const { times } = await compare(title, candidates, { rounds: 7, seconds: sized(20, 0) });
target(`${title}, times the steps alone, CPU`, times("sending", undefined, "cpu"), { most: 1.5 });

/** Returns the body of the only request of a text, with its values. */
async function sent(text) {
  const analysis = analyze(text, undefined, around({ keys: testKeys }));
  const request = requestAt(analysis, text.lastIndexOf("POST /s"));
  const made = await computedOutgoing(analysis, request, fixedSending, testCompute);
  if (made.kind !== "message" || made.errors.length > 0) throw new Error(JSON.stringify(made).slice(0, 500));
  return Buffer.from(made.outgoing.body).toString();
}

function steps() {
  const unsigned = parseXml(invoice(""));
  const digest = sha256(canonicalBytes(unsigned, undefined, exclusiveC14n));
  const value = sign("sha256", Buffer.from(`<SignedInfo>${digest}</SignedInfo>`), privateKey);
  const signed = new TextEncoder().encode(invoice(value.toString("base64")));
  const packed = zipSync({ "i.xml": signed }, { level: 6, mtime: new Date(1980, 0, 1) });
  return void Buffer.from(`<s:Envelope>${Buffer.from(packed).toString("base64")}</s:Envelope>`);
}

/** Compares one run of our code with one of many runs in a process of xmlsec1, without its start. */
async function besideXmlsec(command, ours, options) {
  const repeat = (count) =>
    run(folder, ["xmlsec1", `--${command}`, "--repeat", String(count), "--id-attr:Id", "Body", ...options], {
      expected: "",
    });
  const xmlsec1 = () => {
    const [once, all] = [repeat(1), repeat(21)];
    return { wall: (all.wall - once.wall) / 20, cpu: (all.cpu - once.cpu) / 20 };
  };
  const how = { before: 5, rounds: 9, seconds: sized(10, 0), repeat: sized(20, 1) };
  const { times } = await compare(`${command} 1 MB`, { ours, ...(!isTrial && { xmlsec1 }) }, how);
  if (!isTrial) target(`${command} 1 MB, times xmlsec1, CPU`, times("ours", undefined, "cpu"), { most: 1.5 });
}
