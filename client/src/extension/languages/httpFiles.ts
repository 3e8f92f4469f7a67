import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import { isHttpFile, isHttpFileWithSoap } from "../../core/httpFiles.ts";
import { type FolderChanges, watchFiles } from "../editor/folderChanges.ts";
import { showInformation } from "../editor/ui.ts";

const settingName = "soaphttp.languages";

/** The language that other extensions give to `.http` and `.rest` files. */
const httpLanguage = "http";

/** A pattern for files with requests. `.http` and `.rest` files are included only if the setting contains them. */
export function requestFiles(): string {
  return usesHttpFiles(undefined) ? "**/*.{soaphttp,http,rest}" : "**/*.soaphttp";
}

export function isRequestFile(uri: vscode.Uri): boolean {
  return !isHttpFile(uri.path) || usesHttpFiles(uri);
}

/** Watches files of requests, `tracked` ones and their folders. `changeAll`: the setting selects other files. */
export function watchRequestFiles(
  folders: FolderChanges,
  tracked: () => Iterable<vscode.Uri>,
  change: (uri: vscode.Uri) => void,
  changeAll: () => void,
): vscode.Disposable {
  const check = (uri: vscode.Uri) => {
    if (isRequestFile(uri)) change(uri);
  };
  return vscode.Disposable.from(
    watchFiles("**/*.{soaphttp,http,rest}", check),
    folders.watch(requestFiles, tracked, (uris) => uris.forEach(check)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingName)) changeAll();
    }),
  );
}

/** Applies the setting `soaphttp.languages` in the open workspace. */
async function useHttpFiles(): Promise<void> {
  const { workspaceFolders } = vscode.workspace;
  const target =
    workspaceFolders === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  await vscode.workspace.getConfiguration().update(settingName, [httpLanguage], target);
}

/**
 * Gives `.http` and `.rest` files the language of requests while the setting `soaphttp.languages` contains `http`. So
 * everything that is registered for that language applies to them, and nothing of another extension does. A document whose
 * language the user then changes keeps the user's choice.
 */
export function registerHttpFiles(log: vscode.LogOutputChannel): vscode.Disposable {
  /** The original languages of the documents. */
  const before = new Map<vscode.TextDocument, string>();
  const set = (document: vscode.TextDocument, language: string) =>
    void vscode.languages
      .setTextDocumentLanguage(document, language)
      .then(undefined, (error: unknown) => log.debug(`${document.uri} keeps its language: ${String(error)}`));
  const take = (document: vscode.TextDocument) => {
    const { languageId: language, uri } = document;
    const isOther = language !== httpLanguage && language !== "plaintext";
    if (before.has(document) || isOther || !isHttpFile(uri.path) || !usesHttpFiles(uri)) return;
    before.set(document, language);
    set(document, languageId);
  };
  const update = () => {
    for (const document of vscode.workspace.textDocuments) {
      const language = before.get(document);
      if (language === undefined) take(document);
      else if (!usesHttpFiles(document.uri)) {
        before.delete(document);
        if (document.languageId === languageId) set(document, language);
      }
    }
  };
  update();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(take),
    // A changed language closes a document, too.
    vscode.workspace.onDidCloseTextDocument((document) => void (document.isClosed && before.delete(document))),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingName)) update();
    }),
  );
}

const shownKey = "httpFileHint";

/** Informs the user once that an `.http` or `.rest` file with SOAP requests can be converted, or used unchanged. */
export function registerHttpFileHint(memory: vscode.Memento): vscode.Disposable {
  const check = (editor: vscode.TextEditor | undefined) => {
    if (editor === undefined || memory.get(shownKey) === true) return;
    const { document } = editor;
    if (document.languageId === languageId || !isHttpFileWithSoap(document.uri.path, document.getText())) return;
    void memory.update(shownKey, true);
    void showHint(document);
  };
  check(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor(check);
}

async function showHint(document: vscode.TextDocument): Promise<void> {
  const convert = vscode.l10n.t("Convert to .soaphttp");
  const use = vscode.l10n.t("Use SOAP support for .http files in this workspace");
  const open = vscode.l10n.t("Open as SOAP over HTTP");
  const text = vscode.l10n.t(
    "This file contains SOAP requests. Convert it to a .soaphttp file, open it as one, or send it unchanged with soaphttp send.",
  );
  const chosen = await showInformation(text, convert, use, open);
  if (chosen === convert) await vscode.commands.executeCommand("soaphttp.convertHttpFile", document.uri);
  else if (chosen === use) await useHttpFiles();
  else if (chosen === open) await vscode.languages.setTextDocumentLanguage(document, languageId);
}

function usesHttpFiles(uri: vscode.Uri | undefined): boolean {
  const languages = vscode.workspace.getConfiguration(undefined, uri).get(settingName);
  return Array.isArray(languages) && languages.includes(httpLanguage);
}
