import type * as vscode from "vscode";
import { DataRowsRequest, type DataSource, type FileRead } from "../../../../server/src/protocol/protocol.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import type { DataRow } from "../../core/run/results.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { foldersOf } from "../trust/outsideFile.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";

/** The rows of a data file that a document names, or a sentence about why they can't be read; and their zero-based lines. */
export async function readDataRows(
  source: DataSource,
  uri: string | undefined,
  document: vscode.Uri,
  { server, host }: Pick<EditorParts, "server" | "host">,
): Promise<{ readonly rows: readonly DataRow[] | string; readonly lines: readonly number[] }> {
  const missing: FileRead = { kind: "missing" };
  const file = uri === undefined ? missing : await readWorkspaceFile(uri, largestFile, host, foldersOf(document));
  const { rows, lines } = await server.request(DataRowsRequest, { source, file });
  if (typeof rows === "string") return { rows, lines };
  return { rows: rows.map((row) => new Map(row.map(([name, text]) => [name, { text, secret: false }]))), lines };
}
