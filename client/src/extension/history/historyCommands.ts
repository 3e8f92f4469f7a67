import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { outcomeText } from "../../core/exchange/outcome.ts";
import type { HistoryEntry } from "../../core/history/stored.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import { registerCommands } from "../editor/commands.ts";
import { inform, pick, showStatus } from "../editor/ui.ts";
import { compare } from "../response/comparing.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";
import type { Responses } from "../response/responses.ts";
import { shownResponse } from "../send/sendCommands.ts";
import type { Sender } from "../send/sender.ts";
import type { History } from "./history.ts";
import type { HistoryView } from "./historyView.ts";

export interface HistoryParts {
  readonly history: History;
  readonly view: HistoryView;
  readonly exchanges: ExchangeStore;
  readonly documents: ResponseDocuments;
  readonly responses: Responses;
  readonly sender: Sender;
  readonly cookies: CookieJar;
}

/** The commands of the view and the palette. A click passes the entry and all selected entries. */
export function registerHistoryCommands(parts: HistoryParts): vscode.Disposable {
  const { history, view, documents, responses, sender, cookies } = parts;
  const chosen = async (
    entry: HistoryEntry | undefined,
    all: readonly HistoryEntry[] = [],
  ): Promise<readonly HistoryEntry[]> => {
    if (entry !== undefined) return all.length > 0 ? all : [entry];
    if (view.selection.length > 0) return view.selection;
    const picked = await search(history);
    return picked === undefined ? [] : [picked];
  };
  const open = async (entry: HistoryEntry | undefined) => {
    const exchange = entry && (await load(parts, entry.id));
    return exchange && responses.showView(exchange, documents.viewOf(exchange));
  };
  return registerCommands({
    "soaphttp.history.search": async () => open(await search(history)),
    "soaphttp.history.open": async (entry?: HistoryEntry) => open((await chosen(entry))[0]),
    "soaphttp.history.sendAgain": async (entry?: HistoryEntry) => {
      const [first] = await chosen(entry);
      const exchange = first && (await load(parts, first.id));
      return exchange && shownResponse(await sender.repeat(exchange));
    },
    "soaphttp.history.compare": async (entry?: HistoryEntry, all?: readonly HistoryEntry[]) =>
      compareEntries(parts, await chosen(entry, all)),
    "soaphttp.history.delete": async (entry?: HistoryEntry, all?: readonly HistoryEntry[]) =>
      history.delete((await chosen(entry, all)).map(({ id }) => id)),
    "soaphttp.history.clear": () => history.clear(),
    "soaphttp.clearCookies": () => {
      cookies.clear();
      showStatus(vscode.l10n.t("The cookies of this window were cleared."), 5000);
    },
  });
}

/** The exchange of this window, or else the one in the history. */
async function load({ exchanges, history }: HistoryParts, id: string): Promise<Exchange | undefined> {
  const exchange = await exchanges.find(id);
  if (exchange === undefined) {
    inform(vscode.l10n.t("This exchange is no longer in the history."));
    await history.delete([id]);
  }
  return exchange;
}

/** If only one entry is given, asks for the other. */
async function compareEntries(parts: HistoryParts, [first, given]: readonly HistoryEntry[]): Promise<void> {
  if (first === undefined) return;
  const others = (await parts.history.entries()).filter(({ id }) => id !== first.id);
  const second = given ?? (await pickEntry(others, vscode.l10n.t("Select an exchange to compare with")));
  if (second === undefined) return;
  const [one, other] = [await load(parts, first.id), await load(parts, second.id)];
  if (one !== undefined && other !== undefined) await compare(one, other, parts.documents.contents);
}

async function search(history: History): Promise<HistoryEntry | undefined> {
  return pickEntry(await history.entries(), vscode.l10n.t("Search by status, name, time or address"));
}

async function pickEntry(entries: readonly HistoryEntry[], placeHolder: string): Promise<HistoryEntry | undefined> {
  const items = entries.map((entry) => ({
    entry,
    label: `${outcomeText(entry)} – ${entry.label}`,
    description: new Date(entry.at).toLocaleString(vscode.env.language),
    detail: `${entry.method} ${entry.url}`,
  }));
  return (await pick(items, placeHolder))?.entry;
}
