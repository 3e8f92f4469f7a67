import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type ServerCapabilities,
} from "vscode-languageserver";
import * as protocol from "../protocol/protocol.ts";
import * as service from "../service/languageService.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import type { Turns } from "./turns.ts";

/** Space starts values and attributes, `>` content, a dot the next part of a reference; elsewhere they complete nothing. */
export const triggerCharacters = ["<", "/", ":", '"', "=", "{", "@", "#", "&", ";", " ", ".", ">", "|"];

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
 * document's requests; `turns`: the queue that handles response documents one at a time.
 */
export function registerFeatures(
  connection: Connection,
  documents: OpenDocuments,
  withContracts: WithContracts,
  lastOf: (uri: string) => service.LastExchanges,
  turns: Turns,
): void {
  const handlers = new Handlers(connection, documents, withContracts, turns);
  registerAssistance(connection, handlers, lastOf);
  registerStructure(connection, handlers);
  registerEdits(connection, handlers);
  registerOwnRequests(connection, handlers);
  connection.onCodeActionResolve((action) =>
    guarded(connection, action, () => {
      const context = documents.context(service.originOf(action) ?? "");
      return context ? service.resolveCodeAction(context, action) : action;
    }),
  );
  connection.onRequest(protocol.ConvertRequest, (params) =>
    withContracts(params.place?.uri ?? "", () =>
      guarded(connection, { kind: "unknown" }, () =>
        service.convertText(params, params.place && documents.requestContext(params.place.uri)),
      ),
    ),
  );
}

/** What is offered and explained at a place. */
function registerAssistance(
  connection: Connection,
  handlers: Handlers,
  lastOf: (uri: string) => service.LastExchanges,
): void {
  connection.onCodeAction(
    handlers.withContracts([], (context, { range, context: request }) =>
      service.getCodeActions(context, range, request, lastOf(service.keyOf(context.document))),
    ),
  );
  connection.onCompletion(
    handlers.withContracts({ isIncomplete: false, items: [] }, (context, { position, context: options }) =>
      service.getCompletions(context, position, options?.triggerCharacter, lastOf(service.keyOf(context.document))),
    ),
  );
  connection.onHover(
    handlers.withContracts(null, (context, { position }) =>
      service.getHover(context, position, lastOf(service.keyOf(context.document))),
    ),
  );
  connection.languages.inlayHint.on(handlers.plain([], (context, { range }) => service.getInlayHints(context, range)));
}

/** What a document consists of, and what its names refer to. */
function registerStructure(connection: Connection, handlers: Handlers): void {
  const { semanticTokens } = connection.languages;
  connection.onDefinition(
    handlers.withContracts([], (context, { position }) => service.getDefinitions(context, position)),
  );
  connection.onTypeDefinition(
    handlers.withContracts([], (context, { position }) => service.getTypeDefinitions(context, position)),
  );
  connection.onReferences(
    handlers.withContracts([], (context, { position, context: options }) =>
      service.getReferences(context, position, options.includeDeclaration),
    ),
  );
  connection.onDocumentHighlight(
    handlers.plain(null, (context, { position }) => service.getHighlights(context, position)),
  );
  connection.onDocumentLinks(handlers.plain([], (context) => service.getLinks(context)));
  connection.onDocumentSymbol(handlers.plain([], (context) => service.getDocumentSymbols(context)));
  connection.onFoldingRanges(handlers.plain([], (context) => service.getFoldingRanges(context)));
  connection.onSelectionRanges(
    handlers.plain([], (context, { positions }) => service.getSelectionRanges(context, positions)),
  );
  semanticTokens.on(handlers.plain({ data: [] }, (context) => service.getSemanticTokens(context)));
  semanticTokens.onRange(
    handlers.plain({ data: [] }, (context, { range }) => service.getSemanticTokens(context, range)),
  );
}

function registerEdits(connection: Connection, handlers: Handlers): void {
  connection.onDocumentFormatting(handlers.plain([], (context, { options }) => service.format(context, options)));
  connection.onDocumentRangeFormatting(
    handlers.plain([], (context, { options, range }) => service.format(context, options, range)),
  );
  connection.onDocumentOnTypeFormatting(
    handlers.plain([], (context, { position, ch, options }) => service.formatOnType(context, position, ch, options)),
  );
  connection.onPrepareRename(
    handlers.plain(null, (context, { position }) => orError(service.prepareRename(context, position))),
  );
  connection.onRenameRequest(
    handlers.plain(null, (context, { position, newName }) => orError(service.rename(context, position, newName))),
  );
  connection.languages.onLinkedEditingRange(
    handlers.plain(null, (context, { position }) => service.getLinkedEditingRanges(context, position)),
  );
}

