import * as vscode from "vscode";
import type { Exchange } from "../core/exchange/exchange.ts";
import { ExchangeStore } from "../core/exchange/exchangeStore.ts";
import type { Judged } from "../core/history/stored.ts";
import { CookieJar } from "../core/run/cookies.ts";
import { Tokens } from "../core/sending/tokens.ts";
import type { Questions } from "./editor/dialogs.ts";
import { FolderChanges } from "./editor/folderChanges.ts";
import type { Host } from "./editor/host.ts";
import { LanguageServer } from "./editor/languageServer.ts";
import { Reviews } from "./editor/reviews.ts";
import { createTests } from "./editor/ui.ts";
import { Environments } from "./environments/environments.ts";
import { EnvironmentsView } from "./environments/environmentsView.ts";
import { Evaluations } from "./evaluation/evaluations.ts";
import { ResultLines } from "./evaluation/resultLines.ts";
import { History } from "./history/history.ts";
import { HistoryView } from "./history/historyView.ts";
import { EditorKeys } from "./keys/editorKeys.ts";
import { Tls } from "./keys/tls.ts";
import { FileMocks } from "./mock/fileMocks.ts";
import { MockController } from "./mock/mockController.ts";
import { ResponseContents } from "./response/contents.ts";
import { ResponseDocuments } from "./response/responseDocuments.ts";
import { Responses } from "./response/responses.ts";
import { FileListeners, startListener } from "./send/callbacks.ts";
import { RunningRequests } from "./send/runningRequests.ts";
import { Sender } from "./send/sender.ts";
import { Passphrases } from "./trust/passphrases.ts";
import { readFilesOn } from "./trust/readFiles.ts";
import { SecretVariables } from "./trust/secretVariables.ts";
import { Consent } from "./wsdl/consent.ts";
import { LastResults } from "./wsdl/lastResults.ts";
import { WsdlLoader } from "./wsdl/loader.ts";
import { WorkspaceWsdls } from "./wsdl/workspaceWsdls.ts";
import { WsdlDocuments } from "./wsdl/wsdlDocuments.ts";
import { wsdlFeatures } from "./wsdl/wsdlFeatures.ts";
import type { WsdlQuestions } from "./wsdl/wsdlQuestions.ts";

/** The objects that the features of the extension share. */
export type Parts = ReturnType<typeof createParts>;

export function createParts(context: vscode.ExtensionContext, host: Host, questions: () => Questions & WsdlQuestions) {
  const { workspaceState } = context;
  const log = vscode.window.createOutputChannel("SOAP over HTTP", { log: true });
  const passphrases = new Passphrases(context);
  const keys = new EditorKeys(host, passphrases, questions);
  const tls = new Tls(context.secrets, questions, log, host, keys);
  const consent = new Consent(workspaceState, host);
  const version = String(context.extension.packageJSON.version);
  const wsdlDocuments = new WsdlDocuments(host, tls, consent, version);
  const readFiles = readFilesOn(host);
  const server = new LanguageServer(context, host, log, {
    circumstances: () => Environments.circumstances(workspaceState),
    readFiles: (params) => (params.kind === "wsdl" ? wsdlDocuments.read(params.uris) : readFiles(params)),
    readKeys: async ({ names, ask }) => ({ keys: await keys.read(names, ask) }),
    computed: async ({ operations, ask }) => ({ results: await keys.computed(operations, ask) }),
  });
  const folders = new FolderChanges();
  const history = new History(context, host, log);
  const exchanges: ExchangeStore = new ExchangeStore({
    inUse: (exchange) => Responses.isShown(exchange),
    forgotten: (exchange) => documents.forget(exchange),
    older: (id) => history.exchange(id),
  });
  const contents = new ResponseContents(host, server, exchanges, log);
  const documents = new ResponseDocuments(contents, server, exchanges, workspaceState);
  const tokens = new Tokens({
    transport: host.transport,
    shell: host.kind,
    tls: (name, port) => tls.sendingTo(name, port, undefined),
    now: Date.now,
  });
  const environments = new Environments(server, workspaceState);
  const mock = new MockController(host, server, folders);
  const { onDidCloseTextDocument: onDidClose, onDidChangeTextDocument: onDidChange } = vscode.workspace;
  const shared = {
    host,
    server,
    questions,
    log,
    memory: workspaceState,
    tls,
    tokens,
    secrets: new SecretVariables(context, questions, host, tokens, log),
    runningRequests: new RunningRequests(),
    exchanges,
    responses: new Responses(documents, exchanges, log),
    evaluations: new Evaluations(server),
    store: (exchange: Exchange, judged: Judged) => history.keep(exchange, judged),
    cookies: new CookieJar(),
    fileMocks: new FileMocks(mock, server, onDidClose),
    listeners: new FileListeners(() => startListener(host.listen), { onDidClose, onDidChange }),
    loader: new WsdlLoader(server, wsdlDocuments, consent, questions),
    wsdls: new WorkspaceWsdls(folders),
    folders,
    reviews: new Reviews(),
  };
  return {
    ...shared,
    version,
    passphrases,
    keys,
    history,
    documents,
    environments,
    environmentsView: new EnvironmentsView(environments, server),
    tests: createTests(),
    lines: new ResultLines(shared.evaluations),
    sender: new Sender(shared),
    view: new HistoryView(history),
    wsdl: wsdlFeatures(shared, new LastResults(history, exchanges)),
    mock,
  };
}
