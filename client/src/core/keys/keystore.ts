/** The keystores of Java: JKS and JCEKS, as sun.security.provider.JavaKeyStore and com.sun.crypto.provider.JceKeyStore write them. */
import { integer, octets, oid, readDer, tags } from "../../../../server/src/crypto/der.ts";
import { joinedBytes, sameBytes } from "../../../../server/src/text/bytes.ts";
import { type Decrypted, isCount, type Unlocking } from "./decryption.ts";
import { maxIterations, utf16 } from "./derivation.ts";
import { type Contents, chosenEntries, type Entry } from "./entries.ts";
import type { ContentsRead } from "./pkcs12.ts";

const magics = [0xfeedfeed, 0xcececece];
const tagsOfEntries = { key: 1, certificate: 2 } as const;
const digestLength = 20;

export function isKeystore(file: Uint8Array): boolean {
  return file.length >= 12 + digestLength && magics.includes(new DataView(file.buffer, file.byteOffset).getUint32(0));
}

/** Reads the entries of a keystore, and decrypts the key that the alias chooses. */
export async function readKeystore(
  file: Uint8Array,
  unlocking: Unlocking,
  alias: string | undefined,
): Promise<ContentsRead> {
  const entries = entriesOf(file.subarray(0, -digestLength));
  if (typeof entries === "string") return { kind: entries };
  const passphrase = utf16(unlocking.passphrase).subarray(0, -2);
  // The whitener is Sun's: it is the same for all keystores.
  const whole = [passphrase, new TextEncoder().encode("Mighty Aphrodite"), file.subarray(0, -digestLength)];
  if (!sameBytes(await sha1(...whole), file.subarray(-digestLength))) return { kind: "wrong" };
  const chosen = chosenEntries(entries, alias);
  if (chosen.kind !== "contents") return chosen;
  const keys: Entry[] = [];
  for (const { alias, bytes } of chosen.contents.keys) {
    const plain = await decryptProtected(bytes, passphrase, unlocking);
    if (plain.kind === "wrong") return { kind: "otherPassphrase", alias: alias ?? "" };
    if (plain.kind !== "bytes") return plain;
    keys.push({ alias, bytes: plain.bytes });
  }
  return { kind: "contents", contents: { ...chosen.contents, keys } };
}

/** Keys are still encrypted. `secretKey`: an entry of JCEKS is a serialized object, whose end is unknown. */
function entriesOf(file: Uint8Array): Contents | "malformed" | "secretKey" {
  const reader = new Reader(file);
  reader.number(4);
  const version = reader.number(4);
  if (version !== 1 && version !== 2) return "malformed";
  const contents = { keys: [] as Entry[], certificates: [] as Entry[] };
  const certificate = (alias: string | undefined) => {
    if (version === 2) reader.bytes(2);
    contents.certificates.push({ alias, bytes: reader.bytes(4) });
  };
  for (let left = reader.number(4); left > 0 && !reader.isOver; left--) {
    const tag = reader.number(4);
    const alias = new TextDecoder().decode(reader.bytes(2));
    // Skips the date of the entry.
    reader.skip(8);
    if (tag === tagsOfEntries.key) {
      contents.keys.push({ alias, bytes: reader.bytes(4) });
      for (let chain = reader.number(4); chain > 0 && !reader.isOver; chain--) certificate(undefined);
    } else if (tag === tagsOfEntries.certificate) certificate(alias);
    else return "secretKey";
  }
  return reader.isOver ? "malformed" : contents;
}

/** Reads big-endian numbers, as Java's DataInputStream. */
class Reader {
  readonly #file: Uint8Array;
  #at = 0;

  constructor(file: Uint8Array) {
    this.#file = file;
  }

  /** Whether more bytes were read than the file has. */
  get isOver(): boolean {
    return this.#at > this.#file.length;
  }

