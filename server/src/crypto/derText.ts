import type { DerValue } from "./der.ts";

/** The text of a string type; undefined for other types, and for text that isn't valid. */
export function derText({ tag, content }: DerValue): string | undefined {
  switch (tag) {
    case 0x0c:
      return decoded(content, "utf-8");
    // PrintableString, IA5String, VisibleString and NumericString are ASCII.
    case 0x13:
    case 0x16:
    case 0x1a:
    case 0x12:
      return content.every((octet) => octet < 0x80) ? decoded(content, "utf-8") : undefined;
    // TeletexString: ISO 8859-1 in practice. The platform's decoder of that name is windows-1252.
    case 0x14:
      return Array.from(content, (octet) => String.fromCharCode(octet)).join("");
    // BMPString.
    case 0x1e:
      return decoded(content, "utf-16be");
    // UniversalString.
    case 0x1c:
      return ucs4(content);
    default:
      return undefined;
  }
}

function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function ucs4(bytes: Uint8Array): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const points = Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4));
  return points.every((point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
    ? points.map((point) => String.fromCodePoint(point)).join("")
    : undefined;
}
