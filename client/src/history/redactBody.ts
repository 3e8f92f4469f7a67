import { toBinary } from "../base64.ts";
import type { Field } from "../transport/result.ts";
import { redactText } from "./redactText.ts";

/** How many bytes of a body are stored. */
export const storedBytes = 256 * 1024;
/** What is looked at beyond that, so that a secret over the end is found whole. */
const beyond = 32 * 1024;

/** A body as a text that can be redacted, and made bytes again. */
export interface BodyText {
  readonly text: string;
  readonly toBytes: (text: string) => Uint8Array;
  /** Bytes at its end are left out. */
  readonly cut: boolean;
}

/** Charsets in which the bytes of ASCII mean ASCII, at least where markup stands. */
const likeAscii =
  /^(?:utf-?8|us-ascii|ascii|iso-?8859-?\d+|latin-?\d|l\d|windows-?\d+|cp125\d|x-user-defined|koi8-\w+|gb2312|gbk|gb18030|big5(?:-hkscs)?|euc-\w+|shift[_-]?jis|sjis|ks_c_5601-1987|tis-620|macintosh|x-mac-\w+|ibm8\d\d|cp8\d\d)$/i;

/**
 * Undefined where nobody can see what stands in it: a coding is still on it, its charset has other bytes for ASCII, or it
 * is packed or encoded, as a whole or in a part. Then none of it is to be stored.
 */
export function bodyText(bytes: Uint8Array, fields: readonly Field[], encoded = false): BodyText | undefined {
  const fieldValue = (name: string) => fields.find((field) => field.name.toLowerCase() === name)?.value ?? "";
  if (encoded) return undefined;
  const looked = bytes.subarray(0, storedBytes + beyond);
  const cut = bytes.length > storedBytes;
  const text = toBinary(looked);
  if (packed.test(text)) return undefined;
  const wide = wideText(looked);
  if (wide !== undefined) return { ...wide, cut };
  const charset = /;\s*charset\s*=\s*"?'?([^\s;"']+)/i.exec(fieldValue("content-type"))?.[1];
  const declared = /^[^<]{0,10}<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']+)/.exec(text)?.[1];
  const foreign = [charset, declared].some(
    (one) => one !== undefined && !likeAscii.test(one) && !/^utf-?16/i.test(one),
  );
  return foreign || hidesText(text) ? undefined : { text, toBytes: fromBinary, cut };
}

/** UTF-16, told by its byte order mark or by its zeros (RFC 2781 section 4.3; XML 1.0 appendix F). */
function wideText(bytes: Uint8Array): Omit<BodyText, "cut"> | undefined {
  const zeros = [0, 0];
  const looked = Math.min(bytes.length, 4096);
  for (let at = 0; at < looked; at++) {
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "little" : bytes[0] === 0xfe && bytes[1] === 0xff ? "big" : "";
  const told = odd > looked / 8 && even < odd / 8 ? "little" : even > looked / 8 && odd < even / 8 ? "big" : "";
  // Both halves have zeros: UTF-32, or no text at all.
  const order = Math.min(even, odd) > looked / 8 ? "" : marked || told;
  if (order === "") return undefined;
  const low = order === "little" ? 0 : 1;
  const units: string[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    units.push(String.fromCharCode((bytes[at + low] ?? 0) | ((bytes[at + 1 - low] ?? 0) << 8)));
  }
  const toBytes = (text: string): Uint8Array => {
    const made = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at++) {
      made[at * 2 + low] = text.charCodeAt(at) & 0xff;
      made[at * 2 + 1 - low] = text.charCodeAt(at) >> 8;
    }
    return made;
  };
  return { text: units.join(""), toBytes };
}

/** The beginnings of gzip, zip, Zstandard, 7z, xz and bzip2 data, as a body or as a part of one. */
const packed = /(?:^|\r?\n\r?\n)(?:\x1f\x8b\x08|PK\x03\x04|\x28\xb5\x2f\xfd|7z\xbc\xaf|\xfd7zXZ|BZh[1-9]1AY)/;

/** Parts that are encoded, and text between zeros: UTF-32, or UTF-16 in one part of many. */
function hidesText(text: string): boolean {
  if (/^content-(?:transfer-encoding:[ \t]*(?:base64|quoted-printable|x-)|encoding:[ \t]*(?!identity))/im.test(text)) {
    return true;
  }
  if (!text.includes("\0")) return false;
  const told = text.replaceAll("\0", "");
  return told !== text && redactText(told).secrets.length > redactText(text).secrets.length;
}

function fromBinary(text: string): Uint8Array {
  // Only what was put in (ASCII) and bytes stand in it.
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}
