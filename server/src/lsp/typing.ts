import { contentLengthUpdates } from "../features/contentLengthUpdate.ts";
import { endTagFor } from "../features/onType/endTag.ts";
import { messageOf, requestAt } from "../languageService.ts";
import { ContentLengthRequest, EndTagRequest } from "../protocol.ts";
import { toTextEdit } from "./documents.ts";
import type { LspFeature } from "./feature.ts";

/** What is written while the author types and LSP has no request for: end tags, and the count of the body. */
export const typing: LspFeature = {
  capabilities: {},
  register: ({ connection, open }) => {
    connection.onRequest(EndTagRequest, ({ uri, positions }) => {
      const opened = open(uri);
      if (!opened) return { version: 0, tags: positions.map(() => null) };
      const { document, analysis } = opened;
      const tags = positions.map((position) => {
        const offset = document.offsetAt(position);
        const request = requestAt(analysis, offset);
        return (request && endTagFor(request.message, offset - request.segment.start)) ?? null;
      });
      return { version: document.version, tags };
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
