// Measures signing and verifying a body of 1 MB beside xmlsec1, without its start, and a document of 5 MB that is signed, zipped
// and inserted as Base64, beside the same steps alone with the same libraries.
// usage: node test/bench/signature.mjs
import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { zipSync } from "fflate";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, isTrial, sized } from "./measure.mjs";
import { envelope } from "./messages.mjs";
import { run, write } from "./processes.mjs";

const { parseXml, canonicalBytes, exclusiveC14n, verifySignatures, ...support } = await importBundled(
  "server/src/xml/parser.ts",
  "server/src/security/c14n.ts",
  "server/src/security/verification/verify.ts",
  "test/support/signing.ts",
  "test/support/keyFiles.ts",
);
const { certificateOf, keyFile, plannedSignature, request, secured, signedMessage } = support;
const records = (size) => /<ns1:PlaceOrders>.*<\/ns1:PlaceOrders>/s.exec(envelope(size))[0];
const prefixes = 'xmlns:ns1="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const key = Buffer.from(keyFile("me.pem")).toString("latin1");
const privateKey = createPrivateKey(key);

// Only signing, without reading the file and rendering the request.
const placeholder = "{{$signature me keyInfo=IssuerSerial}}";
const text = secured(placeholder, { body: records(sized(1e6, 1e4)) }).replace("<soap:Body", `$& ${prefixes}`);
const { planned, sign: signText } = plannedSignature(text);
const operation = ({ data }) => ({ kind: "value", value: new Uint8Array(sign("sha256", data, privateKey)) });
const signature = () => signText(1e9, operation)[0].text;
const signed = text.replace(placeholder, signature);
const certificate = new X509Certificate(key).toString();
write({ "me.pem": key, "me.crt": certificate, "signed.xml": signed, "open.xml": planned });

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
const sending = async () => {
  const { errors } = await signedMessage(zipped);
  if (errors.length > 0) throw new Error(errors.join());
};
const candidates = { sending, "the steps alone": steps };
await compare("a document of 5 MB: signed, zipped, Base64", candidates, {
  rounds: 7,
  seconds: sized(20, 0),
  targets: [["sending", "cpu", 1.5]],
});

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
    run(["xmlsec1", `--${command}`, "--repeat", String(count), "--id-attr:Id", "Body", ...options], { expected: "" });
  const xmlsec1 = () => {
    const [once, all] = [repeat(1), repeat(21)];
    return { wall: (all.wall - once.wall) / 20, cpu: (all.cpu - once.cpu) / 20 };
  };
  const how = { before: 5, rounds: 9, seconds: sized(10, 0), targets: [["ours", "cpu", 1.5]] };
  await compare(`${command} 1 MB`, { ours, ...(!isTrial && { xmlsec1 }) }, how);
}
