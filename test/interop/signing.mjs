// Keys, signed envelopes and a service for the tests of signatures.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { folder, run } from "./soaphttp.mjs";

const place = join(folder, "signatures");
export const at = (name) => join(place, name);
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
export const x509 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
const base64 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";

/** Runs a program in the folder of the keys. Returns its output. */
export const call = callIn(place);

export function callIn(cwd) {
  return (program, ...args) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
    assert.equal(status, 0, `${program} ${args.join(" ")}\n${error ?? ""}${stdout}${stderr}`);
    return stdout;
  };
}

export const keys = {
  rsa: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
  p256: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
  p384: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
  p521: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"],
  old: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
};

let isMade = false;

/** Makes NAME.key, NAME.crt, NAME.p12 and NAME.both (key and certificate) for each of `keys`, and ca.pem, which signs them. */
export function makeKeys() {
  if (isMade) return;
  isMade = true;
  mkdirSync(place, { recursive: true });
  const authority = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/O=ACME, Inc./CN=CA"];
  for (const name of ["ca", "other"])
    call("openssl", "req", ...authority, "-days", "2", "-out", `${name}.pem`, "-keyout", `${name}.key`);
  for (const [name, options] of Object.entries({ ...keys, expired: keys.rsa })) {
    call("openssl", "genpkey", ...options, "-out", `${name}.key`);
    call("openssl", "req", "-new", "-key", `${name}.key`, "-subj", `/O=ACME, Inc./CN=${name}`, "-out", `${name}.csr`);
    writeFileSync(at("extensions"), "subjectKeyIdentifier=hash\n");
    const issuer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "extensions"];
    const days = name === "expired" ? "0" : "2";
    call("openssl", "x509", "-req", "-in", `${name}.csr`, ...issuer, "-days", days, "-out", `${name}.crt`);
    const p12 = ["-name", "me", "-passout", "pass:open sesame", "-out", `${name}.p12`];
    call("openssl", "pkcs12", "-export", "-inkey", `${name}.key`, "-in", `${name}.crt`, ...p12);
    writeFileSync(
      at(`${name}.both`),
      readFileSync(at(`${name}.key`), "utf8") + readFileSync(at(`${name}.crt`), "utf8"),
    );
  }
}

/** The certificate of a key in Base64, on one line. */
export const certificate = (name) =>
  readFileSync(at(`${name}.crt`), "utf8")
    .replace(/-----[^-]*-----/g, "")
    .replace(/\s/g, "");

/** An envelope with a Timestamp; `security` is behind it. */
export function envelope(
  security,
  {
    body = "<Add xmlns='urn:calc'><a>1 &lt; 2</a><?keep it?></Add>",
    header = "",
    created = "2026-01-01T00:00:00Z",
  } = {},
) {
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:wsu="${wsu}" xmlns:unused="urn:unused">
  <soap:Header>${header}
    <wsse:Security xmlns:wsse="${wsse}">
      <wsu:Timestamp wsu:Id="TS"><wsu:Created>${created}</wsu:Created><wsu:Expires>2099-01-01T00:00:00Z</wsu:Expires></wsu:Timestamp>
      ${security}
    </wsse:Security>
  </soap:Header>
  <soap:Body wsu:Id="Body">${body}</soap:Body>
</soap:Envelope>`;
}

export const token = (content) =>
  `<wsse:BinarySecurityToken wsu:Id="X509" ValueType="${x509}">${content}</wsse:BinarySecurityToken>`;

export const binaryToken = (key) =>
  `<wsse:BinarySecurityToken wsu:Id="X509" EncodingType="${base64}" ValueType="${x509}">{{$certificate ${key}}}</wsse:BinarySecurityToken>`;

/** Starts a service that responds with `response` and keeps what it got in `received`. */
export async function startService() {
  const state = { received: "", response: envelope("") };
  const server = createServer((request, answer) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      state.received = Buffer.concat(parts).toString();
      answer.writeHead(200, { "Content-Type": "text/xml; charset=utf-8" }).end(state.response);
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  /** Sends an envelope; returns the exit code and the object of `--format json`. */
  const exchange = async (text, options = []) => {
    const head = `# @ignore soap-processing-instruction\nPOST / HTTP/1.1\nHost: 127.0.0.1:${server.address().port}`;
    const types = 'Content-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}';
    writeFileSync(at("one.soaphttp"), `${head}\n${types}\n\n${text}\n`);
    const { code, out, error } = await run(["send", "--format", "json", ...options, at("one.soaphttp")]);
    assert.ok(out.startsWith("["), `${error}${out}`);
    return { code, sent: JSON.parse(out)[0] };
  };
  return Object.assign(state, { exchange, stop: () => server.close() });
}
