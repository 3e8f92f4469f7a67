import { toBinary } from "./base64.ts";
import { type Charset, findCharset, utf8 } from "./charset.ts";

export interface DecodedText {
  readonly charset: Charset;
  readonly source: "mark" | "content-type" | "declaration" | "default";
  /** The text without the byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** Number of undecodable byte sequences. Each is a U+FFFD in the text. */
  readonly invalid: number;
  /** Name of the first unknown charset in Content-Type and in the XML declaration. */
  readonly unknown: string | undefined;
}

/**
 * Decodes XML. The byte order mark takes precedence over the charset of Content-Type, which takes precedence over the XML
 * declaration (RFC 7303 section 3). UTF-8 is the default.
 */
export function decodeText(bytes: Uint8Array, contentTypeCharset?: string): DecodedText {
  const marked = markOf(bytes);
  if (marked) return decodeAs(bytes.subarray(marked.length), marked.charset, "mark", undefined, true);

  const named = { "content-type": contentTypeCharset, declaration: declaredEncoding(bytes) };
  let unknown: string | undefined;
  for (const source of ["content-type", "declaration"] as const) {
    const name = named[source];
    if (name === undefined) continue;
    const charset = findCharset(name);
    if (charset) return decodeAs(bytes, charset.charset, source, unknown, false);
    unknown ??= name;
  }
  return decodeAs(bytes, utf8, "default", unknown, false);
}

/** Like `decodeText`. `contradicted`: the first bytes can't be in the charset of Content-Type, which was ignored. */
export function decodeReceived(
  bytes: Uint8Array,
  contentTypeCharset?: string,
): DecodedText & { readonly contradicted: boolean } {
  const named = contentTypeCharset === undefined ? undefined : findCharset(contentTypeCharset)?.charset;
  const decoded = decodeText(bytes, contentTypeCharset);
  if (named === undefined) return { ...decoded, contradicted: false };
  if (decoded.source === "mark") return { ...decoded, contradicted: !isForm(decoded.charset.name, named.name) };
  const form = evidentForm(bytes);
  if (form === undefined || isForm(form, named.name)) {
    const charset = form === undefined || form === "ascii" ? undefined : findCharset(form)?.charset;
    return { ...(charset ? decodeAs(bytes, charset, "content-type", undefined, false) : decoded), contradicted: false };
  }
  return { ...decodeText(bytes, form === "ascii" ? undefined : form), contradicted: true };
}

type Form = "ascii" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

/** The encoding form that the first bytes show, if they are markup or JSON. */
function evidentForm(bytes: Uint8Array): Form | undefined {
  if (startsWith(bytes, [0x3c, 0, 0, 0])) return "utf-32le";
  if (startsWith(bytes, [0, 0, 0, 0x3c])) return "utf-32be";
  if (startsWith(bytes, [0x3c, 0]) && bytes[2] !== 0 && bytes[3] === 0) return "utf-16le";
  if (startsWith(bytes, [0, 0x3c, 0]) && bytes[3] !== 0) return "utf-16be";
  const head = toBinary(bytes.subarray(0, 64));
  const isMarkup = /^[\t\n\r ]*<(?:!--|[!?]?[A-Za-z_][\w.:-]*[\t\n\r />?])/.test(head);
  return isMarkup || /^[\t\n\r ]*[{[][\t\n\r ]*"\w/.test(head) ? "ascii" : undefined;
}

function isForm(form: string, name: string): boolean {
  const [family] = /^utf-(?:16|32)/.exec(name) ?? ["ascii"];
  const [formFamily] = /^utf-(?:16|32)/.exec(form) ?? ["ascii"];
  return family === formFamily && (family === "ascii" || name === family || name === form);
}

function decodeAs(
  bytes: Uint8Array,
  charset: Charset,
  source: DecodedText["source"],
  unknown: string | undefined,
  hasMark: boolean,
): DecodedText {
  return { charset, source, hasMark, unknown, ...charset.decode(bytes) };
}

/** Byte order marks. UTF-32 is first, because its little-endian mark begins with the mark of UTF-16. */
const marks: readonly (readonly [name: string, mark: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

function markOf(bytes: Uint8Array): { readonly charset: Charset; readonly length: number } | undefined {
  for (const [name, mark] of marks) {
    const charset = startsWith(bytes, mark) ? findCharset(name) : undefined;
    if (charset) return { charset: charset.charset, length: mark.length };
  }
  return undefined;
}

const declarationLimit = 400;

/** The encoding in the XML declaration. UTF-16 is recognized by its bytes (XML 1.0 appendix F). */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0x3c, 0, 0x3f, 0])) return "utf-16le";
  if (startsWith(bytes, [0, 0x3c, 0, 0x3f])) return "utf-16be";
  if (!startsWith(bytes, [0x3c, 0x3f, 0x78, 0x6d, 0x6c])) return undefined;
  const head = toBinary(bytes.subarray(0, declarationLimit));
  const name = /^<\?xml(?=\s)[^>]*?\sencoding\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/.exec(head);
  const encoding = name?.[1] ?? name?.[2];
  // The declaration could be read as ASCII, so the text isn't in UTF-16 or UTF-32.
  return encoding !== undefined && /^utf-?(?:16|32)/i.test(encoding) ? undefined : encoding;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
