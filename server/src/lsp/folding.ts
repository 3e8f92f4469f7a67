import type { FoldingRange, FoldingRangeParams } from "vscode-languageserver";
import { folds, maxFolds } from "../features/folding/folding.ts";
import type { LspFeature } from "./feature.ts";
import { structureHandler } from "./structure.ts";

export const folding: LspFeature = {
  capabilities: { foldingRangeProvider: true },
  register: (context) => {
    context.connection.onFoldingRanges(
      structureHandler<FoldingRangeParams, FoldingRange[]>(context, [], ({ document, sections }) => {
        const wanted = context.client().textDocument?.foldingRange?.rangeLimit ?? maxFolds;
        return folds(sections, Math.min(wanted, maxFolds)).map(({ start, end, kind }) => ({
          startLine: document.positionAt(start).line,
          endLine: document.positionAt(end).line,
          ...(kind ? { kind } : {}),
        }));
      }),
    );
  },
};
