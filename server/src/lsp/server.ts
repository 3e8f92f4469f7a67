import * as l10n from "@vscode/l10n";
import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSaveReason,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import * as protocol from "../protocol/protocol.ts";
import * as service from "../service/languageService.ts";
import { registerAgentRequests } from "./agentRequests.ts";
import { Diagnostics } from "./diagnostics.ts";
import { restricted } from "./documentResources.ts";
import { Exchanges } from "./exchanges.ts";
import { ExternalResources, type LocalMachine } from "./externalResources.ts";
import { capabilities, MarkdownRegistration, registerFeatures } from "./features.ts";
import { registerMockRequests } from "./mockRequests.ts";
import { OpenDocuments } from "./openDocuments.ts";
import { type Parts, settled, withContract } from "./parts.ts";
import { registerSendingRequests } from "./sendingRequests.ts";
import { registerTestRequests } from "./testRequests.ts";
import { Turns } from "./turns.ts";

export interface Runtime extends LocalMachine {
  /** Runs a function after the received messages. */
  later(work: () => void): void;
  /** The time and the source of random values for one sending. */
  sendingNow(): Omit<service.Sending, "secret">;
  /** Loads the library for imports and pages; in a browser, from the URL of its script. */
  loadImport(script: string | undefined): Promise<service.ImportLibrary>;
}

/** Serves one client until the connection ends. Prints nothing, because the connection may use the standard output. */
export function startServer(connection: Connection, runtime: Runtime): void {
  const { later, sendingNow: now } = runtime;
  const resources = new ExternalResources(connection, runtime, {
    changed: () => refresh(),
    known: () => refreshVariables(connection, documents),
    later,
    isTyped: (address) => documents.all().some((one) => documents.writing.typedLine(one)?.includes(address)),
  });
  const documents = new OpenDocuments(
    readSettings(undefined),
    (uri) => resources.of(uri),
    () => resources.closedFiles(),
  );
  const turns = new Turns(later);
  const diagnostics = new Diagnostics(connection, documents, resources, turns, later);
  const refresh = () => {
    refreshVariables(connection, documents);
    void connection.sendNotification(protocol.ContractsChangedNotification);
    diagnostics.refresh(documents.all());
  };
  let messages: Translations;
  const library = async (script: string | undefined) => {
    const loaded = await runtime.loadImport(script);
    if (messages) loaded.useMessages(messages);
    return loaded;
  };
  const parts = { connection, documents, resources, exchanges: new Exchanges(), diagnostics, turns, now, library };
  registerSettings(parts, refresh, (translated) => {
    messages = translated;
  });
  registerDocuments(parts);
  registerFeatures(parts);
  registerSendingRequests(parts);
  registerContractRequests(parts);
  registerPages(parts);
  registerAgentRequests(parts);
  registerMockRequests(parts);
  registerTestRequests(parts);
  documents.listen(connection);
  connection.listen();
}

/** The translated messages; undefined if the display language is English. */
type Translations = Readonly<Record<string, string>> | undefined;

/** Handles the requests for which the library is needed: imports and pages. */
function registerPages(parts: Parts): void {
  const { connection, documents, resources, library, now } = parts;
  connection.onRequest(protocol.ImportRequest, async (params) =>
    service.importProjects(params, await library(params.script)),
  );
  connection.onRequest(protocol.DocumentationRequest, (params) =>
    withContract(parts, params.wsdl, null, async (contract) =>
      service.getDocumentation(contract, params, await library(params.script)),
    ),
  );
  connection.onRequest(protocol.SignedPartsRequest, async ({ title, script, of }) => {
    const loaded = await library(script);
    if ("head" in of) {
      const presented = await service.verifyPresented({ ...of, format: true }, keysFor(parts, of.uri), now().now);
      return service.getSignedParts(presented, title, loaded);
    }
    return resources.settled(of.uri, () => {
      const context = documents.context(of.uri);
      return context ? service.getSignedPartsAt(context, of.line, title, loaded) : null;
    });
  });
  const onForm = async <R>(
    { uri, script }: protocol.FormParams,
    compute: (context: service.DocumentContext, library: service.ImportLibrary) => R,
  ): Promise<R | null> => {
    const loaded = await library(script);
    return resources.withContracts(uri, () => {
      const context = documents.context(uri);
      return context ? compute(context, loaded) : null;
    });
  };
  connection.onRequest(protocol.FormRequest, (params) =>
    onForm(params, (context, loaded) => service.getForm(context, params, loaded)),
  );
  connection.onRequest(protocol.FormEditRequest, (params) =>
    onForm(params, (context, loaded) => service.getFormEdit(context, params, loaded)),
  );
}

