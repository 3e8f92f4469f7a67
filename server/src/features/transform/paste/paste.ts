import type { PlacedSegment, SoapHttpDocument } from "../../../document.ts";
import { segmentAt } from "../../../document.ts";
import type { Edit } from "../../../rules/rule.ts";
import { firstBreak } from "../../../text/lines.ts";
import type { Span } from "../../../text/span.ts";
import { trimTrailing } from "../../../text/trailing.ts";
import { fromCurl, isCurl } from "./curl/curl.ts";
import { fromHttpFile, isHttpFile } from "./httpFile/httpFile.ts";
import { fromRawHttp, isRawHttp } from "./rawHttp.ts";

/** What another tool writes requests as. */
export type PasteSource = "curl" | "http" | "httpFile";

/** Requests that were read from another tool's text. */
export interface Converted {
  readonly source: PasteSource;
  /** Of a `.soaphttp` file, its requests divided by `###`. */
  readonly text: string;
}

/** A text of another tool as one of this format; `undefined` where it is none that is known. */
export function convert(text: string, lineBreak: "\n" | "\r\n"): Converted | undefined {
  if (isCurl(text)) return joined("curl", fromCurl(text, lineBreak), lineBreak);
  if (isRawHttp(text)) return joined("http", fromRawHttp(text, lineBreak), lineBreak);
  return isHttpFile(text) ? { source: "httpFile", text: fromHttpFile(text, lineBreak) } : undefined;
}

function joined(source: PasteSource, segments: readonly string[], lineBreak: string): Converted | undefined {
  const text = segments.map((segment) => trimTrailing(segment, "\r\n")).join(`${lineBreak}${lineBreak}###${lineBreak}`);
  return segments.length === 0 ? undefined : { source, text };
}

/** An edit of a document, and where in its new text the requests begin. */
export interface Placed {
  readonly edit: Edit;
  readonly at: number;
}

/**
 * Puts requests into a document: in the place of the selection where no request is there yet, else behind the request
 * that it is in, divided from it and from the next one.
 */
export function place(document: SoapHttpDocument, selection: Span, text: string): Placed {
  const lineBreak = document.text.includes("\n") ? firstBreak(document.text) : text.includes("\r\n") ? "\r\n" : "\n";
  const segment = segmentAt(document, selection.start);
  const behind = segment && isTaken(segment, selection) ? segment.start + segment.segment.text.length : undefined;
  const at = behind === undefined ? selection : { start: behind, end: behind };
  const before = document.text.slice(0, at.start);
  const after = document.text.slice(at.end);
  const above = before === "" || /[\r\n]$/.test(before) ? "" : lineBreak;
  const separator = behind === undefined || text.startsWith("###") ? "" : `###${lineBreak}`;
  const below = after === "" || /^[\r\n]/.test(after) ? "" : lineBreak.repeat(2);
  const newText = `${above}${separator}${trimTrailing(text, "\r\n")}${below}`;
  return { edit: { ...at, newText }, at: at.start + above.length + separator.length };
}

/** A request that isn't selected as a whole. */
function isTaken({ start, segment }: PlacedSegment, selection: Span): boolean {
  const { request } = segment;
  if (!request) return false;
  const content = segment.text.slice(0, request.end).trimEnd().length;
  return selection.start > start + request.start || selection.end < start + content;
}
