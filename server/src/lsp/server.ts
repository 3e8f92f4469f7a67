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
import {
  decryptedParts,
  hostKeys,
  type ImportLibrary,
  importProjects,
  type Sending,
  verifyPresented,
  withProfile,
} from "../service/languageService.ts";
import { registerAgentRequests } from "./agentRequests.ts";
import { Diagnostics } from "./diagnostics.ts";
import { restricted } from "./documentResources.ts";
import { ExternalResources, type LocalMachine } from "./externalResources.ts";
import { capabilities, registerFeatures } from "./features.ts";
import { MarkdownRegistration } from "./markdownRegistration.ts";
import { registerMockRequests } from "./mockRequests.ts";
import { OpenDocuments } from "./openDocuments.ts";
import { registerSendingRequests } from "./sendingRequests.ts";
import { Exchanges, registerTestRequests } from "./testRequests.ts";
import { Turns } from "./turns.ts";

export interface Runtime extends LocalMachine {
  /** Runs the work after received messages. */
  later(work: () => void): void;
  /** The time and random values of a sending. */
  sendingNow(): Omit<Sending, "secret">;
  /** Loads the import of other tools' projects, and pages of documentation; in a browser, from the URL of its script. */
  loadImport(script: string | undefined): Promise<ImportLibrary>;
}

/** Serves one client until the connection ends. Doesn't print, since the connection may be the standard output. */
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
  const exchanges = new Exchanges();
  const refresh = () => {
    refreshVariables(connection, documents);
    void connection.sendNotification(protocol.ContractsChangedNotification);
    diagnostics.refresh(documents.all());
  };
  const settings = registerSettings(connection, documents, resources, refresh, now);
  registerDocuments(connection, documents, resources, diagnostics);
  registerFeatures(
    connection,
    documents,
    (uri, compute) => resources.withContracts(uri, compute),
    (uri) => exchanges.ofFile(uri),
    turns,
  );
  registerSendingRequests(connection, { documents, resources, exchanges, diagnostics, now });
  registerContractRequests(connection, documents, resources);
  connection.onRequest(protocol.ImportRequest, async (params) =>
    importProjects(params, await runtime.loadImport(params.script), settings.messages),
  );
  connection.onRequest(protocol.DocumentationRequest, async (params) => {
    if (!resources.trusted) return null;
    const contract = await resources.contracts.load(params.wsdl);
    return service.getDocumentation(contract, params, await runtime.loadImport(params.script), settings.messages);
  });
  connection.onRequest(protocol.SignedPartsRequest, async ({ title, script, of }) => {
    const library = await runtime.loadImport(script);
    if ("head" in of) {
      const keys = () =>
        resources.settled(of.uri, () => service.hostKeys(resources.of(of.uri).keys, resources.keys.compute));
      const presented = await service.verifyPresented({ ...of, format: true }, keys, runtime.sendingNow().now);
      return service.getSignedParts(presented, title, library, settings.messages);
    }
    return resources.settled(of.uri, () => {
      const context = documents.context(of.uri);
      return context ? service.getSignedPartsAt(context, of.line, title, library, settings.messages) : null;
    });
  });
  registerForms(connection, documents, resources, async (script) => {
    return { library: await runtime.loadImport(script), messages: settings.messages };
  });
  registerAgentRequests(connection, documents, resources, now);
  registerMockRequests(connection, documents, resources, now);
  registerTestRequests(connection, documents, resources, exchanges, now);
  documents.listen(connection);
  connection.listen();
}

/** A request as a form. `load`: the library that contains it, and the translated messages. */
function registerForms(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
  load: (script: string | undefined) => Promise<{
    readonly library: ImportLibrary;
    readonly messages: Readonly<Record<string, string>> | undefined;
  }>,
): void {
  connection.onRequest(protocol.FormRequest, async (params) => {
    const { library, messages } = await load(params.script);
    return resources.withContracts(params.uri, () => {
      const context = documents.context(params.uri);
      return context ? service.getForm(context, params, library, messages) : null;
    });
  });
  connection.onRequest(protocol.FormEditRequest, async (params) => {
    const { library } = await load(params.script);
    return resources.withContracts(params.uri, () => {
      const context = documents.context(params.uri);
      return context ? service.getFormEdit(context, params, library) : null;
    });
  });
}

/**
 * Handles the start of a session and changes of its settings. `changed`: called when settings have changed. Returns the
 * translated messages, as soon as they are known.
 */
