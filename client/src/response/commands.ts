import * as vscode from "vscode";
import type { LanguageServer } from "../languageServer.ts";
import type { Questions } from "../send/questions.ts";
import type { Sender, Sent } from "../send/sender.ts";
import { showInformation, showStatus } from "../ui.ts";
import { bodyEnding } from "./bodyEnding.ts";
import { chosenPart } from "./chosenPart.ts";
import { compareAny, compareWithPrevious } from "./comparing.ts";
import type { ResponseDocuments } from "./documents.ts";
import type { Exchange } from "./exchange.ts";
import type { ExchangeStore } from "./exchangeStore.ts";
import { faultLines } from "./faultText.ts";
import { plainText } from "./presentation.ts";
import type { View } from "./responsePath.ts";
import type { Responses } from "./responses.ts";
import { parseResponseUri, partUri, responseUri } from "./responseUri.ts";
import { saveAll, saveBody, savePart } from "./saving.ts";
import { showCause } from "./showCause.ts";

export interface ResponseCommandParts {
  readonly documents: ResponseDocuments;
  readonly responses: Responses;
  readonly exchanges: ExchangeStore;
  readonly sender: Sender;
  readonly server: LanguageServer;
  readonly questions: () => Questions;
}

/** `index`: of a part. */
type ResponseCommand = (exchange: Exchange, uri: vscode.Uri, part: number | undefined) => Promise<unknown>;

/** What lenses and menus of a response call. Each takes the document's URI, or means the active editor. */
export function registerResponseCommands({
  documents,
  responses,
  exchanges,
  sender,
  server,
  questions,
}: ResponseCommandParts): vscode.Disposable {
  const view = (name: View, instead: boolean) => (exchange: Exchange, uri: vscode.Uri) =>
    responses.showView(exchange, name, instead ? uri : undefined);
  /** Each form of the wire view takes the other's place, and a tab of its own where none is shown. */
  const wire = (name: View) => (exchange: Exchange, uri: vscode.Uri) => {
    const shown = parseResponseUri(uri)?.view;
    return responses.showView(exchange, name, shown === "wire" || shown === "hex" ? uri : undefined);
  };
  const commands: Readonly<Record<string, ResponseCommand>> = {
    "soaphttp.response.formatted": view("formatted", true),
    "soaphttp.response.raw": view("raw", true),
    "soaphttp.response.details": view("details", false),
    "soaphttp.response.wire": wire("wire"),
    "soaphttp.response.wireHex": wire("hex"),
    "soaphttp.response.surplus": view("surplus", false),
    "soaphttp.response.save": (exchange) => saveBody(exchange, documents, questions()),
    "soaphttp.response.saveAll": (exchange) => saveAll(exchange, documents, questions()),
    "soaphttp.response.openBody": (exchange) => openBody(exchange, documents),
    "soaphttp.response.openPart": async (exchange, _, part) =>
      openPart(exchange, await chosenPart(exchange, part, documents.parts), documents),
    "soaphttp.response.savePart": async (exchange, _, part) =>
      savePart(exchange, documents, await chosenPart(exchange, part, documents.parts), questions()),
    "soaphttp.response.copy": (exchange, uri) => copyBody(exchange, uri, documents),
    "soaphttp.response.copyFault": (exchange) => copyFault(exchange, documents),
    "soaphttp.response.showCause": (exchange) => showCause(exchange, documents, server),
    "soaphttp.response.compareWithPrevious": (exchange) => compareWithPrevious(exchange, exchanges, documents),
    "soaphttp.sendAgain": (exchange): Promise<Sent | undefined> => sender.repeat(exchange),
    "soaphttp.followRedirect": (exchange): Promise<Sent | undefined> => sender.follow(exchange),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(name, async (given?: vscode.Uri | string, index?: unknown) => {
        const uri =
          typeof given === "string" ? vscode.Uri.parse(given) : (given ?? vscode.window.activeTextEditor?.document.uri);
        const exchange = uri === undefined ? undefined : documents.exchangeOf(uri);
        if (uri === undefined || exchange === undefined) {
          void showInformation(vscode.l10n.t("This response is not kept any more."));
          return undefined;
        }
        return run(exchange, uri, typeof index === "number" ? index : undefined);
      }),
    ),
    // Of any document: where it is no response, both are asked for.
    vscode.commands.registerCommand("soaphttp.response.compare", () => {
      const active = vscode.window.activeTextEditor?.document.uri;
      return compareAny(exchanges, documents, active && documents.exchangeOf(active));
    }),
  );
}

/** The body as the document shows it, formatted or as it came; of another document, formatted. */
async function copyBody(exchange: Exchange, uri: vscode.Uri, documents: ResponseDocuments): Promise<void> {
  const shown = parseResponseUri(uri)?.view === "raw" ? uri : responseUri(exchange, "formatted");
  const { presented } = await documents.content(shown);
  await copy(presented?.text.slice(presented.bodyStart) ?? plainText(exchange.result));
}

async function copyFault(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const { presented } = await documents.content(responseUri(exchange, "formatted"));
  if (presented?.fault !== undefined) {
    await copy(`${faultLines(presented.fault).join("\n")}\n`);
  }
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatus(vscode.l10n.t("Copied."), 3000);
}

/** The body alone, as it came: in the language of its ending, a picture in VS Code's preview. */
async function openBody(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const { presented } = await documents.content(responseUri(exchange, "formatted"));
  await vscode.commands.executeCommand("vscode.open", responseUri(exchange, "body", bodyEnding(exchange, presented)));
}

/** Text opens in an editor, a picture in VS Code's preview. */
async function openPart(exchange: Exchange, index: number, documents: ResponseDocuments): Promise<void> {
  const part = (await documents.parts.of(exchange)).parts[index];
  if (part !== undefined) {
    await vscode.commands.executeCommand("vscode.open", partUri(exchange, index, part.name));
  }
}
