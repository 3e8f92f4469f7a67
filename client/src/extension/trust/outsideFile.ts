import * as vscode from "vscode";
import { isWithin } from "../../core/text/isWithin.ts";
import type { Host } from "../editor/host.ts";

/**
 * The location of a body file, without symbolic links, if it is outside the open folders. A document in none of them may
 * also use files in its own folder.
 */
export async function outsideFile(
  file: vscode.Uri,
  document: vscode.Uri,
  realPath: Host["realPath"],
): Promise<vscode.Uri | undefined> {
  const hasFolder = vscode.workspace.getWorkspaceFolder(document) !== undefined;
  const folders = hasFolder ? openFolders() : [...openFolders(), vscode.Uri.joinPath(document, "..")];
  return outsideOf(file, folders, realPath);
}

/** The location of a file, without symbolic links, if it is in none of the folders. */
export async function outsideOf(
  file: vscode.Uri,
  folders: readonly vscode.Uri[],
  realPath: Host["realPath"],
): Promise<vscode.Uri | undefined> {
  const real = async (uri: vscode.Uri): Promise<vscode.Uri> =>
    uri.scheme === "file" && realPath !== undefined ? realPath(uri).catch(() => uri) : uri;
  const [target, ...roots] = await Promise.all([real(file), ...folders.map(real)]);
  return roots.some((root) => isWithin(target.toString(), root.toString(), "/")) ? undefined : target;
}

export function openFolders(): readonly vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
}
