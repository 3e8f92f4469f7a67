import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { faultLines } from "../../core/exchange/faultText.ts";
import { plainText } from "../../core/exchange/presentation.ts";
import { type View, views } from "../../core/exchange/responsePath.ts";
import { copyAsCurl } from "../copy/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { Questions } from "../editor/questions.ts";
import { pick, showInformation, showStatus } from "../editor/ui.ts";
import { compareWithPrevious } from "./comparing.ts";
import type { ResponseDocuments } from "./documents.ts";
import type { Responses } from "./responses.ts";
import { bodyOf, partOf, pickPiece, save } from "./saving.ts";
import { showCause } from "./showCause.ts";

export interface ResponseCommandParts {
  readonly documents: ResponseDocuments;
  readonly responses: Responses;
  readonly exchanges: ExchangeStore;
  readonly server: LanguageServer;
  readonly questions: () => Questions;
}

/** `given`: what a lens or a key binding gives besides. */
type ResponseCommand = (exchange: Exchange, given: unknown) => Promise<unknown>;

/** The commands of lenses, icons and menus of a response. */
export function registerResponseCommands(parts: ResponseCommandParts): vscode.Disposable {
  const { documents, responses, exchanges, server, questions } = parts;
  const show = (view: View): readonly [string, ResponseCommand] => [
    `soaphttp.response.${view}`,
    (exchange) => responses.showView(exchange, view),
  ];
  const commands: Readonly<Record<string, ResponseCommand>> = {
    ...Object.fromEntries(views.map(show)),
    "soaphttp.response.show": async (exchange) => {
      const view = await pickView(documents.viewOf(exchange));
      return view && responses.showView(exchange, view);
    },
    "soaphttp.response.save": async (exchange, given) => {
      const piece = await pickPiece(exchange, given === "parts" ? given : indexOf(given), documents.parts, true);
      return piece === undefined ? undefined : save(exchange, piece, documents, questions());
    },
    "soaphttp.response.open": (exchange, given) => open(exchange, indexOf(given), documents),
    "soaphttp.response.copy": (exchange) => copyBody(exchange, documents),
    "soaphttp.response.copyFault": (exchange) => copyFault(exchange, documents),
    "soaphttp.response.copyAsCurl": async ({ message }) => copy(copyAsCurl(message)),
    "soaphttp.response.showCause": (exchange) => showCause(exchange, documents, server),
    "soaphttp.response.compare": (exchange) => compareWithPrevious(exchange, exchanges, documents),
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand("soaphttp.openSetting", openSetting),
    registerForResponses(documents, commands),
  );
}

/** Registers commands that take the URI of a response's document; without one they apply to the active editor. */
export function registerForResponses(
  documents: ResponseDocuments,
  commands: Readonly<Record<string, ResponseCommand>>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(name, (uri?: vscode.Uri | string, given?: unknown) =>
        withExchange(documents, uri, (exchange) => run(exchange, given)),
      ),
    ),
  );
}

async function withExchange(
  documents: ResponseDocuments,
  given: vscode.Uri | string | undefined,
  run: (exchange: Exchange) => Promise<unknown>,
): Promise<unknown> {
  const uri =
    typeof given === "string" ? vscode.Uri.parse(given) : (given ?? vscode.window.activeTextEditor?.document.uri);
  const exchange = uri && documents.exchangeOf(uri);
  if (exchange !== undefined) return run(exchange);
  void showInformation(vscode.l10n.t("This response is no longer available."));
  return undefined;
}

/** In a remote window a setting of the machine is among the remote ones. */
function openSetting(id: unknown): Thenable<unknown> {
  const isRemote = vscode.env.remoteName !== undefined && id === "soaphttp.tls.hosts";
  const command = isRemote ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings";
  return vscode.commands.executeCommand(command, { query: `@id:${id}` });
}

function indexOf(given: unknown): number | undefined {
  return typeof given === "number" ? given : undefined;
}

async function pickView(shown: View): Promise<View | undefined> {
  const names: Readonly<Record<View, string>> = {
    formatted: vscode.l10n.t("Formatted"),
    raw: vscode.l10n.t("Raw"),
    wire: vscode.l10n.t("Wire"),
    hex: vscode.l10n.t("Hex"),
    details: vscode.l10n.t("Details"),
  };
  const items = views.map((view) => ({
    view,
    label: names[view],
    ...(view === shown ? { description: vscode.l10n.t("shown") } : {}),
  }));
  return (await pick(items))?.view;
}

/** The body as the tab shows it: as received in the raw view, else formatted. */
async function copyBody(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const form = documents.viewOf(exchange) === "raw" ? "raw" : "formatted";
  const presented = await documents.presented(exchange, form);
  await copy(presented?.text.slice(presented.bodyStart) ?? plainText(exchange.result));
}

async function copyFault(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const presented = await documents.presented(exchange);
  if (presented?.fault !== undefined) {
    await copy(`${faultLines(presented.fault).join("\n")}\n`);
  }
}

async function copy(text: string): Promise<string> {
  await vscode.env.clipboard.writeText(text);
  showStatus(vscode.l10n.t("Copied."), 3000);
  return text;
}

/** A body or a part alone, as received: in the language of its ending, a picture in VS Code's preview. */
async function open(exchange: Exchange, given: number | undefined, documents: ResponseDocuments): Promise<void> {
  const piece = await pickPiece(exchange, given, documents.parts, false);
  if (piece === undefined || piece === "parts") return;
  const uri = piece === "body" ? await bodyOf(exchange, documents) : await partOf(exchange, piece, documents);
  if (uri !== undefined) await vscode.commands.executeCommand("vscode.open", uri);
}
