import type { KeyAlgorithm, SignatureAlgorithm } from "../protocol/keyProtocol.ts";
import { joinedBytes } from "../text/bytes.ts";
import type { Certificate, CertificateSignature, PublicKey } from "./certificate.ts";
import { type DerValue, integer, oid, readDer, unsigned } from "./der.ts";

/** `salt`: length of the salt for `pss` in bytes, if it differs from the length of the hash. */
interface VerifiedAlgorithm extends SignatureAlgorithm {
  readonly salt?: number;
}

/** Whether a signature was made with a key; undefined if it can't be verified. ECDSA signatures are r and s, not DER. */
export async function verifies(
  { spki, algorithm }: PublicKey,
  signature: VerifiedAlgorithm,
  value: Uint8Array,
  signed: Uint8Array,
): Promise<boolean | undefined> {
  if (!algorithm || (algorithm.kind === "ec") !== (signature.name === "ecdsa")) return undefined;
  const how = webCrypto(algorithm, signature);
  try {
    const key = await crypto.subtle.importKey("spki", spki, how, false, ["verify"]);
    return await crypto.subtle.verify(how, key, value, signed);
  } catch {
    return undefined;
  }
}

function webCrypto(key: KeyAlgorithm, signature: VerifiedAlgorithm): CryptoAlgorithm {
  const { hash } = signature;
  if (key.kind === "ec") return { name: "ECDSA", namedCurve: key.curve, hash };
  const { salt: saltLength = hashOctets[hash] } = signature;
  return signature.name === "pss" ? { name: "RSA-PSS", hash, saltLength } : { name: rsa, hash };
}

const rsa = "RSASSA-PKCS1-v1_5";

/** Whether a certificate was signed with the key of another certificate; undefined if this can't be verified. */
export async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean | undefined> {
  const signature = algorithmOf(certificate.signature);
  const { algorithm } = issuer.publicKey;
  if (!signature || !algorithm) return undefined;
  const value = algorithm.kind === "ec" ? rawSignature(certificate.signature.value, algorithm.curve) : undefined;
  if (algorithm.kind === "ec" && value === undefined) return false;
  return verifies(issuer.publicKey, signature, value ?? certificate.signature.value, certificate.signed);
}

const signatures: Readonly<Record<string, SignatureAlgorithm>> = {
  "1.2.840.113549.1.1.5": { name: "rsa", hash: "SHA-1" },
  "1.2.840.113549.1.1.11": { name: "rsa", hash: "SHA-256" },
  "1.2.840.113549.1.1.12": { name: "rsa", hash: "SHA-384" },
  "1.2.840.113549.1.1.13": { name: "rsa", hash: "SHA-512" },
  "1.2.840.10045.4.1": { name: "ecdsa", hash: "SHA-1" },
  "1.2.840.10045.4.3.2": { name: "ecdsa", hash: "SHA-256" },
  "1.2.840.10045.4.3.3": { name: "ecdsa", hash: "SHA-384" },
  "1.2.840.10045.4.3.4": { name: "ecdsa", hash: "SHA-512" },
};

const pss = "1.2.840.113549.1.1.10";

const hashes: Readonly<Record<string, SignatureAlgorithm["hash"]>> = {
  "1.3.14.3.2.26": "SHA-1",
  "2.16.840.1.101.3.4.2.1": "SHA-256",
  "2.16.840.1.101.3.4.2.2": "SHA-384",
  "2.16.840.1.101.3.4.2.3": "SHA-512",
};

export function hashOf(identifier: DerValue | undefined): SignatureAlgorithm["hash"] | undefined {
  const id = oid(identifier?.children[0]);
  return id !== undefined && Object.hasOwn(hashes, id) ? hashes[id] : undefined;
}

export function algorithmOf({ algorithm, parameters }: CertificateSignature): VerifiedAlgorithm | undefined {
  if (algorithm !== pss) return Object.hasOwn(signatures, algorithm) ? signatures[algorithm] : undefined;
  // RFC 4055 section 3.1: field [0] is the hash, field [2] the length of the salt; the defaults are SHA-1 and 20.
  const part = (tag: number) => parameters?.children.find((one) => one.tag === tag)?.children[0];
  const hash = part(0xa0) ? hashOf(part(0xa0)) : "SHA-1";
  const salt = integer(part(0xa2)) ?? 20n;
  return hash && salt >= 0n && salt < 1000n ? { name: "pss", hash, salt: Number(salt) } : undefined;
}

/** Converts an ECDSA signature in DER to r and s, each padded to the length of the curve's numbers. */
function rawSignature(der: Uint8Array, curve: (KeyAlgorithm & { kind: "ec" })["curve"]): Uint8Array | undefined {
  const numbers = readDer(der)?.children.map(unsigned) ?? [];
  const size = curveOctets[curve];
  const padded = numbers.map(
    (one) => one && one.length <= size && joinedBytes([new Uint8Array(size - one.length), one]),
  );
  const [r, s] = padded;
  return r && s && padded.length === 2 ? joinedBytes([r, s]) : undefined;
}

export const hashOctets = { "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 } as const;

/** The length in bytes of r and of s, by curve. */
export const curveOctets = { "P-256": 32, "P-384": 48, "P-521": 66 } as const;
