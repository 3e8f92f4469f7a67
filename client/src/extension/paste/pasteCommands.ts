import * as vscode from "vscode";
import { ConvertRequest, type ConvertResult, languageId } from "../../../../server/src/protocol/protocol.ts";
import { exists, registerCommands, requestEditor } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { applyTextEdits, toEditorEdits, toPosition } from "../editor/positions.ts";
import { inform } from "../editor/ui.ts";
import { writeEditorFile } from "../editor/writeFile.ts";

/** `Paste as Request` of the text in the clipboard, and `Convert to .soaphttp` of a whole `.http` file. */
export function registerPasteCommands(server: LanguageServer, host: Host): vscode.Disposable {
  return registerCommands(
    {
      // Tests pass the text, because some have no clipboard.
      "soaphttp.pasteRequest": async (text?: unknown) =>
        paste(server, typeof text === "string" ? text : await vscode.env.clipboard.readText()),
      "soaphttp.convertHttpFile": (uri?: unknown) =>
        convertFile(server, host, uri instanceof vscode.Uri ? uri : undefined),
    },
    (reason) => vscode.l10n.t("The text could not be converted: {0}", reason),
  );
}

/** Resolves with whether the document was changed. */
async function paste(server: LanguageServer, text: string): Promise<boolean> {
  const editor = requestEditor();
  if (editor === undefined) return false;
  if (text.trim() === "") {
    inform(
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
    inform(
      vscode.l10n.t(
        "The clipboard contains no supported request. Copy a curl command, a recorded HTTP request, text from an .http file or an envelope.",
      ),
    );
    return false;
  }
  const { placed } = result;
  if (placed.version !== version || document.version !== version) {
    throw new Error(vscode.l10n.t("the file has changed in the meantime"));
  }
  const applied = await applyTextEdits(editor, toEditorEdits([placed.edit]));
  if (applied) {
    const at = new vscode.Position(placed.at.line, placed.at.character);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  return applied;
}

/** The converted text, with the edit that inserts it in a document. */
export function convertFor(
  server: LanguageServer,
  document: vscode.TextDocument,
  { start, end }: vscode.Range,
  text: string,
  token?: vscode.CancellationToken,
): Promise<ConvertResult> {
  const range = { start: toPosition(start), end: toPosition(end) };
  const place = { uri: document.uri.toString(), range };
  return server.request(ConvertRequest, { text, lineEnds: lineEndsOf(document), place }, token);
}

/** Writes a new file beside the source, or opens a new document if that is impossible. Resolves with its URI. */
async function convertFile(
  server: LanguageServer,
  host: Host,
  uri: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  const source = uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
  if (!source) return inform(vscode.l10n.t("Open an .http file first."));
  const result = await server.request(ConvertRequest, { text: source.getText(), lineEnds: lineEndsOf(source) });
  if (result.kind === "unknown") {
    return inform(vscode.l10n.t("{0} contains no supported request.", vscode.workspace.asRelativePath(source.uri)));
  }
  const written = await writeBeside(source.uri, result.text, host);
  const document = await (written === undefined
    ? vscode.workspace.openTextDocument({ language: languageId, content: result.text })
    : vscode.workspace.openTextDocument(written));
  await vscode.window.showTextDocument(document, { preview: false });
  return document.uri;
}

const maxNames = 100;

/** Undefined if the source has no folder, where `< ./file` has the same meaning, or the file can't be written. */
async function writeBeside(
  { scheme, path, ...others }: vscode.Uri,
  text: string,
  host: Host,
): Promise<vscode.Uri | undefined> {
  if (scheme === "untitled") return undefined;
  const stem = path.replace(/\.[^./]*$/, "");
  for (let count = 1; count <= maxNames; count++) {
    const target = vscode.Uri.from({ ...others, scheme, path: `${stem}${count === 1 ? "" : `-${count}`}.soaphttp` });
    if (await exists(target)) continue;
    try {
      await writeEditorFile(host, target, new TextEncoder().encode(text), { isNew: true });
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
