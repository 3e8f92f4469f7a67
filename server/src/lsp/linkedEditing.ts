import type { LinkedEditingRangeParams, LinkedEditingRanges } from "vscode-languageserver";
import { linkedNamePattern, linkedNames } from "../features/linkedEditing.ts";
import { requestAt } from "../languageService.ts";
import { shift } from "../text/span.ts";
import { toRange } from "./documents.ts";
import type { LspFeature } from "./feature.ts";

/** A start tag and its end tag are renamed together while one of them is typed in. */
export const linkedEditing: LspFeature = {
  capabilities: { linkedEditingRangeProvider: true },
  register: ({ connection, handler }) => {
    connection.languages.onLinkedEditingRange(
      handler<LinkedEditingRangeParams, LinkedEditingRanges | null>(null, ({ document, analysis }, { position }) => {
        const offset = document.offsetAt(position);
        const request = requestAt(analysis, offset);
        const names = request && linkedNames(request.message, offset - request.segment.start);
        if (!names) return null;
        return {
          ranges: names.map((name) => toRange(document, shift(name, request.segment.start))),
          wordPattern: linkedNamePattern,
        };
      }),
    );
  },
};
