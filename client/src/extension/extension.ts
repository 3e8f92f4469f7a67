import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Exchange } from "../core/exchange/exchange.ts";
import { ExchangeStore } from "../core/exchange/exchangeStore.ts";
import { CookieJar } from "../core/run/cookies.ts";
import type { Transport } from "../transport/transport.ts";
import { registerAgentTools } from "./agents/agentTools.ts";
import { Summaries } from "./batch/batchSummaries.ts";
import { registerSendAll } from "./batch/sendAll.ts";
import { registerCopyCommands } from "./copy/copyCommands.ts";
import { registerCommands } from "./editor/commands.ts";
import { dialogs } from "./editor/dialogs.ts";
import type { Host } from "./editor/host.ts";
import { type Diagnosed, LanguageServer } from "./editor/languageServer.ts";
import type { Questions } from "./editor/questions.ts";
import { createTests } from "./editor/ui.ts";
import { registerEnvironmentCommands, registerEnvironmentStatus } from "./environments/environmentCommands.ts";
import { Environments } from "./environments/environments.ts";
import { readFilesOn } from "./environments/readFiles.ts";
import { Evaluations } from "./evaluation/evaluations.ts";
import { ResultLines } from "./evaluation/resultLines.ts";
import { registerExport } from "./export/exportCommands.ts";
import { ExportSummaries } from "./export/exportSummaries.ts";
import { registerHarExport } from "./export/har.ts";
import { History } from "./history/history.ts";
import { registerHistoryCommands } from "./history/historyCommands.ts";
import { HistoryView } from "./history/historyView.ts";
import { registerImport } from "./import/importCommands.ts";
import { announceKeys } from "./keys/announceKeys.ts";
import { EditorKeys } from "./keys/editorKeys.ts";
import { registerHttpFileHint } from "./languages/hint.ts";
import { registerHttpFiles } from "./languages/httpFiles.ts";
import { registerMock } from "./mock/mockCommands.ts";
import { MockController } from "./mock/mockController.ts";
import { mockRows } from "./mock/mockRows.ts";
import { newRequest } from "./newRequest.ts";
import { registerPasteCommands } from "./paste/pasteCommands.ts";
import { registerPasteEdits } from "./paste/provider.ts";
import { ResponseContents } from "./response/contents.ts";
import { registerResponseContexts } from "./response/contexts.ts";
import { registerDecorations } from "./response/decorations.ts";
import { registerPictureHover } from "./response/pictureHover.ts";
import { registerResponseCommands } from "./response/responseCommands.ts";
import { ResponseDocuments } from "./response/responseDocuments.ts";
import { registerResponseLenses } from "./response/responseLenses.ts";
import { Responses } from "./response/responses.ts";
import { registerRequestLenses } from "./send/requestLenses.ts";
import { registerSendCommands } from "./send/sendCommands.ts";
import { Sender } from "./send/sender.ts";
import { Sendings } from "./send/sendings.ts";
import { registerSendingStatus } from "./send/statusBar.ts";
import { registerDefinition } from "./symbols/definition.ts";
import { registerWorkspaceSymbols } from "./symbols/workspaceSymbols.ts";
import { registerTests } from "./testing/tests.ts";
import { forgetSecrets } from "./trust/forgetSecrets.ts";
import { Passphrases } from "./trust/passphrases.ts";
import { SecretVariables } from "./trust/secretVariables.ts";
import { Tls } from "./trust/tls.ts";
import { ContentLengthUpdates } from "./typing/contentLength.ts";
import { registerContentLengthNote } from "./typing/contentLengthNote.ts";
import { registerCursor } from "./typing/cursor.ts";
import { registerEdits } from "./typing/edits.ts";
import { EndTags } from "./typing/endTags.ts";
import { registerFilePaths } from "./typing/filePaths.ts";
import { Consent } from "./wsdl/consent.ts";
import { registerFetchedDocuments } from "./wsdl/fetchedDocuments.ts";
import { WsdlLoader } from "./wsdl/loader.ts";
import { announceWorkspaceWsdls, WorkspaceWsdls } from "./wsdl/workspaceWsdls.ts";
import { registerWsdlCommands } from "./wsdl/wsdlCommands.ts";
import { WsdlDocuments } from "./wsdl/wsdlDocuments.ts";
import { WsdlFeatures } from "./wsdl/wsdlFeatures.ts";
import { type WsdlQuestions, wsdlDialogs } from "./wsdl/wsdlQuestions.ts";

