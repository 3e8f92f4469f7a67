import * as l10n from "@vscode/l10n";
import { base64Values, fromBase64, packedBase64, toBinary } from "../../../../server/src/text/base64.ts";
import type { Span } from "../../../../server/src/text/span.ts";

export interface BinaryValue {
  /** Name of the element or the property, without prefix. */
  readonly name: string;
  /** Number of bytes after decoding. */
  readonly size: number;
  /** Kind of the data, by its first bytes; undefined if it is unknown. */
  readonly kind: BinaryKind | undefined;
  /** First characters of the Base64 text, by which the value is found in the shown text. */
  readonly beginning: string;
  readonly bytes: () => Uint8Array;
}

export interface BinaryKind {
  readonly name: string;
  readonly extension: string;
  readonly mediaType: string;
}

/** The kinds with their first bytes, as ISO-8859-1. */
const kinds: readonly (readonly [beginning: RegExp, BinaryKind])[] = [
  [/^%PDF-/, { name: "PDF", extension: "pdf", mediaType: "application/pdf" }],
  [/^\x89PNG\r\n/, { name: "PNG", extension: "png", mediaType: "image/png" }],
  [/^\xff\xd8\xff/, { name: "JPEG", extension: "jpg", mediaType: "image/jpeg" }],
  [/^GIF8[79]a/, { name: "GIF", extension: "gif", mediaType: "image/gif" }],
  [/^PK\x03\x04/, { name: "ZIP", extension: "zip", mediaType: "application/zip" }],
  [/^(?:\xef\xbb\xbf)?\s{0,100}<[?!A-Za-z_]/, { name: "XML", extension: "xml", mediaType: "application/xml" }],
];

const mostValues = 100;

/** The number of characters from which the kind of a value is known. */
const sample = 1024;

/** Returns the values of a body, in order. Some of unknown kind may not be Base64 data at all. */
export function binaryValues(body: Uint8Array): readonly BinaryValue[] {
  // Each byte is a character; only ASCII matters.
  const text = new TextDecoder("windows-1252").decode(body);
  const values: BinaryValue[] = [];
  for (const { start, end } of base64Values(text)) {
    const packed = packedBase64(text.slice(start, end));
    values.push({
      name: nameBefore(text.slice(Math.max(0, start - longestTag), start)),
      size: Math.floor((packed.length * 3) / 4),
      kind: packed === "" ? undefined : kindOf(packed.slice(0, sample)),
      beginning: text.slice(start, start + comparedCharacters),
      bytes: () => fromBase64(packedBase64(toBinary(body.subarray(start, end)))),
    });
    if (values.length === mostValues) break;
  }
  return values;
}

/** The kind of a value that is Base64 data by its type, although its first bytes are unknown. */
export function unknownKind(): BinaryKind {
  return { name: l10n.t("Binary data"), extension: "bin", mediaType: "application/octet-stream" };
}

/** A value of Base64 data in the shown text of a body. `index`: its index among all values of the body. */
export interface ShownValue extends Span {
  readonly index: number;
  readonly value: BinaryValue;
}

/** The values in a text that shows a body, formatted or not. `start`: where the body starts. */
export function shownValues(text: string, start: number, values: readonly BinaryValue[]): readonly ShownValue[] {
  const shown: ShownValue[] = [];
  for (const place of base64Values(text, start)) {
    const value = values[shown.length];
    // The body's charset isn't a superset of ASCII, so its bytes contain no values.
    if (value === undefined || !text.startsWith(value.beginning.trimEnd(), place.start)) break;
    shown.push({ ...place, index: shown.length, value });
  }
  return shown;
}

/** Number of compared characters, without line breaks, because editors change them. */
const comparedCharacters = 32;
const longestTag = 500;

/** The name in the start tag or the property at the end of a text. */
function nameBefore(text: string): string {
  const tag = text.endsWith(">") ? text.slice(text.lastIndexOf("<") + 1) : "";
  const name = /^[^\s>/]{1,100}/.exec(tag)?.[0].split(":").at(-1);
  return name || /"([^"]{1,100})"\s{0,9}:\s{0,9}"$/.exec(text)?.[1] || "value";
}

function kindOf(packed: string): BinaryKind | undefined {
  const bytes = fromBase64(packed);
  const beginning = toBinary(bytes);
  const [, kind] = kinds.find(([pattern]) => pattern.test(beginning)) ?? [];
  return kind ?? (isText(bytes) ? { name: l10n.t("Text"), extension: "txt", mediaType: "text/plain" } : undefined);
}

function isText(bytes: Uint8Array): boolean {
  try {
    // The last character may be cut off.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return !/[^\P{Cc}\t\r\n]/u.test(text);
  } catch {
    return false;
  }
}
