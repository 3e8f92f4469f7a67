import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { outcomeText } from "../../core/exchange/outcome.ts";
import type { Entry } from "../../core/history/stored.ts";
import { pick, showInformation } from "../editor/ui.ts";
import { compare } from "../response/comparing.ts";
import type { ResponseDocuments } from "../response/documents.ts";
import type { Responses } from "../response/responses.ts";
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
}

/** What the view and the palette call. A click gives the entry, and what is selected with it. */
export function registerHistoryCommands(parts: HistoryParts): vscode.Disposable {
  const { history, view, documents, responses, sender } = parts;
  const chosen = async (entry: Entry | undefined, all: readonly Entry[] | undefined): Promise<readonly Entry[]> => {
    if (entry !== undefined) return all !== undefined && all.length > 0 ? all : [entry];
    if (view.selection.length > 0) return view.selection;
    const picked = await search(history);
    return picked === undefined ? [] : [picked];
  };
  const one = async (entry: Entry | undefined): Promise<Exchange | undefined> => {
    const [first] = await chosen(entry, undefined);
    return first === undefined ? undefined : load(parts, first.id);
  };
  const open = async (entry: Entry | undefined) => {
    const exchange = entry && (await load(parts, entry.id));
    return exchange && responses.showView(exchange, documents.viewOf(exchange));
  };
  const commands: Readonly<Record<string, (entry?: Entry, all?: readonly Entry[]) => Promise<unknown>>> = {
    "soaphttp.history.search": async () => open(await search(history)),
    "soaphttp.history.open": async (entry) => open((await chosen(entry, undefined))[0]),
    "soaphttp.history.sendAgain": async (entry) => {
      const exchange = await one(entry);
      return exchange === undefined ? undefined : sender.repeat(exchange);
    },
    "soaphttp.history.compare": async (entry, all) => compareEntries(parts, await chosen(entry, all)),
    "soaphttp.history.delete": async (entry, all) => history.delete((await chosen(entry, all)).map(({ id }) => id)),
    "soaphttp.history.clear": () => history.clear(),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}

/** The exchange itself where this window still has it, else what the history kept of it. */
async function load({ exchanges, history }: HistoryParts, id: string): Promise<Exchange | undefined> {
  const exchange = exchanges.get(id) ?? (await exchanges.find(id));
  if (exchange === undefined) {
    void showInformation(vscode.l10n.t("This exchange is no longer in the history."));
    await history.delete([id]);
  }
  return exchange;
}

/** With one, the other is asked for. */
async function compareEntries(parts: HistoryParts, entries: readonly Entry[]): Promise<void> {
  const [first, given] = entries;
  if (first === undefined) return;
  const others = (await parts.history.entries()).filter(({ id }) => id !== first.id);
  const second = given ?? (await pickEntry(others, vscode.l10n.t("Select an exchange to compare with")));
  if (second === undefined) return;
  const [one, other] = [await load(parts, first.id), await load(parts, second.id)];
  if (one !== undefined && other !== undefined) await compare(one, other, parts.documents);
}

async function search(history: History): Promise<Entry | undefined> {
  return pickEntry(await history.entries(), vscode.l10n.t("Search by status, name, time or address"));
}

async function pickEntry(entries: readonly Entry[], placeHolder: string): Promise<Entry | undefined> {
  const items = entries.map((entry) => ({
    entry,
    label: `${outcomeText(entry)} – ${entry.label}`,
    description: new Date(entry.at).toLocaleString(vscode.env.language),
    detail: `${entry.method} ${entry.url}`,
  }));
  return (await pick(items, placeHolder))?.entry;
}
