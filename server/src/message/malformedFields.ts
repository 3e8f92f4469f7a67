import { headerFact, requestHeaders } from "../http/facts.ts";
import { type HeaderLine, parseHeaderSection } from "../http/head.ts";
import { afterBreak, lineEnd } from "../text/lines.ts";
import { isSimilar } from "../text/similar.ts";
import type { Span } from "../text/span.ts";
import type { MessageHead } from "./messageHead.ts";

/** A text that is probably meant as a header field, but has a mistake. The span contains the mistake. */
export interface MalformedField extends Span {
  readonly kind: /** The span contains the name, which is similar to the name of a missing field. */
    | "misspelled"
    /** The span contains the end of the name, where the colon is missing, and the character in place of the colon. */
    | "colon-missing"
    /** The span is empty. The field is in the line of another header or of the request line, without a line break. */
    | "joined"
    /** The span contains the whitespace before the name. */
    | "indented"
    /** The span contains the empty line above the field, which ends the header section too early. */
    | "below";
  readonly name: string;
}

const names: ReadonlyMap<string, string> = new Map(requestHeaders.map(({ name }) => [name.toLowerCase(), name]));

const longest = 80;

export function readMalformedFields(head: MessageHead, needed: readonly string[]): readonly MalformedField[] {
  const { text, syntax } = head;
  const fields: MalformedField[] = [];
  const names = new Set<string>();
  const isMissing = (name: string) => head.field(name.toLowerCase()) === undefined && !names.has(name);
  const add = (field: MalformedField | undefined) => {
    if (!field) return;
    fields.push(field);
    names.add(field.name);
  };
  if (syntax.requestLine) add(joinedToRequestLine(text, syntax.requestLine));
  for (const line of syntax.headerLines) add(inLine(text, line, isMissing, needed));
  return [...fields, ...below(head)];
}

function joinedToRequestLine(text: string, { start, end }: Span): MalformedField | undefined {
  const joined = /HTTP\/1\.[01](?=([A-Za-z-]+)[ \t]*:)/.exec(text.slice(start, Math.min(end, start + 8000)));
  const [version = "", typed = ""] = joined ?? [];
  const at = start + (joined?.index ?? 0) + version.length;
  return joined ? { kind: "joined", name: names.get(typed.toLowerCase()) ?? typed, start: at, end: at } : undefined;
}

function inLine(
  text: string,
  line: HeaderLine,
  isMissing: (name: string) => boolean,
  needed: readonly string[],
): MalformedField | undefined {
  if (line.kind === "comment") return undefined;
  if (line.kind === "continuation") {
    const name = knownName(text, line.value.start, /^([A-Za-z-]+):/);
    return name === undefined ? undefined : { kind: "indented", name, start: line.start, end: line.value.start };
  }
  const typed = line.kind === "field" ? text.slice(line.name.start, line.name.end) : "";
  if (line.kind === "field" && names.has(typed.toLowerCase())) return joinedTo(text, line, isMissing);
  const begin = line.kind === "field" ? line.name.start : line.start;
  const name = knownName(text, begin, /^([A-Za-z-]+)(?:[ \t]*[;=,.][ \t]|[ \t])/);
  if (name) return { kind: "colon-missing", name, ...signAfter(text, begin + name.length) };
  if (line.kind !== "field" || headerFact(typed)) return undefined;
  const near = needed.find((one) => isMissing(one) && isSimilar(typed, one));
  return near ? { kind: "misspelled", name: near, ...line.name } : undefined;
}

function knownName(text: string, start: number, pattern: RegExp): string | undefined {
  return names.get(pattern.exec(text.slice(start, start + longest))?.[1]?.toLowerCase() ?? "");
}

function signAfter(text: string, start: number): Span {
  const sign = /^[ \t]*[;=,.]/.exec(text.slice(start, start + longest));
  return { start, end: start + (sign?.[0].length ?? 0) };
}

/**
 * The first header that follows the value of another header without a line break. Only names that are written as in their
 * standard and have no blank before them are recognized, because other names may be part of a sentence.
 */
function joinedTo(text: string, line: HeaderLine, isMissing: (name: string) => boolean): MalformedField | undefined {
  const { start, end } = line;
  const value = text.slice(start, Math.min(end, start + 8000));
  let quotes = 0;
  let counted = 0;
  for (let colon = value.indexOf(": ", value.indexOf(":") + 1); colon > 0; colon = value.indexOf(": ", colon + 1)) {
    const before = value.slice(Math.max(0, colon - longest), colon);
    const name = requestHeaders.find((one) => one.name.length > 3 && before.endsWith(one.name))?.name;
    const at = colon - (name?.length ?? 0);
    for (; counted < at; counted++) if (value.charAt(counted) === '"') quotes++;
    if (name === undefined || quotes % 2 === 1 || /[\s:-]/.test(value.charAt(at - 1)) || !isMissing(name)) continue;
    return { kind: "joined", name, start: start + at, end: start + at };
  }
  return undefined;
}

function below({ text, syntax }: MessageHead): readonly MalformedField[] {
  const { boundary, body } = syntax;
  if (!boundary || !body || boundary.kind === "missing") return [];
  let start = body.start;
  for (let next = afterBreak(text, start); next > start; next = afterBreak(text, start)) start = next;
  const first = text.slice(start, Math.min(lineEnd(text, start), start + longest));
  const name = names.get(/^([A-Za-z-]+):/.exec(first)?.[1]?.toLowerCase() ?? "");
  if (name === undefined) return [];
  const section = parseHeaderSection(text, start, body.end);
  const at = { start: boundary.start, end: start };
  return section.headerLines.flatMap((line) => {
    if (line.kind !== "field") return [];
    const typed = text.slice(line.name.start, line.name.end);
    return { kind: "below" as const, name: names.get(typed.toLowerCase()) ?? typed, ...at };
  });
}
