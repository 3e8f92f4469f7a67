import type { SignatureAlgorithm } from "../../../../server/src/protocol/protocol.ts";
import { joinedBytes } from "../../../../server/src/text/bytes.ts";
import type { OldCiphers } from "./oldCiphers.ts";

type Hash = SignatureAlgorithm["hash"];

/** Maximum iterations: more would take longer than a few seconds. */
export const maxIterations = { pbkdf2: 10_000_000, pkcs12: 2_000_000, pkcs12InBrowser: 20_000 } as const;

/** Derives a key with PBKDF2 (RFC 8018 section 5.2). `length`: in octets. */
export async function pbkdf2(
  passphrase: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  hash: Hash,
  length: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", passphrase, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", salt: joinedBytes([salt]), iterations, hash };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, length * 8));
}

/** The purposes of derived keys (RFC 7292, appendix B.3). */
export const purposes = { key: 1, iv: 2, mac: 3 } as const;

/** The key derivation of PKCS #12 (RFC 7292, appendix B.2). `length`: in octets. */
export async function pkcs12Key(
  passphrase: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  hash: Hash,
  purpose: number,
  length: number,
  old: OldCiphers | undefined,
): Promise<Uint8Array> {
  const block = hash === "SHA-1" || hash === "SHA-256" ? 64 : 128;
  const input = joinedBytes([repeated(salt, block), repeated(passphrase, block)]);
  const diversifier = new Uint8Array(block).fill(purpose);
  const parts: Uint8Array[] = [];
  for (let made = 0; made < length; ) {
    let digest: Uint8Array = joinedBytes([diversifier, input]);
    for (let round = 0; round < iterations; round++) {
      // Lets other tasks run in between.
      if (old && round % 20_000 === 19_999) await new Promise<void>((resume) => setTimeout(resume, 0));
      digest = old ? old.digest(hash, digest) : new Uint8Array(await crypto.subtle.digest(hash, digest));
    }
    parts.push(digest);
    made += digest.length;
    const addend = repeated(digest, block).subarray(0, block);
    for (let at = 0; at < input.length; at += block) add(input.subarray(at, at + block), addend);
  }
  return joinedBytes(parts).subarray(0, length);
}

/** A text, repeated up to a multiple of the block's length. */
function repeated(bytes: Uint8Array, block: number): Uint8Array {
  const length = block * Math.ceil(bytes.length / block);
  return Uint8Array.from({ length }, (_, at) => bytes[at % bytes.length] ?? 0);
}

/** Adds a number and 1 to a number, both big-endian, modulo the length. */
function add(number: Uint8Array, addend: Uint8Array): void {
  let carry = 1;
  for (let at = number.length - 1; at >= 0; at--) {
    carry += (number[at] ?? 0) + (addend[at] ?? 0);
    number[at] = carry;
    carry >>= 8;
  }
}

/** Encodes a passphrase for the key derivation of PKCS #12: UTF-16 with a zero at the end. */
export function utf16(passphrase: string): Uint8Array {
  const text = `${passphrase}\0`;
  return Uint8Array.from({ length: 2 * text.length }, (_, at) => {
    const unit = text.charCodeAt(at >> 1);
    return at % 2 === 0 ? unit >> 8 : unit & 0xff;
  });
}
