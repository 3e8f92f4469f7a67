import type { KeyAlgorithm, SignatureAlgorithm } from "../protocol/keyProtocol.ts";
import { lazily } from "../text/memoized.ts";
import { type Certificate, serialBytes } from "./certificate.ts";
import { context, der, derOid, derUnsigned, tags } from "./der.ts";
import { hashes } from "./hashes.ts";

export interface SignedDataParts {
  /** The signer's certificate, followed by the rest of its chain, if it is included. */
  readonly certificates: readonly [Certificate, ...Certificate[]];
  readonly hash: SignatureAlgorithm["hash"];
  readonly content: Uint8Array;
  /** Whether the content is omitted from the SignedData. */
  readonly detached: boolean;
  readonly time: Date;
}

const data = lazily(() => derOid("1.2.840.113549.1.7.1"));
const digests = {
  "SHA-1": "1.3.14.3.2.26",
  "SHA-256": "2.16.840.1.101.3.4.2.1",
  "SHA-384": "2.16.840.1.101.3.4.2.2",
  "SHA-512": "2.16.840.1.101.3.4.2.3",
} as const;
const ecdsa = {
  "SHA-1": "1.2.840.10045.4.1",
  "SHA-256": "1.2.840.10045.4.3.2",
  "SHA-384": "1.2.840.10045.4.3.3",
  "SHA-512": "1.2.840.10045.4.3.4",
} as const;

/** The signed attributes contentType, signingTime and messageDigest, as the SET that is signed. */
export function signedAttributes({ hash, content, time }: SignedDataParts): Uint8Array {
  const attributes = [
    attribute("1.2.840.113549.1.9.3", data()),
    attribute("1.2.840.113549.1.9.5", timeValue(time)),
    attribute("1.2.840.113549.1.9.4", der(tags.octetString, hashes[hash](content))),
  ];
  return der(tags.set, ...attributes.sort(compareBytes));
}

/** @param signature the signature of the signed attributes; ECDSA in DER */
export function signedData(parts: SignedDataParts, key: KeyAlgorithm, signature: Uint8Array): Uint8Array {
  const { certificates, hash, content, detached } = parts;
  const [own] = certificates;
  const digest = der(tags.sequence, derOid(digests[hash]), der(tags.null));
  const attributes = signedAttributes(parts);
  attributes[0] = context(0);
  const signer = der(
    tags.sequence,
    derUnsigned(new Uint8Array([1])),
    der(tags.sequence, own.issuerName, derUnsigned(serialBytes(own))),
    digest,
    attributes,
    key.kind === "rsa"
      ? der(tags.sequence, derOid("1.2.840.113549.1.1.1"), der(tags.null))
      : der(tags.sequence, derOid(ecdsa[hash])),
    der(tags.octetString, signature),
  );
  const included = detached ? [] : [der(context(0), der(tags.octetString, content))];
  const signed = der(
    tags.sequence,
    derUnsigned(new Uint8Array([1])),
    der(tags.set, digest),
    der(tags.sequence, data(), ...included),
    der(context(0), ...certificates.map((one) => one.der).sort(compareBytes)),
    der(tags.set, signer),
  );
  return der(tags.sequence, derOid("1.2.840.113549.1.7.2"), der(context(0), signed));
}

function attribute(id: string, value: Uint8Array): Uint8Array {
  return der(tags.sequence, derOid(id), der(tags.set, value));
}

/** A signing time: UTCTime for years up to 2049, else GeneralizedTime (RFC 5652 section 11.3). */
function timeValue(time: Date): Uint8Array {
  const digits = time.toISOString().replace(/\.\d+|[-:T]/g, "");
  const isShort = time.getUTCFullYear() >= 1950 && time.getUTCFullYear() < 2050;
  return der(isShort ? tags.utcTime : tags.generalizedTime, new TextEncoder().encode(digits.slice(isShort ? 2 : 0)));
}

/** Compares encoded values by the order of a SET OF in DER (ITU-T X.690 section 11.6). */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((octet, index) => octet !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}
