import * as vscode from "vscode";
import type { FileRead, ReadFilesParams, ReadFilesResult } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { isWithin } from "../../../../server/src/text/paths.ts";
import { errorText } from "../editor/commands.ts";
import type { Host, HostFile } from "../editor/host.ts";
import { openFolders, outsideOf, readableFolders } from "./outsideFile.ts";

/**
 * Reads the files that a document refers to, for the server. Marks the files outside of the open folders: the server
 * uses them only as bodies, and the author is asked before they are sent. In Restricted Mode nothing is read.
 */
export function readFilesOn(host: Host): (params: ReadFilesParams) => Promise<ReadFilesResult> {
  return async ({ uris }) => ({
    files: await Promise.all(
      uris.map((uri) =>
        vscode.workspace.isTrusted ? readMarked(uri, largestFile, host, foldersFor(uri)) : restrictedFile(),
      ),
    ),
  });
}

export function restrictedFile(): FileRead {
  return { kind: "refused", why: vscode.l10n.t("Files can't be read in Restricted Mode.") };
}

/**
 * Reads a file that is really in one of the folders, with symbolic links resolved; or anywhere, because the user has named it.
 * `limit`: in bytes.
 */
export async function readWorkspaceFile(
  text: string,
  limit: number,
  host: Host,
  folders: readonly vscode.Uri[] | "anywhere" = openFolders(),
): Promise<FileRead> {
  const isAnywhere = folders === "anywhere";
  const file = await readMarked(text, limit, host, isAnywhere ? [] : folders);
  if (isAnywhere || file.kind !== "bytes" || file.outside === undefined) return file;
  const why = vscode.l10n.t("{0} is outside of the open folders. Use a file in one of them.", file.outside);
  return { kind: "refused", why };
}

async function readMarked(text: string, limit: number, host: Host, folders: readonly vscode.Uri[]): Promise<FileRead> {
  try {
    const uri = vscode.Uri.parse(text, true);
    const isLocal = uri.scheme === "file" && host.readFile !== undefined;
    const file = isLocal ? await host.readFile(uri, limit, folders) : await readVirtual(uri, limit, folders);
    switch (file.kind) {
      case "bytes":
        return { kind: "bytes", bytes: toBase64(file.bytes), ...(file.outside && { outside: file.outside }) };
      case "missing":
        return { kind: "missing" };
      case "notFile":
        return { kind: "refused", why: vscode.l10n.t("Not a file.") };
      case "secrets":
        return {
          kind: "refused",
          why: vscode.l10n.t("It is a link to {0}, which contains secrets. Use its values as variables.", file.path),
        };
      case "tooLarge":
        return { kind: "refused", why: vscode.l10n.t("The file is larger than {0} MB.", limit / 1_000_000) };
    }
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : "";
    return code === "FileNotFound" || code === "FileNotADirectory"
      ? { kind: "missing" }
      : { kind: "refused", why: errorText(error) };
  }
}

async function readVirtual(uri: vscode.Uri, limit: number, folders: readonly vscode.Uri[]): Promise<HostFile> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.File) === 0) return { kind: "notFile" };
  if (size > limit) return { kind: "tooLarge" };
  const outside = await outsideOf(uri, folders, undefined);
  // The size in the file's metadata may be wrong.
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (bytes.length > limit) return { kind: "tooLarge" };
  return { kind: "bytes", bytes, outside: outside?.path };
}

/** The open folders, and the folder of an open document that is in none of them, if the file is there, too. */
function foldersFor(uri: string): readonly vscode.Uri[] {
  const own = readableFolders().filter((folder) => isWithin(uri, folder.toString(), "/"));
  return [...openFolders(), ...own];
}