  number(octetCount: number): number {
    let value = 0;
    for (const octet of this.#file.subarray(this.#at, this.#at + octetCount)) value = value * 256 + octet;
    this.skip(octetCount);
    return value;
  }

  /** Reads bytes that follow their length, which has `octetsOfLength` octets. */
  bytes(octetsOfLength: number): Uint8Array {
    const length = this.number(octetsOfLength);
    const from = this.#at;
    this.skip(length);
    return this.#file.subarray(from, this.#at);
  }

  skip(count: number): void {
    this.#at += count;
  }
}

/** Decrypts an EncryptedPrivateKeyInfo with one of Sun's own algorithms. */
async function decryptProtected(info: Uint8Array, passphrase: Uint8Array, unlocking: Unlocking): Promise<Decrypted> {
  const [algorithm, encrypted] = readDer(info)?.children ?? [];
  const data = octets(encrypted);
  if (!data) return { kind: "unknown" };
  switch (oid(algorithm?.children[0])) {
    case "1.3.6.1.4.1.42.2.17.1.1":
      return decryptJks(data, passphrase);
    case "1.3.6.1.4.1.42.2.19.1": {
      const [salt, count] = algorithm?.children[1]?.children ?? [];
      return decryptJceks(octets(salt), integer(count), data, unlocking);
    }
    default:
      return { kind: "unknown" };
  }
}

/** sun.security.provider.KeyProtector: a salt, the key XOR a chain of digests, and the digest of the key. */
async function decryptJks(data: Uint8Array, passphrase: Uint8Array): Promise<Decrypted> {
  if (data.length < 2 * digestLength) return { kind: "unknown" };
  const encrypted = data.subarray(digestLength, -digestLength);
  const plain = new Uint8Array(encrypted.length);
  let digest = data.subarray(0, digestLength);
  for (let at = 0; at < plain.length; at += digestLength) {
    digest = await sha1(passphrase, digest);
    for (let index = at; index < Math.min(at + digestLength, plain.length); index++)
      plain[index] = (encrypted[index] ?? 0) ^ (digest[index - at] ?? 0);
  }
  const isRight = sameBytes(await sha1(passphrase, plain), data.subarray(-digestLength));
  return isRight ? { kind: "bytes", bytes: plain } : { kind: "wrong" };
}

/** PBEWithMD5AndTripleDES (com.sun.crypto.provider.PBES1Core): the key is derived from each half of the salt. */
async function decryptJceks(
  salt: Uint8Array | undefined,
  count: bigint | undefined,
  data: Uint8Array,
  { passphrase, old }: Unlocking,
): Promise<Decrypted> {
  if (salt?.length !== 8 || !isCount(count, maxIterations.pkcs12) || /[^ -~]/.test(passphrase))
    return { kind: "unknown" };
  if (!old) return { kind: "old" };
  const secret = new TextEncoder().encode(passphrase);
  const derived: Uint8Array[] = [];
  for (const half of halvesOf(salt)) {
    let digest: Uint8Array = half;
    for (let round = 0; round < Number(count); round++) {
      // Lets other tasks run in between.
      if (round % 20_000 === 19_999) await new Promise<void>((resume) => setTimeout(resume, 0));
      digest = old.digest("MD5", joinedBytes([digest, secret]));
    }
    derived.push(digest);
  }
  const key = joinedBytes(derived);
  const plain = old.tripleDes(key.subarray(0, 24), key.subarray(24), data);
  // One of 256 wrong passphrases results in valid padding, but not in a valid structure.
  return plain && readDer(plain)?.tag === tags.sequence ? { kind: "bytes", bytes: plain } : { kind: "wrong" };
}

/** If both are the same, Java changes the first one, without reversing it as intended: the bug became the format. */
function halvesOf(salt: Uint8Array): readonly Uint8Array[] {
  const [first, second] = [salt.slice(0, 4), salt.subarray(4)];
  if (sameBytes(first, second)) first.set([salt[3] ?? 0, salt[0] ?? 0, salt[1] ?? 0]);
  return [first, second];
}

async function sha1(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-1", joinedBytes(parts)));
}
