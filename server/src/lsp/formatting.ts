import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
} from "vscode-languageserver";
import type { FormattingOptions, TextEdit } from "vscode-languageserver-types";
import { formatSegment, type Layout, minifyBody } from "../features/formatting/formatting.ts";
import { indentationAfter } from "../features/onType/indentation.ts";
import { type Edit, messageOf, requestAt, type Span } from "../languageService.ts";
import { MinifyRequest, type MinifyResult } from "../protocol.ts";
import { firstBreak } from "../text/lines.ts";
import { shift } from "../text/span.ts";
import { isFormattable } from "../xml/format.ts";
import { toTextEdit } from "./documents.ts";
import type { LspFeature, Opened } from "./feature.ts";

/** Formatting of a document, of a range and while typing; "Minify Body" as a request of our own client. */
export const formatting: LspFeature = {
  capabilities: {
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: { firstTriggerCharacter: "\n", moreTriggerCharacter: [">"] },
  },
  register: ({ connection, open, handler }) => {
    connection.onDocumentFormatting(
      handler<DocumentFormattingParams, TextEdit[]>([], (opened, { options }) => formatAll(opened, options)),
    );
    connection.onDocumentRangeFormatting(
      handler<DocumentRangeFormattingParams, TextEdit[]>([], (opened, { options, range }) => {
        const { document } = opened;
        return formatAll(opened, options, {
          start: document.offsetAt(range.start),
          end: document.offsetAt(range.end),
        });
      }),
    );
    connection.onDocumentOnTypeFormatting(handler<DocumentOnTypeFormattingParams, TextEdit[]>([], indent));
    connection.onRequest(MinifyRequest, ({ uri, line }) => {
      const opened = open(uri);
      return opened ? minify(opened, line) : { kind: "none" as const };
    });
  },
};

function formatAll({ document, analysis }: Opened, options: FormattingOptions, range?: Span): TextEdit[] {
  const layout: Layout = { indent: unitOf(options), lineBreak: firstBreak(analysis.document.text) };
  return analysis.document.segments.flatMap(({ start, segment }) => {
    const end = start + segment.text.length;
    if (range && (range.end < start || end < range.start)) return [];
    const own = range && { start: Math.max(range.start, start) - start, end: Math.min(range.end, end) - start };
    const edits = formatSegment(segment, messageOf(analysis, segment), layout, own);
    return edits.map((edit) => toTextEdit(document, shiftEdit(edit, start)));
  });
}

function indent({ document, analysis }: Opened, { position, ch, options }: DocumentOnTypeFormattingParams): TextEdit[] {
  const offset = document.offsetAt(position);
  const request = requestAt(analysis, offset);
  if (!request || (ch !== "\n" && ch !== ">")) return [];
  const { message, segment } = request;
  const edit = indentationAfter(message, offset - segment.start, ch, unitOf(options));
  return edit ? [toTextEdit(document, shiftEdit(edit, segment.start))] : [];
}

function minify({ document, analysis }: Opened, line: number): MinifyResult {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  const xml = request?.message.xml;
  if (!request || !xml?.root) return { kind: "none" };
  if (!isFormattable(xml)) return { kind: "illFormed" };
  const edits = minifyBody(request.message).map((edit) => shiftEdit(edit, request.segment.start));
  return { kind: "edits", version: document.version, edits: edits.map((edit) => toTextEdit(document, edit)) };
}

function unitOf({ insertSpaces, tabSize }: FormattingOptions): string {
  return insertSpaces ? " ".repeat(Math.max(1, tabSize)) : "\t";
}

function shiftEdit(edit: Edit, by: number): Edit {
  return { ...edit, ...shift(edit, by) };
}
