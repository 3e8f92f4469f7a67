/*
 * The bytes of an XML entity as text (XML 1.0, section 4.3.3 and appendix F): byte order mark, then XML declaration,
 * then UTF-8. The parser begins with text, so what is wrong with the bytes is found here.
 */

const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The bytes of `<?` in an encoding, for documents without a byte order mark. */
const guesses: readonly (readonly [string, readonly number[]])[] = [
  ["utf-16le", [0x3c, 0x00, 0x3f, 0x00]],
  ["utf-16be", [0x00, 0x3c, 0x00, 0x3f]],
];

export type Decoded = { readonly text: string } | { readonly reason: string };

export function decodeEntity(bytes: Uint8Array): Decoded {
  const found = [...marks, ...guesses].find(([, start]) => start.every((byte, i) => bytes[i] === byte))?.[0];
  const declared = declaredEncoding(bytes, found ?? "iso-8859-1");
  const encoding = found ?? declared ?? "utf-8";
  if (declared !== undefined && !agree(declared, encoding)) {
    return { reason: `declared ${declared}, but is ${encoding}` };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether a declared encoding may be that of the bytes. The name UTF-16 has no byte order. */
function agree(declared: string, encoding: string): boolean {
  return familyOf(declared) === familyOf(encoding);
}

function familyOf(encoding: string): string {
  return /^(?:utf-16|iso-10646-ucs-2)/i.test(encoding) ? "utf-16" : encoding.toLowerCase();
}

function declaredEncoding(bytes: Uint8Array, encoding: string): string | undefined {
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, 400));
  return /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1];
}
