import { cbc, gcm } from "@noble/ciphers/aes.js";
import { hashNames } from "../../crypto/hashes.ts";
import { decryptedTripleDes, encryptedTripleDes } from "../../crypto/tripleDes.ts";
import type { RsaPadding } from "../../protocol/keyProtocol.ts";
import { joinedBytes } from "../../text/bytes.ts";
import { digestMethods } from "../algorithms.ts";
import { encryption11Namespace, encryptionNamespace } from "../names.ts";

/* The algorithms of XML Encryption 1.1 (sections 5.2 and 5.5), by the names that they have in `.soaphttp` files. */

export interface BlockCipher {
  readonly name: string;
  readonly uri: string;
  /** Length of the key in bytes. */
  readonly size: number;
  /** Length of the initialization vector (IV) in bytes. */
  readonly iv: number;
  /** Length of the ciphertext with the IV, for a number of plaintext bytes. */
  readonly length: (plain: number) => number;
  /** Encrypts bytes. The result begins with the IV. */
  readonly encrypt: (key: Uint8Array, iv: Uint8Array, plain: Uint8Array) => Uint8Array;
  /** Decrypts bytes that begin with the IV. `undefined` if the key, the bytes or their padding are invalid. */
  readonly decrypt: (key: Uint8Array, data: Uint8Array) => Uint8Array | undefined;
}

interface Mode {
  readonly iv: number;
  readonly block: number;
  readonly decrypt: (key: Uint8Array, iv: Uint8Array, data: Uint8Array) => Uint8Array;
  readonly encrypt: Mode["decrypt"];
}

const blocks = {
  gcm: {
    iv: 12,
    block: 1,
    decrypt: (key, iv, data) => gcm(key, iv).decrypt(data),
    encrypt: (key, iv, data) => gcm(key, iv).encrypt(data),
  },
  cbc: {
    iv: 16,
    block: 16,
    decrypt: (key, iv, data) => cbc(key, iv, { disablePadding: true }).decrypt(data),
    encrypt: (key, iv, data) => cbc(key, iv, { disablePadding: true }).encrypt(data),
  },
  tripledes: { iv: 8, block: 8, decrypt: decryptedTripleDes, encrypt: encryptedTripleDes },
} as const satisfies Record<string, Mode>;

function cipher(name: string, namespace: string, size: number, mode: keyof typeof blocks): [string, BlockCipher] {
  const { iv, block, decrypt, encrypt } = blocks[mode];
  const decrypted = (key: Uint8Array, data: Uint8Array) => {
    if (key.length !== size || data.length < iv + block || (data.length - iv) % block !== 0) return undefined;
    try {
      const plain = decrypt(key, data.subarray(0, iv), data.subarray(iv));
      return mode === "gcm" ? plain : withoutPadding(plain, block);
    } catch {
      return undefined;
    }
  };
  const encrypted = (key: Uint8Array, start: Uint8Array, plain: Uint8Array) =>
    joinedBytes([start, encrypt(key, start, mode === "gcm" ? plain : padded(plain, block))]);
  const length = (plain: number) => iv + plain + (mode === "gcm" ? 16 : block - (plain % block));
  return [name, { name, uri: `${namespace}${name}`, size, iv, length, encrypt: encrypted, decrypt: decrypted }];
}

/** Pads bytes as in PKCS #7, with the length of the padding in each of its bytes. XML Encryption allows this. */
function padded(plain: Uint8Array, block: number): Uint8Array {
  const count = block - (plain.length % block);
  return joinedBytes([plain, new Uint8Array(count).fill(count)]);
}

/** Removes the padding. Only its last byte has a meaning (XML Encryption section 5.2). */
function withoutPadding(plain: Uint8Array, block: number): Uint8Array | undefined {
  const count = plain.at(-1) ?? 0;
  return count >= 1 && count <= block ? plain.subarray(0, -count) : undefined;
}

export const blockCiphers: ReadonlyMap<string, BlockCipher> = new Map([
  ...[128, 192, 256].flatMap((bits) => [
    cipher(`aes${bits}-gcm`, encryption11Namespace, bits / 8, "gcm"),
    cipher(`aes${bits}-cbc`, encryptionNamespace, bits / 8, "cbc"),
  ]),
  cipher("tripledes-cbc", encryptionNamespace, 24, "tripledes"),
]);

/** The methods that encrypt the key of an encrypted part, with the namespace of their URIs. */
export const transports: ReadonlyMap<string, string> = new Map([
  ["rsa-1_5", encryptionNamespace],
  ["rsa-oaep-mgf1p", encryptionNamespace],
  ["rsa-oaep", encryption11Namespace],
]);

export function excessOptions(transport: string): readonly ("digest" | "mgf")[] {
  return transport === "rsa-oaep" ? [] : transport === "rsa-1_5" ? ["digest", "mgf"] : ["mgf"];
}

/** The RSA padding of a method of key encryption, by the names of its hashes (XML Encryption 1.1 section 5.5). */
export function paddingOf(transport: string, digest: string | undefined, mgf: string | undefined): RsaPadding {
  if (transport === "rsa-1_5") return { name: transport };
  const chosen = digest ?? (transport === "rsa-oaep" ? "sha256" : "sha1");
  const hash = (name: string) => hashNames.get(name) ?? "SHA-1";
  return { name: "oaep", digest: hash(chosen), mgf: transport === "rsa-oaep" ? hash(mgf ?? chosen) : "SHA-1" };
}

export function cipherOf(uri: string): BlockCipher | undefined {
  return [...blockCiphers.values()].find((one) => one.uri === uri);
}

/**
 * The method that encrypted a key.
 * @param digest the URI of its DigestMethod; empty without one
 * @param mgf the URI of its MGF; empty without one
 * @returns `undefined` for an unknown method; `padding` is `undefined` for an unknown hash
 */
export function transportOf(
  uri: string,
  digest: string,
  mgf: string,
): { readonly name: string; readonly padding: RsaPadding | undefined } | undefined {
  const [name] = [...transports].find(([fragment, namespace]) => uri === `${namespace}${fragment}`) ?? [];
  if (name === undefined) return undefined;
  if (name === "rsa-1_5") return { name, padding: { name } };
  const hashes = [...digestMethods.entries()];
  const own = hashes.find(([fragment, method]) => (digest === "" ? fragment === "sha1" : method.uri === digest));
  const mask = hashes.find(([fragment]) =>
    mgf === "" || name === "rsa-oaep-mgf1p" ? fragment === "sha1" : mgf === `${encryption11Namespace}mgf1${fragment}`,
  );
  return { name, padding: own && mask && { name: "oaep", digest: own[1].hash, mgf: mask[1].hash } };
}
