import * as vscode from "vscode";
import { languageId, NewRequestsRequest, RequestsRequest } from "../../../../server/src/protocol/protocol.ts";
import { visibleRequestEditor } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { columnForRequests } from "../response/requestPlace.ts";
import type { ChosenOperations } from "./wsdlQuestions.ts";

/** No user visits the placeholders of more requests, and VS Code would track each. */
const maxWithPlaceholders = 10;

/** VS Code 1.91 doesn't know the option, and may replace spaces by tabs. */
const keepWhitespace = { undoStopBefore: true, undoStopAfter: true, keepWhitespace: true };

export interface NewRequests extends ChosenOperations {
  readonly wsdl: string;
}

interface InsertedRequests {
  readonly position: vscode.Position;
  readonly text: vscode.SnippetString | string;
}

/**
 * Inserts requests after the request at the cursor, in the active editor or a visible one; or else in a new document. The
 * cursor goes to the first placeholder. Rejects if that is impossible.
 */
export async function insertRequests(server: LanguageServer, requests: NewRequests): Promise<void> {
  const editor = await show(visibleRequestEditor());
  const { document, selection } = editor;
  const { version } = document;
  const { position, text } = await insertionOf(server, document, selection.active, requests);
  const isInserted =
    document.version === version &&
    (typeof text === "string"
      ? await editor.edit((builder) => builder.insert(position, text))
      : await editor.insertSnippet(text, position, keepWhitespace));
  if (!isInserted) throw new Error(vscode.l10n.t("the file can't be edited, or it has changed in the meantime"));
  if (typeof text === "string") {
    const start = position.translate(1);
    editor.selection = new vscode.Selection(start, start);
  }
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function show(editor: vscode.TextEditor | undefined): Promise<vscode.TextEditor> {
  const document = editor?.document ?? (await vscode.workspace.openTextDocument({ language: languageId }));
  const viewColumn = editor?.viewColumn ?? columnForRequests();
  return vscode.window.showTextDocument(document, { preview: false, viewColumn });
}

/** Returns the requests with separators, and their place after the request at a position. */
export async function insertionOf(
  server: LanguageServer,
  document: vscode.TextDocument,
  at: vscode.Position,
  { wsdl, operations, extent }: NewRequests,
): Promise<InsertedRequests> {
  const { requests } = await server.request(RequestsRequest, { uri: document.uri.toString() });
  const current = requests.findLast(({ range }) => range.start.line <= at.line);
  const end = document.lineAt(document.lineCount - 1).range.end;
  const position = current ? new vscode.Position(current.range.end.line, current.range.end.character) : end;
  const [before, after] = separators(document, position, end);
  // VS Code would indent all lines of a snippet like the line where it begins.
  const isIndented = position.character > 0 && /^\s/.test(document.lineAt(position.line).text);
  const form = operations.length > maxWithPlaceholders || isIndented ? "text" : "snippet";
  const { text } = await server.request(NewRequestsRequest, {
    operations,
    extent,
    form,
    wsdl,
    relativeTo: relativeTo(document, wsdl),
    names: requests.flatMap(({ name }) => name ?? []),
  });
  const whole = `${before}${text}${after}`;
  return { position, text: form === "snippet" ? new vscode.SnippetString(whole) : whole };
}

/** Returns the line breaks that put an empty line before each separator. */
function separators(document: vscode.TextDocument, position: vscode.Position, end: vscode.Position) {
  const isStart = position.line === 0 && position.character === 0;
  const isAfterEmptyLine = position.line > 0 && document.lineAt(position.line - 1).isEmptyOrWhitespace;
  const before = isStart ? "" : position.character > 0 ? "\n\n" : isAfterEmptyLine ? "" : "\n";
  return [before, position.isBefore(end) ? "\n" : ""] as const;
}

/** Returns the URI that paths are relative to. An unsaved document belongs to the workspace folder of the WSDL. */
function relativeTo({ isUntitled, uri }: vscode.TextDocument, wsdl: string): string {
  const folder = isUntitled ? vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(wsdl)) : undefined;
  return (folder?.uri ?? uri).toString();
}
