import * as vscode from "vscode";
import { WsdlFilesRequest, type WsdlFilesResult } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { errorText, exists } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { Questions } from "../editor/questions.ts";
import { showInformation, showWarning } from "../editor/ui.ts";
import { writeEditorFile } from "../editor/writeFile.ts";
import { placeName } from "./consent.ts";
import type { LoadHow, WsdlLoader } from "./loader.ts";

type Files = WsdlFilesResult["files"];

/**
 * Saves a WSDL and all documents that it imports as files of one folder, which need neither each other's servers nor this
 * one. Resolves with the URI of the saved WSDL; undefined if nothing is saved, and the user knows why.
 */
export async function downloadWsdl(
  server: LanguageServer,
  loader: WsdlLoader,
  questions: Questions,
  wsdl: string,
  how: LoadHow,
  host: Host,
): Promise<vscode.Uri | undefined> {
  if ((await loader.load(wsdl, how)) === undefined) return undefined;
  const { files, unread } = await server.request(WsdlFilesRequest, { wsdl });
  const [main] = files;
  if (main === undefined) return undefined;
  const folder = await saveIn(files, questions, host);
  if (folder === undefined) return undefined;
  const saved = vscode.Uri.joinPath(folder, main.name);
  void reportSaved(saved, files.length, unread);
  return saved;
}

/** Offers to download the WSDL at an address, which requests refer to. */
export async function offerDownload(wsdl: string): Promise<void> {
  const download = vscode.l10n.t("Download WSDL…");
  const text = vscode.l10n.t("The requests use the WSDL at {0}. Download it to work without that server.", wsdl);
  if ((await showInformation(text, download)) !== download) return;
  await vscode.commands.executeCommand("soaphttp.downloadWsdl", wsdl);
}

/** The folder in which the files were saved. */
async function saveIn(files: Files, questions: Questions, host: Host): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t("Save {0} files", files.length);
  for (;;) {
    const folder = await questions.folder(title, vscode.workspace.workspaceFolders?.[0]?.uri);
    if (folder === undefined) return undefined;
    const targets = files.map(({ name, bytes }) => ({ name, bytes, file: vscode.Uri.joinPath(folder, name) }));
    try {
      const present = await Promise.all(targets.map(({ file }) => exists(file)));
      const existing = targets.filter((_, index) => present[index]).map(({ name }) => name);
      if (existing.length > 0 && !(await questions.replace(existing))) return undefined;
      for (const { file, bytes } of targets) await writeEditorFile(host, file, fromBase64(bytes));
      return folder;
    } catch (error) {
      if ((await questions.notSaved(errorText(error))) === "cancel") return undefined;
    }
  }
}

/** Maximum documents that a message names. */
const maxListed = 5;

async function reportSaved(saved: vscode.Uri, count: number, unread: WsdlFilesResult["unread"]): Promise<void> {
  const open = vscode.l10n.t("Open");
  const create = vscode.l10n.t("New Request…");
  const text =
    count === 1
      ? vscode.l10n.t("{0} saved.", vscode.workspace.asRelativePath(saved))
      : vscode.l10n.t("{0} saved, with {1} files that it imports.", vscode.workspace.asRelativePath(saved), count - 1);
  const listed = unread.slice(0, maxListed).map(({ uri, why }) => `${placeName(uri)}: ${why}`);
  const missing = vscode.l10n.t("Documents that could not be read: {0}", unread.length);
  const chosen =
    unread.length === 0
      ? await showInformation(text, create, open)
      : await showWarning([text, missing, ...listed].join(" "), create, open);
  if (chosen === open) await vscode.window.showTextDocument(saved, { preview: false });
  if (chosen === create) await vscode.commands.executeCommand("soaphttp.newFromWsdl", saved);
}
