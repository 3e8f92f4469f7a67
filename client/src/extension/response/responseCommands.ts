import * as vscode from "vscode";
import { FaultPlaceRequest } from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { causeText, faultLines } from "../../core/exchange/faultText.ts";
import { unformattedText } from "../../core/exchange/presentation.ts";
import { type Piece, type ResponseView, viewName, views } from "../../core/exchange/responsePath.ts";
import { copyAsCurl } from "../copy/copyCommands.ts";
import { registerCommands, uriOrActive } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorRange } from "../editor/positions.ts";
import { inform, pick, showStatus } from "../editor/ui.ts";
import { compareWithPrevious } from "./comparing.ts";
import type { ResponseContents } from "./contents.ts";
import { type ExpectingParts, expectBody, expectValue, queryResponse } from "./expecting.ts";
import { showRequest } from "./requestPlace.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import type { Responses } from "./responses.ts";
import { pickPiece, pieceUri, save } from "./saving.ts";

/** A command for a response. `given`: the second argument from a lens or a key binding. */
type ResponseCommand = (exchange: Exchange, given: unknown) => Promise<unknown>;

export function registerResponseCommands(parts: ExpectingParts & { readonly responses: Responses }): vscode.Disposable {
  const { documents, responses, exchanges, server, questions, host } = parts;
  const { contents } = documents;
  const show = (view: ResponseView): readonly [string, ResponseCommand] => [
    `soaphttp.response.${view}`,
    (exchange) => responses.showView(exchange, view),
  ];
  return vscode.Disposable.from(
    registerCommands({ "soaphttp.openSetting": openSetting }),
    registerForResponses(documents, {
      ...Object.fromEntries(views.map(show)),
      "soaphttp.response.show": async (exchange) => {
        const view = await pickView(documents.viewOf(exchange));
        return view && responses.showView(exchange, view);
      },
      "soaphttp.response.save": async (exchange, given) => {
        const piece = await pickPiece(exchange, given === "parts" ? given : pieceOf(given), contents, true);
        return piece === undefined ? undefined : save(exchange, piece, documents, questions(), host);
      },
      "soaphttp.response.open": (exchange, given) => open(exchange, pieceOf(given), documents),
      "soaphttp.response.copy": (exchange) => copyBody(exchange, documents),
      "soaphttp.response.copyFault": async (exchange) => {
        const fault = (await contents.presented(exchange))?.fault;
        return fault && copy(`${faultLines(fault).join("\n")}\n`);
      },
      "soaphttp.response.copyAsCurl": ({ message }) => copy(copyAsCurl(message)),
      "soaphttp.response.showCause": (exchange) => showCause(exchange, contents, exchanges, server),
      "soaphttp.response.expect": async (exchange) => {
        const value = { label: vscode.l10n.t("Expect the value at the cursor") };
        const body = { label: vscode.l10n.t("Save the body and expect it") };
        const chosen = await pick([value, body]);
        return chosen && (chosen === value ? expectValue(parts, exchange) : expectBody(parts, exchange));
      },
      "soaphttp.response.expectValue": (exchange) => expectValue(parts, exchange),
      "soaphttp.response.query": (exchange) => queryResponse(parts, exchange),
      "soaphttp.response.expectBody": (exchange) => expectBody(parts, exchange),
      "soaphttp.response.compare": (exchange) => compareWithPrevious(exchange, exchanges, contents),
    }),
  );
}

/** Registers commands that take the URI of a response's document; without one they apply to the active editor. */
export function registerForResponses(
  documents: ResponseDocuments,
  commands: Readonly<Record<string, ResponseCommand>>,
  failure?: (reason: string) => string,
): vscode.Disposable {
  const withExchange = (run: ResponseCommand) => async (target?: unknown, given?: unknown) => {
    const uri = uriOrActive(target);
    const exchange = uri && documents.exchangeOf(uri);
    if (exchange === undefined) return inform(vscode.l10n.t("This response is no longer available."));
    return run(exchange, given);
  };
  const all = Object.entries(commands).map(([name, run]) => [name, withExchange(run)] as const);
  return registerCommands(Object.fromEntries(all), failure);
}

/** Opens a setting. In a remote window, machine settings are among the remote settings. */
function openSetting(id: unknown): Thenable<unknown> {
  const isRemote = vscode.env.remoteName !== undefined && id === "soaphttp.tls.hosts";
  const command = isRemote ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings";
  return vscode.commands.executeCommand(command, { query: `@id:${id}` });
}

function pieceOf(given: unknown): Piece | undefined {
  if (typeof given !== "object" || given === null || !("kind" in given) || !("index" in given)) return undefined;
  const { kind, index } = given;
  return (kind === "part" || kind === "value") && typeof index === "number" ? { kind, index } : undefined;
}

async function pickView(shown: ResponseView): Promise<ResponseView | undefined> {
  const items = views.map((view) => ({
    view,
    label: viewName(view),
    ...(view === shown ? { description: vscode.l10n.t("shown") } : {}),
  }));
  return (await pick(items))?.view;
}

async function copyBody(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const form = documents.viewOf(exchange) === "raw" ? "raw" : "formatted";
  const presented = await documents.contents.presented(exchange, form);
  await copy(presented?.text.slice(presented.bodyStart) ?? unformattedText(exchange.result));
}

async function copy(text: string): Promise<string> {
  await vscode.env.clipboard.writeText(text);
  showStatus(vscode.l10n.t("Copied."), 3000);
  return text;
}

/** Opens the body, a part or a value in the language of its extension, or an image in VS Code's preview. */
async function open(exchange: Exchange, given: Piece | undefined, documents: ResponseDocuments): Promise<void> {
  const piece = await pickPiece(exchange, given, documents.contents, false);
  if (piece === undefined || piece === "parts") return;
  const uri = await pieceUri(exchange, piece, documents.contents);
  if (uri !== undefined) await vscode.commands.executeCommand("vscode.open", uri);
}

async function showCause(
  exchange: Exchange,
  contents: ResponseContents,
  exchanges: ExchangeStore,
  server: LanguageServer,
): Promise<vscode.Range | undefined> {
  const cause = (await contents.presented(exchange))?.fault?.cause;
  if (cause === undefined) {
    return inform(vscode.l10n.t("This response doesn't refer to a position in the request."));
  }
  const { editor, line } = await showRequest(exchange, exchanges, server);
  const uri = editor.document.uri.toString();
  const place = line === undefined ? null : await server.request(FaultPlaceRequest, { uri, line, cause });
  if (place === null) return inform(vscode.l10n.t("The request no longer contains it: {0}.", causeText(cause)));
  const range = toEditorRange(place);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return range;
}
