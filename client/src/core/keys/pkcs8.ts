import { curveOf } from "../../../../server/src/crypto/certificate.ts";
import { context, der, integer, octets, oid, readDer, tags } from "../../../../server/src/crypto/der.ts";
import type { KeyAlgorithm } from "../../../../server/src/protocol/protocol.ts";

/** A private key as PKCS #8, which Web Cryptography imports. */
export interface PrivateKeyBytes {
  readonly pkcs8: Uint8Array;
  readonly kind: KeyAlgorithm["kind"];
  /** Curve of an EC key; undefined for other keys. */
  readonly curve: (KeyAlgorithm & { kind: "ec" })["curve"] | undefined;
}

const rsaId = new Uint8Array([0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1]);
const ecId = new Uint8Array([0x06, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]);

/** Reads a PrivateKeyInfo (RFC 5208). Undefined for other kinds of keys, and for anything that isn't a key. */
export function ofPkcs8(bytes: Uint8Array): PrivateKeyBytes | undefined {
  const [version, algorithm, key] = readDer(bytes)?.children ?? [];
  if (integer(version) === undefined || octets(key) === undefined) return undefined;
  const id = oid(algorithm?.children[0]);
  if (id === "1.2.840.113549.1.1.1") return { pkcs8: bytes, kind: "rsa", curve: undefined };
  const curve = id === "1.2.840.10045.2.1" ? curveOf(oid(algorithm?.children[1])) : undefined;
  return curve && { pkcs8: bytes, kind: "ec", curve };
}

/** Reads an RSAPrivateKey (RFC 8017, appendix A.1.2). */
export function ofPkcs1(bytes: Uint8Array): PrivateKeyBytes | undefined {
  if ((readDer(bytes)?.children.length ?? 0) < 9) return undefined;
  return ofPkcs8(wrapped([rsaId, new Uint8Array([tags.null, 0])], bytes));
}

/** Reads an ECPrivateKey (RFC 5915), which names its curve. */
export function ofSec1(bytes: Uint8Array): PrivateKeyBytes | undefined {
  const values = readDer(bytes)?.children ?? [];
  const curve = values.find(({ tag }) => tag === context(0))?.children[0];
  return curve && octets(values[1]) ? ofPkcs8(wrapped([ecId, curve.whole], bytes)) : undefined;
}

function wrapped(algorithm: readonly Uint8Array[], key: Uint8Array): Uint8Array {
  const version = der(tags.integer, new Uint8Array(1));
  return der(tags.sequence, version, der(tags.sequence, ...algorithm), der(tags.octetString, key));
}
