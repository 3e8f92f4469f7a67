import type { KeyAlgorithm } from "../protocol/keyProtocol.ts";
import { bits, context, type DerValue, integer, octets, oid, readDer, tags, time, unsigned } from "./der.ts";
import { distinguishedName } from "./distinguishedName.ts";

/** An X.509 certificate (RFC 5280). */
export interface Certificate {
  readonly der: Uint8Array;
  /** Name of the subject, as text by RFC 4514. */
  readonly subject: string;
  readonly issuer: string;
  /** Name of the subject in DER, for comparing names. */
  readonly subjectName: Uint8Array;
  readonly issuerName: Uint8Array;
  /** Serial number as a decimal number. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: PublicKey;
  readonly subjectKeyIdentifier: Uint8Array | undefined;
  /** Whether the certificate belongs to a certificate authority and may sign other certificates. */
  readonly isAuthority: boolean;
  /** Maximum certificate authorities below this one on the way to the end certificate, without self-issued ones. */
  readonly pathLength: number | undefined;
  readonly maySign: boolean;
  /** An unsupported critical extension. A certificate with one must not be trusted (RFC 5280 section 4.2). */
  readonly unknownExtension: string | undefined;
  readonly signed: Uint8Array;
  readonly signature: CertificateSignature;
}

export interface CertificateSignature {
  readonly algorithm: string;
  readonly parameters: DerValue | undefined;
  readonly value: Uint8Array;
}

export interface PublicKey {
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array;
  readonly algorithm: KeyAlgorithm | undefined;
  /** RSA: modulus and exponent, without leading zeros; EC: the uncompressed point. */
  readonly numbers: readonly Uint8Array[];
}

/** Reads a certificate; undefined if the bytes aren't a certificate in DER. */
export function readCertificate(der: Uint8Array): Certificate | undefined {
  const whole = readDer(der);
  const [tbs, algorithm, value] = whole?.tag === tags.sequence ? whole.children : [];
  const signature = bits(value);
  const signedWith = oid(algorithm?.children[0]);
  if (tbs?.tag !== tags.sequence || signature === undefined || signedWith === undefined) return undefined;
  const fields = readFields(tbs);
  if (!fields) return undefined;
  return {
    der,
    ...fields,
    signed: tbs.whole,
    signature: { algorithm: signedWith, parameters: algorithm?.children[1], value: signature },
  };
}

function readFields({ children }: DerValue): Omit<Certificate, "der" | "signed" | "signature"> | undefined {
  const [, serialValue, , issuerValue, validity, subjectValue, key, ...more] =
    children[0]?.tag === context(0) ? children : [undefined, ...children];
  const serial = integer(serialValue);
  const [issuer, subject] = [distinguishedName(issuerValue), distinguishedName(subjectValue)];
  const [notBefore, notAfter] = [time(validity?.children[0]), time(validity?.children[1])];
  const publicKey = readPublicKey(key);
  const extensions = readExtensions(more.find((one) => one?.tag === context(3))?.children[0]);
  if (serial === undefined || !issuerValue || !subjectValue || issuer === undefined || subject === undefined) {
    return undefined;
  }
  if (!notBefore || !notAfter || !publicKey || !extensions) return undefined;
  return {
    subject,
    issuer,
    subjectName: subjectValue.whole,
    issuerName: issuerValue.whole,
    serial: String(serial),
    notBefore,
    notAfter,
    publicKey,
    subjectKeyIdentifier: octets(
      readDer(extensions.get(extensionIds.subjectKeyIdentifier)?.value ?? new Uint8Array(0)),
    ),
    ...rights(extensions),
    unknownExtension: [...extensions].find(([id, { critical }]) => critical && !knownExtensions.has(id))?.[0],
  };
}

const keyIds = { rsa: "1.2.840.113549.1.1.1", ec: "1.2.840.10045.2.1" } as const;

export const curveOids = {
  "P-256": "1.2.840.10045.3.1.7",
  "P-384": "1.3.132.0.34",
  "P-521": "1.3.132.0.35",
} as const;

