import type * as vscode from "vscode";
import { registerAgentTools } from "./agents/agentTools.ts";
import { registerSendAll } from "./batch/sendAll.ts";
import { registerCopyCommands } from "./copy/copyCommands.ts";
import { registerCommands } from "./editor/commands.ts";
import { registerLensRepeat } from "./editor/lenses.ts";
import { registerEnvironmentCommands, registerEnvironmentStatus } from "./environments/environmentCommands.ts";
import { registerExplainValues, registerPreviewDocument } from "./explain/previews.ts";
import { registerExport } from "./export/exportCommands.ts";
import { registerHarExport } from "./export/har.ts";
import { registerForms } from "./form/forms.ts";
import { registerHistoryCommands } from "./history/historyCommands.ts";
import { registerImport } from "./import/importCommands.ts";
import { registerSecurity } from "./keys/addSecurity.ts";
import { announceKeys } from "./keys/editorKeys.ts";
import { registerSignedParts } from "./keys/signedParts.ts";
import { registerHttpFileHint, registerHttpFiles } from "./languages/httpFiles.ts";
import { registerMock } from "./mock/mockCommands.ts";
import { newRequest } from "./newRequest.ts";
import type { Parts } from "./parts.ts";
import { registerPasteCommands } from "./paste/pasteCommands.ts";
import { registerPasteEdits } from "./paste/provider.ts";
import { registerResponseContexts } from "./response/contexts.ts";
import { registerDecorations, registerSignatureColors } from "./response/decorations.ts";
import { registerPictureHover } from "./response/pictureHover.ts";
import { registerResponseCommands } from "./response/responseCommands.ts";
import { registerResponseLenses } from "./response/responseLenses.ts";
import { schemaVerdicts } from "./response/schemaVerdicts.ts";
import { registerRequestLenses } from "./send/requestLenses.ts";
import { registerSendingStatus } from "./send/runningRequests.ts";
import { registerSendCommands } from "./send/sendCommands.ts";
import { registerDefinition } from "./symbols/definition.ts";
import { registerWorkspaceSymbols } from "./symbols/workspaceSymbols.ts";
import { registerCompareEnvironments } from "./testing/compareEnvironments.ts";
import { registerTests } from "./testing/tests.ts";
import { forgetSecrets } from "./trust/secretVariables.ts";
import { registerContentLengthNote, registerContentLengthUpdates } from "./typing/contentLength.ts";
import { registerCursor } from "./typing/cursor.ts";
import { registerEdits } from "./typing/edits.ts";
import { EndTags } from "./typing/endTags.ts";
import { registerFilePaths } from "./typing/filePaths.ts";
import { registerSuggestionKeys } from "./typing/suggestionKeys.ts";
import { announceWorkspaceWsdls } from "./wsdl/workspaceWsdls.ts";
import { registerFetchedDocuments, registerWsdlCommands } from "./wsdl/wsdlCommands.ts";

export function registerFeatures(context: vscode.ExtensionContext, parts: Parts): vscode.Disposable[] {
  const { log, server, runningRequests, documents, environments, history, view, wsdls, wsdl, evaluations } = parts;
  const { lines, tests, mock, fileMocks, listeners, folders, reviews } = parts;
  return [
    ...[log, server, runningRequests, documents, environments, history, view, wsdls, wsdl, evaluations],
    ...[lines, tests, mock, fileMocks, listeners, folders, reviews],
    ...sendingFeatures(context, parts),
    ...responseFeatures(parts),
    ...textFeatures(context, parts),
    ...contractFeatures(parts),
    registerHistoryCommands(parts),
    registerMock(parts),
    registerEnvironmentStatus(environments, server),
    registerEnvironmentCommands(environments, parts.host),
    parts.environmentsView,
    registerCommands({
      "soaphttp.restartServer": () => server.restart(),
      "soaphttp.showLog": () => log.show(),
    }),
  ];
}

function sendingFeatures({ globalStorageUri }: vscode.ExtensionContext, parts: Parts): vscode.Disposable[] {
  const { host, memory } = parts;
  const { server, sender, runningRequests, documents, environments, secrets, passphrases, keys, tls } = parts;
  return [
    registerSendingStatus(runningRequests),
    registerRequestLenses(host, server, runningRequests, memory, environments.onDidChange),
    registerSendCommands(sender, parts.fileMocks, runningRequests, documents, tls),
    registerSendAll(parts),
    registerTests(parts.tests, parts),
    registerCompareEnvironments(parts),
    registerExport(parts),
    registerImport(parts, memory),
    registerAgentTools(parts),
    announceKeys(server, keys, passphrases),
    registerSecurity(parts, globalStorageUri),
    registerSignedParts(parts),
    registerCommands({
      "soaphttp.forgetSecrets": (...given: readonly unknown[]) => forgetSecrets(secrets, passphrases, given),
      "soaphttp.tls.setPassphrase": () => tls.setPassphrase(),
    }),
  ];
}

function responseFeatures(parts: Parts): vscode.Disposable[] {
  const { host, server, documents, exchanges, evaluations, log, secrets } = parts;
  const verdicts = schemaVerdicts(documents, server);
  return [
    verdicts,
    registerResponseLenses(host, documents, exchanges, evaluations, verdicts, secrets),
    registerResponseContexts(documents, exchanges),
    registerDecorations(exchanges),
    registerSignatureColors(documents),
    registerPictureHover(documents),
    registerDefinition(server, documents, exchanges, log),
    registerHarExport(parts),
    registerResponseCommands(parts),
  ];
}

function textFeatures({ globalState }: vscode.ExtensionContext, parts: Parts): vscode.Disposable[] {
  const { host, server, secrets, questions, log } = parts;
  return [
    new EndTags(server),
    registerContentLengthUpdates(server),
    registerContentLengthNote(globalState, questions),
    registerLensRepeat(),
    registerCursor(server),
    registerEdits(server),
    registerFilePaths(host),
    registerSuggestionKeys(server),
    registerWorkspaceSymbols(server, host, log),
    registerCopyCommands(server, secrets, questions),
    registerExplainValues(server, secrets),
    registerPreviewDocument(server),
    registerPasteCommands(server, host),
    registerPasteEdits(server, log),
    registerHttpFiles(log),
    registerHttpFileHint(globalState),
    registerCommands({ "soaphttp.newRequest": newRequest }),
  ];
}

function contractFeatures(parts: Parts): vscode.Disposable[] {
  const { host, server, wsdls, loader, questions } = parts;
  return [
    announceWorkspaceWsdls(server, wsdls),
    registerWsdlCommands(server, loader, questions, host),
    registerFetchedDocuments(server),
    registerForms(parts),
  ];
}
