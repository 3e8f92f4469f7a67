import * as vscode from "vscode";
import type { FileRead, ReadFilesParams, ReadFilesResult } from "../../../server/src/protocol.ts";
import { largestFile } from "../../../server/src/variables/largestFile.ts";
import { toBase64 } from "../base64.ts";
import { messageOf } from "../languageServer.ts";

/** Files that a document refers to, for the server, which reads nothing by itself. In Restricted Mode nothing is read. */
export async function readFiles({ uris }: ReadFilesParams): Promise<ReadFilesResult> {
  return { files: await Promise.all(uris.map(read)) };
}

async function read(text: string): Promise<FileRead> {
  if (!vscode.workspace.isTrusted) {
    return { kind: "refused", why: vscode.l10n.t("In Restricted Mode no files are read.") };
  }
  try {
    const uri = vscode.Uri.parse(text, true);
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) {
      return { kind: "refused", why: vscode.l10n.t("It is no file.") };
    }
    if (size > largestFile) {
      return { kind: "refused", why: vscode.l10n.t("It has more than {0} MB.", largestFile / 1_000_000) };
    }
    return { kind: "bytes", bytes: toBase64(await vscode.workspace.fs.readFile(uri)) };
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : "";
    return code === "FileNotFound" || code === "FileNotADirectory"
      ? { kind: "missing" }
      : { kind: "refused", why: messageOf(error) };
  }
}