/** The result of `activate`, for other extensions. */
export interface Api {
  /** Resolves when the language server runs (true), or has failed to start (false). It never rejects. */
  readonly ready: Promise<boolean>;
  /** Only in builds for tests: in a released one, any other extension could use it. */
  readonly forTests?: TestApi;
}

export interface TestApi {
  readonly transport: Transport;
  /** Replaces dialogs by functions. */
  answer(questions: Partial<Questions & WsdlQuestions>): void;
  readonly onDidDiagnose: vscode.Event<Diagnosed>;
  readonly history: Pick<History, "entries" | "exchange" | "keep">;
  readonly wsdl: Pick<WsdlFeatures, "view" | "drops">;
  readonly tests: vscode.TestController;
  readonly lines: Pick<ResultLines, "in">;
  readonly mock: Pick<MockController, "address" | "exchanges">;
  /** The folder of all files that this extension writes. */
  readonly storage: vscode.Uri;
  readonly logs: vscode.Uri;
}

/** Set by the build: whether the bundle is for the integration tests. */
declare const SOAPHTTP_TESTS: boolean;

let ending: () => Promise<void> = async () => {};

/** VS Code waits a few seconds for it before a window is closed or reloaded. */
export function deactivate(): Promise<void> {
  return ending();
}

/** Activates the extension on either host. It doesn't wait for the server. */
export function activate(context: vscode.ExtensionContext, host: Host): Api {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const allDialogs = { ...dialogs, ...wsdlDialogs };
  let answers: Questions & WsdlQuestions = allDialogs;
  const parts = createParts(context, host, () => answers);
  const { server, history, wsdl, tests, lines, mock } = parts;
  ending = () => parts.sender.end();
  context.subscriptions.push(...registerParts(context, host, parts));
  void vscode.commands.executeCommand("setContext", "soaphttp.active", true);
  const ready = server.start();
  if (!SOAPHTTP_TESTS) return { ready };
  const forTests: TestApi = {
    transport: host.transport,
    onDidDiagnose: server.onDidDiagnose,
    history,
    wsdl,
    tests,
    lines,
    mock,
    storage: context.storageUri ?? context.globalStorageUri,
    logs: context.logUri,
    answer: (replaced) => {
      answers = { ...allDialogs, ...replaced };
    },
  };
  return { ready, forTests };
}

type Parts = ReturnType<typeof createParts>;

/** The objects that the features of the extension share. */
function createParts(context: vscode.ExtensionContext, host: Host, questions: () => Questions & WsdlQuestions) {
  const { workspaceState } = context;
  const log = vscode.window.createOutputChannel("SOAP over HTTP", { log: true });
  const tls = new Tls(context.secrets, questions, log);
  const consent = new Consent(workspaceState, host);
  const version = String(context.extension.packageJSON.version);
  const wsdlDocuments = new WsdlDocuments(host, tls, consent, version);
  const readFiles = readFilesOn(host);
  const passphrases = new Passphrases(context);
  const keys = new EditorKeys(host, passphrases, questions);
  const server = new LanguageServer(context, host, log, {
    circumstances: () => Environments.circumstances(workspaceState),
    readFiles: (params) => (params.kind === "wsdl" ? wsdlDocuments.read(params.uris) : readFiles(params)),
    readKeys: async ({ names, ask }) => ({ keys: await keys.read(names, ask) }),
    sign: (params) => keys.sign(params),
    dataRows: mockRows,
  });
  const sendings = new Sendings();
  const history = new History(context, host, log);
  const exchanges: ExchangeStore = new ExchangeStore({
    inUse: (exchange) => Responses.isShown(exchange),
    forgotten: (exchange) => documents.forget(exchange),
    older: (id) => history.exchange(id),
  });
  const contents = new ResponseContents(host, server, exchanges, log);
  const documents = new ResponseDocuments(contents, server, exchanges, workspaceState);
  const responses = new Responses(documents, exchanges, log);
  const wsdlLoader = new WsdlLoader(server, wsdlDocuments, consent, questions);
  const wsdls = new WorkspaceWsdls();
  const secrets = new SecretVariables(context, questions);
  const environments = new Environments(server, workspaceState);
  const evaluations = new Evaluations(server);
  const tests = createTests();
  const lines = new ResultLines(evaluations);
  const store = (exchange: Exchange) => history.keep(exchange);
  const cookies = new CookieJar();
  const sender = new Sender({
    cookies,
    host,
    server,
    sendings,
    exchanges,
    responses,
    store,
    tls,
    secrets,
    evaluations,
    log,
    questions,
    memory: workspaceState,
  });
  const view = new HistoryView(history);
  const wsdl = new WsdlFeatures({ server, wsdls, loader: wsdlLoader, questions, host }, log);
  const summaries = new Summaries();
  const exports = new ExportSummaries();
  const mock = new MockController(host, server);
  return {
    log,
    questions,
    tls,
    version,
    passphrases,
    keys,
    server,
    sendings,
    history,
    exchanges,
    documents,
    responses,
    wsdlLoader,
    wsdls,
    secrets,
    environments,
    evaluations,
    tests,
    lines,
    cookies,
    sender,
    view,
    wsdl,
    summaries,
    exports,
    mock,
  };
}

