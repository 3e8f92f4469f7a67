import * as vscode from "vscode";
import { isWithin } from "../../core/text/paths.ts";
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
  const real = async (uri: vscode.Uri): Promise<vscode.Uri> =>
    uri.scheme === "file" && realPath !== undefined ? realPath(uri).catch(() => uri) : uri;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const hasFolder = vscode.workspace.getWorkspaceFolder(document) !== undefined;
  const allowed = hasFolder ? folders : [...folders, vscode.Uri.joinPath(document, "..")];
  const [target, ...roots] = await Promise.all([real(file), ...allowed.map(real)]);
  return roots.some((root) => isWithin(target.toString(), root.toString(), "/")) ? undefined : target;
}
