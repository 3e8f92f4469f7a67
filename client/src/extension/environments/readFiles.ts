import * as vscode from "vscode";
import type { FileRead, ReadFilesParams, ReadFilesResult } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";

/** Reads the files that a document refers to, for the server. In Restricted Mode nothing is read. */
export function readFilesOn(host: Host): (params: ReadFilesParams) => Promise<ReadFilesResult> {
  return async ({ uris }) => ({
    files: await Promise.all(
      uris.map((uri) => (vscode.workspace.isTrusted ? readWorkspaceFile(uri, largestFile, host) : restrictedFile())),
    ),
  });
}

export function restrictedFile(): FileRead {
  return { kind: "refused", why: vscode.l10n.t("Files can't be read in Restricted Mode.") };
}

/** `limit`: in bytes. */
export async function readWorkspaceFile(text: string, limit: number, host: Host): Promise<FileRead> {
  try {
    const uri = vscode.Uri.parse(text, true);
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) return { kind: "refused", why: vscode.l10n.t("Not a file.") };
    // The size may be wrong, so the bytes are counted, too.
    const bytes = size > limit ? undefined : await readAtMost(uri, limit, host);
    return bytes === undefined
      ? { kind: "refused", why: vscode.l10n.t("The file is larger than {0} MB.", limit / 1_000_000) }
      : { kind: "bytes", bytes: toBase64(bytes) };
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : "";
    return code === "FileNotFound" || code === "FileNotADirectory"
      ? { kind: "missing" }
      : { kind: "refused", why: errorText(error) };
  }
}

async function readAtMost(uri: vscode.Uri, limit: number, host: Host): Promise<Uint8Array | undefined> {
  if (uri.scheme === "file" && host.readFile) return host.readFile(uri, limit);
  const bytes = await vscode.workspace.fs.readFile(uri);
  return bytes.length > limit ? undefined : bytes;
}
