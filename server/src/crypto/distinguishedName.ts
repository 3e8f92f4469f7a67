import { hexByte, hexOf } from "../text/bytes.ts";
import { type DerValue, oid, tags } from "./der.ts";

/** Short names of attribute types by object identifier (RFC 4514 section 3). Other types are written as object identifiers. */
const attributeTypes: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "2.5.4.6": "C",
  "2.5.4.9": "STREET",
  "0.9.2342.19200300.100.1.25": "DC",
  "0.9.2342.19200300.100.1.1": "UID",
};

/** A name as text (RFC 4514), such as `CN=me,O=ACME`: its last component comes first. Undefined if the value isn't a name. */
export function distinguishedName(name: DerValue | undefined): string | undefined {
  if (name?.tag !== tags.sequence) return undefined;
  const parts = name.children.map(relativeName);
  return parts.some((part) => part === undefined) ? undefined : parts.reverse().join(",");
}

function relativeName({ tag, children }: DerValue): string | undefined {
  if (tag !== tags.set || children.length === 0) return undefined;
  const attributes = children.map(attribute);
  return attributes.some((one) => one === undefined) ? undefined : attributes.join("+");
}

function attribute({ tag, children }: DerValue): string | undefined {
  const [typeValue, value] = children;
  const type = oid(typeValue);
  if (tag !== tags.sequence || type === undefined || value === undefined) return undefined;
  const attributeType = attributeTypes[type];
  const text = attributeType === undefined ? undefined : derText(value);
  return text === undefined ? `${attributeType ?? type}=#${hexOf(value.whole)}` : `${attributeType}=${escaped(text)}`;
}

/** Escapes a value (RFC 4514 section 2.4), including control characters. */
function escaped(text: string): string {
  return text
    .replace(/["+,;<>\\]/g, "\\$&")
    .replace(/^[ #]/, "\\$&")
    .replace(/(?<!^\\) $/, "\\ ")
    .replace(/\p{Cc}/gu, (control) =>
      [...new TextEncoder().encode(control)].map((byte) => `\\${hexByte(byte)}`).join(""),
    );
}

/** The text of a string type; undefined for other types, and for invalid text. */
function derText({ tag, content }: DerValue): string | undefined {
  switch (tag) {
    case 0x0c:
      return decoded(content, "utf-8");
    // PrintableString, IA5String, VisibleString and NumericString are ASCII.
    case 0x13:
    case 0x16:
    case 0x1a:
    case 0x12:
      return content.every((octet) => octet < 0x80) ? decoded(content, "utf-8") : undefined;
    // TeletexString is ISO 8859-1 in practice. The platform's decoder with that label decodes windows-1252.
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
