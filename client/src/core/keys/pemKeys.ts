import { readDer } from "../../../../server/src/crypto/der.ts";
import type { Decrypted, Unlocking } from "./decryption.ts";
import { type PemBlock, pemBlocks } from "./pem.ts";
import { ofPkcs1, ofSec1 } from "./pkcs8.ts";
import { type ContentsRead, decryptKey } from "./pkcs12.ts";
import { decryptTraditional, isTraditional } from "./traditional.ts";

const certificateLabels = ["CERTIFICATE", "X509 CERTIFICATE"];

/** Reads the private keys and certificates of a PEM file. `open`: the certificates, which are never encrypted. */
export async function readPemKeys(
  file: Uint8Array,
  unlocking: Unlocking,
): Promise<{ readonly read: ContentsRead; readonly open: readonly Uint8Array[] }> {
  const blocks = pemBlocks(file);
  const open = blocks.flatMap(({ label, bytes }) => (certificateLabels.includes(label) ? [bytes] : []));
  if (blocks.length === 0) return { read: { kind: "malformed" }, open };
  const keys: Uint8Array[] = [];
  for (const block of blocks.filter(({ label }) => label.endsWith("PRIVATE KEY"))) {
    const plain = await plainKey(block, unlocking);
    if (plain.kind !== "bytes") return { read: plain, open };
    keys.push(plain.bytes);
  }
  return { read: { kind: "contents", contents: { keys, certificates: open } }, open };
}

/** PKCS #8, also for other forms; what can't be read stays as it is, and is refused later. */
async function plainKey(block: PemBlock, unlocking: Unlocking): Promise<Decrypted> {
  const { label, bytes } = block;
  if (label === "ENCRYPTED PRIVATE KEY") return decryptKey(readDer(bytes), unlocking);
  const plain: Decrypted = isTraditional(block) ? await decryptTraditional(block, unlocking) : { kind: "bytes", bytes };
  if (plain.kind !== "bytes" || label === "PRIVATE KEY") return plain;
  const read =
    label === "RSA PRIVATE KEY" ? ofPkcs1(plain.bytes) : label === "EC PRIVATE KEY" ? ofSec1(plain.bytes) : undefined;
  if (read) return { kind: "bytes", bytes: read.pkcs8 };
  // The padding fits one wrong passphrase of 256.
  return isTraditional(block) && !readDer(plain.bytes) ? { kind: "wrong" } : plain;
}
