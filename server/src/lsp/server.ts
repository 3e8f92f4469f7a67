import * as l10n from "@vscode/l10n";
import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DocumentDiagnosticReportKind,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSaveReason,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { defaultOptions, type Options, type Sending, withSettings } from "../languageService.ts";
import {
  CursorNotification,
  defaultInlayHints,
  EncodingNotification,
  EnvironmentsRequest,
  FaultPlaceRequest,
  FixAllRequest,
  ForgetResponse,
  type InitializationOptions,
  OutgoingRequest,
  PartsRequest,
  PresentRequest,
  RequestsRequest,
  responseLanguageId,
  type Settings,
} from "../protocol.ts";
import { receivedParts } from "../response/parts.ts";
import { codeActions } from "./codeActions.ts";
import { completion } from "./completion.ts";
import { goToDefinition } from "./definitions.ts";
import { toDiagnostics } from "./diagnostics.ts";
import { Analyses } from "./documents.ts";
import { createContext, type LspFeature } from "./feature.ts";
import { folding } from "./folding.ts";
import { formatting } from "./formatting.ts";
import { documentHighlights } from "./highlights.ts";
import { hovers } from "./hover.ts";
import { hints } from "./inlayHints.ts";
import { linkedEditing } from "./linkedEditing.ts";
import { documentLinks } from "./links.ts";
import { type Machine, Outsides } from "./outsides.ts";
import { findReferences } from "./references.ts";
import { rename } from "./rename.ts";
import { fixAll, outgoing, placeOfFault, requests } from "./requests.ts";
import { Responses } from "./responses.ts";
import { selectionRanges } from "./selectionRanges.ts";
import { tokens } from "./semanticTokens.ts";
import { symbols } from "./symbols.ts";
import { typing } from "./typing.ts";
import { Writing } from "./writing.ts";

/** What a host has and the server needs. */
export interface Runtime extends Machine {
  /** Runs the work soon, and lets messages in first. */
  later(work: () => void): void;
  /** The time and random values of a sending. */
  sendingNow(): Omit<Sending, "secret">;
}

/** Every language feature; one file each. */
const features: readonly LspFeature[] = [
  codeActions,
  formatting,
  linkedEditing,
  rename,
  typing,
  hovers,
  hints,
  symbols,
  folding,
  selectionRanges,
  documentHighlights,
  goToDefinition,
  findReferences,
  documentLinks,
  tokens,
  completion,
];

