import * as vscode from "vscode";
import { EndTagRequest, languageId, type WrittenEndTag } from "../../../server/src/protocol.ts";
import type { LanguageServer } from "../languageServer.ts";
import { changedSpans } from "./changedSpans.ts";
import { toPosition, toTextEdits } from "./places.ts";

/**
 * Writes end tags while the author types: behind the `>` of a start tag all of it, with the cursor before it, and
 * behind `</` the rest. Setting: `soaphttp.autoClosingTags`.
 */
export class EndTags implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #following: vscode.Disposable;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#following = vscode.workspace.onDidChangeTextDocument((event) => {
      const typed = typedIn(event);
      if (typed) void this.#write(event, typed);
    });
  }

  dispose(): void {
    this.#following.dispose();
  }

  async #write({ document, contentChanges }: vscode.TextDocumentChangeEvent, typed: ">" | "/"): Promise<void> {
    let positions = changedSpans(contentChanges).map(({ end }) => document.positionAt(end));
    for (let tries = 0; tries < 3; tries++) {
      const { version } = document;
      // All listeners hear of the change before the server is asked about it, the one among them that tells the server.
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      const params = { uri: document.uri.toString(), typed, positions: positions.map(toPosition) };
      const answer = await this.#server.request(EndTagRequest, params).catch(() => undefined);
      const editor = vscode.window.activeTextEditor;
      if (!answer || editor?.document !== document) return;
      if (answer.version === version && document.version === version) {
        await (typed === ">" ? insertBehind : complete)(editor, positions, answer.tags);
        return;
      }
      // Something else has changed the text meanwhile: formatting, or the author, who may have typed on.
      positions = editor.selections.map(({ active }) => active);
      if (!positions.every((position) => isBehind(document, position, typed))) return;
    }
  }
}

function isBehind(document: vscode.TextDocument, { line, character }: vscode.Position, typed: string): boolean {
  return document.lineAt(line).text.slice(0, character).endsWith(typed);
}

/** The one character that was typed, at all cursors, where it may call for an end tag. */
function typedIn({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): ">" | "/" | undefined {
  const text = contentChanges[0]?.text;
  if ((text !== ">" && text !== "/") || document.languageId !== languageId || reason !== undefined) return undefined;
  if (vscode.window.activeTextEditor?.document !== document) return undefined;
  if (!contentChanges.every((change) => change.text === text)) return undefined;
  const wanted = vscode.workspace.getConfiguration("soaphttp", document).get("autoClosingTags");
  return wanted === false ? undefined : text;
}

/** A snippet is what puts text behind a cursor; several cursors get the same one. */
async function insertBehind(
  editor: vscode.TextEditor,
  positions: readonly vscode.Position[],
  tags: readonly (WrittenEndTag | null)[],
): Promise<void> {
  const text = tags[0]?.text;
  if (text === undefined || tags.some((tag) => tag?.text !== text)) return;
  await editor.insertSnippet(new vscode.SnippetString("$0").appendText(text), positions);
}

async function complete(
  editor: vscode.TextEditor,
  positions: readonly vscode.Position[],
  tags: readonly (WrittenEndTag | null)[],
): Promise<void> {
  if (tags.every((tag) => tag === null)) return;
  await editor.edit((edits) => {
    for (const [index, position] of positions.entries()) {
      const tag = tags[index];
      if (!tag) continue;
      edits.insert(position, tag.text);
      for (const { range, newText } of toTextEdits(tag.indentation ? [tag.indentation] : [])) {
        edits.replace(range, newText);
      }
    }
  });
}
