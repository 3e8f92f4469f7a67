import type { Field } from "./result.ts";

export interface StatusLine {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
}

/** RFC 9112 section 4; more than one blank between the parts and an absent reason are let through. */
export function parseStatusLine(line: string): StatusLine | undefined {
  const match = /^(HTTP\/\d+(?:\.\d+)?)[ \t]+(\d{3})(?![^ \t])/i.exec(line);
  if (match === null) return undefined;
  const [begin, version = "", status = ""] = match;
  return { version, status: Number(status), reason: trimBlanks(line.slice(begin.length)) };
}

/**
 * Collects field lines (RFC 9112 section 5): headers and trailers alike. A line without a colon is counted as a problem
 * and is no field; a folded line continues the value before it, with one space between.
 */
export class FieldCollector {
  /** A name and the lines of its value: put together at the end, so that many folded lines cost no more than one. */
  readonly #fields: { readonly name: string; readonly lines: string[] }[] = [];
  malformed = false;

  get count(): number {
    return this.#fields.length;
  }

  fields(): readonly Field[] {
    return this.#fields.map(({ name, lines }) => ({ name, value: lines.filter((line) => line !== "").join(" ") }));
  }

  add(line: string): void {
    if (line.startsWith(" ") || line.startsWith("\t")) {
      this.#fold(line);
      return;
    }
    const colon = line.indexOf(":");
    const typed = colon < 0 ? "" : line.slice(0, colon);
    const name = trimBlanks(typed);
    if (name === "" || /[ \t]/.test(typed)) this.malformed = true;
    if (name !== "") this.#fields.push({ name, lines: [trimBlanks(line.slice(colon + 1))] });
  }

  #fold(line: string): void {
    this.malformed = true;
    this.#fields.at(-1)?.lines.push(trimBlanks(line));
  }
}

/** Values of all fields of that name, in order; names compare without regard to case (RFC 9110 section 5.1). */
export function fieldValues(fields: readonly Field[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return fields.filter((field) => field.name.toLowerCase() === wanted).map((field) => field.value);
}

/** The members of a comma-separated list over all fields of that name, lower-cased, parameters cut off. */
export function listTokens(fields: readonly Field[], name: string): readonly string[] {
  return fieldValues(fields, name)
    .flatMap((value) => value.split(","))
    .map((member) => trimBlanks(member.split(";", 1)[0] ?? "").toLowerCase())
    .filter((token) => token !== "");
}

/** Head bytes as text: UTF-8 where they are that, else ISO-8859-1, as RFC 9110 section 5.5 has it from older times. */
export function decodeHeadText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Not `trim`: that would also take what isn't white space in HTTP, such as U+00A0. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
