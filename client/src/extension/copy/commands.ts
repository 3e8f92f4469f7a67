import * as vscode from "vscode";
import { type OutgoingMessage, OutgoingRequest } from "../../../../server/src/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { type CurlDifference, toCurl } from "../../core/curl/curl.ts";
import { requestBytes } from "../../core/exchange/transportRequest.ts";
import { concatBytes } from "../../transport/bytes.ts";
import { requestEditor } from "../editor/documents.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { showError, showInformation } from "../editor/ui.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";

/**
 * `Copy as cURL`, `Copy Body` and `Copy Message as Base64`: of the request that the cursor is in, as it would be sent.
 * Each resolves with what it has copied.
 */
export function registerCopyCommands(server: LanguageServer, secrets: SecretVariables): vscode.Disposable {
  const register = (command: string, textOf: (message: OutgoingMessage) => string | undefined) =>
    vscode.commands.registerCommand(command, () => copy(server, secrets, textOf));
  return vscode.Disposable.from(
    register("soaphttp.copyAsCurl", copyAsCurl),
    register("soaphttp.copyBody", body),
    register("soaphttp.copyAsBase64", (message) => toBase64(concatBytes(requestBytes(message)))),
  );
}

async function copy(
  server: LanguageServer,
  secrets: SecretVariables,
  textOf: (message: OutgoingMessage) => string | undefined,
): Promise<string | undefined> {
  const editor = requestEditor();
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  try {
    const params = { uri: document.uri.toString(), line: selection.active.line };
    const answer = await secrets.supply((given) => server.request(OutgoingRequest, { ...params, secrets: given }));
    if (answer === undefined) return undefined;
    if (answer.kind === "none") return tell(vscode.l10n.t("There is no request at line {0}.", params.line + 1));
    if (answer.kind === "unsendable") {
      const [problem] = answer.problems;
      return tell(vscode.l10n.t("This request can't be copied. {0}", problem?.message ?? ""));
    }
    const text = textOf(answer.message);
    if (text !== undefined) await vscode.env.clipboard.writeText(text);
    return text;
  } catch (error) {
    void showError(vscode.l10n.t("The request could not be copied: {0}", messageOf(error)));
    return undefined;
  }
}

/** The command line that sends a message; the author is told where its bytes differ. */
export function copyAsCurl(message: OutgoingMessage): string {
  const { text, differences } = toCurl(message);
  if (differences.length > 0) {
    tell(
      vscode.l10n.t(
        "The bytes that the command sends differ from this request. {0}",
        differences.map(wording).join(" "),
      ),
    );
  }
  return text;
}

function wording(difference: CurlDifference): string {
  switch (difference) {
    case "request-line":
      return vscode.l10n.t("curl creates the request line itself, as METHOD target HTTP/1.1.");
    case "empty-line":
      return vscode.l10n.t("curl adds the empty line after the headers, which is missing here.");
    case "first-header":
      return vscode.l10n.t("curl can't send the first line after the request line as written.");
  }
}

/** As text; where its bytes are none, the author is told. */
function body(message: OutgoingMessage): string | undefined {
  try {
    return new TextDecoder(message.charset, { fatal: true }).decode(fromBase64(message.body));
  } catch {
    return tell(
      vscode.l10n.t("This body can't be copied as {0} text. Copy the message as Base64 instead.", message.charset),
    );
  }
}

function tell(text: string): undefined {
  void showInformation(text);
  return undefined;
}
