import * as lsp from "vscode-languageserver";
import * as protocol from "../protocol/protocol.ts";
import * as service from "../service/languageService.ts";
import { logError } from "./diagnostics.ts";
import type { Parts } from "./parts.ts";

/** A space starts values and attributes, `>` content, a dot parts of a reference. Elsewhere, they complete nothing. */
const triggerCharacters = ["<", "/", ":", '"', "=", "{", "@", "#", "&", ";", " ", ".", ">", "|"];

export const capabilities: lsp.ServerCapabilities = {
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

/** Handles requests about a document. After the type: the result if it isn't open, or if the feature fails. */
export function registerFeatures(parts: Parts): void {
  const { connection, documents, resources, exchanges } = parts;
  const lastOf = ({ document }: service.DocumentContext) => exchanges.ofFile(service.keyOf(document));

  // Suggestions and explanations for a place.
  withContracts(parts, lsp.CodeActionRequest.type, [], (context, params) =>
    service.getCodeActions(context, params, lastOf(context)),
  );
  withContracts(parts, lsp.CompletionRequest.type, { isIncomplete: false, items: [] }, (context, params) =>
    service.getCompletions(context, params, lastOf(context)),
  );
  withContracts(parts, lsp.HoverRequest.type, null, (context, params) =>
    service.getHover(context, params, lastOf(context)),
  );
  plain(parts, lsp.InlayHintRequest.type, [], service.getInlayHints);

  // The structure of a document, and the definitions and uses of its names.
  withContracts(parts, lsp.DefinitionRequest.type, [], service.getDefinitions);
  withContracts(parts, lsp.TypeDefinitionRequest.type, [], service.getTypeDefinitions);
  withContracts(parts, lsp.ReferencesRequest.type, [], service.getReferences);
  plain(parts, lsp.DocumentHighlightRequest.type, null, service.getHighlights);
  plain(parts, lsp.DocumentLinkRequest.type, [], service.getLinks);
  plain(parts, lsp.DocumentSymbolRequest.type, [], service.getDocumentSymbols);
  plain(parts, lsp.FoldingRangeRequest.type, [], service.getFoldingRanges);
  plain(parts, lsp.SelectionRangeRequest.type, [], service.getSelectionRanges);
  plain(parts, lsp.SemanticTokensRequest.type, { data: [] }, (context) => service.getSemanticTokens(context));
  plain(parts, lsp.SemanticTokensRangeRequest.type, { data: [] }, (context, { range }) =>
    service.getSemanticTokens(context, range),
  );

  plain(parts, lsp.DocumentFormattingRequest.type, [], (context, { options }) => service.format(context, options));
  plain(parts, lsp.DocumentRangeFormattingRequest.type, [], (context, { options, range }) =>
    service.format(context, options, range),
  );
  plain(parts, lsp.DocumentOnTypeFormattingRequest.type, [], service.formatOnType);
  plain(parts, lsp.PrepareRenameRequest.type, null, (context, params) =>
    orError(service.prepareRename(context, params)),
  );
  plain(parts, lsp.RenameRequest.type, null, (context, params) => orError(service.rename(context, params)));
  plain(parts, lsp.LinkedEditingRangeRequest.type, null, service.getLinkedEditingRanges);

  // Requests of our client that aren't in LSP.
  plain(parts, protocol.ContentLengthRequest, { version: 0, edits: [] }, service.correctLengths);
  plain(parts, protocol.FaultPlaceRequest, null, service.getFaultCause);
  plain(parts, protocol.FixAllRequest, notOpen, (context, params) =>
    context.kind === "response" ? notOpen : service.fixAll(context, params),
  );
  plain(parts, protocol.MinifyRequest, { kind: "none" }, service.minify);
  withContracts(parts, protocol.UpdateRequest, null, service.update);
  plain(parts, protocol.SecurityRequest, null, service.getSecurity);
  plain(parts, protocol.AddSecurityRequest, null, service.getAddedSecurity);
  withContracts(parts, protocol.InsertElementRequest, "", service.getInsertedElement);
  withContracts(parts, protocol.ResponseSchemaRequest, null, service.getResponseSchema);

  connection.onRequest(protocol.EndTagRequest, (params, token) => {
    const none = { version: 0, tags: params.positions.map(() => null) };
    return inTurn(parts, params, token, none, service.getEndTags);
  });
  connection.onCodeActionResolve((action) =>
    guarded(connection, action, () => {
      const context = documents.context(service.originOf(action) ?? "");
      return context ? service.resolveCodeAction(context, action) : action;
    }),
  );
  connection.onRequest(protocol.ConvertRequest, (params) =>
    resources.withContracts(params.place?.uri ?? "", () =>
      guarded(connection, { kind: "unknown" }, () =>
        service.convertText(params, params.place && documents.requestContext(params.place.uri)),
      ),
    ),
  );
  connection.onRequest(protocol.RequestNamesRequest, ({ text }) =>
    guarded(connection, { requests: [] }, () => service.getRequestNames(text)),
  );
}

/** Handles requests of a feature that uses no WSDLs. */
function plain<P extends AboutDocument, R>(
  parts: Parts,
  type: lsp.RequestType<P, R, void>,
  otherwise: Result<R>,
  handle: Handle<P, R>,
): void {
  parts.connection.onRequest<P, unknown, void>(type, (params, token) =>
    inTurn(parts, params, token, otherwise, handle),
  );
}

/** Handles requests of a feature that uses WSDLs, after these have been read. */
function withContracts<P extends AboutDocument, R>(
  parts: Parts,
  type: lsp.RequestType<P, R, void>,
  otherwise: Result<R>,
  handle: Handle<P, R>,
): void {
  const { connection, documents, resources, turns } = parts;
  connection.onRequest<P, unknown, void>(type, async (params, token) => {
    if (documents.isResponse(uriOf(params))) await turns.next();
    return resources.withContracts(keyOf(parts, params), () => computed(parts, params, token, otherwise, handle));
  });
}

type Result<R> = R | lsp.ResponseError<void>;
type Handle<P, R> = (context: service.DocumentContext, params: P) => Result<R>;

/** The result of a feature that uses no WSDLs; for a response document, after the requests before it. */
function inTurn<P extends AboutDocument, R>(
  parts: Parts,
  params: P,
  token: lsp.CancellationToken | null,
  otherwise: Result<R>,
  handle: Handle<P, R>,
): Result<R> | Promise<Result<R>> {
  const compute = () => computed(parts, params, token, otherwise, handle);
  return parts.documents.isResponse(uriOf(params)) ? parts.turns.next().then(compute) : compute();
}

/** @param token null if a client has sent `[params, null]` */
function computed<P extends AboutDocument, R>(
  parts: Parts,
  params: P,
  token: lsp.CancellationToken | null,
  otherwise: Result<R>,
  handle: Handle<P, R>,
): Result<R> {
  return guarded(parts.connection, otherwise, () => {
    const context = token?.isCancellationRequested ? undefined : parts.documents.context(keyOf(parts, params));
    return context ? handle(context, params) : otherwise;
  });
}

function keyOf({ documents }: Parts, params: AboutDocument): string {
  return documents.keyAt(uriOf(params), params.position?.line ?? params.line);
}

const notOpen = new lsp.ResponseError<void>(lsp.LSPErrorCodes.RequestFailed, "The document isn't open.");

type AboutDocument = ({ readonly textDocument: { readonly uri: string } } | { readonly uri: string }) & {
  readonly position?: lsp.Position | undefined;
  readonly line?: number | undefined;
};

function uriOf(params: AboutDocument): string {
  return "uri" in params ? params.uri : params.textDocument.uri;
}

function orError<R extends object>(result: R | service.Refused | null): R | lsp.ResponseError<void> | null {
  return result && isRefused(result) ? new lsp.ResponseError(lsp.LSPErrorCodes.RequestFailed, result.reason) : result;
}

function isRefused(result: object): result is service.Refused {
  return "kind" in result && result.kind === "refused";
}

/** The result of `run`. If it fails, logs the error and returns `otherwise`. */
function guarded<R>(connection: lsp.Connection, otherwise: R, run: () => R): R {
  try {
    return run();
  } catch (error) {
    logError(connection, error);
    return otherwise;
  }
}

/** Registers the features for blocks of Markdown documents. The editor itself handles the rest of the Markdown. */
export class MarkdownRegistration {
  readonly #connection: lsp.Connection;
  #registered: Promise<lsp.BulkUnregistration> | undefined;
  wanted = false;

  constructor(connection: lsp.Connection) {
    this.#connection = connection;
  }

  update({ textDocument }: lsp.ClientCapabilities): void {
    const isPossible =
      textDocument?.synchronization?.dynamicRegistration === true && textDocument.diagnostic !== undefined;
    if (!isPossible || this.wanted === (this.#registered !== undefined)) return;
    const { client } = this.#connection;
    const before = this.#registered;
    this.#registered = this.wanted ? client.register(registrations()) : undefined;
    void before?.then((registered) => registered.dispose());
  }
}

function registrations(): lsp.BulkRegistration {
  const documentSelector = [{ language: protocol.markdownLanguageId }];
  const all = lsp.BulkRegistration.create();
  all.add(lsp.DidOpenTextDocumentNotification.type, { documentSelector });
  all.add(lsp.DidChangeTextDocumentNotification.type, {
    documentSelector,
    syncKind: lsp.TextDocumentSyncKind.Incremental,
  });
  all.add(lsp.DidCloseTextDocumentNotification.type, { documentSelector });
  all.add(lsp.CompletionRequest.type, { documentSelector, triggerCharacters });
  all.add(lsp.HoverRequest.type, { documentSelector });
  all.add(lsp.DocumentDiagnosticRequest.type, {
    documentSelector,
    interFileDependencies: false,
    workspaceDiagnostics: false,
  });
  return all;
}
