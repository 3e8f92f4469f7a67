import type { Position, SelectionRange, SelectionRangeParams } from "vscode-languageserver";
import { selectionSpans } from "../features/selectionRanges/selectionRanges.ts";
import { toRange } from "./documents.ts";
import type { LspFeature } from "./feature.ts";
import { type Structured, structureHandler } from "./structure.ts";

export const selectionRanges: LspFeature = {
  capabilities: { selectionRangeProvider: true },
  register: (context) => {
    context.connection.onSelectionRanges(
      structureHandler<SelectionRangeParams, SelectionRange[]>(context, [], (structured, { positions }) =>
        positions.map((position) => around(structured, position)),
      ),
    );
  },
};

/** LSP requires a range for each position, possibly empty. */
function around({ document, sections }: Structured, position: Position): SelectionRange {
  let range: SelectionRange | undefined;
  for (const span of selectionSpans(sections, document.offsetAt(position)).toReversed()) {
    range = { range: toRange(document, span), ...(range ? { parent: range } : {}) };
  }
  return range ?? { range: { start: position, end: position } };
}
