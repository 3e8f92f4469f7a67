import { type DerValue, integer, octets, oid } from "../../../../server/src/crypto/der.ts";
import { hashOf } from "../../../../server/src/crypto/verify.ts";
import type { SignatureAlgorithm } from "../../../../server/src/protocol/protocol.ts";
import { joinedBytes } from "../../../../server/src/text/bytes.ts";
import { maxIterations, pbkdf2, pkcs12Key, purposes, utf16 } from "./derivation.ts";
import type { OldCiphers } from "./oldCiphers.ts";

export interface Unlocking {
  readonly passphrase: string;
  /** Ciphers that Web Cryptography doesn't have; undefined in a browser. */
  readonly old: OldCiphers | undefined;
}

/** `wrong`: the passphrase. `old`: only a Node host can decrypt it. `unknown`: an unsupported algorithm. */
export type Decrypted =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "wrong" | "old" | "unknown" };

const wrong: Decrypted = { kind: "wrong" };
const unknown: Decrypted = { kind: "unknown" };

/** Decrypts data that is encrypted with a passphrase, with the algorithm that an AlgorithmIdentifier describes. */
export async function decrypt(
  algorithm: DerValue | undefined,
  data: Uint8Array,
  unlocking: Unlocking,
): Promise<Decrypted> {
  const [id, parameters] = algorithm?.children ?? [];
  const scheme = oid(id);
  if (scheme === "1.2.840.113549.1.5.13") return decryptPbes2(parameters, data, unlocking);
  return scheme === undefined || !Object.hasOwn(pkcs12Schemes, scheme)
    ? unknown
    : decryptPkcs12(pkcs12Schemes[scheme], parameters, data, unlocking);
}

const aes: Readonly<Record<string, number>> = {
  "2.16.840.1.101.3.4.1.2": 16,
  "2.16.840.1.101.3.4.1.22": 24,
  "2.16.840.1.101.3.4.1.42": 32,
};
const tripleDesId = "1.2.840.113549.3.7";

/** Decrypts with PBES2 (RFC 8018 section 6.2). */
async function decryptPbes2(
  parameters: DerValue | undefined,
  data: Uint8Array,
  { passphrase, old }: Unlocking,
): Promise<Decrypted> {
  const [derivation, cipher] = parameters?.children ?? [];
  const [cipherId, iv] = [oid(cipher?.children[0]), octets(cipher?.children[1])];
  if (cipherId === undefined || iv === undefined) return unknown;
  const isAes = Object.hasOwn(aes, cipherId);
  if (!isAes && cipherId !== tripleDesId) return unknown;
  if (!isAes && !old) return { kind: "old" };
  const key = await pbkdf2Key(derivation, new TextEncoder().encode(passphrase), aes[cipherId] ?? 24);
  if (!key) return unknown;
  const plain = isAes ? await decryptAes(key, iv, data) : old?.tripleDes(key, iv, data);
  return plain ? { kind: "bytes", bytes: plain } : wrong;
}

const pseudoRandomFunctions: Readonly<Record<string, SignatureAlgorithm["hash"]>> = {
  "1.2.840.113549.2.7": "SHA-1",
  "1.2.840.113549.2.9": "SHA-256",
  "1.2.840.113549.2.10": "SHA-384",
  "1.2.840.113549.2.11": "SHA-512",
};

/** The hash of an HMAC in an AlgorithmIdentifier. */
export function hmacHash(algorithm: DerValue | undefined): SignatureAlgorithm["hash"] | undefined {
  const id = oid(algorithm?.children[0]);
  return id !== undefined && Object.hasOwn(pseudoRandomFunctions, id) ? pseudoRandomFunctions[id] : hashOf(algorithm);
}

/** Derives a key with the parameters of PBKDF2 (RFC 8018, appendix A.2). `length`: in octets. */
export async function pbkdf2Key(
  derivation: DerValue | undefined,
  passphrase: Uint8Array,
  length: number,
): Promise<Uint8Array | undefined> {
  if (oid(derivation?.children[0]) !== "1.2.840.113549.1.5.12") return undefined;
  const [saltValue, countValue, ...more] = derivation?.children[1]?.children ?? [];
  const [salt, count] = [octets(saltValue), integer(countValue)];
  const algorithm = more.find(({ children }) => children.length > 0);
  const hash = algorithm ? hmacHash(algorithm) : "SHA-1";
  if (!salt || !hash || !isCount(count, maxIterations.pbkdf2)) return undefined;
  return pbkdf2(passphrase, salt, Number(count), hash, length);
}

export function isCount(count: bigint | undefined, most: number): count is bigint {
  return count !== undefined && count > 0n && count <= BigInt(most);
}

type OldScheme = { readonly cipher: "tripleDes" | "rc2"; readonly length: number };

/** The encryption schemes of PKCS #12 (RFC 7292, appendix C). */
const pkcs12Schemes: Readonly<Record<string, OldScheme>> = {
  "1.2.840.113549.1.12.1.3": { cipher: "tripleDes", length: 24 },
  "1.2.840.113549.1.12.1.4": { cipher: "tripleDes", length: 16 },
  "1.2.840.113549.1.12.1.5": { cipher: "rc2", length: 16 },
  "1.2.840.113549.1.12.1.6": { cipher: "rc2", length: 5 },
};

async function decryptPkcs12(
  scheme: OldScheme | undefined,
  parameters: DerValue | undefined,
  data: Uint8Array,
  { passphrase, old }: Unlocking,
): Promise<Decrypted> {
  const [salt, count] = [octets(parameters?.children[0]), integer(parameters?.children[1])];
  if (!scheme || !salt || !isCount(count, maxIterations.pkcs12)) return unknown;
  if (!old) return { kind: "old" };
  for (const secret of pkcs12Passphrases(passphrase)) {
    const made = (purpose: number, length: number) =>
      pkcs12Key(secret, salt, Number(count), "SHA-1", purpose, length, old);
    const key = await made(purposes.key, scheme.length);
    // Triple DES with two keys uses the first key as the third one, too.
    const whole = scheme.cipher === "tripleDes" && scheme.length === 16 ? joinedBytes([key, key.subarray(0, 8)]) : key;
    const plain = old[scheme.cipher](whole, await made(purposes.iv, 8), data);
    if (plain) return { kind: "bytes", bytes: plain };
  }
  return wrong;
}

/** In the forms that programs use. An empty one is a text of length 0 for some of them, no text for others. */
export function pkcs12Passphrases(passphrase: string): readonly Uint8Array[] {
  return passphrase === "" ? [utf16(""), new Uint8Array(0)] : [utf16(passphrase)];
}

/** Decrypts AES-CBC with the padding of PKCS #7. Undefined if the padding is wrong. */
export async function decryptAes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const imported = await crypto.subtle.importKey("raw", key, "AES-CBC", false, ["decrypt"]);
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-CBC", iv: joinedBytes([iv]) }, imported, data));
  } catch {
    return undefined;
  }
}
