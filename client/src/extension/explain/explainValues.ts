import * as vscode from "vscode";
import { ExplainRequest, explainCommand } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands, requestAt } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { MadeTexts } from "../editor/madeTexts.ts";
import { inform } from "../editor/ui.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";

/** `Explain Computed Values` opens how the values of the request at the cursor are computed, beside it. Nothing is sent. */
export function registerExplainValues(server: LanguageServer, secrets: SecretVariables): vscode.Disposable {
  const texts = new MadeTexts("soaphttp-values");
  return vscode.Disposable.from(
    texts,
    registerCommands({
      [explainCommand]: (given?: unknown, line?: unknown) =>
        orShowError(
          () => explain(server, secrets, texts, given, line),
          (reason) => vscode.l10n.t("The values could not be explained: {0}", reason),
        ),
    }),
  );
}

/** Resolves with the text; undefined if the user knows why there is none. */
async function explain(
  server: LanguageServer,
  secrets: SecretVariables,
  texts: MadeTexts,
  given: unknown,
  at: unknown,
): Promise<string | undefined> {
  const place = await requestAt(given, at);
  if (place === undefined) return undefined;
  const { document, line } = place;
  const params = { uri: document.uri.toString(), line };
  const result = await secrets.supplyUnsent((known) => server.request(ExplainRequest, { ...params, secrets: known }));
  if (result === undefined) return undefined;
  if (result.kind === "none")
    return inform(vscode.l10n.t("There is no request at line {0}. Move the cursor to one.", line + 1));
  const name = document.uri.path.slice(document.uri.path.lastIndexOf("/") + 1);
  await texts.show(vscode.l10n.t("{0} (values)", name), result.text);
  return result.text;
}