export function curveOf(id: string | undefined): keyof typeof curveOids | undefined {
  return (["P-256", "P-384", "P-521"] as const).find((curve) => curveOids[curve] === id);
}

function readPublicKey(info: DerValue | undefined): PublicKey | undefined {
  const [algorithm, value] = info?.tag === tags.sequence ? info.children : [];
  const key = bits(value);
  if (!info || key === undefined) return undefined;
  const id = oid(algorithm?.children[0]);
  if (id === keyIds.rsa) {
    const numbers = readDer(key)?.children.map(unsigned) ?? [];
    const [modulus, exponent] = numbers;
    if (!modulus || !exponent || numbers.length !== 2) return undefined;
    const first = modulus[0] ?? 0;
    const size = first === 0 ? 0 : modulus.length * 8 - Math.clz32(first) + 24;
    return { spki: info.whole, algorithm: { kind: "rsa", bits: size }, numbers: [modulus, exponent] };
  }
  const curve = id === keyIds.ec ? curveOf(oid(algorithm?.children[1])) : undefined;
  return { spki: info.whole, algorithm: curve && { kind: "ec", curve }, numbers: [key] };
}

interface Extension {
  readonly critical: boolean;
  readonly value: Uint8Array;
}

const extensionIds = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  basicConstraints: "2.5.29.19",
} as const;

/** Extensions that are checked here, and extensions that don't affect trust: names, policies and key purposes. */
const knownExtensions = new Set<string>([...Object.values(extensionIds), "2.5.29.17", "2.5.29.32", "2.5.29.37"]);

/** The extensions by object identifier; undefined if an extension is malformed or occurs twice. */
function readExtensions(list: DerValue | undefined): ReadonlyMap<string, Extension> | undefined {
  const extensions = new Map<string, Extension>();
  for (const { children } of list?.children ?? []) {
    const id = oid(children[0]);
    const flag = children.length === 3 ? children[1] : undefined;
    const value = octets(children.at(-1));
    if (id === undefined || value === undefined || extensions.has(id)) return undefined;
    extensions.set(id, { critical: flag?.tag === tags.boolean && flag.content[0] !== 0, value });
  }
  return extensions;
}

/** Bits in the first octet of a key usage. */
const usageBits = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 } as const;

/** The rights that the extensions BasicConstraints and KeyUsage grant (RFC 5280 sections 4.2.1.3 and 4.2.1.9). */
function rights(
  extensions: ReadonlyMap<string, Extension>,
): Pick<Certificate, "isAuthority" | "pathLength" | "maySign"> {
  const constraints = extensions.get(extensionIds.basicConstraints);
  const values = constraints ? (readDer(constraints.value)?.children ?? []) : [];
  const flag = values[0]?.tag === tags.boolean && values[0].content[0] !== 0;
  const usage = extensions.get(extensionIds.keyUsage);
  const usages = usage && readDer(usage.value);
  // The first octet is the number of unused bits, so the bits begin in the second.
  const allows = (mask: number) =>
    usage === undefined || (usages?.tag === tags.bitString && ((usages.content[1] ?? 0) & mask) !== 0);
  const length = flag ? integer(values[1]) : undefined;
  return {
    isAuthority: flag && allows(usageBits.keyCertSign),
    maySign: allows(usageBits.digitalSignature | usageBits.nonRepudiation),
    pathLength: length === undefined || length < 0n ? undefined : Number(length),
  };
}

/** The SHA-1 hash of the certificate, by which WS-Security refers to it. */
export async function thumbprint({ der }: Certificate): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-1", der));
}

/** The serial number as bytes of an unsigned number. */
export function serialBytes({ serial }: Certificate): Uint8Array {
  const digits = BigInt(serial).toString(16);
  const even = digits.padStart(digits.length + (digits.length % 2), "0");
  return Uint8Array.from({ length: even.length / 2 }, (_, at) => Number.parseInt(even.slice(at * 2, at * 2 + 2), 16));
}
