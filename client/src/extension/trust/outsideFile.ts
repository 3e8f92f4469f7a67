import * as vscode from "vscode";
import { isWithin } from "../../core/text/paths.ts";
import type { Host } from "../editor/host.ts";

/**
 * Where a body file lies in truth that is outside of the open folders (for a document in none of them: outside of its
 * own, too). Undefined: it lies inside.
 */
export async function outsideFile(
  file: vscode.Uri,
  document: vscode.Uri,
  realPath: Host["realPath"],
): Promise<vscode.Uri | undefined> {
  const real = async (uri: vscode.Uri): Promise<vscode.Uri> =>
    uri.scheme === "file" && realPath !== undefined ? realPath(uri).catch(() => uri) : uri;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const isLoose = vscode.workspace.getWorkspaceFolder(document) === undefined;
  const allowed = isLoose ? [...folders, vscode.Uri.joinPath(document, "..")] : folders;
  const at = await real(file);
  const roots = await Promise.all(allowed.map(real));
  return roots.some((root) => isWithin(at.toString(), root.toString(), "/")) ? undefined : at;
}
