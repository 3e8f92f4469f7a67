import * as vscode from "vscode";
import {
  loadWsdlCommand,
  readOnlyScheme,
  WsdlFilesRequest,
  type WsdlFilesResult,
  WsdlTextRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { registerCommands } from "../editor/commands.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { showInformation, showStatus, showWarning } from "../editor/ui.ts";
import { untilSaved, writeInFolder } from "../editor/writeFile.ts";
import { askAddress, reasonOf, uriText } from "./address.ts";
import { placeName } from "./consent.ts";
import type { LoadHow, WsdlLoader } from "./loader.ts";

export function registerWsdlCommands(
  server: LanguageServer,
  loader: WsdlLoader,
  questions: () => Questions,
  host: Host,
): vscode.Disposable {
  return registerCommands(
    {
      // The fix at `# @wsdl` passes the address.
      [loadWsdlCommand]: (given?: unknown) => loadWsdl(loader, given),
      "soaphttp.downloadWsdl": async (given?: unknown) => {
        // A command that has loaded the WSDL passes its address.
        const wsdl = uriText(given) ?? (await askAddress());
        const chosen = uriText(given) === undefined;
        return wsdl && downloadWsdl(server, loader, questions(), wsdl, { chosen, fresh: chosen }, host);
      },
    },
    (reason) => vscode.l10n.t("The WSDL could not be loaded: {0}", reason),
  );
}

/** Resolves with the number of operations. */
async function loadWsdl(loader: WsdlLoader, given: unknown): Promise<number | undefined> {
  const wsdl = uriText(given);
  const result = wsdl && (await loader.load(wsdl, { fresh: true }));
  if (!result) return undefined;
  const { length } = result.operations;
  if (length === 0) void showWarning(reasonOf(result));
  const text = length === 1 ? vscode.l10n.t("1 operation loaded") : vscode.l10n.t("{0} operations loaded", length);
  showStatus(text, 5000);
  return length;
}

/**
 * Saves a WSDL and all documents that it imports as files of one folder, which need neither each other's servers nor this
 * one. Resolves with the URI of the saved WSDL; undefined if nothing is saved, and the user knows why.
 */
async function downloadWsdl(
  server: LanguageServer,
  loader: WsdlLoader,
  questions: Questions,
  wsdl: string,
  how: LoadHow,
  host: Host,
): Promise<vscode.Uri | undefined> {
  if ((await loader.load(wsdl, how)) === undefined) return undefined;
  const { files, unread } = await server.request(WsdlFilesRequest, { wsdl });
  if (files.length === 0) return undefined;
  const title = vscode.l10n.t("Save {0} files", files.length);
  const contents = files.map(({ name, bytes }) => ({ path: name, content: fromBase64(bytes) }));
  const [saved] =
    (await untilSaved(questions, async () => {
      const folder = await questions.folder(title, vscode.workspace.workspaceFolders?.[0]?.uri);
      return folder && writeInFolder(host, questions, folder, contents);
    })) ?? [];
  if (saved) void reportSaved(saved, files.length, unread);
  return saved;
}

export async function offerDownload(wsdl: string): Promise<void> {
  const download = vscode.l10n.t("Download WSDL…");
  const text = vscode.l10n.t("The requests use the WSDL at {0}. Download it to work without that server.", wsdl);
  if ((await showInformation(text, download)) !== download) return;
  await vscode.commands.executeCommand("soaphttp.downloadWsdl", wsdl);
}

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

/** Shows documents of WSDLs that were fetched from addresses as read-only text: the targets of definitions. */
export function registerFetchedDocuments(server: LanguageServer): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
    provideTextDocumentContent: async ({ query: address }) => {
      const text = await server.request(WsdlTextRequest, { uri: address });
      return text ?? vscode.l10n.t("{0} isn't loaded.", address);
    },
  });
}
