import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
} from "vscode-languageserver";
import * as protocol from "../protocol/protocol.ts";
import * as service from "../service/languageService.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import type { Turns } from "./turns.ts";

/** Space starts values and attributes, a dot the next part of a reference; elsewhere they complete nothing. */
const triggerCharacters = ["<", "/", ":", '"', "=", "{", "@", "#", "&", ";", " ", "."];

export const capabilities: ServerCapabilities = {
  codeActionProvider: { codeActionKinds: service.codeActionKinds, resolveProvider: true },
  completionProvider: { triggerCharacters },
  definitionProvider: true,
  documentFormattingProvider: true,
  documentHighlightProvider: true,
  documentLinkProvider: {},
  documentOnTypeFormattingProvider: { firstTriggerCharacter: "\n", moreTriggerCharacter: [">"] },
  documentRangeFormattingProvider: true,
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  hoverProvider: true,
  inlayHintProvider: true,
  linkedEditingRangeProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  selectionRangeProvider: true,
  typeDefinitionProvider: true,
  semanticTokensProvider: { legend: service.semanticTokensLegend, full: true, range: true },
};

/** Resolves with the result of `compute` after the WSDLs of a document have been read. */
type WithContracts = <R>(uri: string, compute: () => R) => Promise<R>;

/**
 * Handles the requests about a document with functions of the language service. `lastOf`: returns the last exchanges of a
 * document's requests; `turns`: those of responses.
 */
