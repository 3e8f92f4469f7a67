import * as vscode from "vscode";
import { FaultPlaceRequest } from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { causeText } from "../../core/exchange/faultText.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorRange } from "../editor/positions.ts";
import { inform } from "../editor/ui.ts";
import type { ResponseContents } from "./contents.ts";
import { showRequest } from "./requestPlace.ts";

/** Selects the cause of a Fault in the request. Resolves with the selection. */
export async function showCause(
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
