import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import { completedNames } from "../../../../server/src/text/limits.ts";
import { insertedName, typedPath } from "../../core/text/typedPath.ts";
import type { Host } from "../editor/host.ts";
import { foldersOf, outsideOf } from "../trust/outsideFile.ts";

/** Completes the paths of body files, file parts, data files and `$file`. Files outside of the open folders aren't offered. */
export function registerFilePaths({ realPath }: Pick<Host, "realPath">): vscode.Disposable {
  const provideCompletionItems = (document: vscode.TextDocument, position: vscode.Position) =>
    pathItems(document, position, realPath);
  return vscode.languages.registerCompletionItemProvider(languageId, { provideCompletionItems }, "/", '"');
}

async function pathItems(
  document: vscode.TextDocument,
  position: vscode.Position,
  realPath: Host["realPath"],
): Promise<vscode.CompletionItem[]> {
  const typed = typedPath(document.lineAt(position).text.slice(0, position.character));
  if (!typed || document.isUntitled) return [];
  const folder = vscode.Uri.joinPath(document.uri, "..", typed.folder);
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  const range = new vscode.Range(position.translate(0, -typed.name.length), position);
  const items = entries.slice(0, completedNames).map(async ([name, type]) => {
    const uri = vscode.Uri.joinPath(folder, name);
    const inserted = insertedName(typed, name);
    const isOwn = uri.toString() === document.uri.toString();
    if (inserted === undefined || isOwn || (await outsideOf(uri, foldersOf(document.uri), realPath))) return [];
    return [pathItem(inserted, range, (type & vscode.FileType.Directory) !== 0)];
  });
  return (await Promise.all(items)).flat();
}

function pathItem(inserted: string, range: vscode.Range, isFolder: boolean): vscode.CompletionItem {
  const { File, Folder } = vscode.CompletionItemKind;
  const item = new vscode.CompletionItem(isFolder ? `${inserted}/` : inserted, isFolder ? Folder : File);
  item.range = range;
  if (isFolder) item.command = { command: "editor.action.triggerSuggest", title: "" };
  return item;
}
