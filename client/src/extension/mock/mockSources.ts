import * as vscode from "vscode";
import type { LoadMockParams } from "../../../../server/src/protocol/mockProtocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import type { Host } from "../editor/host.ts";
import { foldersOf } from "../trust/outsideFile.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";

export interface MockSources {
  /** `.soapmock` files, in the order in which they respond. */
  readonly files: readonly vscode.Uri[];
  readonly wsdls: readonly vscode.Uri[];
}

const maxFiles = 500;

/** The files that a menu passes, or else the active editor's, or else the `.soapmock` files of the workspace. */
export async function mockSources(given: unknown, selected: unknown): Promise<MockSources> {
  const { activeTextEditor } = vscode.window;
  const uris = [...(Array.isArray(selected) ? selected : []), given].filter((one) => one instanceof vscode.Uri);
  const shown = uris.length > 0 || activeTextEditor === undefined ? uris : [activeTextEditor.document.uri];
  const sources = sortedOut(shown);
  if (sources.files.length + sources.wsdls.length > 0) return sources;
  return sortedOut(await vscode.workspace.findFiles("**/*.soapmock", "**/node_modules/**", maxFiles));
}

export function sortedOut(uris: readonly vscode.Uri[]): MockSources {
  const unique = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
  const sorted = unique.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const ending = (suffix: string) => sorted.filter(({ path }) => path.toLowerCase().endsWith(suffix));
  return { files: ending(".soapmock"), wsdls: ending(".wsdl") };
}

/** The files as they are saved. Rejects with the first one that can't be read. */
export async function readSources({ files, wsdls }: MockSources, host: Host): Promise<Omit<LoadMockParams, "id">> {
  const read = files.map(async (uri) => {
    const name = vscode.workspace.asRelativePath(uri, false);
    const file = await readWorkspaceFile(uri.toString(), largestFile, host, foldersOf(uri));
    if (file.kind !== "bytes") {
      const why = file.kind === "refused" ? file.why : vscode.l10n.t("The file doesn't exist.");
      throw new Error(vscode.l10n.t("{0} can't be read: {1}", name, why));
    }
    return { uri: uri.toString(), name, text: new TextDecoder().decode(fromBase64(file.bytes)) };
  });
  return { files: await Promise.all(read), wsdls: wsdls.map((uri) => uri.toString()) };
}
