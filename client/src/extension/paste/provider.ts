import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import { longestPaste } from "../../../../server/src/text/limits.ts";
import { errorText } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorEdits } from "../editor/positions.ts";
import { convertFor } from "./pasteCommands.ts";

/* Types for paste edits, which are API since VS Code 1.97. In 1.91 they are a proposal, which throws. */
interface EditKind {
  append(...parts: readonly string[]): EditKind;
}
interface PasteEdit {
  insertText: string | vscode.SnippetString;
  additionalEdit?: vscode.WorkspaceEdit;
  yieldTo?: readonly EditKind[];
}
interface PasteProvider {
  provideDocumentPasteEdits(
    document: vscode.TextDocument,
    ranges: readonly vscode.Range[],
    data: vscode.DataTransfer,
    context: unknown,
    token: vscode.CancellationToken,
  ): Promise<PasteEdit[] | undefined>;
}
interface PasteApi {
  readonly languages: {
    registerDocumentPasteEditProvider?(
      selector: vscode.DocumentSelector,
      provider: PasteProvider,
      metadata: { readonly providedPasteEditKinds: readonly EditKind[]; readonly pasteMimeTypes: readonly string[] },
    ): vscode.Disposable;
  };
  readonly DocumentPasteEdit?: new (
    insertText: string | vscode.SnippetString,
    title: string,
    kind: EditKind,
  ) => PasteEdit;
  readonly DocumentDropOrPasteEditKind?: { readonly Empty: EditKind; readonly Text: EditKind };
}

/** Pastes curl commands as requests, and offers the same for other tools' texts, if VS Code has paste edits. */
export function registerPasteEdits(server: LanguageServer, log: vscode.LogOutputChannel): vscode.Disposable {
  const { languages, DocumentPasteEdit: Edit, DocumentDropOrPasteEditKind: kinds } = vscode as unknown as PasteApi;
  if (!languages.registerDocumentPasteEditProvider || !Edit || !kinds?.Empty) return new vscode.Disposable(() => {});
  const kind = kinds.Empty.append("soaphttp", "request");
  const provider: PasteProvider = {
    async provideDocumentPasteEdits(document, ranges, data, _, token) {
      const [range] = ranges;
      const text = await data.get("text/plain")?.asString();
      if (range === undefined || ranges.length > 1 || text === undefined || !mayBeRequest(text)) return undefined;
      const result = await convertFor(server, document, range, text, token).catch(() => undefined);
      if (result?.kind !== "requests" || !result.placed || result.placed.version !== document.version) return undefined;
      const [placed] = toEditorEdits([result.placed.edit]);
      if (!placed || isSame(result.text, text)) return undefined;
      const isHere = placed.range.isEqual(range);
      // An envelope in a request is its body.
      if (!isHere && result.source === "envelope") return undefined;
      const { at } = result.placed;
      const inserted = isHere ? withCursor(document, placed, new vscode.Position(at.line, at.character)) : "";
      const edit = new Edit(inserted, vscode.l10n.t("Paste as request"), kind);
      if (!isHere) {
        edit.additionalEdit = new vscode.WorkspaceEdit();
        edit.additionalEdit.set(document.uri, [placed]);
      }
      // Other text may be valid here without a change; a curl command is not.
      if (!isHere || result.source !== "curl") edit.yieldTo = [kinds.Text];
      return [edit];
    },
  };
  try {
    return languages.registerDocumentPasteEditProvider({ language: languageId }, provider, {
      providedPasteEditKinds: [kind],
      pasteMimeTypes: ["text/plain"],
    });
  } catch (error) {
    log.debug(`This VS Code has no paste edits: ${errorText(error)}`);
    return new vscode.Disposable(() => {});
  }
}

/** Leaves the cursor at the request's start: at the end of a long body, the view would be far to the right. */
function withCursor(
  document: vscode.TextDocument,
  { range: { start }, newText }: vscode.TextEdit,
  at: vscode.Position,
): string | vscode.SnippetString {
  // VS Code indents the lines of a snippet as the line of the cursor.
  if (/^\s/.test(document.lineAt(start).text)) return newText;
  const offset = at.line > start.line ? newText.indexOf("\n") + 1 : 0;
  const snippet = new vscode.SnippetString().appendText(newText.slice(0, offset)).appendTabstop(0);
  return snippet.appendText(newText.slice(offset));
}

/** Whether a text may be a request. This quick check comes before the server is asked. */
function mayBeRequest(text: string): boolean {
  return (
    text.length <= longestPaste &&
    /\bcurl\b|^[ \t]*(?:> )?[A-Z]{3,7} \S|^:(?:method|authority)|^https?:\/\/|[<:]Envelope\b/m.test(text)
  );
}

/** Whether two texts are the same, apart from line breaks: a request in this format is pasted unchanged. */
function isSame(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n").trim() === b.replaceAll("\r\n", "\n").trim();
}
