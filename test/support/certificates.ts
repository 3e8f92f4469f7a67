import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { type Certificate, readCertificate } from "../../server/src/crypto/certificate.ts";

/** A value of ASN.1 in DER. Text is in hexadecimal. */
function der(tag: number, ...content: readonly (Uint8Array | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part)));
  const size =
    bytes.length < 0x80
      ? [bytes.length]
      : bytes.length < 0x100
        ? [0x81, bytes.length]
        : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const ecdsaWithSha256 = der(0x30, der(0x06, "2a8648ce3d040302"));

function name(text: string): Buffer {
  return der(0x30, der(0x31, der(0x30, der(0x06, "550403"), der(0x0c, Buffer.from(text)))));
}

/** `id` in hexadecimal, without its tag. */
export function extension(id: string, critical: boolean, value: Uint8Array): Buffer {
  return der(0x30, der(0x06, id), ...(critical ? [der(0x01, "ff")] : []), der(0x04, value));
}

const basicConstraints = (authority: boolean) =>
  extension("551d13", true, der(0x30, ...(authority ? [der(0x01, "ff")] : [])));

/** The bits from the first one, such as `"1"` for digitalSignature. */
export function keyUsage(bits: string): Buffer {
  return extension("551d0f", true, der(0x03, Buffer.from([8 - bits.length, Number.parseInt(bits.padEnd(8, "0"), 2)])));
}

/** Issues certificates that are valid from 2020 to 2090. */
export class TestAuthority {
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly certificate = this.issue(this.#spki(), "Authority", [], true);

  /** @param spki the key of the subject */
  issue(spki: Uint8Array, subject: string, extensions: readonly Uint8Array[], authority = false): Certificate {
    const validity = der(0x30, der(0x18, Buffer.from("20200101000000Z")), der(0x18, Buffer.from("20900101000000Z")));
    const tbs = der(
      0x30,
      der(0xa0, der(0x02, "02")),
      der(0x02, "11"),
      ecdsaWithSha256,
      name("Authority"),
      validity,
      name(subject),
      spki,
      der(0xa3, der(0x30, basicConstraints(authority), ...extensions)),
    );
    const value = sign("sha256", tbs, this.#key.privateKey);
    const certificate = readCertificate(der(0x30, tbs, ecdsaWithSha256, der(0x03, "00", value)));
    assert.ok(certificate);
    return certificate;
  }

  #spki(): Uint8Array {
    return createPublicKey(this.#key.privateKey.export({ type: "pkcs8", format: "pem" })).export({
      type: "spki",
      format: "der",
    });
  }
}
