import * as l10n from "@vscode/l10n";
import type { ExportedSlot, ProgramMessage } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { type PlannedValue, partsOf, plannedValue } from "../plannedValues.ts";
import { exactText, slottedBytes } from "../slottedBytes.ts";

/** A value that a program reads or computes when it runs. */
export interface Filled extends Pick<ExportedSlot, "escape"> {
  readonly value: ProgramValue;
}

type ProgramValue = Extract<PlannedValue, { readonly kind: "contentLength" | "environment" | "basic" | "digest" }>;

export type ProgramText = readonly (string | Filled)[];

export interface ProgramParts {
  readonly method: string;
  readonly target: ProgramText;
  readonly fields: readonly ProgramField[];
  /** Texts, bytes that aren't text in UTF-8, and values. A text is a line, or a part of a long line. */
  readonly body: readonly (string | Uint8Array | Filled)[];
  /** Charset of the values in the body. */
  readonly charset: "utf8" | "latin1";
  /** The environment variables of secrets. */
  readonly secrets: readonly string[];
  /** Sentences in ASCII about parts of the request that no program sends exactly. */
  readonly differences: readonly string[];
}

interface ProgramField {
  readonly name: string;
  /** Value of the header. Its continuation lines begin with CRLF. */
  readonly value: ProgramText;
}

/** Maximum bytes of a body. People read the program, and compilers limit its size. */
const largestBody = 1_000_000;

/** The parts of a request, or why no program can send it: a sentence. */
export function partsFor({ message, values }: ProgramMessage): ProgramParts | string {
  const planned: (PlannedValue | string)[] = [];
  for (const value of values) planned.push(plannedValue(value, () => undefined, planned));
  const [head, body] = [fromBase64(message.head), fromBase64(message.body)];
  if (body.length > largestBody) return l10n.t("Its body has more than {0} bytes.", largestBody);
  const { charset } = message;
  const hasSlots = message.slots.some(({ part }) => part === "body");
  const isLatin1 = /^(?:us-ascii|iso-8859-1)$/i.test(charset);
  if (hasSlots && !isLatin1 && charset !== "utf-8") return l10n.t("Its body contains a secret in {0}.", charset);
  const secrets: string[] = [];
  for (const slot of message.slots) {
    const value = planned[slot.value];
    if (typeof value === "string") return value;
    const all = value ? [value, ...partsOf(value)] : [];
    secrets.push(...all.flatMap((one) => (one.kind === "environment" ? [one.name] : [])));
    if (!value || !all.every(isForPrograms))
      return l10n.t("It contains a value that is computed from a secret, or from a response with one.");
  }
  const pieces = (part: "head" | "body", bytes: Uint8Array) => {
    const slots = message.slots.filter((slot) => slot.part === part);
    return slottedBytes(bytes, slots).flatMap((piece): Uint8Array | Filled | [] => {
      if (piece instanceof Uint8Array) return piece;
      const value = planned[piece.value];
      return typeof value === "object" && isForPrograms(value) ? { value, escape: piece.escape } : [];
    });
  };
  const lines = linesOf(pieces("head", head).map((piece) => (piece instanceof Uint8Array ? textOf(piece) : piece)));
  const differences: string[] = [];
  const target = targetOf(lines[0] ?? [], differences);
  const fields = fieldsOf(lines.slice(1), differences);
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(message.method)) return l10n.t("Its method isn't a name.");
  return {
    method: message.method,
    target,
    fields,
    body: inLines(pieces("body", body)),
    charset: isLatin1 ? "latin1" : "utf8",
    secrets: [...new Set(secrets)],
    differences,
  };
}

function isForPrograms(value: PlannedValue): value is ProgramValue {
  return ["contentLength", "environment", "basic", "digest"].includes(value.kind);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** A head's lines without their CRLF; the last is empty if there is an empty line. */
function linesOf(text: ProgramText): readonly ProgramText[] {
  const lines: (string | Filled)[][] = [[]];
  for (const piece of text) {
    const [first, ...others] = typeof piece === "string" ? piece.split("\r\n") : [piece];
    lines.at(-1)?.push(...(first === undefined || first === "" ? [] : [first]));
    for (const line of others) lines.push(line === "" ? [] : [line]);
  }
  // The text after the last CRLF is not a line.
  return lines.slice(0, -1);
}

function targetOf(line: ProgramText, differences: string[]): ProgramText {
  const [first = "", ...others] = line;
  const version = " HTTP/1.1";
  const last = others.at(-1) ?? first;
  const [, method = ""] = (typeof first === "string" ? /^(\S+ )/.exec(first) : undefined) ?? [];
  const isUsual = method !== "" && typeof last === "string" && last.endsWith(version);
  if (!isUsual) differences.push("The request line is sent as METHOD target HTTP/1.1.");
  const texts = line.map((piece, index) => {
    if (typeof piece !== "string") return piece;
    const begun = index === 0 ? piece.slice(method.length) : piece;
    const end = index === line.length - 1 ? begun.lastIndexOf(" HTTP/") : -1;
    return end < 0 ? begun : begun.slice(0, end).trimEnd();
  });
  return texts.filter((piece) => piece !== "");
}

function fieldsOf(lines: readonly ProgramText[], differences: string[]): readonly ProgramField[] {
  const fields: ProgramField[] = [];
  const isEnded = lines.at(-1)?.length === 0;
  if (!isEnded) differences.push("The empty line after the header section is added.");
  let leftOut = false;
  for (const line of isEnded ? lines.slice(0, -1) : lines) {
    const [first = "", ...others] = line;
    const text = typeof first === "string" ? first : "";
    const last = fields.at(-1);
    if (/^[ \t]/.test(text) && last) {
      fields[fields.length - 1] = { ...last, value: [...last.value, `\r\n${text}`, ...others] };
      continue;
    }
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]?(.*)$/s.exec(text) ?? [];
    if (name === undefined) leftOut = true;
    else fields.push({ name, value: [value, ...others].filter((piece) => piece !== "") });
  }
  if (leftOut) differences.push("Lines among the headers that are no header fields are left out.");
  return fields;
}

/** Maximum bytes in one literal, because compilers limit its length. */
const longest = 8000;
/** Maximum literals for the lines of a body. If it has more lines, a literal contains several of them. */
const mostLines = 1000;

function inLines(pieces: readonly (Uint8Array | Filled)[]): ProgramParts["body"] {
  const inLiterals = (pattern: RegExp) =>
    pieces.flatMap((piece): ProgramParts["body"] => {
      if (!(piece instanceof Uint8Array)) return [piece];
      const text = exactText(piece);
      if (text !== undefined) return text.match(pattern) ?? [];
      const count = Math.ceil(piece.length / longest);
      return Array.from({ length: count }, (_, index) => piece.subarray(index * longest, (index + 1) * longest));
    });
  const lines = inLiterals(/[^\n]{1,8000}\n?|\n/gu);
  return lines.length <= mostLines ? lines : inLiterals(/[\s\S]{1,8000}/gu);
}
