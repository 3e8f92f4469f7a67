import * as vscode from "vscode";
import { longestPaste } from "../../../../server/src/limits.ts";
import { languageId } from "../../../../server/src/protocol.ts";
import { messageOf } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toTextEdits } from "../editor/positions.ts";
import { convertFor } from "./commands.ts";

/*
 * Types for paste edits, which are API since VS Code 1.97. In 1.91 they are a proposal, which throws.
 */
interface EditKind {
  append(...parts: readonly string[]): EditKind;
}
interface PasteEdit {
  insertText: string;
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
  readonly DocumentPasteEdit?: new (insertText: string, title: string, kind: EditKind) => PasteEdit;
  readonly DocumentDropOrPasteEditKind?: { readonly Empty: EditKind; readonly Text: EditKind };
}

/** Pastes curl commands as requests, and offers that for other tools' texts. Does nothing if VS Code has no paste edits. */
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
      const [placed] = toTextEdits([result.placed.edit]);
      if (!placed || isSame(result.text, text)) return undefined;
      const isHere = placed.range.isEqual(range);
      const edit = new Edit(isHere ? placed.newText : "", vscode.l10n.t("Paste as request"), kind);
      if (!isHere) {
        edit.additionalEdit = new vscode.WorkspaceEdit();
        edit.additionalEdit.set(document.uri, [placed]);
      }
      // Other text may be valid here as it is; a curl command is not.
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
    log.debug(`This VS Code has no paste edits: ${messageOf(error)}`);
    return new vscode.Disposable(() => {});
  }
}

/** A quick check before the server is asked. */
function mayBeRequest(text: string): boolean {
  return (
    text.length <= longestPaste &&
    /\bcurl\b|^[ \t]*(?:> )?[A-Z]{3,7} \S|^:(?:method|authority)|^https?:\/\//m.test(text)
  );
}

/** A request in this format is pasted unchanged. */
function isSame(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n").trim() === b.replaceAll("\r\n", "\n").trim();
}
