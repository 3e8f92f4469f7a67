// Measures signing and verifying a body of 1 MB, and xmlsec1 doing the same, without its start.
// usage: node test/bench/signature.mjs
import { spawnSync } from "node:child_process";
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importBundled } from "./bundled.mjs";
import { envelope } from "./envelope.mjs";
import { checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

/** Our time may be this many times that of xmlsec1. */
const mark = 1.5;

const { parseXml, readCertificate, planSignature, readSignatureOptions, signedTexts, verifySignatures } =
  await importBundled(
    "./server/src/xml/parser.ts",
    "./server/src/crypto/certificate.ts",
    "./server/src/security/signaturePlan.ts",
    "./server/src/security/signatureOptions.ts",
    "./server/src/security/sign.ts",
    "./server/src/security/verification/verify.ts",
  );
const place = temporaryFolder();
const call = (program, ...args) => {
  const { status, stderr, error } = spawnSync(program, args, { cwd: place, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program}: ${error ?? stderr}`);
};
call("openssl", ..."req -x509 -newkey rsa:2048 -nodes -subj /CN=me -out me.crt -keyout me.key".split(" "));
const der = Buffer.from(readFileSync(join(place, "me.crt"), "latin1").replace(/-----[^-]*-----/g, ""), "base64");
const privateKey = createPrivateKey(readFileSync(join(place, "me.key")));
const operation = ({ data }) => ({ kind: "value", value: new Uint8Array(sign("sha256", data, privateKey)) });

const certificate = readCertificate(der);
const placeholder = "{{$signature me keyInfo=IssuerSerial}}";
const text = unsigned(1e6);
const at = { start: text.indexOf(placeholder), end: text.indexOf(placeholder) + placeholder.length };
const key = { certificates: [der], algorithm: certificate.publicKey.algorithm };
const options = readSignatureOptions(placeholder.slice(2, -2));
const attachments = new Map();
const document = parseXml(text, 0, text.length, { variables: true });
const unsignedPlace = { document, at, all: [at], attachments, isXop: false, signatures: [{ at }], time: new Date() };
const { plan } = planSignature(unsignedPlace, options, key);
const open = text.replace(placeholder, () => plan.text);
const xml = { start: 0, end: open.length };
const signatureOf = () =>
  signedTexts({ text: open, xml, attachments, operation, parse: parseXml, canonicalized: { left: 1e9 } }, [
    { plan, start: at.start, covers: [] },
  ])[0].text;
const signed = text.replace(placeholder, signatureOf);
const { signatures } = await verifySignatures(
  parseXml(signed),
  { known: [certificate], trusted: [certificate] },
  new Date(),
);
if (signatures[0]?.state.kind !== "valid") throw new Error("our signature isn't valid");
writeFileSync(join(place, "open.xml"), open);
writeFileSync(join(place, "signed.xml"), signed);

heading("A body of 1 MB");
const certificates = { known: [certificate], trusted: [certificate] };
const verify = () => verifySignatures(parseXml(signed), certificates, new Date());
const toVerify = ["--verify", "--id-attr:Id", "Body", "--pubkey-cert-pem", "me.crt", "signed.xml"];
const toSign = ["--sign", "--id-attr:Id", "Body", "--privkey-pem", "me.key", "--output", "out.xml", "open.xml"];
await compare("sign", signatureOf, toSign);
await compare("verify", verify, toVerify);

async function compare(name, work, theirs) {
  const ours = async () => {
    await work();
  };
  for (let run = 0; run < 100; run++) await ours();
  const measured = await sideBySide({ ours, xmlsec1: () => perRun(theirs) }, { before: 1, rounds: 9, limit: 10 });
  row(name, measured, "ours", "xmlsec1");
  const ratio = measured.ours.cpu / measured.xmlsec1.cpu;
  checkTarget(`${name}: at most ${mark} times xmlsec1 in CPU time`, ratio <= mark, ratio);
}

/** An envelope of about this size with a signature's placeholder. */
function unsigned(size) {
  const security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-";
  const header = `<wsse:Security xmlns:wsse="${security}secext-1.0.xsd">${placeholder}</wsse:Security>`;
  const whole = envelope(size);
  const [start, prefix] = /<(\w+):Body/.exec(whole);
  const marked = whole.replace(start, `${start} xmlns:wsu="${security}utility-1.0.xsd" wsu:Id="Body"`);
  const own = `<${prefix}:Header>`;
  return marked.includes(own)
    ? marked.replace(own, `${own}${header}`)
    : marked.replace(start, `${own}${header}</${prefix}:Header>${start}`);
}

/** The times of one of many runs in a process of xmlsec1, without its start. */
function perRun([command, ...options]) {
  const many = 20;
  const [once, all] = [1, many + 1].map((count) =>
    runTimed(["xmlsec1", command, "--repeat", String(count), ...options], { cwd: place, expected: "" }),
  );
  return { wall: (all.wall - once.wall) / many, cpu: (all.cpu - once.cpu) / many };
}
