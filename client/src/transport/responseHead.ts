import { toBinary } from "../../../server/src/text/base64.ts";
import { trimTrailing } from "../../../server/src/text/trailing.ts";
import type { ReceivedField, ResponseMessage } from "./result.ts";

export type StatusLineFacts = Pick<ResponseMessage, "statusLine" | "version" | "status" | "reason">;

/** Parses a status line (RFC 9112 section 4). Several blanks between the parts and a missing reason are allowed. */
export function parseStatusLine(line: string): StatusLineFacts | undefined {
  const match = /^(HTTP\/\d+(?:\.\d+)?)[ \t]+(\d{3})(?![^ \t])/i.exec(line);
  if (match === null) return undefined;
  const [begin, version = "", status = ""] = match;
  return { statusLine: line, version, status: Number(status), reason: trimBlanks(line.slice(begin.length)) };
}

/**
 * Collects the field lines of headers or trailers (RFC 9112 section 5). A line without a colon is malformed and not a
 * field. A folded line continues the value before it, after one space.
 */
export class FieldCollector {
  /** The lines of a value are joined at the end, so that many folded lines cost linear time. */
  readonly #fields: { readonly name: string; readonly lines: string[] }[] = [];
  malformed = false;

  get count(): number {
    return this.#fields.length;
  }

  fields(): readonly ReceivedField[] {
    return this.#fields.map(({ name, lines }) => ({ name, value: lines.filter((line) => line !== "").join(" ") }));
  }

  add(line: string): void {
    if (line.startsWith(" ") || line.startsWith("\t")) {
      this.malformed = true;
      this.#fields.at(-1)?.lines.push(trimBlanks(line));
      return;
    }
    const colon = line.indexOf(":");
    const typed = colon < 0 ? "" : line.slice(0, colon);
    const name = trimBlanks(typed);
    if (name === "" || /[ \t]/.test(typed)) this.malformed = true;
    if (name !== "") this.#fields.push({ name, lines: [trimBlanks(line.slice(colon + 1))] });
  }
}

/** The values of all fields with a name, in order. Names are case-insensitive (RFC 9110 section 5.1). */
export function valuesOfField(fields: readonly ReceivedField[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return fields
    .filter(({ name }) => name.length === wanted.length && name.toLowerCase() === wanted)
    .map(({ value }) => value);
}

/** The members of comma-separated lists in all fields with a name, in lower case, without parameters. */
export function listTokens(fields: readonly ReceivedField[], name: string): readonly string[] {
  return valuesOfField(fields, name)
    .flatMap((value) => value.split(","))
    .map((member) => trimBlanks(member.split(";", 1)[0] ?? "").toLowerCase())
    .filter((token) => token !== "");
}

/** Decodes a header section: UTF-8 if it is valid, else ISO-8859-1 (RFC 9110 section 5.5). */
export function decodeHeadText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return toBinary(bytes);
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Removes blanks. `trim` would also remove characters that aren't whitespace in HTTP, such as U+00A0. */
function trimBlanks(text: string): string {
  return trimTrailing(text.replace(/^[ \t]+/, ""), " \t");
}