export function registerFeatures(
  connection: Connection,
  documents: OpenDocuments,
  withContracts: WithContracts,
  lastOf: (uri: string) => service.LastExchanges,
  turns: Turns,
): void {
  const { languages } = connection;
  connection.onCodeAction(
    onContracts([], (context, { range, context: request }) =>
      service.getCodeActions(context, range, request, lastOf(context.document.uri)),
    ),
  );
  connection.onCodeActionResolve((action) =>
    guarded(connection, action, () => {
      const context = documents.context(service.originOf(action) ?? "");
      return context ? service.resolveCodeAction(context, action) : action;
    }),
  );
  connection.onCompletion(
    onContracts({ isIncomplete: false, items: [] }, (context, { position, context: options }) =>
      service.getCompletions(context, position, options?.triggerCharacter, lastOf(context.document.uri)),
    ),
  );
  connection.onDefinition(onContracts([], (context, { position }) => service.getDefinitions(context, position)));
  connection.onDocumentFormatting(on([], (context, { options }) => service.format(context, options)));
  connection.onDocumentHighlight(on(null, (context, { position }) => service.getHighlights(context, position)));
  connection.onDocumentLinks(on([], (context) => service.getLinks(context)));
  connection.onDocumentOnTypeFormatting(
    on([], (context, { position, ch, options }) => service.formatOnType(context, position, ch, options)),
  );
  connection.onDocumentRangeFormatting(
    on([], (context, { options, range }) => service.format(context, options, range)),
  );
  connection.onDocumentSymbol(on([], (context) => service.getDocumentSymbols(context)));
  connection.onFoldingRanges(on([], (context) => service.getFoldingRanges(context)));
  connection.onHover(
    onContracts(null, (context, { position }) => service.getHover(context, position, lastOf(context.document.uri))),
  );
  connection.onPrepareRename(on(null, (context, { position }) => orError(service.prepareRename(context, position))));
  connection.onReferences(
    onContracts([], (context, { position, context: options }) =>
      service.getReferences(context, position, options.includeDeclaration),
    ),
  );
  connection.onRenameRequest(
    on(null, (context, { position, newName }) => orError(service.rename(context, position, newName))),
  );
  connection.onSelectionRanges(on([], (context, { positions }) => service.getSelectionRanges(context, positions)));
  connection.onTypeDefinition(
    onContracts([], (context, { position }) => service.getTypeDefinitions(context, position)),
  );
  languages.inlayHint.on(on([], (context, { range }) => service.getInlayHints(context, range)));
  languages.onLinkedEditingRange(
    on(null, (context, { position }) => service.getLinkedEditingRanges(context, position)),
  );
  languages.semanticTokens.on(on({ data: [] }, (context) => service.getSemanticTokens(context)));
  languages.semanticTokens.onRange(on({ data: [] }, (context, { range }) => service.getSemanticTokens(context, range)));

  connection.onRequest(
    protocol.ContentLengthRequest,
    on({ version: 0, edits: [] }, (context, { changed }) => service.correctLengths(context, changed)),
  );
  connection.onRequest(protocol.ConvertRequest, (params) =>
    withContracts(params.place?.uri ?? "", () =>
      guarded(connection, { kind: "unknown" }, () =>
        service.convertText(params, params.place && documents.requestContext(params.place.uri)),
      ),
    ),
  );
  connection.onRequest(protocol.EndTagRequest, (params) =>
    on({ version: 0, tags: params.positions.map(() => null) }, (context) =>
      service.getEndTags(context, params.positions),
    )(params),
  );
  connection.onRequest(
    protocol.FaultPlaceRequest,
    on(null, (context, { line, cause }) => service.getFaultCause(context, line, cause)),
  );
  connection.onRequest(
    protocol.FixAllRequest,
    on(notOpen, (context, { line }) => (context.kind === "requests" ? service.fixAll(context, line) : notOpen)),
  );
  connection.onRequest(
    protocol.MinifyRequest,
    on({ kind: "none" }, (context, { line }) => service.minify(context, line)),
  );
  connection.onRequest(
    protocol.UpdateRequest,
    onContracts(null, (context, { line }) => service.update(context, line)),
  );
  connection.onRequest(protocol.PartsRequest, (params) => service.receivedParts(params));
  connection.onRequest(protocol.RequestNamesRequest, ({ text }) =>
    guarded(connection, { requests: [] }, () => service.getRequestNames(text)),
  );

  /** Handles a request about a document; the result is `otherwise` if it isn't open or if the feature fails. */
  function on<P extends AboutDocument, R, E = R>(
    otherwise: E,
    handle: (context: service.DocumentContext, params: P) => R,
  ) {
    const compute = guardedOn(otherwise, handle);
    return (params: P, token?: CancellationToken): R | E | Promise<R | E> =>
      documents.isResponse(uriOf(params)) ? turns.next().then(() => compute(params, token)) : compute(params, token);
  }

  /** As `on`, for features that use WSDLs. */
  function onContracts<P extends AboutDocument, R, E = R>(
    otherwise: E,
    handle: (context: service.DocumentContext, params: P) => R,
  ) {
    const compute = guardedOn(otherwise, handle);
    return async (params: P, token?: CancellationToken) => {
      if (documents.isResponse(uriOf(params))) await turns.next();
      return withContracts(uriOf(params), () => compute(params, token));
    };
  }

  function guardedOn<P extends AboutDocument, R, E>(
    otherwise: E,
    handle: (context: service.DocumentContext, params: P) => R,
  ) {
    return (params: P, token?: CancellationToken): R | E =>
      guarded<R | E>(connection, otherwise, () => {
        const context = token?.isCancellationRequested ? undefined : documents.context(uriOf(params));
        return context ? handle(context, params) : otherwise;
      });
  }
}

const notOpen = new ResponseError<void>(LSPErrorCodes.RequestFailed, "The document isn't open.");

type AboutDocument = { readonly textDocument: { readonly uri: string } } | { readonly uri: string };

function uriOf(params: AboutDocument): string {
  return "uri" in params ? params.uri : params.textDocument.uri;
}

function orError<R extends object>(result: R | service.Refused | null): R | ResponseError<void> | null {
  return result && isRefused(result) ? new ResponseError(LSPErrorCodes.RequestFailed, result.reason) : result;
}

function isRefused(result: object): result is service.Refused {
  return "kind" in result && result.kind === "refused";
}

/** The result of `run`; `otherwise` if it fails, with the error in the log. */
function guarded<R>(connection: Connection, otherwise: R, run: () => R): R {
  try {
    return run();
  } catch (error) {
    logError(connection, error);
    return otherwise;
  }
}

export function logError({ console }: Connection, error: unknown): void {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