/** Serves one client until the connection ends. Nothing is printed: the connection may be the standard output. */
export function startServer(connection: Connection, runtime: Runtime): void {
  const documents = new TextDocuments(TextDocument);
  let settings: Options = defaultOptions;
  const outsides = new Outsides(connection, runtime, { changed: refresh, known: refreshColours });
  const analyses = new Analyses(settings, (uri) => outsides.of(uri));
  const responses = new Responses();
  const writing = new Writing();
  let ownSettings = readSettings(undefined);
  let client: ClientCapabilities = {};
  let pulls = false;
  let watchesSettings = false;
  /** Documents that were last saved by auto save, while their author goes on writing. */
  const savedByDelay = new Set<string>();

  connection.onInitialize((params) => {
    const options = readOptions(params);
    responses.languages = params.locale ? [params.locale] : [];
    if (options.l10n) l10n.config({ contents: { ...options.l10n } });
    applySettings({ rules: options.settings?.rules ?? {}, transport: options.transport ?? "node" });
    ownSettings = readSettings(options.settings);
    client = params.capabilities;
    outsides.initialize(params, options, ownSettings.environments);
    pulls = params.capabilities.textDocument?.diagnostic !== undefined;
    watchesSettings = params.capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true;
    return initializeResult(pulls);
  });

  connection.onInitialized(() => {
    if (watchesSettings) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: "soaphttp" });
    }
    outsides.initialized();
  });

  connection.onDidChangeConfiguration((change) => {
    const given = (change.settings as { soaphttp?: Partial<Settings> } | null)?.soaphttp;
    ownSettings = readSettings(given);
    applySettings({ ...settings, rules: ownSettings.rules });
    outsides.environments = ownSettings.environments;
    refresh();
  });

  connection.onNotification(EncodingNotification, ({ uri, encoding }) => {
    const document = documents.get(uri);
    if (analyses.setEncoding(uri, encoding) && document) refreshDiagnostics([document]);
  });

  documents.onDidChangeContent(({ document }) => {
    if (pulls) return;
    const { version } = document;
    runtime.later(() => {
      if (documents.get(document.uri)?.version === version) void publish(document);
    });
  });
  documents.onWillSave(({ document: { uri }, reason }) => {
    if (reason === TextDocumentSaveReason.AfterDelay) savedByDelay.add(uri);
    else savedByDelay.delete(uri);
  });
  documents.onDidSave(({ document }) => {
    if (!savedByDelay.has(document.uri)) leave(document);
  });
  documents.onDidClose(({ document }) => {
    analyses.forget(document.uri);
    writing.forget(document.uri);
    savedByDelay.delete(document.uri);
    outsides.forget(document.uri);
    if (!pulls) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });

  connection.languages.diagnostics.on(async ({ textDocument }, token) => {
    // Lets a cancellation in that waits behind this request: an editor takes a question back when its text changes.
    await new Promise<void>((resolve) => runtime.later(resolve));
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, "no longer wanted");
    const items = await outsides.settled(textDocument.uri, () => {
      const document = documents.get(textDocument.uri);
      return document ? diagnosticsOf(document) : [];
    });
    return { kind: DocumentDiagnosticReportKind.Full, items };
  });

  connection.onRequest(RequestsRequest, ({ uri }) =>
    outsides.settled(uri, () => {
      const document = requestDocument(uri);
      return document ? requests(document, analyses.of(document)) : { version: 0, requests: [] };
    }),
  );
  connection.onRequest(OutgoingRequest, async ({ uri, line, secrets = {} }) => {
    await outsides.renew(uri);
    const secret = (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);
    const sending = { ...runtime.sendingNow(), secret };
    return outsides.settled(uri, () => {
      const document = requestDocument(uri);
      if (!document) return { kind: "none" as const };
      leave(document);
      return outgoing(document, analyses.of(document), line, sending);
    });
  });
  connection.onNotification(CursorNotification, (cursor) => {
    const document = requestDocument(cursor.uri);
    if (!document) return;
    writing.move(document, cursor, () => analyses.of(document));
    showAnew(document);
  });
  connection.onRequest(EnvironmentsRequest, ({ uri }) =>
    outsides.settled(uri, () => ({ environments: outsides.of(uri).environmentNames })),
  );
  connection.onRequest(FixAllRequest, ({ uri, line }) => {
    const document = requestDocument(uri);
    if (!document) return new ResponseError(LSPErrorCodes.RequestFailed, `not open: ${uri}`);
    return fixAll(document, analyses.of(document), line);
  });
  connection.onRequest(FaultPlaceRequest, (params) => {
    const document = requestDocument(params.uri);
    return document ? placeOfFault(document, analyses.of(document), params) : null;
  });
  connection.onRequest(PartsRequest, (params) => receivedParts(params));
  connection.onRequest(PresentRequest, (params) => responses.present(params));
  connection.onNotification(ForgetResponse, ({ uri }) => responses.forget(uri));

  const context = createContext(connection, {
    open: (uri) => {
      const document = requestDocument(uri);
      if (!document) return undefined;
      const analysis = analyses.of(document);
      return { document, analysis, findings: () => writing.findings(document, analysis) };
    },
    openResponse: (uri) => {
      const document = documents.get(uri);
      return document?.languageId === responseLanguageId ? document : undefined;
    },
    settings: () => ownSettings,
    client: () => client,
  });
  for (const feature of features) feature.register(context);

  documents.listen(connection);
  connection.listen();

  /** An open document of requests; none for a response, which has no requests and no fixes. */
  function requestDocument(uri: string): TextDocument | undefined {
    const document = documents.get(uri);
    return document?.languageId === responseLanguageId ? undefined : document;
  }

  function diagnosticsOf(document: TextDocument) {
    if (isShadow(document.uri)) return [];
    const findings =
      document.languageId === responseLanguageId
        ? withSettings(responses.check(document.uri, document.getText()), settings)
        : writing.show(document, analyses.of(document));
    return toDiagnostics(document, findings);
  }

  function applySettings(next: Options): void {
    settings = next;
    analyses.setOptions(next);
  }

  /** The request at the cursor is finished for now: all of its findings are shown. */
  function leave(document: TextDocument): void {
    writing.leave(document);
    showAnew(document);
  }

  function showAnew(document: TextDocument): void {
    if (writing.isOutdated(document, () => analyses.of(document))) refreshDiagnostics([document]);
  }

  /** The same questions may have other answers now. */
  function refresh(): void {
    refreshColours();
    refreshDiagnostics(documents.all());
  }

  function refreshDiagnostics(changed: readonly TextDocument[]): void {
    if (!pulls) for (const document of changed) void publish(document);
    else if (client.workspace?.diagnostics?.refreshSupport) connection.languages.diagnostics.refresh();
  }

  /** Whatever shows whether a variable has a value, besides the diagnostics. */
  function refreshColours(): void {
    if (client.workspace?.inlayHint?.refreshSupport) connection.languages.inlayHint.refresh();
    if (client.workspace?.semanticTokens?.refreshSupport) connection.languages.semanticTokens.refresh();
  }

  async function publish(document: TextDocument): Promise<void> {
    const { uri, version } = document;
    try {
      const diagnostics = await outsides.settled(uri, () => diagnosticsOf(document));
      if (documents.get(uri)?.version === version) void connection.sendDiagnostics({ uri, version, diagnostics });
    } catch (error) {
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
}

function initializeResult(pulls: boolean): InitializeResult {
  return {
    serverInfo: { name: "soaphttp" },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, willSave: true, save: true },
      ...Object.assign({}, ...features.map(({ capabilities }) => capabilities)),
      ...(pulls ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } } : {}),
    },
  };
}

function readOptions({ initializationOptions }: InitializeParams): Partial<InitializationOptions> {
  return typeof initializationOptions === "object" && initializationOptions !== null ? initializationOptions : {};
}

/** Clients other than ours may give anything, or nothing. */
function readSettings(given: Partial<Settings> | undefined): Settings {
  return {
    rules: given?.rules ?? {},
    inlayHints: { ...defaultInlayHints, ...given?.inlayHints },
    environments: given?.environments,
  };
}

/** Documents that show another one's text: an old version of it, or a proposal for it. */
function isShadow(uri: string): boolean {
  return /^(git|gitlens|chat-[\w-]+|vscode-chat[\w-]*|review):/.test(uri);
}
