import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Transport } from "../transport/transport.ts";
import { dialogs, type Questions } from "./editor/dialogs.ts";
import type { Host } from "./editor/host.ts";
import type { Diagnosed } from "./editor/languageServer.ts";
import type { EnvironmentsView } from "./environments/environmentsView.ts";
import type { ResultLines } from "./evaluation/resultLines.ts";
import { registerFeatures } from "./features.ts";
import type { History } from "./history/history.ts";
import type { HistoryView } from "./history/historyView.ts";
import type { MockController } from "./mock/mockController.ts";
import { createParts } from "./parts.ts";
import type { wsdlFeatures } from "./wsdl/wsdlFeatures.ts";
import { type WsdlQuestions, wsdlDialogs } from "./wsdl/wsdlQuestions.ts";

/** The result of `activate`, for other extensions. */
export interface Api {
  /** Resolves when the language server runs (true), or has failed to start (false). It never rejects. */
  readonly ready: Promise<boolean>;
  /** Functions for tests. They exist only in builds for tests, because any other extension could use them. */
  readonly forTests?: TestApi;
}

export interface TestApi {
  readonly transport: Transport;
  /** Replaces dialogs with functions. */
  answer(questions: Partial<Questions & WsdlQuestions>): void;
  readonly onDidDiagnose: vscode.Event<Diagnosed>;
  readonly history: Pick<History, "entries" | "exchange" | "keep">;
  readonly historyView: Pick<HistoryView, "getChildren" | "getTreeItem">;
  readonly wsdl: Omit<ReturnType<typeof wsdlFeatures>, "dispose">;
  readonly environments: Pick<EnvironmentsView, "getChildren" | "getTreeItem">;
  readonly tests: vscode.TestController;
  readonly lines: Pick<ResultLines, "in">;
  readonly mock: Pick<MockController, "address" | "exchanges" | "log">;
  /** The folder of all files that this extension writes. */
  readonly storage: vscode.Uri;
  readonly logs: vscode.Uri;
}

/** Set by the build: whether the bundle is for the integration tests. */
declare const SOAPHTTP_TESTS: boolean;

let ending: () => Promise<void> = async () => {};

/** Ends the extension. VS Code waits a few seconds for this before a window is closed or reloaded. */
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
  context.subscriptions.push(...registerFeatures(context, parts));
  void vscode.commands.executeCommand("setContext", "soaphttp.active", true);
  const ready = server.startWhenNeeded();
  if (!SOAPHTTP_TESTS) return { ready };
  const forTests: TestApi = {
    transport: host.transport,
    onDidDiagnose: server.onDidDiagnose,
    history,
    historyView: parts.view,
    wsdl,
    environments: parts.environmentsView,
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
