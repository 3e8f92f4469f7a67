import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { type ExchangeStore, previousOf } from "../../core/exchange/exchangeStore.ts";
import { outcomeText, shortResult } from "../../core/exchange/outcome.ts";
import { pick, showInformation } from "../editor/ui.ts";
import type { ResponseDocuments } from "./documents.ts";
import { bodyUri } from "./responseUri.ts";

/** The formatted bodies of two exchanges in VS Code's own diff editor, the older one on the left. */
export async function compare(one: Exchange, other: Exchange, documents: ResponseDocuments): Promise<void> {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one];
  const title =
    older.label === newer.label
      ? vscode.l10n.t("{0}: {1} ↔ {2}", newer.label, time(older), time(newer))
      : vscode.l10n.t("{0} ({1}) ↔ {2} ({3})", older.label, time(older), newer.label, time(newer));
  const [left, right] = await Promise.all([tidyUri(older, documents), tidyUri(newer, documents)]);
  await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: false });
}

/** With the last response of the same request before it; where there is none, with one that the author chooses. */
export async function compareWithPrevious(
  exchange: Exchange,
  exchanges: ExchangeStore,
  documents: ResponseDocuments,
): Promise<void> {
  const other = previousOf(exchange, exchanges) ?? (await pickOther(exchange, exchanges));
  if (other !== undefined) await compare(other, exchange, documents);
}

async function pickOther(exchange: Exchange, exchanges: ExchangeStore): Promise<Exchange | undefined> {
  const others = exchanges.all().filter(({ id }) => id !== exchange.id);
  if (others.length === 0) {
    void showInformation(vscode.l10n.t("There is no other response to compare with."));
    return undefined;
  }
  const items = others.map((other) => ({
    label: `${outcomeText(shortResult(other.result))} ${other.label}`,
    description: time(other),
    detail: other.result.url,
    other,
  }));
  const placeHolder = vscode.l10n.t("Select a response to compare with {0} ({1})", exchange.label, time(exchange));
  return (await pick(items, placeHolder))?.other;
}

/** The ending gives the diff editor the colours of what the body is. */
async function tidyUri(exchange: Exchange, documents: ResponseDocuments): Promise<vscode.Uri> {
  const { extension = "txt" } = (await documents.presented(exchange)) ?? {};
  return bodyUri(exchange, "tidy", extension === "bin" ? "txt" : extension);
}

function time({ at }: Exchange): string {
  return new Date(at).toLocaleTimeString(vscode.env.language);
}
