import * as vscode from "vscode";
import { type SignedPartsParams, SignedPartsRequest } from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { registerCommands, requestAt } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { PagePanel } from "../editor/pages.ts";
import { inform } from "../editor/ui.ts";
import { registerForResponses } from "../response/responseCommands.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";

/** Registers "Show Signed Parts" of a request or a response: its envelope as boxes, each signed or not. */
export function registerSignedParts({
  server,
  documents,
  host,
}: Pick<EditorParts, "server" | "host"> & { readonly documents: ResponseDocuments }): vscode.Disposable {
  const panel = new PagePanel("soaphttp.signedParts");
  const show = async (of: SignedPartsParams["of"] | undefined) => {
    const title = vscode.l10n.t("Signed Parts");
    const script = await host.importScript?.();
    const page = of && (await server.request(SignedPartsRequest, { title, script, of }));
    if (page) panel.show(title, page);
    else inform(vscode.l10n.t("There is no XML message here."));
  };
  const showAt = async (given?: unknown, line?: unknown) => {
    const place = await requestAt(given, line);
    if (place) await show({ uri: place.document.uri.toString(), line: place.line });
  };
  const showOf = (exchange: Exchange) => show(documents.contents.params(exchange, true));
  const failure = (reason: string) => vscode.l10n.t("The signed parts could not be shown: {0}", reason);
  return vscode.Disposable.from(
    panel,
    registerCommands({ "soaphttp.showSignedParts": showAt }, failure),
    registerForResponses(documents, { "soaphttp.response.showSignedParts": showOf }, failure),
  );
}
