import { type InlayHint, type InlayHintParams, MarkupKind } from "vscode-languageserver";
import { inlayHints } from "../features/inlayHints.ts";
import { messageOf } from "../languageService.ts";
import type { LspFeature } from "./feature.ts";

/** Counts, URLs and values behind the text that stands for them; which ones is the author's setting. */
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
