/* Creates short-lived certificates with openssl when a test needs them. None of them is stored in the project. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface Certificates {
  /** The certificate authority of all certificates except `selfSigned`. */
  readonly ca: string;
  readonly good: KeyPair;
  readonly expired: KeyPair;
  readonly wrongHost: KeyPair;
  readonly selfSigned: KeyPair;
  readonly client: KeyPair;
  readonly clientKeyEncrypted: string;
  readonly clientPfx: Uint8Array;
  readonly passphrase: string;
}

const passphrase = "a passphrase";
const loopback = "DNS:localhost,IP:127.0.0.1";

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-tls-"));
  try {
    return makeIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeIn(folder: string): Certificates {
  const run = (...args: readonly string[]) => openssl(folder, args);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const newKey = (name: string) =>
    run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", `${name}.key`);
  const selfSign = (name: string, subject: string, ...extensions: readonly string[]): KeyPair => {
    newKey(name);
    const more = extensions.flatMap((extension) => ["-addext", extension]);
    run("req", "-x509", "-key", `${name}.key`, "-out", `${name}.pem`, "-days", "2", "-subj", subject, ...more);
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) };
  };
  const issue = (name: string, subject: string, names: string, days: number): KeyPair => {
    newKey(name);
    run("req", "-new", "-key", `${name}.key`, "-out", `${name}.csr`, "-subj", subject);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}\n`);
    const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
    const request = ["-in", `${name}.csr`, "-days", String(days), "-extfile", `${name}.ext`];
    run("x509", "-req", ...request, ...authority, "-out", `${name}.pem`);
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) };
  };
  const ca = selfSign("ca", "/CN=Test Authority").cert;
  const made = {
    good: issue("good", "/O=Tests/CN=localhost", loopback, 2),
    expired: issue("expired", "/CN=localhost", loopback, -1),
    wrongHost: issue("wrong", "/CN=other.example", "DNS:other.example", 2),
    selfSigned: selfSign("self", "/CN=localhost", `subjectAltName=${loopback}`, "basicConstraints=CA:FALSE"),
    client: issue("client", "/CN=client", "DNS:client", 2),
  };
  run("pkey", "-in", "client.key", "-aes256", "-passout", `pass:${passphrase}`, "-out", "client-enc.key");
  const client = ["-in", "client.pem", "-inkey", "client.key"];
  run("pkcs12", "-export", ...client, "-passout", `pass:${passphrase}`, "-out", "client.pfx");
  const clientPfx = readFileSync(join(folder, "client.pfx"));
  return { ca, ...made, clientKeyEncrypted: read("client-enc.key"), clientPfx, passphrase };
}

function openssl(folder: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync("openssl", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl ${args.join(" ")}: ${error?.message ?? stderr}`);
}
