import { joinedBytes } from "../text/bytes.ts";

/** A value of ASN.1 (ITU-T X.690). */
export interface DerValue {
  /** The identifier octet, such as `tags.sequence`. */
  readonly tag: number;
  /** All bytes of the value, including identifier and length. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
  /** The values inside of a constructed value; empty for a primitive value. */
  readonly children: readonly DerValue[];
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

export function context(number: number): number {
  return 0xa0 + number;
}

/** Maximum nesting depth. Certificates and key files have a depth of about 15. */
const maxDepth = 30;
const maxValues = 20_000;

/**
 * Reads one value with all values inside of it, in linear time. Undefined if the value isn't valid, has more depth or values than
 * any certificate or key, or if more bytes follow.
 * @param form `ber` also allows lengths that aren't minimal, indefinite lengths and bytes behind the value, which some PKCS #12
 * files have
 */
export function readDer(bytes: Uint8Array, form: "der" | "ber" = "der"): DerValue | undefined {
  const state = { left: maxValues, ber: form === "ber" };
  const value = readValue(bytes, 0, bytes.length, 0, state);
  return value && (state.ber || value.whole.length === bytes.length) ? value : undefined;
}

interface State {
  /** Number of values that may still be read. */
  left: number;
  readonly ber: boolean;
}

function readValue(bytes: Uint8Array, start: number, end: number, depth: number, state: State): DerValue | undefined {
  if (depth > maxDepth || --state.left < 0) return undefined;
  const header = readHeader(bytes, start, end, state.ber);
  if (!header) return undefined;
  const { tag, from, length } = header;
  if (length === undefined) return readIndefinite(bytes, start, header, end, depth, state);
  const children: DerValue[] = [];
  if ((tag & constructed) !== 0) {
    for (let at = from; at < from + length; ) {
      const child = readValue(bytes, at, from + length, depth + 1, state);
      if (!child) return undefined;
      children.push(child);
      at += child.whole.length;
    }
  }
  const content = bytes.subarray(from, from + length);
  return { tag, whole: bytes.subarray(start, from + length), content, children };
}

const constructed = 0x20;

interface Header {
  readonly tag: number;
  /** Offset of the content, in bytes. */
  readonly from: number;
  /** Length of the content in bytes; undefined if it is indefinite. */
  readonly length: number | undefined;
}

function readHeader(bytes: Uint8Array, start: number, end: number, ber: boolean): Header | undefined {
  const [tag, first] = [bytes[start], bytes[start + 1]];
  // Tags with several octets don't occur in certificates and keys.
  if (tag === undefined || first === undefined || start + 2 > end || (tag & 0x1f) === 0x1f) return undefined;
  let [from, length] = [start + 2, first];
  if (first === 0x80) return ber && (tag & constructed) !== 0 ? { tag, from, length: undefined } : undefined;
  if (first > 0x80) {
    const count = first - 0x80;
    if (count > 4 || from + count > end) return undefined;
    length = 0;
    for (let index = 0; index < count; index++) length = length * 256 + (bytes[from + index] ?? 0);
    if (!ber && (length < 0x80 || bytes[from] === 0)) return undefined;
    from += count;
  }
  return length <= end - from ? { tag, from, length } : undefined;
}

/** Reads a value of indefinite length, which ends with two octets of zeros. */
function readIndefinite(
  bytes: Uint8Array,
  start: number,
  { tag, from }: Header,
  end: number,
  depth: number,
  state: State,
): DerValue | undefined {
  const children: DerValue[] = [];
  let at = from;
  while (!(bytes[at] === 0 && bytes[at + 1] === 0 && at + 2 <= end)) {
    const child = readValue(bytes, at, end, depth + 1, state);
    if (!child) return undefined;
    children.push(child);
    at += child.whole.length;
  }
  return { tag, whole: bytes.subarray(start, at + 2), content: bytes.subarray(from, at), children };
}

/** The content of an OCTET STRING. BER may divide it into several OCTET STRINGs. */
export function octets(value: DerValue | undefined): Uint8Array | undefined {
  if (!value) return undefined;
  if (value.tag === tags.octetString) return value.content;
  if (value.tag !== (tags.octetString | constructed)) return undefined;
  const parts = value.children.map(octets);
  if (parts.some((part) => part === undefined)) return undefined;
  return joinedBytes(parts.flatMap((part) => part ?? []));
}

/** The bytes of a BIT STRING without unused bits. */
export function bits(value: DerValue | undefined): Uint8Array | undefined {
  return value?.tag === tags.bitString && value.content[0] === 0 ? value.content.subarray(1) : undefined;
}

/** Maximum length of a number in octets. Serial numbers of certificates have up to 20; other numbers aren't converted. */
const longestNumber = 64;

export function integer(value: DerValue | undefined): bigint | undefined {
  if (value?.tag !== tags.integer || value.content.length === 0 || value.content.length > longestNumber) {
    return undefined;
  }
  let number = 0n;
  for (const octet of value.content) number = number * 256n + BigInt(octet);
  return (value.content[0] ?? 0) < 0x80 ? number : number - (1n << BigInt(8 * value.content.length));
}

/** The bytes of an INTEGER that isn't negative, without the sign octet. */
export function unsigned(value: DerValue | undefined): Uint8Array | undefined {
  if (value?.tag !== tags.integer || value.content.length === 0 || (value.content[0] ?? 0) >= 0x80) return undefined;
  const first = value.content.findIndex((octet) => octet !== 0);
  return first < 0 ? new Uint8Array(0) : value.content.subarray(first);
}

/** An OBJECT IDENTIFIER as a text with dots, such as `2.5.4.3`. */
export function oid(value: DerValue | undefined): string | undefined {
  if (value?.tag !== tags.oid || value.content.length === 0 || value.content.length > longestNumber) return undefined;
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of value.content) {
    arc = arc * 128n + BigInt(octet & 0x7f);
    if (octet >= 0x80) continue;
    if (arcs.length > 0) arcs.push(arc);
    else {
      const first = arc < 80n ? arc / 40n : 2n;
      arcs.push(first, arc - first * 40n);
    }
    arc = 0n;
  }
  return (value.content.at(-1) ?? 0) < 0x80 ? arcs.join(".") : undefined;
}

