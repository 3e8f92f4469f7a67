import { isUtf8 } from "node:buffer";
import * as l10n from "@vscode/l10n";
import { analyze, requestsOf } from "../../../server/src/languageService.ts";

/** A file's text, as it is checked and sent. */
export interface SourceText {
  readonly text: string;
  /** Where the bytes are no UTF-8, what they were read as, and the first byte that says so. */
  readonly foreign: ForeignEncoding | undefined;
}

export interface ForeignEncoding {
  readonly encoding: string;
  /** UTF-16 offset of the character in the text. */
  readonly at: number;
  readonly byte: number;
  /** The requests of the file name the encoding as their charset. */
  readonly declared: boolean;
}

export type Decoded =
  | ({ readonly kind: "text" } & SourceText)
  /** No text, or none that fits into memory; in words. */
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * Decodes a file: UTF-8, or UTF-16 where a byte order mark says so; the mark is not part of the text. Other bytes are
 * read in the one charset that the file's requests name for their bodies, else as windows-1252: a request that was
 * captured from an old client is worth more read so than refused.
 */
export function decodeFile(bytes: Buffer): Decoded {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG") {
      return { kind: "unreadable", why: l10n.t("it has {0} bytes, more than can be read at once", bytes.length) };
    }
    throw error;
  }
}

function decode(bytes: Buffer): Decoded {
  if (startsWith(bytes, [0xff, 0xfe])) return known(new TextDecoder("utf-16le").decode(bytes));
  if (startsWith(bytes, [0xfe, 0xff])) return known(new TextDecoder("utf-16be").decode(bytes));
  if (isUtf8(bytes)) {
    return known(bytes.toString("utf8", startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0));
  }
  if (bytes.includes(0))
    return { kind: "unreadable", why: l10n.t("it is no text: it holds NUL bytes and is not UTF-8") };
  const at = firstForeign(bytes);
  const named = namedEncoding(bytes);
  const text = named && decodeAs(named, bytes);
  const encoding = named !== undefined && text !== undefined ? named : fallback;
  return {
    kind: "text",
    text: text ?? new TextDecoder(fallback).decode(bytes),
    foreign: {
      encoding,
      at: new TextDecoder(encoding).decode(bytes.subarray(0, at)).length,
      byte: bytes[at] ?? 0,
      declared: encoding === named,
    },
  };
}

const fallback = "windows-1252";

function known(text: string): Decoded {
  return { kind: "text", text, foreign: undefined };
}

/** The offset of the first byte that is not UTF-8. */
function firstForeign(bytes: Buffer): number {
  let start = 0;
  for (;;) {
    const lineFeed = bytes.indexOf(0x0a, start);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(start, end);
    if (!isUtf8(line) || lineFeed < 0) {
      const before = line.toString("utf8").split("\ufffd", 1)[0] ?? "";
      return start + Buffer.byteLength(before);
    }
    start = end;
  }
}

/** The charset that the requests name, where they all name one: names are ASCII, whatever the rest is. */
function namedEncoding(bytes: Buffer): string | undefined {
  const names = new Set(
    requestsOf(analyze(bytes.toString("latin1"))).map(({ message }) => message.charset.charset?.name),
  );
  const [name] = names;
  return names.size === 1 && name !== "utf-8" ? name : undefined;
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
