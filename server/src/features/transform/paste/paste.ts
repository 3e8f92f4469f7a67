import type { Analysis } from "../../../analysis/analysis.ts";
import { type PlacedSegment, type SoapHttpDocument, segmentAt } from "../../../format/document.ts";
import { emptyScope, type Scope } from "../../../message/scope.ts";
import { firstMessage } from "../../../rules/edits.ts";
import { insertHead } from "../../../rules/envelopeHead.ts";
import { applyEdits } from "../../../rules/fixes.ts";
import type { Edit } from "../../../rules/rule.ts";
import { firstBreak } from "../../../text/lines.ts";
import type { Span } from "../../../text/span.ts";
import { trimTrailing } from "../../../text/trailing.ts";
import { fromCurl, isCurl } from "./curl/curl.ts";
import { fromHttpFile, hasHttpRequests } from "./httpFile/httpFile.ts";
import { fromRawHttp, isRawHttp } from "./rawHttp.ts";
import { withoutSeparators } from "./writtenRequest.ts";

export type PasteSource = "curl" | "http" | "httpFile" | "envelope";

export interface Converted {
  readonly source: PasteSource;
  /** A `.soaphttp` file. */
  readonly text: string;
}

/** Converts the text of another tool, or an envelope; `undefined` if its format is unknown. */
export function convert(
  text: string,
  lineBreak: "\n" | "\r\n",
  place: PastePlace = { scope: emptyScope(), above: "" },
): Converted | undefined {
  if (isEnvelope(text)) return joined("envelope", fromEnvelope(text, lineBreak, place), lineBreak);
  if (isCurl(text)) return joined("curl", fromCurl(text, lineBreak), lineBreak);
  if (isRawHttp(text)) return joined("http", fromRawHttp(text, lineBreak), lineBreak);
  return hasHttpRequests(text) ? { source: "httpFile", text: fromHttpFile(text, lineBreak) } : undefined;
}

function joined(source: PasteSource, segments: readonly string[], lineBreak: string): Converted | undefined {
  const text = segments.map((segment) => trimTrailing(segment, "\r\n")).join(`${lineBreak}${lineBreak}###${lineBreak}`);
  return segments.length === 0 ? undefined : { source, text };
}

/** The facts about the place where `place` inserts requests. */
export function placeIn({ document, scope }: Analysis, selection: Span): PastePlace {
  const segment = segmentAt(document, selection.start);
  if (!segment || isTaken(segment, selection)) return { scope, above: "" };
  const above = document.text.slice(segment.start, selection.start);
  return { scope, above: above === "" || /[\r\n]$/.test(above) ? above : `${above}\n` };
}

/** An edit of a document, and the offset of the requests in its new text. */
export interface Placed {
  readonly edit: Edit;
  readonly at: number;
}

/** Inserts requests into a document: in place of the selection, or after a request that it contains only in part. */
export function place(document: SoapHttpDocument, selection: Span, text: string): Placed {
  const lineBreak = document.text.includes("\n") ? firstBreak(document.text) : text.includes("\r\n") ? "\r\n" : "\n";
  const segment = segmentAt(document, selection.start);
  const after = segment && isTaken(segment, selection) ? segment.start + segment.segment.text.length : undefined;
  const at = after === undefined ? selection : { start: after, end: after };
  const before = document.text.slice(0, at.start);
  const rest = document.text.slice(at.end);
  const above = before === "" || /[\r\n]$/.test(before) ? "" : lineBreak;
  const separator = after === undefined || text.startsWith("###") ? "" : `###${lineBreak}`;
  const below = rest === "" || /^[\r\n]/.test(rest) ? "" : lineBreak.repeat(2);
  const newText = `${above}${separator}${trimTrailing(text, "\r\n")}${below}`;
  return { edit: { ...at, newText }, at: at.start + above.length + separator.length };
}

/** Whether there is a request that isn't completely selected. */
function isTaken({ start, segment }: PlacedSegment, selection: Span): boolean {
  const { message } = segment;
  if (!message) return false;
  const content = segment.text.slice(0, message.end).trimEnd().length;
  return selection.start > start + message.start || selection.end < start + content;
}

/** The facts about the place where a request is inserted. */
interface PastePlace {
  readonly scope: Scope;
  /** The preamble of its segment, as text. */
  readonly above: string;
}

/** Whether a text is an envelope without a request line and headers. */
function isEnvelope(text: string): boolean {
  const body = withoutBlanks(text);
  const message = body.startsWith("<") ? firstMessage(body, emptyScope()) : undefined;
  return message?.isBare === true && message.envelope !== undefined;
}

/** The text of a segment with an envelope and the head that it needs at a place. */
function fromEnvelope(text: string, lineBreak: string, { scope, above }: PastePlace): readonly string[] {
  const notes: string[] = [];
  const body = withoutSeparators(withoutBlanks(text).replace(/\r\n?|\n/g, lineBreak), notes);
  const message = firstMessage(`${above}${body}`, scope);
  const head = message && insertHead(message);
  if (!message || !head) return [];
  const request = applyEdits(message.text, [head]).slice(above.length);
  return [[...notes.map((note) => `# ${note}`), request].join(lineBreak)];
}

/** An XML declaration may not have a character before it. */
function withoutBlanks(text: string): string {
  return text.replace(/^\uFEFF/, "").trimStart();
}
