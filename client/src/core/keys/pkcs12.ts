import { context, type DerValue, integer, octets, oid, readDer, tags } from "../../../../server/src/crypto/der.ts";
import { hashOf } from "../../../../server/src/crypto/verify.ts";
import type { SignatureAlgorithm } from "../../../../server/src/protocol/protocol.ts";
import { joinedBytes } from "../../../../server/src/text/bytes.ts";
import {
  type Decrypted,
  decrypt,
  hmacHash,
  isCount,
  pbkdf2Key,
  pkcs12Passphrases,
  type Unlocking,
} from "./decryption.ts";
import { maxIterations, pkcs12Key, purposes } from "./derivation.ts";
import { type Choice, chosenEntries, type Entry } from "./entries.ts";

export type ContentsRead =
  | Choice
  /** `secretKey`: only Java itself can read the entries that follow a secret key. */
  | { readonly kind: Exclude<Decrypted["kind"], "bytes"> | "malformed" | "secretKey" }
  /** A key of a keystore has another passphrase than the keystore. */
  | { readonly kind: "otherPassphrase"; readonly alias: string };

const ids = {
  data: "1.2.840.113549.1.7.1",
  encryptedData: "1.2.840.113549.1.7.6",
  keyBag: "1.2.840.113549.1.12.10.1.1",
  shroudedKeyBag: "1.2.840.113549.1.12.10.1.2",
  certificateBag: "1.2.840.113549.1.12.10.1.3",
  nestedBags: "1.2.840.113549.1.12.10.1.6",
  x509: "1.2.840.113549.1.9.22.1",
  friendlyName: "1.2.840.113549.1.9.20",
  pbmac1: "1.2.840.113549.1.5.14",
} as const;

/** Whether it looks like PKCS #12: a version, a content and perhaps a MAC. */
export function isPkcs12(file: DerValue | undefined): file is DerValue {
  return integer(file?.children[0]) === 3n && oid(file?.children[1]?.children[0]) !== undefined;
}

/** Reads a file of PKCS #12 (RFC 7292), and chooses what the alias names. */
export async function readPkcs12(
  file: DerValue,
  unlocking: Unlocking,
  alias: string | undefined,
): Promise<ContentsRead> {
  const [, content, mac] = file.children;
  const safe = dataOf(content);
  if (!safe) return { kind: "malformed" };
  let isChecked = mac === undefined;
  if (mac) {
    const fits = await hasMac(mac, safe, unlocking);
    if (fits === "wrong" || fits === "unknown") return { kind: fits };
    isChecked = fits === "right";
  }
  const contents = { keys: [] as Entry[], certificates: [] as Entry[] };
  for (const part of readDer(safe, "ber")?.children ?? []) {
    const bags = await bagsOf(part, unlocking);
    if (bags.kind !== "bytes") return bags;
    const why = await collect(readDer(bags.bytes, "ber"), unlocking, contents, 0);
    if (why) return { kind: why };
  }
  // The private key was decrypted with the passphrase. Without the MAC, certificates may come from anyone.
  return isChecked || contents.keys.length > 0 ? chosenEntries(contents, alias) : { kind: "old" };
}

/** The content of a ContentInfo that isn't encrypted. */
function dataOf(content: DerValue | undefined): Uint8Array | undefined {
  return oid(content?.children[0]) === ids.data ? octets(content?.children[1]?.children[0]) : undefined;
}

async function bagsOf(part: DerValue, unlocking: Unlocking): Promise<Decrypted> {
  const plain = dataOf(part);
  if (plain) return { kind: "bytes", bytes: plain };
  if (oid(part.children[0]) !== ids.encryptedData) return { kind: "unknown" };
  const [, algorithm, encrypted] = part.children[1]?.children[0]?.children[1]?.children ?? [];
  // [0] IMPLICIT OCTET STRING, which BER may divide.
  const data =
    encrypted?.tag === context(0) ? joinedBytes(encrypted.children.flatMap((one) => octets(one) ?? [])) : encrypted;
  if (!data) return { kind: "unknown" };
  const decrypted = await decrypt(algorithm, data instanceof Uint8Array ? data : data.content, unlocking);
  // One of 256 wrong passphrases results in valid padding, but not in a valid structure.
  return decrypted.kind === "bytes" && readDer(decrypted.bytes, "ber")?.tag !== tags.sequence
    ? { kind: "wrong" }
    : decrypted;
}

