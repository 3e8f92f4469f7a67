import * as vscode from "vscode";
import { ExplainRequest, explainCommand, PreviewRequest } from "../../../../server/src/protocol/protocol.ts";
import { fileNameOf, noRequestAt, registerCommands, requestAt } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { MadeTexts } from "../editor/madeTexts.ts";
import { inform } from "../editor/ui.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";

/* Nothing is sent. Each command resolves with the shown text; with undefined if the user knows why there is none. */

/** Registers `Explain Computed Values`, which shows how the values of the request at the cursor are computed. */
export function registerExplainValues(server: LanguageServer, secrets: SecretVariables): vscode.Disposable {
  const texts = new MadeTexts("soaphttp-values");
  const explain = async (given?: unknown, at?: unknown) => {
    const place = await requestAt(given, at);
    if (place === undefined) return undefined;
    const { document, line } = place;
    const params = { uri: document.uri.toString(), line };
    const result = await secrets.supplyUnsent((known) => server.request(ExplainRequest, { ...params, secrets: known }));
    if (result === undefined) return undefined;
    if (result.kind === "none") return noRequestAt(line);
    await texts.show(vscode.l10n.t("{0} (values)", fileNameOf(document.uri)), result.text);
    return result.text;
  };
  const failure = (reason: string) => vscode.l10n.t("The values could not be explained: {0}", reason);
  return vscode.Disposable.from(texts, registerCommands({ [explainCommand]: explain }, failure));
}

/** Registers `Preview Document`, which shows the text of the document at the cursor with sample values. */
export function registerPreviewDocument(server: LanguageServer): vscode.Disposable {
  const texts = new MadeTexts("soaphttp-document");
  const preview = async (given?: unknown, at?: unknown) => {
    const place = await requestAt(given, at);
    if (place === undefined) return undefined;
    const { document, line } = place;
    const { text } = await server.request(PreviewRequest, { uri: document.uri.toString(), line });
    if (text === undefined) return inform(vscode.l10n.t("There is no document at line {0}.", line + 1));
    const name = vscode.l10n.t("{0} (preview)", fileNameOf(document.uri));
    await texts.show(name, text, text.startsWith("<") ? "xml" : "txt");
    return text;
  };
  const failure = (reason: string) => vscode.l10n.t("The document could not be shown: {0}", reason);
  return vscode.Disposable.from(texts, registerCommands({ "soaphttp.previewDocument": preview }, failure));
}
