import * as vscode from "vscode";
import { hexOf } from "../../../../server/src/text/bytes.ts";
import { errorText, signalOf } from "./commands.ts";
import type { Questions } from "./dialogs.ts";
import type { Host, NewFile } from "./host.ts";

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
    return write(file, bytes, { folders: localFolders(beside), isNew });
  }
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
  await vscode.workspace.fs.writeFile(file, bytes);
}

/** Undefined if some files exist, and the user doesn't want to replace them. Rejects as `writeEditorFile`. */
export async function writeInFolder(
  host: Host,
  questions: Questions,
  folder: vscode.Uri,
  files: readonly NewFile[],
  beside?: vscode.Uri,
): Promise<readonly vscode.Uri[] | undefined> {
  const uris = files.map(({ path }) => vscode.Uri.joinPath(folder, ...path.split("/")));
  const present = await Promise.all(uris.map(isPresent));
  const existing = files.filter((_, index) => present[index]).map(({ path }) => path);
  if (existing.length > 0 && !(await questions.replace(existing))) return undefined;
  for (const [index, { content }] of files.entries()) {
    const uri = uris[index];
    if (uri) await writeEditorFile(host, uri, content, { beside });
  }
  return uris;
}

/** The result of `save`; if it fails, shows the reason, and lets the user select another place. */
export async function untilSaved<T>(questions: Questions, save: () => Promise<T | undefined>): Promise<T | undefined> {
  for (;;) {
    try {
      return await save();
    } catch (error) {
      if ((await questions.notSaved(errorText(error))) === "cancel") return undefined;
    }
  }
}

/**
 * Creates a folder with its files, or leaves nothing: they are written to a folder beside it, which then gets its name.
 * Resolves with whether it was written; it isn't if the user cancels. Rejects with the reason, in words.
 */
export async function writeNewEditorFolder(
  { writeNewFolder: write }: Pick<Host, "writeNewFolder">,
  folder: vscode.Uri,
  files: readonly NewFile[],
  token: vscode.CancellationToken,
): Promise<boolean> {
  if (write !== undefined && folder.scheme === "file") {
    const signal = signalOf(token);
    try {
      await write(folder, files, localFolders(), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return !signal.aborted;
  }
  const beside = folder.with({ path: `${folder.path}.${temporaryName()}` });
  try {
    await vscode.workspace.fs.createDirectory(beside);
    for (const { path, content } of files) {
      if (token.isCancellationRequested) return false;
      const file = vscode.Uri.joinPath(beside, ...path.split("/"));
      await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
      await vscode.workspace.fs.writeFile(file, content);
    }
    await vscode.workspace.fs.rename(beside, folder, { overwrite: false });
  } finally {
    await deleteStored(beside, { recursive: true });
  }
  return true;
}

function localFolders(another?: vscode.Uri): readonly vscode.Uri[] {
  const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return [...open, ...(another ? [another] : [])].filter(({ scheme }) => scheme === "file");
}

function temporaryName(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(8)));
}

/** Deletes a file or, with `recursive`, a folder of the extension's storage. A missing one isn't an error. */
export async function deleteStored(uri: vscode.Uri, options?: { readonly recursive: boolean }): Promise<void> {
  try {
    await vscode.workspace.fs.delete(uri, options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Rejects if that can't be known: then the file must not be replaced without a question. */
async function isPresent(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === "FileNotFound";
}
