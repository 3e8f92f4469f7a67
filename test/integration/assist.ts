import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { codeOf, diagnosticsOf, provided, runCommand } from "./support.ts";

export function completions(
  document: vscode.TextDocument,
  offset: number,
  trigger?: string,
): Thenable<vscode.CompletionList> {
  return provided<vscode.CompletionList>("CompletionItem", document.uri, document.positionAt(offset), trigger);
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
  const hovers = await provided<vscode.Hover[]>("Hover", document.uri, document.positionAt(offset));
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
  const targets = await provided<(vscode.Location | vscode.LocationLink)[]>(
    kind,
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

export async function actionsAt(
  { uri }: vscode.TextDocument,
  at: vscode.Range,
  kind?: vscode.CodeActionKind,
): Promise<readonly vscode.CodeAction[]> {
  const given = [uri, at, kind?.value, 100] as const;
  return provided<vscode.CodeAction[]>("CodeAction", ...given);
}

/** Applies the first quick fix whose title starts with this one, at the diagnostic with this code. */
export async function quickFix(document: vscode.TextDocument, code: string, title: string): Promise<void> {
  const diagnostic = (await diagnosticsOf(document)).find((one) => codeOf(one) === code);
  assert.ok(diagnostic, `there is no ${code}`);
  const actions = await actionsAt(document, diagnostic.range, vscode.CodeActionKind.QuickFix);
  const action = actions.find((one) => one.title.startsWith(title));
  assert.ok(action, `no quick fix begins with “${title}”: ${actions.map((one) => one.title).join(", ")}`);
  await apply(action);
}

export async function fixAll(document: vscode.TextDocument): Promise<void> {
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const actions = await actionsAt(document, all, vscode.CodeActionKind.SourceFixAll.append("soaphttp"));
  assert.equal(actions.length, 1, `one fix-all was wanted: ${actions.map((one) => one.title).join(", ")}`);
  for (const action of actions) {
    await apply(action);
  }
}

async function apply({ edit, command }: vscode.CodeAction): Promise<void> {
  if (edit !== undefined) {
    assert.ok(await vscode.workspace.applyEdit(edit), "the edit was refused");
  }
  if (command !== undefined) {
    await runCommand(command);
  }
}
