import { readDer } from "../../../../server/src/crypto/der.ts";
import { toBinary } from "../../../../server/src/text/base64.ts";
import { joinedBytes } from "../../../../server/src/text/bytes.ts";
import { type Decrypted, decryptAes, type Unlocking } from "./decryption.ts";
import { chosenEntries, type Entry } from "./entries.ts";
import { ofPkcs1, ofSec1 } from "./pkcs8.ts";
import { type ContentsRead, decryptKey } from "./pkcs12.ts";

const certificateLabels = ["CERTIFICATE", "X509 CERTIFICATE"];

/** Reads the private keys and certificates of a PEM file. `open`: the certificates, which are never encrypted. */
export async function readPemKeys(
  file: Uint8Array,
  unlocking: Unlocking,
  alias: string | undefined,
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
  const entry = (bytes: Uint8Array): Entry => ({ alias: undefined, bytes });
  return { read: chosenEntries({ keys: keys.map(entry), certificates: open.map(entry) }, alias), open };
}

/** Decrypts a key and converts it to PKCS #8. A block that can't be read is returned unchanged, and refused later. */
async function plainKey(block: PemBlock, unlocking: Unlocking): Promise<Decrypted> {
  const { label, bytes } = block;
  if (label === "ENCRYPTED PRIVATE KEY") return decryptKey(readDer(bytes), unlocking);
  const plain: Decrypted = isTraditional(block) ? await decryptTraditional(block, unlocking) : { kind: "bytes", bytes };
  if (plain.kind !== "bytes" || label === "PRIVATE KEY") return plain;
  const read =
    label === "RSA PRIVATE KEY" ? ofPkcs1(plain.bytes) : label === "EC PRIVATE KEY" ? ofSec1(plain.bytes) : undefined;
  if (read) return { kind: "bytes", bytes: read.pkcs8 };
  // One of 256 wrong passphrases results in valid padding, but not in a valid structure.
  return isTraditional(block) && !readDer(plain.bytes) ? { kind: "wrong" } : plain;
}

/** Whether a block is encrypted as RFC 1421 and OpenSSL do it: with header lines in front of the Base64. */
function isTraditional({ headers }: PemBlock): boolean {
  return headers.has("DEK-Info");
}

const keyLengths: Readonly<Record<string, number>> = {
  "AES-128-CBC": 16,
  "AES-192-CBC": 24,
  "AES-256-CBC": 32,
  "DES-EDE3-CBC": 24,
};

/** Decrypts a block with traditional encryption. Its key is derived with MD5, which only Node hosts have. */
async function decryptTraditional({ headers, bytes }: PemBlock, { passphrase, old }: Unlocking): Promise<Decrypted> {
  const [cipher = "", hex = ""] = (headers.get("DEK-Info") ?? "").split(",");
  const length = Object.hasOwn(keyLengths, cipher) ? keyLengths[cipher] : undefined;
  if (length === undefined || !/^(?:[0-9A-Fa-f]{2}){8,16}$/.test(hex)) return { kind: "unknown" };
  if (!old) return { kind: "old" };
  const iv = Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));
  const secret = new TextEncoder().encode(passphrase);
  const salted = joinedBytes([secret, iv.subarray(0, 8)]);
  let key: Uint8Array = old.digest("MD5", salted);
  for (let last = key; key.length < length; key = joinedBytes([key, last]))
    last = old.digest("MD5", joinedBytes([last, salted]));
  key = key.subarray(0, length);
  const plain = cipher.startsWith("AES") ? await decryptAes(key, iv, bytes) : old.tripleDes(key, iv, bytes);
  return plain ? { kind: "bytes", bytes: plain } : { kind: "wrong" };
}

/** A block of a PEM file (RFC 7468): `-----BEGIN CERTIFICATE-----`. */
interface PemBlock {
  /** Label such as `CERTIFICATE`. */
  readonly label: string;
  /** The header lines of OpenSSL's traditional encryption, such as `DEK-Info`, by name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

const begin = "-----BEGIN ";
const maxBlocks = 200;

/** The blocks of a file, in order. Text around them is allowed; blocks that aren't complete or not Base64 are left out. */
function pemBlocks(file: Uint8Array): readonly PemBlock[] {
  const text = toBinary(file);
  const blocks: PemBlock[] = [];
  for (let at = text.indexOf(begin); at >= 0 && blocks.length < maxBlocks; ) {
    const from = at + begin.length;
    const next = text.indexOf(begin, from);
    const block = readBlock(text.slice(from, next < 0 ? undefined : next));
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

/** Reads a block. `text`: the text after `-----BEGIN `, up to the next one. */
function readBlock(text: string): PemBlock | undefined {
  const [, label = ""] = /^([A-Z0-9 ]{1,50})-----\s/.exec(text) ?? [];
  const end = text.indexOf(`-----END ${label}-----`);
  if (label === "" || end < 0) return undefined;
  const headers = new Map<string, string>();
  const data: string[] = [];
  for (const line of text.slice(label.length + 5, end).split(/\r\n|[\r\n]/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    else data.push(line);
  }
  const bytes = base64(data.join("").replace(/[ \t]/g, ""));
  return bytes && { label, headers, bytes };
}

function base64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
