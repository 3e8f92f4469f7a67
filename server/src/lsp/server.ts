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
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import * as protocol from "../protocol/protocol.ts";
import {
  exportedRequests,
  getDiagnostics,
  getMissingNeeds,
  getOutgoing,
  getRequests,
  type Sending,
  type UnsignedMessage,
  withProfile,
} from "../service/languageService.ts";
import { registerAgentRequests } from "./agentRequests.ts";
import { registerContractRequests } from "./contractRequests.ts";
import { ExternalResources, type LocalMachine } from "./externalResources.ts";
import { capabilities, logError, registerFeatures } from "./features.ts";
import { OpenDocuments } from "./openDocuments.ts";
import { signer } from "./signer.ts";
import { Exchanges, registerTestRequests } from "./testRequests.ts";
import { Turns } from "./turns.ts";

export interface Runtime extends LocalMachine {
  /** Runs the work after received messages. */
  later(work: () => void): void;
  /** The time and random values of a sending. */
  sendingNow(): Omit<Sending, "secret">;
}

/** Serves one client until the connection ends. Doesn't print, since the connection may be the standard output. */
export function startServer(connection: Connection, runtime: Runtime): void {
  const resources = new ExternalResources(connection, runtime, {
    changed: refresh,
    known: refreshVariables,
    later: runtime.later,
    isTyped: (address) => documents.all().some((document) => writing.typedLine(document)?.includes(address)),
  });
  const documents = new OpenDocuments(readSettings(undefined), (uri) => resources.of(uri));
  const { writing } = documents;
  const exchanges = new Exchanges();
  const turns = new Turns(runtime.later);
  let languages: readonly string[] = [];
  let pulls = false;
  const savedByDelay = new Set<string>();

  connection.onInitialize((params) => {
    const options = readOptions(params);
    const settings = readSettings(options.settings);
    languages = params.locale ? [params.locale] : [];
    if (options.l10n) l10n.config({ contents: { ...options.l10n } });
    documents.client = params.capabilities;
    documents.loadsWsdls = options.loadsWsdls === true;
    documents.configure(settings, options.transport ?? "node");
    resources.initialize(params, options, settings);
    pulls = params.capabilities.textDocument?.diagnostic !== undefined;
    return initializeResult(params.capabilities);
  });

  connection.onInitialized(() => {
    if (documents.client.workspace?.didChangeConfiguration?.dynamicRegistration) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: "soaphttp" });
    }
    resources.initialized();
  });

  connection.onDidChangeConfiguration((change) => {
    const settings = readSettings((change.settings as { soaphttp?: Partial<protocol.Settings> } | null)?.soaphttp);
    documents.configure(settings);
    resources.configure(settings);
    refresh();
  });

  connection.onNotification(protocol.EncodingNotification, ({ uri, encoding }) => {
    const document = documents.get(uri);
    if (documents.setEncoding(uri, encoding) && document) refreshDiagnostics([document]);
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
  documents.onDidSave(({ document: { uri } }) => {
    if (!savedByDelay.has(uri)) leave(uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    documents.forget(uri);
    savedByDelay.delete(uri);
    resources.forget(uri);
    if (!pulls) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  connection.languages.diagnostics.on(async ({ textDocument }, token) => {
    // Handles a cancellation that follows the request: an editor cancels it when the text changes.
    await (documents.isResponse(textDocument.uri) ? turns.next() : new Promise<void>((done) => runtime.later(done)));
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, "no longer wanted");
    const isRefreshed = documents.client.workspace?.diagnostics?.refreshSupport === true;
    const items = await resources.settled(textDocument.uri, () => diagnosticsOf(textDocument.uri), !isRefreshed);
    return { kind: DocumentDiagnosticReportKind.Full, items };
  });

  connection.onRequest(protocol.RequestsRequest, ({ uri }) =>
    resources.settled(uri, () => {
      const context = documents.requestContext(uri);
      return context ? getRequests(context) : { version: 0, requests: [] };
    }),
  );
  connection.onRequest(protocol.OutgoingRequest, async ({ uri, line, secrets = {}, run }) => {
    await resources.renew(uri);
    const secret = (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);
    const last = run ? exchanges.ofRun(run.id) : exchanges.ofFile(uri);
    for (const [name, value] of Object.entries(secrets)) last.secrets.set(name, value);
    const values = run ? new Map(Object.entries(run.values)) : last.values;
    const sending = { ...runtime.sendingNow(), secret, values };
    const outgoing = async (): Promise<protocol.OutgoingResult> => {
      const made = await resources.settled(uri, (): protocol.OutgoingResult | UnsignedMessage => {
        leave(uri);
        const context = documents.requestContext(uri);
        if (!context) return { kind: "none" };
        resources.keys.watch();
        return (run ? undefined : getMissingNeeds(context, line, last)) ?? getOutgoing(context, line, sending, last);
      });
      return made.kind === "unsigned" ? made.signed(signer(connection)) : made;
    };
    let result = await outgoing();
    if (hasErrors(result) && (await resources.keys.unlock())) result = await outgoing();
    // Errors may follow from an earlier text of a WSDL: watchers report a change with a delay.
    return hasErrors(result) && (await resources.renewContracts(uri)) ? outgoing() : result;
  });
  connection.onRequest(protocol.ExportRequest, async ({ uri }) => {
    await resources.renew(uri);
    return resources.settled(uri, () => {
      const context = documents.requestContext(uri);
      return { requests: context ? exportedRequests(context.analysis, runtime.sendingNow()) : [] };
    });
  });
  connection.onNotification(protocol.CursorNotification, (cursor) => {
    const context = documents.requestContext(cursor.uri);
    if (!context) return;
    writing.move(context, cursor);
    showAgain(cursor.uri);
  });
  connection.onRequest(protocol.EnvironmentsRequest, ({ uri }) =>
    resources.settled(uri, () => ({ environments: resources.of(uri).environmentNames })),
  );
  connection.onRequest(protocol.PresentRequest, (params) => documents.present(params, languages));
  connection.onNotification(protocol.ForgetResponse, ({ uri }) => documents.forgetResponse(uri));
  registerFeatures(
    connection,
    documents,
    (uri, compute) => resources.withContracts(uri, compute),
    (uri) => exchanges.ofFile(uri),
    turns,
  );
  registerContractRequests(connection, documents, resources);
  registerAgentRequests(connection, documents, resources, runtime.sendingNow);
  registerTestRequests(connection, documents, resources, exchanges, runtime.sendingNow);

  documents.listen(connection);
  connection.listen();

  function diagnosticsOf(uri: string) {
    const context = isCopy(uri) ? undefined : documents.context(uri);
    if (!context) return [];
    writing.show(context.document, context.findings);
    return getDiagnostics(context);
  }

  /** Shows all findings of the request at the cursor. */
  function leave(uri: string): void {
    const document = documents.get(uri);
    if (document) writing.leave(document);
    showAgain(uri);
  }

  function showAgain(uri: string): void {
    const context = documents.requestContext(uri);
    if (context && writing.isOutdated(context)) refreshDiagnostics([context.document]);
  }

  function refresh(): void {
    refreshVariables();
    void connection.sendNotification(protocol.ContractsChangedNotification);
    refreshDiagnostics(documents.all());
  }

  function refreshDiagnostics(changed: readonly TextDocument[]): void {
    if (!pulls) for (const document of changed) void publish(document);
    else if (documents.client.workspace?.diagnostics?.refreshSupport) connection.languages.diagnostics.refresh();
  }

  /** Refreshes features besides diagnostics that show whether a variable has a value. */
  function refreshVariables(): void {
    const { inlayHint, semanticTokens } = documents.client.workspace ?? {};
    if (inlayHint?.refreshSupport) connection.languages.inlayHint.refresh();
    if (semanticTokens?.refreshSupport) connection.languages.semanticTokens.refresh();
  }

  async function publish({ uri, version }: TextDocument): Promise<void> {
    try {
      const diagnostics = await resources.settled(uri, () => diagnosticsOf(uri), false);
      if (documents.get(uri)?.version === version) void connection.sendDiagnostics({ uri, version, diagnostics });
    } catch (error) {
      logError(connection, error);
    }
  }
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
  };
}

function hasErrors(result: protocol.OutgoingResult): boolean {
  return result.kind === "unsendable" || (result.kind === "message" && result.message.errors.length > 0);
}

/** Whether a document shows an old version of another document, or a proposal for it. */
function isCopy(uri: string): boolean {
  return /^(git|gitlens|chat-[\w-]+|vscode-chat[\w-]*|review|soaphttp-update):/.test(uri);
}