/** Maximum nesting of safes. Certificates and keys are on the first levels. */
const maxDepth = 4;

/** Adds the entries of SafeContents. Resolves with the reason if a key can't be decrypted. */
async function collect(
  bags: DerValue | undefined,
  unlocking: Unlocking,
  contents: { readonly keys: Entry[]; readonly certificates: Entry[] },
  depth: number,
): Promise<Exclude<Decrypted["kind"], "bytes"> | undefined> {
  for (const bag of bags?.children ?? []) {
    const value = bag.children[1]?.children[0];
    const kind = oid(bag.children[0]);
    if (!value) continue;
    const alias = friendlyNameOf(bag);
    if (kind === ids.keyBag) contents.keys.push({ alias, bytes: value.whole });
    if (kind === ids.certificateBag) {
      const certificate = oid(value.children[0]) === ids.x509 ? octets(value.children[1]?.children[0]) : undefined;
      if (certificate) contents.certificates.push({ alias, bytes: certificate });
    }
    if (kind === ids.shroudedKeyBag) {
      const decrypted = await decryptKey(value, unlocking);
      if (decrypted.kind !== "bytes") return decrypted.kind;
      contents.keys.push({ alias, bytes: decrypted.bytes });
    }
    if (kind === ids.nestedBags && depth < maxDepth) {
      const why = await collect(value, unlocking, contents, depth + 1);
      if (why) return why;
    }
  }
  return undefined;
}

/** The attribute that keytool calls an alias, and OpenSSL a name: a BMPString. */
function friendlyNameOf(bag: DerValue): string | undefined {
  const attribute = bag.children[2]?.children.find(({ children }) => oid(children[0]) === ids.friendlyName);
  const text = attribute?.children[1]?.children[0]?.content;
  return text && new TextDecoder("utf-16be").decode(text);
}

/** Decrypts an EncryptedPrivateKeyInfo (RFC 5208). */
export async function decryptKey(info: DerValue | undefined, unlocking: Unlocking): Promise<Decrypted> {
  const data = octets(info?.children[1]);
  if (!data) return { kind: "unknown" };
  const decrypted = await decrypt(info?.children[0], data, unlocking);
  return decrypted.kind === "bytes" && readDer(decrypted.bytes)?.tag !== tags.sequence ? { kind: "wrong" } : decrypted;
}

/** Whether the MAC matches the passphrase. `slow`: computing it takes too long in a browser. */
async function hasMac(
  macData: DerValue,
  data: Uint8Array,
  { passphrase, old }: Unlocking,
): Promise<"right" | "wrong" | "unknown" | "slow"> {
  const [digestInfo, saltValue, countValue] = macData.children;
  const [algorithm, expectedValue] = digestInfo?.children ?? [];
  const [expected, salt] = [octets(expectedValue), octets(saltValue)];
  const count = countValue ? integer(countValue) : 1n;
  if (!expected || !salt || expected.length === 0) return "unknown";
  if (oid(algorithm?.children[0]) === ids.pbmac1) return hasPbmac1(algorithm?.children[1], expected, data, passphrase);
  const hash = hashOf(algorithm);
  if (!hash || !isCount(count, maxIterations.pkcs12)) return "unknown";
  if (!old && count > maxIterations.pkcs12InBrowser) return "slow";
  for (const secret of pkcs12Passphrases(passphrase)) {
    const key = await pkcs12Key(secret, salt, Number(count), hash, purposes.mac, expected.length, old);
    if (await isHmac(key, hash, expected, data)) return "right";
  }
  return "wrong";
}

/** Whether a MAC with PBMAC1 (RFC 9579) matches the passphrase. */
async function hasPbmac1(
  parameters: DerValue | undefined,
  expected: Uint8Array,
  data: Uint8Array,
  passphrase: string,
): Promise<"right" | "wrong" | "unknown"> {
  const [derivation, mac] = parameters?.children ?? [];
  const hash = hmacHash(mac);
  const key = await pbkdf2Key(derivation, new TextEncoder().encode(passphrase), expected.length);
  if (!key || !hash) return "unknown";
  return (await isHmac(key, hash, expected, data)) ? "right" : "wrong";
}

async function isHmac(
  key: Uint8Array,
  hash: SignatureAlgorithm["hash"],
  expected: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["verify"]);
  return crypto.subtle.verify("HMAC", imported, expected, data);
}