/** Registers commands, lenses, views and all other features. */
function registerParts(context: vscode.ExtensionContext, host: Host, parts: Parts): vscode.Disposable[] {
  const { log, server, sendings, documents, environments, history, view, summaries, exports, wsdls, wsdl } = parts;
  return [
    ...[log, server, sendings, documents, environments, history, view, summaries, exports, wsdls, wsdl],
    ...[parts.evaluations, parts.lines, parts.tests, parts.mock],
    ...sendingFeatures(context, host, parts),
    ...responseFeatures(host, parts),
    ...textFeatures(context, host, parts),
    ...contractFeatures(host, parts),
    registerHistoryCommands(parts),
    registerMock({ ...parts, host }),
    registerEnvironmentStatus(environments, server),
    registerEnvironmentCommands(environments, host),
    registerCommands({
      "soaphttp.restartServer": () => server.restart(),
      "soaphttp.showLog": () => log.show(),
    }),
  ];
}

/** Requests as they are sent, tested and exported. */
function sendingFeatures({ workspaceState }: vscode.ExtensionContext, host: Host, parts: Parts): vscode.Disposable[] {
  const { server, sender, sendings, documents, environments, secrets, passphrases, keys, tls } = parts;
  return [
    registerSendingStatus(sendings),
    registerRequestLenses(host, server, sendings, workspaceState, environments.onDidChange),
    registerSendCommands(sender, sendings, documents, tls),
    registerSendAll({ ...parts, host }),
    registerTests(parts.tests, { ...parts, host }),
    registerExport({ ...parts, host, summaries: parts.exports }),
    registerImport({ ...parts, host }),
    registerAgentTools({ ...parts, host, loader: parts.wsdlLoader }),
    announceKeys(server, keys, passphrases),
    registerCommands({
      "soaphttp.forgetSecrets": (...given: readonly unknown[]) => forgetSecrets(secrets, passphrases, given),
      "soaphttp.tls.setPassphrase": () => tls.setPassphrase(),
    }),
  ];
}

function responseFeatures(host: Host, parts: Parts): vscode.Disposable[] {
  const { server, documents, exchanges, evaluations, responses, questions, log } = parts;
  return [
    registerResponseLenses(host, documents, exchanges, evaluations),
    registerResponseContexts(documents, exchanges),
    registerDecorations(exchanges),
    registerPictureHover(documents),
    registerDefinition(server, documents, exchanges, log),
    registerHarExport({ ...parts, host }),
    registerResponseCommands(documents, responses, exchanges, server, questions, host),
  ];
}

/** Requests as they are written, copied and found. */
function textFeatures({ globalState }: vscode.ExtensionContext, host: Host, parts: Parts): vscode.Disposable[] {
  const { server, secrets, questions, log } = parts;
  return [
    new EndTags(server),
    new ContentLengthUpdates(server),
    registerContentLengthNote(globalState, questions),
    registerCursor(server),
    registerEdits(server),
    registerFilePaths(host),
    registerWorkspaceSymbols(server, log),
    registerCopyCommands(server, secrets),
    registerPasteCommands(server, host),
    registerPasteEdits(server, log),
    registerHttpFiles(log),
    registerHttpFileHint(globalState),
    registerCommands({ "soaphttp.newRequest": newRequest }),
  ];
}

function contractFeatures(host: Host, { server, wsdls, wsdlLoader, questions }: Parts): vscode.Disposable[] {
  return [
    announceWorkspaceWsdls(server, wsdls),
    registerWsdlCommands(server, wsdlLoader, questions, host),
    registerFetchedDocuments(server),
  ];
}
