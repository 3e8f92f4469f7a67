import * as vscode from "vscode";
import { ConvertRequest, type ConvertResult, languageId } from "../../../../server/src/protocol.ts";
import { exists, requestEditor } from "../editor/documents.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { applyEdits, toPosition, toTextEdits } from "../editor/positions.ts";
import { showError, showInformation } from "../editor/ui.ts";

/**
 * `Paste as Request`: what the clipboard holds, a curl command or another tool's text, becomes a request of this file.
 * `Convert to .soaphttp`: a whole `.http` file, as a new file beside it.
 */
export function registerPasteCommands(server: LanguageServer): vscode.Disposable {
  return vscode.Disposable.from(
    // The text is given where a test has no clipboard.
    vscode.commands.registerCommand("soaphttp.pasteRequest", (text?: unknown) =>
      reporting(async () => paste(server, typeof text === "string" ? text : await vscode.env.clipboard.readText())),
    ),
    vscode.commands.registerCommand("soaphttp.convertHttpFile", (uri?: unknown) =>
      reporting(() => convertFile(server, uri instanceof vscode.Uri ? uri : undefined)),
    ),
  );
}

async function reporting<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    void showError(vscode.l10n.t("The text could not be converted: {0}", messageOf(error)));
    return undefined;
  }
}

/** Resolves with whether something was put into the document. */
async function paste(server: LanguageServer, text: string): Promise<boolean> {
  const editor = requestEditor();
  if (editor === undefined) return false;
  if (text.trim() === "") {
    tell(
      vscode.l10n.t(
        "The clipboard is empty or can't be read here. Paste the text into the file and convert it with the light bulb.",
      ),
    );
    return false;
  }
  const { document, selection } = editor;
  const { version } = document;
  const result = await convertFor(server, document, selection, text);
  if (result.kind === "unknown" || !result.placed) {
    tell(
      vscode.l10n.t(
        "The clipboard contains no supported request. Copy a curl command, a recorded HTTP request or text from an .http file.",
      ),
    );
    return false;
  }
  const { placed } = result;
  if (placed.version !== version || document.version !== version) {
    throw new Error(vscode.l10n.t("the file has changed in the meantime"));
  }
  const applied = await applyEdits(editor, toTextEdits([placed.edit]));
  if (applied) {
    const at = new vscode.Position(placed.at.line, placed.at.character);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  return applied;
}

/** With the place that the requests get in a document. */
export function convertFor(
  server: LanguageServer,
  document: vscode.TextDocument,
  range: vscode.Range,
  text: string,
  token?: vscode.CancellationToken,
): Promise<ConvertResult> {
  const place = {
    uri: document.uri.toString(),
    range: { start: toPosition(range.start), end: toPosition(range.end) },
  };
  return server.request(ConvertRequest, { text, lineEnds: lineEndsOf(document), place }, token);
}

/** Writes a new file beside the source, or else opens a new document. Resolves with its URI. */
async function convertFile(server: LanguageServer, uri: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const source = uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
  if (!source) {
    tell(vscode.l10n.t("Open an .http file first."));
    return undefined;
  }
  const result = await server.request(ConvertRequest, { text: source.getText(), lineEnds: lineEndsOf(source) });
  if (result.kind === "unknown") {
    tell(vscode.l10n.t("{0} contains no supported request.", vscode.workspace.asRelativePath(source.uri)));
    return undefined;
  }
  const written = await writeBeside(source.uri, result.text);
  const document = await (written === undefined
    ? vscode.workspace.openTextDocument({ language: languageId, content: result.text })
    : vscode.workspace.openTextDocument(written));
  await vscode.window.showTextDocument(document, { preview: false });
  return document.uri;
}

/** As many names as are tried. */
const maxNames = 100;

/**
 * Writes a new file in the source's folder, where `< ./file` and environments mean what they mean there. Resolves with its
 * URI; undefined where the source is in no folder, or nothing can be written there.
 */
async function writeBeside({ scheme, path, ...others }: vscode.Uri, text: string): Promise<vscode.Uri | undefined> {
  if (scheme === "untitled") return undefined;
  const stem = path.replace(/\.[^./]*$/, "");
  for (let count = 1; count <= maxNames; count++) {
    const target = vscode.Uri.from({ ...others, scheme, path: `${stem}${count === 1 ? "" : `-${count}`}.soaphttp` });
    if (await exists(target)) continue;
    try {
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
      return target;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function lineEndsOf({ eol }: vscode.TextDocument): "\n" | "\r\n" {
  return eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
}

function tell(text: string): void {
  void showInformation(text);
}
