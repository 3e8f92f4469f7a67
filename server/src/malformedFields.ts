import { headerFact, requestHeaders } from "./http/facts.ts";
import { type HeaderLine, parseHeaderSection } from "./http/head.ts";
import type { Message } from "./message.ts";
import { afterBreak, lineEnd } from "./text/lines.ts";
import type { Span } from "./text/span.ts";
import { isSimilar } from "./xml/similarNames.ts";

/** What keeps a text from being the header field that its author meant. The span: of what is wrong. */
export interface MalformedField extends Span {
  readonly kind: /** Its name, which is nearly that of a missing field. */
    | "misspelled"
    /** The end of the name, where the colon is missing, and the sign in its place. */
    | "colon-missing"
    /** Empty: in the line of another header, or of the request line, where a line break is missing. */
    | "joined"
    /** The white space before it. */
    | "indented"
    /** The empty line above it, which ends the header section too early. */
    | "below";
  /** As its standard writes it. */
  readonly name: string;
}

const names: ReadonlyMap<string, string> = new Map(requestHeaders.map(({ name }) => [name.toLowerCase(), name]));

/** The fields without which a POST is wrong. */
const required = ["Host", "Content-Type", "Content-Length"];

/** No header name is longer. */
const longest = 80;

/** The header fields that stand in a request's head, or below it, and that no service would find there. */
export function readMalformedFields(message: Message): readonly MalformedField[] {
  const { text, request, isGet } = message;
  const found: MalformedField[] = [];
  const foundNames = new Set<string>();
  const add = (one: MalformedField) => {
    found.push(one);
    foundNames.add(one.name);
  };
  const isMissing = (name: string) => message.field(name.toLowerCase()) === undefined && !foundNames.has(name);
  if (request.line) {
    const { start, end } = request.line;
    const line = text.slice(start, Math.min(end, start + 8000));
    const joined = /HTTP\/1\.[01](?=([A-Za-z-]+)[ \t]*:)/.exec(line);
    const name = joined && (names.get((joined[1] ?? "").toLowerCase()) ?? joined[1]);
    const at = start + (joined ? joined.index + joined[0].length : 0);
    if (name) add({ kind: "joined", name, start: at, end: at });
  }
  const wanted = isGet ? ["Host"] : message.envelope?.version === "1.1" ? [...required, "SOAPAction"] : required;
  for (const line of request.headerLines) {
    const meant = inLine(text, line, isMissing, wanted);
    if (meant) add(meant);
  }
  found.push(...below(message));
  return found;
}

function inLine(
  text: string,
  line: HeaderLine,
  isMissing: (name: string) => boolean,
  wanted: readonly string[],
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
  const near = wanted.find((one) => isMissing(one) && isSimilar(typed, one));
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
 * The first header whose line break is missing behind the value of another one. Its name is spelled as in its standard,
 * and no blank stands before it: a name in a sentence is none.
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

/** Header lines that follow the empty line, and XML or nothing after them. */
function below({ text, request }: Message): readonly MalformedField[] {
  const { boundary, body } = request;
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
