import type { HeadBoundary, MessageSyntax } from "../http/head.ts";
import { afterBreak, lineEnd, trimBlanks } from "../text/lines.ts";
import { slice } from "../text/span.ts";
import type { Directive, PreambleItem } from "./preamble.ts";

/** The text of `# @document NAME` as a body without a header section. Offsets: UTF-16, in the segment's text. */
export interface DocumentSyntax extends MessageSyntax {
  /** The directive `# @document`. Its value, the name, may be empty. */
  readonly directive: Directive;
}

/** The text below the first empty line after `# @document`. `items`: the preamble, which ends at `end`. */
export function parseDocumentText(
  text: string,
  items: readonly PreambleItem[],
  end: number,
): DocumentSyntax | undefined {
  const directive = items.find(
    (item): item is Directive => item.kind === "directive" && slice(text, item.name) === "document",
  );
  if (!directive) return undefined;
  const boundary = boundaryOf(text, directive.end, end);
  const start = boundary ? boundary.start : text.length;
  const body = boundary && {
    start: boundary.kind === "missing" ? start : afterBreak(text, boundary.end),
    end: text.length,
  };
  const first = trimBlanks(text, { start: body?.start ?? start, end: lineEnd(text, body?.start ?? start) });
  const head = { requestLine: undefined, statusLine: undefined, startLine: undefined, headerLines: [] };
  return { directive, start, end: text.length, first, ...head, boundary, body };
}

/** The first empty line. If there is none, an empty span above the first line that can't be in a preamble. */
function boundaryOf(text: string, from: number, preambleEnd: number): HeadBoundary | undefined {
  for (let at = afterBreak(text, from); at < text.length; at = afterBreak(text, lineEnd(text, at))) {
    if (at >= preambleEnd) return { kind: "missing", start: at, end: at };
    const line = { start: at, end: lineEnd(text, at) };
    const content = trimBlanks(text, line);
    if (content.start === content.end) return { kind: at === line.end ? "empty" : "blanks", ...line };
  }
  return undefined;
}
