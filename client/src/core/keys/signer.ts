import type { Certificate } from "../../../../server/src/crypto/certificate.ts";
import { hashOctets } from "../../../../server/src/crypto/verify.ts";
import type { RsaPadding, SignatureAlgorithm } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { joinedBytes, sameBytes } from "../../../../server/src/text/bytes.ts";
import type { OldCiphers } from "./oldCiphers.ts";
import type { PrivateKeyBytes } from "./pkcs8.ts";

export interface PrivateKey {
  /** Signs data. Undefined if the algorithm needs another kind of key. */
  readonly sign: Signer;
  readonly decrypt: Decrypter;
  /** Returns the key as PEM, for TLS, whose library needs the key itself. */
  readonly pem: () => string;
}

type Signer = (algorithm: SignatureAlgorithm, data: Uint8Array) => Promise<Uint8Array | undefined>;
type Decrypter = (padding: RsaPadding, data: Uint8Array) => Promise<Uint8Array | "failed" | "unsupported">;

export interface ImportedKey {
  readonly use: PrivateKey;
  /** The numbers of the public key, as in `PublicKey`. */
  readonly numbers: readonly Uint8Array[];
}

const hashes = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"] as const;

/** Imports a private key. Undefined if it isn't valid. */
export async function importKey(
  { pkcs8, kind, curve }: PrivateKeyBytes,
  old: OldCiphers | undefined,
): Promise<ImportedKey | undefined> {
  try {
    if (kind === "ec") {
      const how = { name: "ECDSA", namedCurve: curve ?? "" };
      const key = await crypto.subtle.importKey("pkcs8", pkcs8, how, false, ["sign"]);
      const signer: Signer = async ({ name, hash }, data) =>
        name === "ecdsa" ? new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash }, key, data)) : undefined;
      const decrypt: Decrypter = async () => "failed";
      return {
        use: { sign: signer, decrypt, pem: () => pem("PRIVATE KEY", pkcs8) },
        numbers: await publicNumbers(pkcs8, how),
      };
    }
    const use = {
      sign: await rsaSigner(pkcs8),
      decrypt: rsaDecrypter(pkcs8, old),
      pem: () => pem("PRIVATE KEY", pkcs8),
    };
    return { use, numbers: await publicNumbers(pkcs8, { name: pkcs1, hash: "SHA-256" }) };
  } catch {
    return undefined;
  }
}

const pkcs1 = "RSASSA-PKCS1-v1_5";

/** Returns a signer for an RSA key, which is imported once for each padding and hash. */
async function rsaSigner(pkcs8: Uint8Array): Promise<Signer> {
  const keys = new Map<string, CryptoKey>();
  for (const name of [pkcs1, "RSA-PSS"]) {
    for (const hash of hashes)
      keys.set(`${name} ${hash}`, await crypto.subtle.importKey("pkcs8", pkcs8, { name, hash }, false, ["sign"]));
  }
  return async ({ name, hash }, data) => {
    if (name === "ecdsa") return undefined;
    const how = name === "pss" ? { name: "RSA-PSS", saltLength: hashOctets[hash] } : { name: pkcs1 };
    const key = keys.get(`${how.name} ${hash}`);
    return key && new Uint8Array(await crypto.subtle.sign(how, key, data));
  };
}

/** In a browser, Web Cryptography supports OAEP only if both of its hashes are the same. */
function rsaDecrypter(pkcs8: Uint8Array, old: OldCiphers | undefined): Decrypter {
  return async (padding, data) => {
    if (old) return old.rsa(pkcs8, padding, data) ?? "failed";
    if (padding.name !== "oaep" || padding.digest !== padding.mgf) return "unsupported";
    const how = { name: "RSA-OAEP", hash: padding.digest };
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, how, false, ["decrypt"]);
    return crypto.subtle.decrypt(how, key, data).then(
      (plain) => new Uint8Array(plain),
      () => "failed",
    );
  };
}

export function pem(label: string, bytes: Uint8Array): string {
  const text = toBase64(bytes);
  const lines = Array.from({ length: Math.ceil(text.length / 64) }, (_, at) => text.slice(64 * at, 64 * (at + 1)));
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

export function belongsTo({ publicKey }: Certificate, { numbers }: ImportedKey): boolean {
  return (
    publicKey.numbers.length === numbers.length &&
    numbers.every((one, index) => sameBytes(one, publicKey.numbers[index] ?? new Uint8Array(0)))
  );
}

async function publicNumbers(pkcs8: Uint8Array, how: CryptoAlgorithm): Promise<readonly Uint8Array[]> {
  const { n, e, x, y } = await crypto.subtle.exportKey(
    "jwk",
    await crypto.subtle.importKey("pkcs8", pkcs8, how, true, ["sign"]),
  );
  if (n !== undefined && e !== undefined) return [ofBase64Url(n), ofBase64Url(e)];
  return x === undefined || y === undefined ? [] : [joinedBytes([new Uint8Array([4]), ofBase64Url(x), ofBase64Url(y)])];
}

function ofBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
