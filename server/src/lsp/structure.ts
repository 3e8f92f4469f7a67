import type { CancellationToken } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Section, sectionOfResponse, sectionsOfRequests } from "../features/support/section.ts";
import { messageOf } from "../languageService.ts";
import { readReceived } from "../response/received.ts";
import { type FeatureContext, guarded } from "./feature.ts";

/** An open document of requests, or of a response. */
export interface Structured {
  readonly document: TextDocument;
  readonly sections: readonly Section[];
}

/**
 * The handler of a request about a document's structure, whatever it holds. Where the document isn't open, or the
 * feature fails, the answer is `otherwise`. A request that is cancelled before its turn is never handled: that is when
 * cancelling helps, since what features give is bounded.
 */
export function structureHandler<P extends { readonly textDocument: { readonly uri: string } }, R>(
  { connection, open, openResponse }: FeatureContext,
  otherwise: R,
  answer: (structured: Structured, params: P) => R,
): (params: P, token: CancellationToken) => Promise<R> {
  return (params, token) =>
    guarded(connection, otherwise, () => {
      if (token.isCancellationRequested) return otherwise;
      const { uri } = params.textDocument;
      const response = openResponse(uri);
      if (response) return answer({ document: response, sections: [sectionOf(response)] }, params);
      const opened = open(uri);
      if (!opened) return otherwise;
      const { document, analysis } = opened;
      const sections = sectionsOfRequests({
        ...analysis,
        messageOf: ({ segment }) => messageOf(analysis, segment),
      });
      return answer({ document, sections }, params);
    });
}

const shown = new WeakMap<TextDocument, { readonly version: number; readonly section: Section }>();

/** A response is parsed once for all features. */
function sectionOf(document: TextDocument): Section {
  const known = shown.get(document);
  if (known?.version === document.version) return known.section;
  const section = sectionOfResponse(readReceived(document.getText(), undefined));
  shown.set(document, { version: document.version, section });
  return section;
}
