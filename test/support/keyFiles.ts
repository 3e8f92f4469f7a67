import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Certificate, readCertificate } from "../../server/src/crypto/certificate.ts";

/** A file of `test/fixtures/keys`; `make.sh` there says how it was made. */
export function keyFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(`test/fixtures/keys/${name}`));
}

export const passphrase = "open sesame";

export function certificatesOf(name: string): readonly Uint8Array[] {
  const text = Buffer.from(keyFile(name)).toString("latin1");
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]*)/g)];
  return blocks.map(([, base64 = ""]) => new Uint8Array(Buffer.from(base64, "base64")));
}

export function certificateOf(name: string): Certificate {
  const certificate = readCertificate(certificatesOf(name)[0] ?? new Uint8Array(0));
  assert.ok(certificate, name);
  return certificate;
}
