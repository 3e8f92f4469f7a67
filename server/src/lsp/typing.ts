import type { TextDocument } from "vscode-languageserver-textdocument";
import { contentLengthUpdates } from "../features/contentLengthUpdate.ts";
import { endTagFor, restOfEndTag } from "../features/onType/endTag.ts";
import { type Analysis, messageOf, requestAt } from "../languageService.ts";
import { ContentLengthRequest, type EndTagParams, EndTagRequest, type WrittenEndTag } from "../protocol.ts";
import { shift } from "../text/span.ts";
import { toTextEdit } from "./documents.ts";
import type { LspFeature } from "./feature.ts";

/** What is written while the author types and LSP has no request for: end tags, and the count of the body. */
export const typing: LspFeature = {
  capabilities: {},
  register: ({ connection, open }) => {
    connection.onRequest(EndTagRequest, (params) => {
      const opened = open(params.uri);
      if (!opened) return { version: 0, tags: params.positions.map(() => null) };
      return { version: opened.document.version, tags: endTags(opened.document, opened.analysis, params) };
    });
    connection.onRequest(ContentLengthRequest, ({ uri, changed }) => {
      const opened = open(uri);
      if (!opened) return { version: 0, edits: [] };
      const { document, analysis } = opened;
      const spans = changed?.map(({ start, end }) => ({
        start: document.offsetAt(start),
        end: document.offsetAt(end),
      }));
      const edits = contentLengthUpdates(analysis.document, ({ segment }) => messageOf(analysis, segment), spans);
      return { version: document.version, edits: edits.map((edit) => toTextEdit(document, edit)) };
    });
  },
};

function endTags(document: TextDocument, analysis: Analysis, { typed, positions }: EndTagParams) {
  return positions.map((position): WrittenEndTag | null => {
    const offset = document.offsetAt(position);
    const request = requestAt(analysis, offset);
    if (!request) return null;
    const { message, segment } = request;
    if (typed === ">") {
      const text = endTagFor(message, offset - segment.start);
      return text === undefined ? null : { text };
    }
    const rest = restOfEndTag(message, offset - segment.start);
    if (!rest) return null;
    const { text, indentation } = rest;
    if (!indentation) return { text };
    return { text, indentation: toTextEdit(document, { ...indentation, ...shift(indentation, segment.start) }) };
  });
}
