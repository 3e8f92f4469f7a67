import * as vscode from "vscode";
import type { ResponseDocuments } from "./documents.ts";
import { answerOf, type Exchange } from "./exchange.ts";
import { partUri, responseUri } from "./responseUri.ts";

/** Asks for a file and writes the body into it, byte for byte as it came (content coding undone). */
export async function saveBody(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const { presented } = await documents.content(responseUri(exchange, "formatted"));
  const body = responseUri(exchange, "body", presented?.extension ?? "bin");
  await saveAs(exchange, nameIn(body), (await documents.content(body)).bytes);
}

/** Asks for a file and writes a part of a multipart body into it. */
export async function savePart(exchange: Exchange, documents: ResponseDocuments, index: number): Promise<void> {
  const part = (await documents.parts.of(exchange)).parts[index];
  if (part !== undefined) {
    const { bytes } = await documents.content(partUri(exchange, index, part.name));
    await saveAs(exchange, part.name, bytes);
  }
}

/** Asks for a folder and writes every part into it; a body that has no parts is saved as one file. */
export async function saveAll(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const { parts } = await documents.parts.of(exchange);
  const body = answerOf(exchange.result)?.body;
  if (parts.length === 0 || body === undefined) {
    return saveBody(exchange, documents);
  }
  const near = folderOf(exchange);
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t("Save {0} parts", parts.length),
      openLabel: vscode.l10n.t("Save Here"),
      ...(near === undefined ? {} : { defaultUri: near }),
    })) ?? [];
  if (folder === undefined) {
    return;
  }
  const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name));
  const there = parts.filter(({ name }) => taken.has(name)).map(({ name }) => name);
  if (there.length > 0 && !(await mayReplace(there))) {
    return;
  }
  for (const { name, start, end } of parts) {
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), body.subarray(start, end));
  }
  vscode.window.setStatusBarMessage(vscode.l10n.t("{0} parts saved.", parts.length), 5000);
}

async function mayReplace(names: readonly string[]): Promise<boolean> {
  const replace = vscode.l10n.t("Replace");
  const text = vscode.l10n.t("The folder has files of these names already: {0}", names.join(", "));
  return (await vscode.window.showWarningMessage(text, { modal: true }, replace)) === replace;
}

async function saveAs(exchange: Exchange, name: string, bytes: Uint8Array): Promise<void> {
  const folder = folderOf(exchange);
  const file = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) },
  );
  if (file !== undefined) {
    await vscode.workspace.fs.writeFile(file, bytes);
  }
}

function folderOf(exchange: Exchange): vscode.Uri | undefined {
  const from = vscode.Uri.parse(exchange.from);
  return from.scheme === "untitled" ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.joinPath(from, "..");
}

function nameIn({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
