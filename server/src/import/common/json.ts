import * as l10n from "@vscode/l10n";
import { decodeText } from "../../text/decode.ts";
import { importedLevels } from "../../text/limits.ts";
import { memoized } from "../../text/memoized.ts";
import type { SourceFile, SourceProblem } from "../source.ts";

/** A JSON document, or an error message; undefined if the file isn't JSON. */
type JsonRead = { readonly value: unknown } | SourceProblem | undefined;

const readJson = memoized((file: SourceFile) => ({ read: parse(file) }));

/** The JSON object in a file; undefined if the file isn't a JSON object within the limits. */
export function jsonObject(file: SourceFile): JsonObject | undefined {
  const { read } = readJson(file);
  return read && "value" in read ? objectOf(read.value) : undefined;
}

/** An error message for a file that begins like a JSON object, but can't be read. */
export function jsonProblem(file: SourceFile): string | undefined {
  const { read } = readJson(file);
  return read && "problem" in read ? read.problem : undefined;
}

function parse({ bytes }: SourceFile): JsonRead {
  if (!beginsLikeObject(bytes)) return undefined;
  const { text } = decodeText(bytes);
  if (isTooDeep(text)) return { problem: l10n.t("The file is nested more than {0} levels deep.", importedLevels) };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    return { problem: l10n.t("The file is not valid JSON: {0}", why) };
  }
}

function beginsLikeObject(bytes: Uint8Array): boolean {
  const at = bytes.findIndex((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xff, 0xfe, 0].includes(byte));
  return bytes[at] === 0x7b;
}

/** Whether JSON is nested too deeply. Counts brackets outside of texts before a recursive function reads the JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth > importedLevels) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is an object; undefined for lists and other values. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A string, or a number or boolean as a string. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
