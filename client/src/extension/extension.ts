import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ExchangeStore } from "../core/exchange/exchangeStore.ts";
import { AnsweredOrigins } from "../core/sending/answeredOrigins.ts";
import type { Transport } from "../transport/transport.ts";
import { registerSendAll } from "./batch/sendAll.ts";
import { Summaries } from "./batch/summaries.ts";
import { registerChangeLineEnds } from "./changeLineEnds.ts";
import { registerCopyCommands } from "./copy/commands.ts";
import { dialogs } from "./editor/dialogs.ts";
import type { Host } from "./editor/host.ts";
import { type Diagnosed, LanguageServer } from "./editor/languageServer.ts";
import type { Questions } from "./editor/questions.ts";
import { registerEnvironmentCommands } from "./environments/commands.ts";
import { Environments } from "./environments/environments.ts";
import { readFilesOn } from "./environments/readFiles.ts";
import { registerEnvironmentStatus } from "./environments/statusBar.ts";
import { registerHistoryCommands } from "./history/commands.ts";
import { History } from "./history/history.ts";
import { HistoryView } from "./history/historyView.ts";
import { newRequest } from "./newRequest.ts";
import { registerPasteCommands } from "./paste/commands.ts";
import { registerHttpFileHint } from "./paste/hint.ts";
import { registerPasteEdits } from "./paste/provider.ts";
import { registerResponseCommands } from "./response/commands.ts";
import { registerResponseContexts } from "./response/contexts.ts";
import { registerDecorations } from "./response/decorations.ts";
import { ResponseDocuments } from "./response/documents.ts";
import { ResponseLenses } from "./response/lenses.ts";
import { registerPictureHover } from "./response/pictureHover.ts";
import { Responses } from "./response/responses.ts";
import { registerSendCommands } from "./send/commands.ts";
import { registerRequestLenses } from "./send/lenses.ts";
import { Sender } from "./send/sender.ts";
import { Sendings } from "./send/sendings.ts";
import { registerSendingStatus } from "./send/statusBar.ts";
import { registerAnsweredRequest } from "./symbols/answeredRequest.ts";
import { registerWorkspaceSymbols } from "./symbols/workspaceSymbols.ts";
import { SecretVariables } from "./trust/secretVariables.ts";
import { Tls } from "./trust/tls.ts";
import { ContentLengthUpdates } from "./typing/contentLength.ts";
import { registerContentLengthNote } from "./typing/contentLengthNote.ts";
import { registerCursor } from "./typing/cursor.ts";
import { EndTags } from "./typing/endTags.ts";
import { registerMinify } from "./typing/minify.ts";

/** What `activate` returns to other extensions. */
export interface Api {
  /** Resolves when the language server runs (true), or has failed to start (false). It never rejects. */
  readonly ready: Promise<boolean>;
  /** Not in what ships: any other extension could use it. */
  readonly forTests?: TestApi;
}

/** What the integration tests see and do besides what their author could. */
export interface TestApi {
  readonly transport: Transport;
  /** Answers in the place of the author; what is left out is asked with the real dialog. */
  answer(questions: Partial<Questions>): void;
  readonly onDidDiagnose: vscode.Event<Diagnosed>;
  readonly history: Pick<History, "entries" | "exchange" | "keep">;
  /** Where everything is that this extension writes. */
  readonly storage: vscode.Uri;
  /** Where its log is. */
  readonly logs: vscode.Uri;
}

/** Set by the build: whether the bundle is for the integration tests. */
declare const SOAPHTTP_TESTS: boolean;

let ending: () => Promise<void> = async () => {};

/** What VS Code waits for, a few seconds, before a window closes or loads anew. */
export function deactivate(): Promise<void> {
  return ending();
}

/** The extension, on whichever host. Nothing here waits for the server: it comes up while the editor is used. */
export function activate(context: vscode.ExtensionContext, host: Host): Api {
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const log = vscode.window.createOutputChannel("SOAP over HTTP", { log: true });
  const server = new LanguageServer(context, host, log, {
    circumstances: () => Environments.circumstances(context.workspaceState),
    readFiles: readFilesOn(host),
  });
  const sendings = new Sendings();
  const history = new History(context, host, log);
  const exchanges: ExchangeStore = new ExchangeStore({
    inUse: (exchange) => Responses.isShown(exchange),
    forgotten: (exchange) => documents.forget(exchange),
    older: (id) => history.exchange(id),
  });
  const documents = new ResponseDocuments(host, server, exchanges, context.workspaceState, log);
  const responses = new Responses(documents, exchanges, log);
  let questions = dialogs;
  const tls = new Tls(context.secrets, () => questions, log);
  const secrets = new SecretVariables(context, () => questions);
  const environments = new Environments(server, context.workspaceState);
  const answered = new AnsweredOrigins(context.workspaceState);
  const sender = new Sender({
    ...{ host, server, sendings, exchanges, responses, answered, tls, secrets, log },
    store: (exchange) => history.keep(exchange),
    questions: () => questions,
  });
  ending = () => sender.end();
  const historyView = new HistoryView(history);
  const summaries = new Summaries();
  context.subscriptions.push(
    log,
    server,
    sendings,
    documents,
    registerSendingStatus(sendings),
    registerRequestLenses({
      ...{ host, server, sendings, answered },
      onDidChangeDestinations: environments.onDidChange,
    }),
    new ResponseLenses(host, documents, exchanges).register(),
    registerResponseContexts(documents, exchanges),
    registerDecorations(exchanges),
    registerPictureHover(documents),
    new EndTags(server),
    new ContentLengthUpdates(server),
    registerContentLengthNote(context.globalState, () => questions),
    registerCursor(server),
    registerMinify(server),
    registerWorkspaceSymbols(server, log),
    registerAnsweredRequest(server, documents, log),
    registerSendCommands({ sender, sendings, documents, tls }),
    history,
    historyView,
    summaries,
    registerHistoryCommands({ history, view: historyView, exchanges, documents, responses, sender }),
    registerSendAll({ host, server, sender, exchanges, summaries, questions: () => questions }),
    environments,
    registerEnvironmentStatus(environments, server),
    registerEnvironmentCommands(environments),
    vscode.commands.registerCommand("soaphttp.forgetSecrets", (names?: unknown) =>
      secrets.forget(Array.isArray(names) ? names.map(String) : undefined),
    ),
    vscode.commands.registerCommand("soaphttp.tls.setPassphrase", () => tls.setPassphrase()),
    vscode.commands.registerCommand("soaphttp.newRequest", newRequest),
    registerChangeLineEnds(),
    registerCopyCommands(server, secrets),
    registerPasteCommands(server),
    registerPasteEdits(server, log),
    registerHttpFileHint(context.globalState),
    registerResponseCommands({
      ...{ documents, responses, exchanges, server },
      questions: () => questions,
    }),
    vscode.commands.registerCommand("soaphttp.restartServer", () => server.restart()),
    vscode.commands.registerCommand("soaphttp.showLog", () => log.show()),
  );
  void vscode.commands.executeCommand("setContext", "soaphttp.active", true);
  const ready = server.start();
  if (!SOAPHTTP_TESTS) return { ready };
  const forTests: TestApi = {
    transport: host.transport,
    onDidDiagnose: server.onDidDiagnose,
    history,
    storage: context.storageUri ?? context.globalStorageUri,
    logs: context.logUri,
    answer: (answers) => {
      questions = { ...dialogs, ...answers };
    },
  };
  return { ready, forTests };
}
