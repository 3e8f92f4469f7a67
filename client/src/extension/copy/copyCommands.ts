import * as vscode from "vscode";
import {
  type OutgoingMessage,
  OutgoingRequest,
  ProgramRequest,
  XPathRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { type CurlDifference, toCurl } from "../../core/curl/curl.ts";
import { requestBytes } from "../../core/exchange/transportRequest.ts";
import type { Supplied } from "../../core/sending/prepare.ts";
import { type Language, programFor, programLanguages } from "../../export/programs/programs.ts";
import { concatBytes } from "../../transport/bytes.ts";
import { askForRequests, noRequestAt, registerCommands, requestEditor } from "../editor/commands.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toPosition } from "../editor/positions.ts";
import { inform, showStatus } from "../editor/ui.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";

/** The commands that copy the request at the cursor as it would be sent. Each resolves with the copied text. */
export function registerCopyCommands(
  server: LanguageServer,
  secrets: SecretVariables,
  questions: () => Questions,
): vscode.Disposable {
  const copyAs = (textOf: (message: OutgoingMessage) => string | undefined) => () => copy(server, secrets, textOf);
  const copyCurl = copyAs(copyAsCurl);
  return registerCommands(
    {
      "soaphttp.copyAsCurl": copyCurl,
      "soaphttp.copyRequestAs": async () => {
        if (requestEditor() === undefined) return undefined;
        const chosen = await questions().copyAs();
        if (chosen === undefined) return undefined;
        return chosen === "curl" ? copyCurl() : copyProgram(server, chosen);
      },
      "soaphttp.copyXPath": () => copyXPath(server),
      "soaphttp.copyBody": copyAs(bodyText),
      "soaphttp.copyAsBase64": copyAs((message) => toBase64(concatBytes(requestBytes(message)))),
    },
    (reason) => vscode.l10n.t("The request could not be copied: {0}", reason),
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
  const params = { uri: document.uri.toString(), line: selection.active.line };
  const outgoing = await secrets.supply((given) => server.request(OutgoingRequest, { ...params, secrets: given }));
  if (outgoing === undefined) return undefined;
  // The request is for a message without rows, so there are none.
  if (outgoing.kind === "none" || outgoing.kind === "rows") return noRequestAt(params.line);
  if (outgoing.kind !== "message") return notCopied(whyNoMessage(outgoing));
  return written(textOf(outgoing.message));
}

/** Copies a program that sends the request; it reads secrets from environment variables. */
async function copyProgram(server: LanguageServer, language: Language): Promise<string | undefined> {
  const editor = requestEditor();
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const { line } = selection.active;
  const result = await server.request(ProgramRequest, { uri: document.uri.toString(), line });
  if (result.kind === "none") return noRequestAt(line);
  if (result.kind === "unsendable") return notCopied(result.problems.join(" "));
  const made = programFor(programLanguages[language], result.program);
  return "why" in made ? notCopied(made.why) : written(made.text);
}

/** Copies the XPath of the element or attribute at the cursor, of a request or a response. */
async function copyXPath(server: LanguageServer): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return askForRequests();
  const { document, selection } = editor;
  const place = { uri: document.uri.toString(), position: toPosition(selection.active) };
  const path = await server.request(XPathRequest, place);
  if (path === null) return inform(vscode.l10n.t("Place the cursor in an element or an attribute."));
  showStatus(vscode.l10n.t("Copied: {0}", path), 5000);
  return written(path);
}

async function written(text: string | undefined): Promise<string | undefined> {
  if (text !== undefined) await vscode.env.clipboard.writeText(text);
  return text;
}

function notCopied(why: string): undefined {
  return inform(vscode.l10n.t("This request can't be copied. {0}", why));
}

function whyNoMessage(outgoing: Exclude<Supplied, { readonly kind: "none" | "message" | "rows" } | undefined>): string {
  if (outgoing.kind === "unsendable") return outgoing.problems[0]?.message ?? "";
  if (outgoing.kind === "cycle") return outgoing.why;
  const names = outgoing.requests.map(({ name }) => name).join(", ");
  return vscode.l10n.t("It needs the responses of {0}. Send them first.", names);
}

/** The command line that sends a message. Informs the user if its bytes differ. */
export function copyAsCurl(message: OutgoingMessage): string {
  const { text, differences } = toCurl(message);
  if (differences.length > 0) {
    const details = differences.map(differenceText).join(" ");
    inform(vscode.l10n.t("The bytes that the command sends differ from this request. {0}", details));
  }
  return text;
}

function differenceText(difference: CurlDifference): string {
  switch (difference) {
    case "request-line":
      return vscode.l10n.t("curl creates the request line itself, as METHOD target HTTP/1.1.");
    case "empty-line":
      return vscode.l10n.t("curl adds the empty line after the headers, which is missing here.");
    case "first-header":
      return vscode.l10n.t("curl can't send the first line after the request line as written.");
  }
}

/** The body as text. Informs the user if it isn't text. */
function bodyText({ body, charset }: OutgoingMessage): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(fromBase64(body));
  } catch {
    return inform(vscode.l10n.t("This body can't be copied as {0} text. Copy the message as Base64 instead.", charset));
  }
}