/** The keys for a document, after they have been read. */
function keysFor({ resources }: Parts, uri: string) {
  return () => resources.settled(uri, () => service.hostKeys(resources.of(uri).keys, resources.keys.compute));
}

/** `changed` is called when settings have changed, `translate` with the translated messages at the start. */
function registerSettings(parts: Parts, changed: () => void, translate: (messages: Translations) => void): void {
  const { connection, documents, resources, now } = parts;
  let languages: readonly string[] = [];
  const markdown = new MarkdownRegistration(connection);
  connection.onInitialize((params) => {
    const options = readOptions(params);
    const settings = readSettings(options.settings);
    languages = params.locale ? [params.locale] : [];
    translate(options.l10n);
    if (options.l10n) l10n.config({ contents: { ...options.l10n } });
    documents.client = params.capabilities;
    documents.loadsWsdls = options.loadsWsdls === true;
    documents.configure(settings, options.transport ?? "node");
    markdown.wanted = settings.markdown === true;
    resources.initialize(params, options, settings);
    return initializeResult(params.capabilities);
  });
  connection.onInitialized(() => {
    if (documents.client.workspace?.didChangeConfiguration?.dynamicRegistration) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: "soaphttp" });
    }
    resources.initialized();
    markdown.update(documents.client);
  });
  connection.onDidChangeConfiguration((change) => {
    const settings = readSettings((change.settings as { soaphttp?: Partial<protocol.Settings> } | null)?.soaphttp);
    documents.configure(settings);
    resources.configure(settings);
    markdown.wanted = settings.markdown === true;
    markdown.update(documents.client);
    changed();
  });
  connection.onRequest(protocol.PresentRequest, async (params) =>
    documents.present(params, languages, await service.verifyPresented(params, keysFor(parts, params.uri), now().now)),
  );
  connection.onRequest(protocol.PartsRequest, async (params) =>
    service.receivedParts(params, await service.decryptedParts(params, keysFor(parts, params.uri))),
  );
}

function registerDocuments({ connection, documents, resources, diagnostics }: Parts): void {
  const savedByDelay = new Set<string>();
  connection.onNotification(protocol.EncodingNotification, ({ uri, encoding }) => {
    const document = documents.get(uri);
    if (documents.setEncoding(uri, encoding) && document) diagnostics.refresh([document]);
  });
  connection.onNotification(protocol.CursorNotification, (cursor) => {
    const there = documents.keyAt(cursor.uri, cursor.position?.line);
    for (const key of documents.keysOf(cursor.uri)) {
      const context = key === there || documents.writing.isIn(key) ? documents.typedContext(key) : undefined;
      if (!context) continue;
      documents.writing.move(context, key === there ? cursor : { ...cursor, position: null });
      diagnostics.showAgain(key);
    }
  });
  connection.onNotification(protocol.ForgetResponse, ({ uri }) => documents.forgetResponse(uri));
  documents.onWillSave(({ document: { uri }, reason }) => {
    if (reason === TextDocumentSaveReason.AfterDelay) savedByDelay.add(uri);
    else savedByDelay.delete(uri);
  });
  documents.onDidSave(({ document: { uri } }) => {
    if (!savedByDelay.has(uri)) diagnostics.leave(uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    savedByDelay.delete(uri);
    for (const key of documents.forget(uri)) resources.forget(key);
    diagnostics.clear(uri);
  });
}

/** Refreshes features that show whether a variable has a value, except diagnostics. */
function refreshVariables({ languages }: Connection, { client }: OpenDocuments): void {
  const { inlayHint, semanticTokens } = client.workspace ?? {};
  if (inlayHint?.refreshSupport) languages.inlayHint.refresh();
  if (semanticTokens?.refreshSupport) languages.semanticTokens.refresh();
}

function initializeResult({ textDocument, workspace }: ClientCapabilities): InitializeResult {
  return {
    serverInfo: { name: "soaphttp" },
    capabilities: {
      // Announced here, because some clients with folders don't support a later registration for changes of folders.
      ...(workspace?.workspaceFolders
        ? { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }
        : {}),
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, willSave: true, save: true },
      ...capabilities,
      ...(textDocument?.diagnostic
        ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }
        : {}),
    },
  };
}

