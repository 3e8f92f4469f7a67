import * as vscode from "vscode";
import type { Exchange } from "../response/exchange.ts";
import { answerOf } from "../response/exchange.ts";
import type { ExchangeStore } from "../response/exchangeStore.ts";
import type { Responses } from "../response/responses.ts";
import { responseUri } from "../response/responseUri.ts";
import type { Sender } from "../send/sender.ts";
import { pick, showInformation } from "../ui.ts";
import type { History } from "./history.ts";
import type { HistoryView } from "./historyView.ts";
import type { Entry } from "./stored.ts";

export interface HistoryParts {
  readonly history: History;
  readonly view: HistoryView;
  readonly exchanges: ExchangeStore;
  readonly responses: Responses;
  readonly sender: Sender;
}

/** What the view and the palette call. A click gives the entry, and what is selected with it. */
export function registerHistoryCommands(parts: HistoryParts): vscode.Disposable {
  const { history, view, responses, sender } = parts;
  const chosen = async (entry: Entry | undefined, all: readonly Entry[] | undefined): Promise<readonly Entry[]> => {
    if (entry !== undefined) return all !== undefined && all.length > 0 ? all : [entry];
    if (view.selection.length > 0) return view.selection;
    const picked = await pickEntry(await history.entries(), vscode.l10n.t("Which exchange?"));
    return picked === undefined ? [] : [picked];
  };
  const one = async (entry: Entry | undefined): Promise<Exchange | undefined> => {
    const [first] = await chosen(entry, undefined);
    return first === undefined ? undefined : load(parts, first.id);
  };
  const commands: Readonly<Record<string, (entry?: Entry, all?: readonly Entry[]) => Promise<unknown>>> = {
    "soaphttp.history.open": async (entry) => {
      const exchange = await one(entry);
      return exchange === undefined ? undefined : responses.showView(exchange, shownView(exchange));
    },
    "soaphttp.history.sendAgain": async (entry) => {
      const exchange = await one(entry);
      return exchange === undefined ? undefined : sender.repeat(exchange);
    },
    "soaphttp.history.compare": async (entry, all) => compare(parts, await chosen(entry, all)),
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
    void showInformation(vscode.l10n.t("This exchange is not kept any more."));
    await history.delete([id]);
  }
  return exchange;
}

/** Two exchanges side by side, the older one on the left. With one, the other is asked for. */
async function compare(parts: HistoryParts, entries: readonly Entry[]): Promise<readonly vscode.Uri[] | undefined> {
  const [first, given] = entries;
  if (first === undefined) return undefined;
  const others = (await parts.history.entries()).filter(({ id }) => id !== first.id);
  const second = given ?? (await pickEntry(others, vscode.l10n.t("Compare with which exchange?")));
  if (second === undefined) return undefined;
  const [older, newer] = [first, second].sort((a, b) => a.at - b.at);
  const left = older === undefined ? undefined : await load(parts, older.id);
  const right = newer === undefined ? undefined : await load(parts, newer.id);
  if (left === undefined || right === undefined) return undefined;
  const uris = [left, right].map((exchange) => responseUri(exchange, shownView(exchange)));
  const title = `${nameOf(left)} ↔ ${nameOf(right)}`;
  await vscode.commands.executeCommand("vscode.diff", ...uris, title, { preview: false });
  return uris;
}

function shownView({ result }: Exchange): "formatted" | "failure" {
  return answerOf(result) === undefined ? "failure" : "formatted";
}

function nameOf({ label, at }: Exchange): string {
  return `${label} ${new Date(at).toLocaleTimeString(vscode.env.language)}`;
}

async function pickEntry(entries: readonly Entry[], placeHolder: string): Promise<Entry | undefined> {
  const items = entries.map((entry) => ({
    entry,
    label: entry.label,
    description: `${entry.status ?? entry.kind} · ${new Date(entry.at).toLocaleString(vscode.env.language)}`,
    detail: `${entry.method} ${entry.url}`,
  }));
  return (await pick(items, placeHolder))?.entry;
}