/** The client's requests that aren't in LSP. */
function registerOwnRequests(connection: Connection, handlers: Handlers): void {
  connection.onRequest(
    protocol.ContentLengthRequest,
    handlers.plain({ version: 0, edits: [] }, (context, { changed }) => service.correctLengths(context, changed)),
  );
  connection.onRequest(protocol.EndTagRequest, (params) =>
    handlers.plain({ version: 0, tags: params.positions.map(() => null) }, (context) =>
      service.getEndTags(context, params.positions),
    )(params),
  );
  connection.onRequest(
    protocol.FaultPlaceRequest,
    handlers.plain(null, (context, { line, cause }) => service.getFaultCause(context, line, cause)),
  );
  connection.onRequest(
    protocol.FixAllRequest,
    handlers.plain(notOpen, (context, { line }) =>
      context.kind === "response" ? notOpen : service.fixAll(context, line),
    ),
  );
  connection.onRequest(
    protocol.MinifyRequest,
    handlers.plain({ kind: "none" }, (context, { line }) => service.minify(context, line)),
  );
  connection.onRequest(
    protocol.UpdateRequest,
    handlers.withContracts(null, (context, { line }) => service.update(context, line)),
  );
  connection.onRequest(
    protocol.SecurityRequest,
    handlers.plain(null, (context, { line }) => service.getSecurity(context, line)),
  );
  connection.onRequest(
    protocol.AddSecurityRequest,
    handlers.plain(null, (context, params) => service.getAddedSecurity(context, params)),
  );
  connection.onRequest(
    protocol.InsertElementRequest,
    handlers.withContracts("", (context, params) => service.getInsertedElement(context, params)),
  );
  connection.onRequest(
    protocol.ResponseSchemaRequest,
    handlers.withContracts(null, (context, { values }) => service.getResponseSchema(context, values)),
  );
  connection.onRequest(protocol.RequestNamesRequest, ({ text }) =>
    guarded(connection, { requests: [] }, () => service.getRequestNames(text)),
  );
}

/** Makes handlers of requests about a document. Their result is `otherwise` if it isn't open or if the feature fails. */
class Handlers {
  readonly #connection: Connection;
  readonly #documents: OpenDocuments;
  readonly #withContracts: WithContracts;
  readonly #turns: Turns;

  constructor(connection: Connection, documents: OpenDocuments, withContracts: WithContracts, turns: Turns) {
    this.#connection = connection;
    this.#documents = documents;
    this.#withContracts = withContracts;
    this.#turns = turns;
  }

  /** For features that use no WSDLs. */
  plain<P extends AboutDocument, R, E = R>(otherwise: E, handle: (context: service.DocumentContext, params: P) => R) {
    const compute = this.#guarded(otherwise, handle);
    return (params: P, token?: CancellationToken): R | E | Promise<R | E> =>
      this.#documents.isResponse(uriOf(params))
        ? this.#turns.next().then(() => compute(params, token))
        : compute(params, token);
  }

  /** For features that use WSDLs. */
  withContracts<P extends AboutDocument, R, E = R>(
    otherwise: E,
    handle: (context: service.DocumentContext, params: P) => R,
  ) {
    const compute = this.#guarded(otherwise, handle);
    return async (params: P, token?: CancellationToken) => {
      if (this.#documents.isResponse(uriOf(params))) await this.#turns.next();
      return this.#withContracts(this.#keyOf(params), () => compute(params, token));
    };
  }

  #keyOf(params: AboutDocument): string {
    return this.#documents.keyAt(uriOf(params), params.position?.line ?? params.line);
  }

  #guarded<P extends AboutDocument, R, E>(otherwise: E, handle: (context: service.DocumentContext, params: P) => R) {
    return (params: P, token?: CancellationToken): R | E =>
      guarded<R | E>(this.#connection, otherwise, () => {
        const context = token?.isCancellationRequested ? undefined : this.#documents.context(this.#keyOf(params));
        return context ? handle(context, params) : otherwise;
      });
  }
}

const notOpen = new ResponseError<void>(LSPErrorCodes.RequestFailed, "The document isn't open.");

type AboutDocument = ({ readonly textDocument: { readonly uri: string } } | { readonly uri: string }) & {
  readonly position?: Position | undefined;
  readonly line?: number | undefined;
};

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