function readOptions({ initializationOptions }: InitializeParams): Partial<protocol.InitializationOptions> {
  return typeof initializationOptions === "object" && initializationOptions !== null ? initializationOptions : {};
}

/** Settings with defaults for missing ones, because clients other than ours may send other settings, or none. */
function readSettings(given: Partial<protocol.Settings> | undefined): protocol.Settings {
  return {
    rules: service.withProfile(given?.profile, given?.rules ?? {}),
    inlayHints: { ...protocol.defaultInlayHints, ...given?.inlayHints },
    environments: given?.environments,
    wsdl: given?.wsdl,
    catalogs: given?.catalogs,
    markdown: given?.markdown === true,
  };
}

function registerContractRequests(parts: Parts): void {
  const { connection, documents, resources } = parts;
  const { contracts } = resources;
  connection.onRequest(protocol.OperationsRequest, async ({ wsdl, renew }) => {
    if (!resources.trusted) return service.noOperations(wsdl, restricted());
    const before = renew ? contracts.get(wsdl) : undefined;
    const contract = await contracts.load(wsdl, renew);
    if (before && before !== contract) resources.changed();
    return service.getOperations(contract);
  });
  connection.onRequest(protocol.NewRequestsRequest, (params) =>
    withContract(parts, params.wsdl, { text: "" }, (contract) =>
      service.getNewRequests(contract, params, documents.get(params.relativeTo ?? ""), resources.roots),
    ),
  );
  connection.onRequest(protocol.NewTestsRequest, (params) =>
    withContract(parts, params.wsdl, null, (contract) => service.getNewTests(contract, params)),
  );
  connection.onRequest(protocol.WsdlFilesRequest, ({ wsdl }) =>
    withContract(parts, wsdl, { files: [], unread: [{ uri: wsdl, why: restricted() }] }, service.getWsdlFiles),
  );
  connection.onRequest(protocol.CatalogEntryRequest, (params) =>
    withContract(parts, params.wsdl, null, (contract) =>
      service.getCatalogEntry(contract, params, (uri) => contracts.readNow(uri)),
    ),
  );
  connection.onRequest(protocol.CalledOperationsRequest, async ({ uri, text, line }) => {
    const called =
      text === undefined
        ? await settled(parts, uri, { version: 0, requests: [] }, ({ document, analysis }) =>
            service.getCalledOperations(document, analysis, line),
          )
        : await resources.settled(uri, () => {
            const closed = TextDocument.create(uri, protocol.languageId, 0, text);
            return service.getCalledOperations(closed, service.analyze(text, undefined, resources.of(uri)));
          });
    if (!documents.get(uri)) resources.release(uri);
    return called;
  });
  connection.onRequest(protocol.ContractTreeRequest, ({ wsdl, path }) =>
    withContract(parts, wsdl, [], (contract) => service.getContractTree(contract, path)),
  );
  connection.onRequest(protocol.ContractTooltipRequest, ({ wsdl, path }) =>
    withContract(parts, wsdl, null, (contract) => service.getContractTooltip(contract, path)),
  );
  connection.onRequest(protocol.WsdlTextRequest, ({ uri }) => service.getWsdlText(contracts.files.get(uri)));
}
