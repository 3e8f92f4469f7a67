import * as vscode from "vscode";
import { PreviewRequest } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands, requestAt } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { MadeTexts } from "../editor/madeTexts.ts";
import { inform } from "../editor/ui.ts";

/** `Preview Document` opens the text of the document at the cursor with sample values, beside it. Nothing is sent. */
export function registerPreviewDocument(server: LanguageServer): vscode.Disposable {
  const texts = new MadeTexts("soaphttp-document");
  return vscode.Disposable.from(
    texts,
    registerCommands({
      "soaphttp.previewDocument": (given?: unknown, line?: unknown) =>
        orShowError(
          () => preview(server, texts, given, line),
          (reason) => vscode.l10n.t("The document could not be shown: {0}", reason),
        ),
    }),
  );
}

/** Resolves with the text; undefined if the user knows why there is none. */
async function preview(
  server: LanguageServer,
  texts: MadeTexts,
  given: unknown,
  at: unknown,
): Promise<string | undefined> {
  const place = await requestAt(given, at);
  if (place === undefined) return undefined;
  const { document, line } = place;
  const { text } = await server.request(PreviewRequest, { uri: document.uri.toString(), line });
  if (text === undefined) return inform(vscode.l10n.t("There is no document at line {0}.", line + 1));
  const name = document.uri.path.slice(document.uri.path.lastIndexOf("/") + 1);
  await texts.show(vscode.l10n.t("{0} (preview)", name), text, text.startsWith("<") ? "xml" : "txt");
  return text;
}
