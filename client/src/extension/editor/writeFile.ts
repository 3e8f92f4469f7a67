import * as vscode from "vscode";
import type { Host } from "./host.ts";

/**
 * Writes a file and creates its folders. This is the only place of the extension that writes files. In the open folders and
 * in `beside`, no symbolic link is followed where the host can know it: whoever made these folders must not choose which
 * file is overwritten. Rejects with the reason, in words.
 * @param options `isNew`: an existing file is not replaced; `beside`: the folder of the requests
 */
export async function writeEditorFile(
  { writeFile: write }: Pick<Host, "writeFile">,
  file: vscode.Uri,
  bytes: Uint8Array,
  { isNew = false, beside }: { readonly isNew?: boolean; readonly beside?: vscode.Uri | undefined } = {},
): Promise<void> {
  if (write !== undefined && file.scheme === "file") {
    const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    const folders = [...open, ...(beside ? [beside] : [])].filter(({ scheme }) => scheme === "file");
    return write(file, bytes, { folders, isNew });
  }
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
  await vscode.workspace.fs.writeFile(file, bytes);
}

/** Deletes a file or, with `recursive`, a folder of the extension's storage. A missing one is no error. */
export async function deleteStored(uri: vscode.Uri, options?: { readonly recursive: boolean }): Promise<void> {
  try {
    await vscode.workspace.fs.delete(uri, options);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError && error.code === "FileNotFound")) throw error;
  }
}
