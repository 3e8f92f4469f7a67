import {
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensParams,
  type SemanticTokensRangeParams,
} from "vscode-languageserver";
import { semanticTokens } from "../features/semanticTokens/semanticTokens.ts";
import { tokenModifiers, tokenTypes } from "../features/semanticTokens/token.ts";
import type { Span } from "../languageService.ts";
import type { LspFeature } from "./feature.ts";
import { type Structured, structureHandler } from "./structure.ts";

export const tokens: LspFeature = {
  capabilities: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: true,
      range: true,
    },
  },
  register: (context) => {
    const { semanticTokens: requests } = context.connection.languages;
    requests.on(
      structureHandler<SemanticTokensParams, SemanticTokens>(context, { data: [] }, (structured) =>
        tokensIn(structured),
      ),
    );
    requests.onRange(
      structureHandler<SemanticTokensRangeParams, SemanticTokens>(context, { data: [] }, (structured, { range }) => {
        const { document } = structured;
        return tokensIn(structured, { start: document.offsetAt(range.start), end: document.offsetAt(range.end) });
      }),
    );
  },
};

function tokensIn({ document, sections }: Structured, within?: Span): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { start, end, type, modifiers } of semanticTokens(sections, within)) {
    const { line, character } = document.positionAt(start);
    const bits = modifiers.reduce((sum, one) => sum | (1 << tokenModifiers.indexOf(one)), 0);
    builder.push(line, character, end - start, tokenTypes.indexOf(type), bits);
  }
  return builder.build();
}
