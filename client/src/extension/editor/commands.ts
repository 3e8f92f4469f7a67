import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import { inform, showError } from "./ui.ts";

/** @param failure the message for the reason if a command rejects, which then resolves with undefined */
export function registerCommands(
  commands: Readonly<Record<string, (...given: never[]) => unknown>>,
  failure?: (reason: string) => string,
): vscode.Disposable {
  const registered = Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, (...given: unknown[]) => {
      const act = () => run(...(given as never[]));
      return failure ? orShowError(async () => act(), failure) : act();
    }),
  );
  return vscode.Disposable.from(...registered);
}

/** The result of `act`; if it rejects, shows the error and resolves with undefined. `text`: the message for a reason. */
export async function orShowError<T>(act: () => Promise<T>, text: (reason: string) => string): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    void showError(text(errorText(error)));
    return undefined;
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The active editor if it shows requests; otherwise asks the user to open a file. */
export function requestEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === languageId ? editor : askForRequests();
}

/** The document and the line that a lens or a fix passes; a menu passes no line: then the active editor's are used. */
export async function requestAt(given: unknown, line: unknown) {
  const uri = typeof line === "number" ? uriOf(given) : undefined;
  if (uri !== undefined) return { document: await vscode.workspace.openTextDocument(uri), line: Number(line) };
  const editor = requestEditor();
  return editor && { document: editor.document, line: editor.selection.active.line };
}

/** The active editor if it shows requests, or else a visible one, such as one beside a response. */
export function visibleRequestEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return [activeTextEditor, ...visibleTextEditors].find((editor) => editor?.document.languageId === languageId);
}

export function noRequestAt(line: number): undefined {
  return inform(vscode.l10n.t("There is no request at line {0}. Move the cursor to one.", line + 1));
}

export function askForRequests(): undefined {
  return inform(vscode.l10n.t("Open a .soaphttp file first."));
}

/** The URI that a lens, a menu or another extension passes to a command. */
export function uriOf(given: unknown): vscode.Uri | undefined {
  if (typeof given === "string") return vscode.Uri.parse(given);
  return given instanceof vscode.Uri ? given : undefined;
}

export function uriOrActive(given: unknown): vscode.Uri | undefined {
  return uriOf(given) ?? vscode.window.activeTextEditor?.document.uri;
}

export function fileNameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function signalOf(...tokens: readonly vscode.CancellationToken[]): AbortSignal {
  const controller = new AbortController();
  for (const token of tokens) {
    if (token.isCancellationRequested) controller.abort();
    token.onCancellationRequested(() => controller.abort());
  }
  return controller.signal;
}

export async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
