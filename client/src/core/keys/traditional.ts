import { joined } from "../../../../server/src/crypto/der.ts";
import { type Decrypted, decryptAes, type Unlocking } from "./decryption.ts";
import type { PemBlock } from "./pem.ts";

/** Whether a block is encrypted as RFC 1421 and OpenSSL do it: with header lines in front of the Base64. */
export function isTraditional({ headers }: PemBlock): boolean {
  return headers.has("DEK-Info");
}

const keyLengths: Readonly<Record<string, number>> = {
  "AES-128-CBC": 16,
  "AES-192-CBC": 24,
  "AES-256-CBC": 32,
  "DES-EDE3-CBC": 24,
};

/** Decrypts such a block. The key is made with MD5, which only Node hosts have. */
export async function decryptTraditional(
  { headers, bytes }: PemBlock,
  { passphrase, old }: Unlocking,
): Promise<Decrypted> {
  const [cipher = "", hex = ""] = (headers.get("DEK-Info") ?? "").split(",");
  const length = Object.hasOwn(keyLengths, cipher) ? keyLengths[cipher] : undefined;
  if (length === undefined || !/^(?:[0-9A-Fa-f]{2}){8,16}$/.test(hex)) return { kind: "unknown" };
  if (!old) return { kind: "old" };
  const iv = Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));
  const secret = new TextEncoder().encode(passphrase);
  const salted = joined([secret, iv.subarray(0, 8)]);
  let key: Uint8Array = old.digest("MD5", salted);
  for (let last = key; key.length < length; key = joined([key, last])) last = old.digest("MD5", joined([last, salted]));
  key = key.subarray(0, length);
  const plain = cipher.startsWith("AES") ? await decryptAes(key, iv, bytes) : old.tripleDes(key, iv, bytes);
  return plain ? { kind: "bytes", bytes: plain } : { kind: "wrong" };
}
