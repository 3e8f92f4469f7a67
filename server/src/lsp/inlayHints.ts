import { type InlayHint, type InlayHintParams, MarkupKind } from "vscode-languageserver";
import { inlayHints } from "../features/inlayHints.ts";
import { messageOf } from "../languageService.ts";
import type { LspFeature } from "./feature.ts";

/** Shows counts, URLs and values after the text that they belong to, as the settings specify. */
export const hints: LspFeature = {
  capabilities: { inlayHintProvider: true },
  register: ({ connection, handler, settings }) => {
    connection.languages.inlayHint.on(
      handler<InlayHintParams, InlayHint[]>([], ({ document, analysis }, { range }) => {
        const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
        return analysis.document.segments.flatMap(({ start, segment }) => {
          if (start > to || start + segment.text.length < from) return [];
          const message = messageOf(analysis, segment);
          if (!message) return [];
          return inlayHints(message, { start: from - start, end: to - start }, settings().inlayHints).map(
            ({ at, label, tooltip }) => ({
              position: document.positionAt(start + at),
              label,
              paddingLeft: true,
              ...(tooltip ? { tooltip: { kind: MarkupKind.Markdown, value: tooltip } } : {}),
            }),
          );
        });
      }),
    );
  },
};
