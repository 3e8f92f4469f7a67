import * as vscode from "vscode";
import type { Sender, Sent } from "../send/sender.ts";
import type { ResponseDocuments } from "./documents.ts";
import type { Exchange } from "./exchange.ts";
import type { View } from "./responsePath.ts";
import type { Responses } from "./responses.ts";
import { parseResponseUri, responseUri } from "./responseUri.ts";

/** What lenses and menus of a response call. Each takes the document's URI, or means the active editor. */
export function registerResponseCommands(
  documents: ResponseDocuments,
  responses: Responses,
  sender: Sender,
): vscode.Disposable {
  const view = (name: View, instead: boolean) => (exchange: Exchange, uri: vscode.Uri) =>
    responses.showView(exchange, name, instead ? uri : undefined);
  /** Each form of the wire view takes the other's place, and a tab of its own where none is shown. */
  const wire = (name: View) => (exchange: Exchange, uri: vscode.Uri) => {
    const shown = parseResponseUri(uri)?.view;
    return responses.showView(exchange, name, shown === "wire" || shown === "hex" ? uri : undefined);
  };
  const commands: Readonly<Record<string, (exchange: Exchange, uri: vscode.Uri) => Promise<unknown>>> = {
    "soaphttp.response.formatted": view("formatted", true),
    "soaphttp.response.raw": view("raw", true),
    "soaphttp.response.details": view("details", false),
    "soaphttp.response.wire": wire("wire"),
    "soaphttp.response.wireHex": wire("hex"),
    "soaphttp.response.surplus": view("surplus", false),
    "soaphttp.response.save": (exchange) => save(exchange, documents),
    "soaphttp.sendAgain": (exchange): Promise<Sent | undefined> => sender.repeat(exchange),
    "soaphttp.followRedirect": (exchange): Promise<Sent | undefined> => sender.repeat(exchange, true),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(name, async (given?: vscode.Uri | string) => {
        const uri =
          typeof given === "string" ? vscode.Uri.parse(given) : (given ?? vscode.window.activeTextEditor?.document.uri);
        const exchange = uri === undefined ? undefined : documents.exchangeOf(uri);
        if (uri === undefined || exchange === undefined) {
          void vscode.window.showInformationMessage(vscode.l10n.t("This response is not kept any more."));
          return undefined;
        }
        return run(exchange, uri);
      }),
    ),
  );
}

/** Asks for a file and writes the body into it, byte for byte as it came (content coding undone). */
async function save(exchange: Exchange, documents: ResponseDocuments): Promise<void> {
  const { presented } = await documents.content(responseUri(exchange, "formatted"));
  const body = responseUri(exchange, "body", presented?.extension ?? "bin");
  const name = body.path.slice(body.path.lastIndexOf("/") + 1);
  const from = vscode.Uri.parse(exchange.from);
  const folder =
    from.scheme === "untitled" ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.joinPath(from, "..");
  const file = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) },
  );
  if (file !== undefined) {
    const { bytes } = await documents.content(body);
    await vscode.workspace.fs.writeFile(file, bytes);
  }
}