function registerSettings(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
  changed: () => void,
  now: Runtime["sendingNow"],
): { readonly messages: Readonly<Record<string, string>> | undefined } {
  let languages: readonly string[] = [];
  const markdown = new MarkdownRegistration(connection);
  const translations: { messages: Readonly<Record<string, string>> | undefined } = { messages: undefined };
  connection.onInitialize((params) => {
    const options = readOptions(params);
    const settings = readSettings(options.settings);
    languages = params.locale ? [params.locale] : [];
    translations.messages = options.l10n;
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
  const keysFor = (uri: string) => () =>
    resources.settled(uri, () => hostKeys(resources.of(uri).keys, resources.keys.compute));
  connection.onRequest(protocol.PresentRequest, async (params) =>
    documents.present(params, languages, await verifyPresented(params, keysFor(params.uri), now().now)),
  );
  connection.onRequest(protocol.PartsRequest, async (params) =>
    service.receivedParts(params, await decryptedParts(params, keysFor(params.uri))),
  );
  return translations;
}

/** Handles what the editor does with documents: encodings, the cursor, saving and closing. */
function registerDocuments(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
  diagnostics: Diagnostics,
): void {
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

/** Refreshes features besides diagnostics that show whether a variable has a value. */
function refreshVariables({ languages }: Connection, { client }: OpenDocuments): void {
  const { inlayHint, semanticTokens } = client.workspace ?? {};
  if (inlayHint?.refreshSupport) languages.inlayHint.refresh();
  if (semanticTokens?.refreshSupport) languages.semanticTokens.refresh();
}

function initializeResult({ textDocument, workspace }: ClientCapabilities): InitializeResult {
  return {
    serverInfo: { name: "soaphttp" },
    capabilities: {
      // Announced here, since not each client that has folders lets a server register for their changes later.
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

/** Clients other than ours may send other settings, or none. */
function readSettings(given: Partial<protocol.Settings> | undefined): protocol.Settings {
  return {
    rules: withProfile(given?.profile, given?.rules ?? {}),
    inlayHints: { ...protocol.defaultInlayHints, ...given?.inlayHints },
    environments: given?.environments,
    wsdl: given?.wsdl,
    catalogs: given?.catalogs,
    markdown: given?.markdown === true,
  };
}

/** Handles the client's requests about WSDLs. In Restricted Mode nothing is read. */
function registerContractRequests(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
): void {
  const { contracts } = resources;
  connection.onRequest(protocol.OperationsRequest, async ({ wsdl, renew }) => {
    if (!resources.trusted) return service.noOperations(wsdl, restricted());
    const before = renew ? contracts.get(wsdl) : undefined;
    const contract = await contracts.load(wsdl, renew);
    if (before && before !== contract) resources.changed();
    return service.getOperations(contract);
  });
  connection.onRequest(protocol.NewRequestsRequest, async (params) => {
    if (!resources.trusted) return { text: "" };
    const contract = await contracts.load(params.wsdl);
    return service.getNewRequests(contract, params, documents.get(params.relativeTo ?? ""), resources.roots);
  });
  connection.onRequest(protocol.NewTestsRequest, async (params) => {
    if (!resources.trusted) return null;
    return service.getNewTests(await contracts.load(params.wsdl), params);
  });
  connection.onRequest(protocol.WsdlFilesRequest, async ({ wsdl }) => {
    if (!resources.trusted) return { files: [], unread: [{ uri: wsdl, why: restricted() }] };
    return service.getWsdlFiles(await contracts.load(wsdl));
  });
  connection.onRequest(protocol.CatalogEntryRequest, async (params) => {
    if (!resources.trusted) return null;
    return service.getCatalogEntry(await contracts.load(params.wsdl), params, (uri) => contracts.readNow(uri));
  });
  connection.onRequest(protocol.CalledOperationsRequest, async ({ uri, text, line }) => {
    const called = await resources.settled(uri, () => {
      if (text !== undefined) {
        const closed = TextDocument.create(uri, protocol.languageId, 0, text);
        return service.getCalledOperations(closed, service.analyze(text, undefined, resources.of(uri)));
      }
      const context = documents.requestContext(uri);
      return context
        ? service.getCalledOperations(context.document, context.analysis, line)
        : { version: 0, requests: [] };
    });
    if (!documents.get(uri)) resources.release(uri);
    return called;
  });
  connection.onRequest(protocol.ContractTreeRequest, async ({ wsdl, path }) =>
    resources.trusted ? service.getContractTree(await contracts.load(wsdl), path) : [],
  );
  connection.onRequest(protocol.ContractTooltipRequest, async ({ wsdl, path }) =>
    resources.trusted ? service.getContractTooltip(await contracts.load(wsdl), path) : null,
  );
  connection.onRequest(protocol.WsdlTextRequest, ({ uri }) => service.getWsdlText(contracts.files.get(uri)));
}