/** The time of a UTCTime or GeneralizedTime in UTC, as RFC 5280 (section 4.1.2.5) restricts them. */
export function time(value: DerValue | undefined): Date | undefined {
  if (!value || value.content.length > longestNumber) return undefined;
  const text = String.fromCharCode(...value.content);
  const short = value.tag === tags.utcTime ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/.exec(text) : null;
  const long = value.tag === tags.generalizedTime ? /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) : null;
  const [year = Number.NaN, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = (short ?? long ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  const full = short ? year + (year < 50 ? 2000 : 1900) : year;
  const date = new Date(Date.UTC(full, month - 1, day, hours, minutes, seconds));
  if (full < 100) date.setUTCFullYear(full);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hours;
  return isDate ? date : undefined;
}

/** One value in DER with the given content or inner values (ITU-T X.690). */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = joinedBytes(contents);
  const length: number[] = [];
  for (let left = content.length; left > 0; left = Math.floor(left / 0x100)) length.unshift(left % 0x100);
  const header = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 + length.length, ...length];
  return joinedBytes([new Uint8Array(header), content]);
}

/** An INTEGER in DER from the bytes of an unsigned number. */
export function derUnsigned(number: Uint8Array): Uint8Array {
  const start = number.findIndex((octet) => octet !== 0);
  const digits = start < 0 ? new Uint8Array(1) : number.subarray(start);
  return der(tags.integer, ...((digits[0] ?? 0) >= 0x80 ? [new Uint8Array(1)] : []), digits);
}

/** An OBJECT IDENTIFIER in DER from a text with dots, such as `2.5.4.3`. */
export function derOid(id: string): Uint8Array {
  const [first = 0, second = 0, ...others] = id.split(".").map(Number);
  const octets = [first * 40 + second, ...others].flatMap((arc) => {
    const digits = [arc % 0x80];
    for (let left = Math.floor(arc / 0x80); left > 0; left = Math.floor(left / 0x80))
      digits.unshift((left % 0x80) + 0x80);
    return digits;
  });
  return der(tags.oid, new Uint8Array(octets));
}

/** An ECDSA-Sig-Value in DER (RFC 3279 section 2.2.3) from r and s, which have the same length. */
export function ecdsaDer(value: Uint8Array): Uint8Array {
  const half = value.length / 2;
  return der(tags.sequence, derUnsigned(value.subarray(0, half)), derUnsigned(value.subarray(half)));
}
