import * as vscode from "vscode";
import * as assert from "./assert.ts";

export function completions(
  document: vscode.TextDocument,
  offset: number,
  trigger?: string,
): Thenable<vscode.CompletionList> {
  return vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    document.positionAt(offset),
    trigger,
  );
}

/** Types key by key: VS Code reports several keys of one command as a change and a cursor move. */
export async function type(text: string): Promise<void> {
  for (const key of text) await vscode.commands.executeCommand("type", { text: key });
}

export function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === "string" ? label : label.label;
}

/** Accepts the item with this label as the editor does, as a snippet, and keeps the proposed placeholders. */
export async function take(
  document: vscode.TextDocument,
  offset: number,
  label: string,
): Promise<vscode.CompletionItem> {
  const { items } = await completions(document, offset);
  const item = items.find((one) => labelOf(one) === label);
  assert.ok(item, `${label} is not offered; there are: ${items.map(labelOf).join(", ")}`);
  const { range, insertText } = item;
  const replaced = range instanceof vscode.Range ? range : range?.replacing;
  const editor = vscode.window.activeTextEditor;
  assert.ok(replaced && editor && editor.document === document);
  const snippet = typeof insertText === "string" ? new vscode.SnippetString().appendText(insertText) : insertText;
  assert.ok(await editor.insertSnippet(snippet ?? new vscode.SnippetString(label), replaced), "it was refused");
  await vscode.commands.executeCommand("leaveSnippet");
  return item;
}

export async function hoverAt(document: vscode.TextDocument, offset: number): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    document.positionAt(offset),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (typeof content === "string" ? content : content.value))
    .join("\n\n");
}

/** The targets of Go to Definition, or of Go to Type Definition: each URI, and the text that is selected there. */
export async function definitionsAt(
  document: vscode.TextDocument,
  offset: number,
  kind: "Definition" | "TypeDefinition" = "Definition",
): Promise<readonly (readonly [vscode.Uri, string])[]> {
  const targets = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    `vscode.execute${kind}Provider`,
    document.uri,
    document.positionAt(offset),
  );
  return Promise.all(
    targets.map(async (target) => {
      const [uri, range] =
        "targetUri" in target
          ? [target.targetUri, target.targetSelectionRange ?? target.targetRange]
          : [target.uri, target.range];
      return [uri, (await vscode.workspace.openTextDocument(uri)).getText(range)] as const;
    }),
  );
}
