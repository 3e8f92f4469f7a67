import * as vscode from "vscode";
import { pick, showInformation } from "../ui.ts";
import { summary } from "./details.ts";
import type { ResponseDocuments } from "./documents.ts";
import { answerOf, type Exchange } from "./exchange.ts";
import type { ExchangeStore } from "./exchangeStore.ts";
import { previousOf } from "./previous.ts";
import { responseUri } from "./responseUri.ts";

/** The formatted bodies of two exchanges in VS Code's own diff editor, the older one on the left. */
async function compare(one: Exchange, other: Exchange, documents: ResponseDocuments): Promise<void> {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one];
  const title =
    older.label === newer.label
      ? vscode.l10n.t("{0}: {1} ↔ {2}", newer.label, time(older), time(newer))
      : vscode.l10n.t("{0} ({1}) ↔ {2} ({3})", older.label, time(older), newer.label, time(newer));
  const [left, right] = await Promise.all([tidyUri(older, documents), tidyUri(newer, documents)]);
  await vscode.commands.executeCommand("vscode.diff", left, right, title);
}

export async function compareWithPrevious(
  exchange: Exchange,
  exchanges: ExchangeStore,
  documents: ResponseDocuments,
): Promise<void> {
  const previous = previousOf(exchange, exchanges);
  if (previous === undefined) {
    void showInformation(vscode.l10n.t("{0} has no earlier response.", exchange.label));
    return;
  }
  await compare(previous, exchange, documents);
}

/** Asks which two of the exchanges to compare; `given` is one of them, where it is known. */
export async function compareAny(
  exchanges: ExchangeStore,
  documents: ResponseDocuments,
  given?: Exchange,
): Promise<void> {
  const all = exchanges.all().filter(({ result }) => answerOf(result) !== undefined);
  if (all.length < 2) {
    void showInformation(vscode.l10n.t("Two responses are wanted to compare; there are {0}.", all.length));
    return;
  }
  const first = given ?? (await pickExchange(all, vscode.l10n.t("Compare which response?")));
  const others = all.filter(({ id }) => id !== first?.id);
  const second =
    first && (await pickExchange(others, vscode.l10n.t("Compare {0} ({1}) with which?", first.label, time(first))));
  if (first !== undefined && second !== undefined) {
    await compare(first, second, documents);
  }
}

async function pickExchange(all: readonly Exchange[], placeHolder: string): Promise<Exchange | undefined> {
  const items = all.map((exchange) => ({
    label: exchange.label,
    description: summary(exchange.result),
    detail: `${time(exchange)} · ${exchange.result.url}`,
    exchange,
  }));
  return (await pick(items, placeHolder))?.exchange;
}

/** The ending gives the diff editor the colours of what the body is. */
async function tidyUri(exchange: Exchange, documents: ResponseDocuments): Promise<vscode.Uri> {
  const { presented } = await documents.content(responseUri(exchange, "formatted"));
  const extension = presented?.extension ?? "txt";
  return responseUri(exchange, "tidy", extension === "bin" ? "txt" : extension);
}

function time({ at }: Exchange): string {
  return new Date(at).toLocaleTimeString();
}
