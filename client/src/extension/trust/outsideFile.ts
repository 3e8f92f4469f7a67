import * as vscode from "vscode";
import { isWithin } from "../../../../server/src/text/paths.ts";
import type { Host } from "../editor/host.ts";
import { isWrittenHere } from "../editor/requestDocument.ts";

/** The folders whose files a document may use. */
export function foldersOf(document: vscode.Uri): readonly vscode.Uri[] {
  const hasFolder = vscode.workspace.getWorkspaceFolder(document) !== undefined;
  return hasFolder ? openFolders() : [...openFolders(), vscode.Uri.joinPath(document, "..")];
}

/** The open folders, and the folders of open requests and WSDLs that are in none of them. */
export function readableFolders(): readonly vscode.Uri[] {
  const loose = vscode.workspace.textDocuments.filter(
    (document) =>
      document.uri.scheme !== "untitled" &&
      (isWrittenHere(document) || document.uri.path.endsWith(".wsdl")) &&
      vscode.workspace.getWorkspaceFolder(document.uri) === undefined,
  );
  return [...openFolders(), ...loose.map(({ uri }) => vscode.Uri.joinPath(uri, ".."))];
}

/**
 * The location of a file, without symbolic links, if it is outside of the folders. VS Code doesn't resolve links in
 * virtual file systems, so a file behind one counts as outside.
 */
export async function outsideOf(
  file: vscode.Uri,
  folders: readonly vscode.Uri[],
  realPath: Host["realPath"],
): Promise<vscode.Uri | undefined> {
  const isLocal = file.scheme === "file" && realPath !== undefined;
  const real = async (uri: vscode.Uri): Promise<vscode.Uri> =>
    uri.scheme === "file" && realPath !== undefined ? realPath(uri).catch(() => uri) : uri;
  const [target, ...roots] = await Promise.all([real(file), ...folders.map(real)]);
  for (const root of roots) {
    if (!isWithin(target.toString(), root.toString(), "/")) continue;
    if (isLocal || !(await isBehindLink(target, root))) return undefined;
  }
  return target;
}

/** Whether a link is on the way from a folder to a file in it. */
async function isBehindLink(file: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
  for (let at = file; at.path.length > folder.path.length; at = vscode.Uri.joinPath(at, "..")) {
    const { type } = await Promise.resolve(vscode.workspace.fs.stat(at)).catch(() => ({ type: 0 }));
    if ((type & vscode.FileType.SymbolicLink) !== 0) return true;
  }
  return false;
}

export function openFolders(): readonly vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
}
