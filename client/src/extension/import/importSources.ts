import * as vscode from "vscode";
import type { ImportParams } from "../../../../server/src/protocol/protocol.ts";
import { largestImport, largestImportFolder } from "../../../../server/src/text/limits.ts";

import type { Host } from "../editor/host.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";

type ImportSource = ImportParams["sources"][number];

/** Reads a file, or all files in a folder, without links; or resolves with why that isn't possible, as a sentence. */
export async function readSource(
  uri: vscode.Uri,
  host: Host,
  token: vscode.CancellationToken,
): Promise<ImportSource | string> {
  const path = vscode.workspace.asRelativePath(uri);
  const stat = await vscode.workspace.fs.stat(uri);
  const isFolder = (stat.type & vscode.FileType.Directory) !== 0;
  const found = isFolder ? await filesBelow(uri, path, token) : [{ uri, path }];
  const limit = isFolder ? largestImportFolder : largestImport;
  const files: ImportSource["files"][number][] = [];
  let size = 0;
  for (const file of found) {
    if (token.isCancellationRequested) break;
    size += (await vscode.workspace.fs.stat(file.uri)).size;
    if (size > limit) return vscode.l10n.t("{0} is larger than {1} MB.", path, limit / 1_000_000);
    const read = await readWorkspaceFile(file.uri.toString(), limit, host, isFolder ? [uri] : "anywhere");
    if (read.kind === "bytes") files.push({ path: file.path, bytes: read.bytes });
    // In a folder, not what was deleted meanwhile, or has become a link.
    else if (!isFolder) return read.kind === "refused" ? read.why : vscode.l10n.t("The file doesn't exist.");
  }
  return { path, isFolder, files };
}

interface FoundFile {
  readonly uri: vscode.Uri;
  readonly path: string;
}

async function filesBelow(
  root: vscode.Uri,
  path: string,
  token: vscode.CancellationToken,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  const open = [{ uri: root, path }];
  for (let folder = open.pop(); folder !== undefined && !token.isCancellationRequested; folder = open.pop()) {
    for (const [name, type] of await vscode.workspace.fs.readDirectory(folder.uri)) {
      const one = { uri: vscode.Uri.joinPath(folder.uri, name), path: `${folder.path}/${name}` };
      if (type === vscode.FileType.File) found.push(one);
      else if (type === vscode.FileType.Directory && name !== ".git" && name !== "node_modules") open.push(one);
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
