import * as vscode from "vscode";
import { SearchRequest } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { outcomeText } from "../../core/exchange/outcome.ts";
import type { HistoryEntry } from "../../core/history/stored.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import { registerCommands } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { askText, inform, pick, showLateProgress, showStatus } from "../editor/ui.ts";
import { compare } from "../response/comparing.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";
import type { Responses } from "../response/responses.ts";
import { shownResponse } from "../send/sendCommands.ts";
import type { Sender } from "../send/sender.ts";
import type { History } from "./history.ts";
import { entriesOf, type HistoryNode, type HistoryView } from "./historyView.ts";

interface HistoryParts {
  readonly history: History;
  readonly view: HistoryView;
  readonly exchanges: ExchangeStore;
  readonly documents: ResponseDocuments;
  readonly responses: Responses;
  readonly sender: Sender;
  readonly cookies: CookieJar;
  readonly server: LanguageServer;
}

/** The commands of the view and the palette. A click passes the entry and all selected entries. */
export function registerHistoryCommands(parts: HistoryParts): vscode.Disposable {
  const { history, view, documents, responses, sender, cookies } = parts;
  const chosen = async (
    node: HistoryNode | undefined,
    all: readonly HistoryNode[] = [],
  ): Promise<readonly HistoryEntry[]> => {
    if (node !== undefined) return entriesOf(all.length > 0 ? all : [node]);
    if (view.selection.length > 0) return view.selection;
    const picked = await search(parts);
    return picked === undefined ? [] : [picked];
  };
  const open = async (entry: HistoryEntry | undefined) => {
    const exchange = entry && (await load(parts, entry.id));
    return exchange && responses.showView(exchange, documents.viewOf(exchange));
  };
  return registerCommands({
    "soaphttp.history.search": async () => open(await search(parts)),
    "soaphttp.history.searchBodies": async () => open(await searchBodies(parts)),
    "soaphttp.history.open": async (entry?: HistoryEntry) => open((await chosen(entry))[0]),
    "soaphttp.history.sendAgain": async (entry?: HistoryEntry) => {
      const [first] = await chosen(entry);
      const exchange = first && (await load(parts, first.id));
      return exchange && shownResponse(await sender.repeat(exchange));
    },
    "soaphttp.history.compare": async (entry?: HistoryEntry, all?: readonly HistoryEntry[]) =>
      compareEntries(parts, await chosen(entry, all)),
    "soaphttp.history.delete": async (entry?: HistoryNode, all?: readonly HistoryNode[]) =>
      history.delete((await chosen(entry, all)).map(({ id }) => id)),
    "soaphttp.history.clear": () => history.clear(),
    "soaphttp.clearCookies": () => {
      cookies.clear();
      showStatus(vscode.l10n.t("The cookies of this window were cleared."), 5000);
    },
  });
}

async function load({ exchanges, history }: HistoryParts, id: string): Promise<Exchange | undefined> {
  const exchange = await exchanges.find(id);
  if (exchange === undefined) {
    inform(vscode.l10n.t("This exchange is no longer in the history."));
    await history.delete([id]);
  }
  return exchange;
}

/** Compares two entries of the history. If only one is given, asks for the other one. */
async function compareEntries(parts: HistoryParts, [first, given]: readonly HistoryEntry[]): Promise<void> {
  if (first === undefined) return;
  const others = (await parts.history.entries()).filter(({ id }) => id !== first.id);
  const second = given ?? (await pickEntry(others, vscode.l10n.t("Select an exchange to compare with")));
  if (second === undefined) return;
  const [left, other] = [await load(parts, first.id), await load(parts, second.id)];
  if (left !== undefined && other !== undefined) await compare(left, other, parts.documents.contents);
}

async function search(parts: HistoryParts): Promise<HistoryEntry | undefined> {
  const inBodies = { label: vscode.l10n.t("Search in Bodies…"), entry: undefined };
  const items = [inBodies, ...(await parts.history.entries()).map(itemOf)];
  const picked = await pick<(typeof items)[number]>(items, vscode.l10n.t("Search by status, name, time or address"));
  return picked === inBodies ? searchBodies(parts) : picked?.entry;
}

/** Asks for a text or a path, and then for one of the exchanges whose bodies contain it. */
async function searchBodies({ history, server }: HistoryParts): Promise<HistoryEntry | undefined> {
  const title = vscode.l10n.t("Search in Bodies");
  const query = (await askText(title, vscode.l10n.t("Text, XPath such as //m:Result, or JSONPath")))?.trim();
  if (query === undefined || query === "") return undefined;
  const hits: { readonly entry: HistoryEntry; readonly excerpt: string }[] = [];
  const why = await showLateProgress(title, async (token) => {
    for (const entry of await history.entries()) {
      if (token.isCancellationRequested) return undefined;
      const exchange = await history.exchange(entry.id);
      if (exchange === undefined) continue;
      const { message, result } = exchange;
      const received = responseOf(result);
      const response = received && { fields: received.fields, body: toBase64(received.body) };
      const request = { fields: message.fields, body: message.body };
      const match = await server.request(SearchRequest, { query, request, response }, token);
      if (match.kind === "refused") return match.why;
      if (match.kind === "found") hits.push({ entry, excerpt: match.excerpt });
    }
    return undefined;
  });
  if (why !== undefined) return inform(why);
  if (hits.length === 0) return inform(vscode.l10n.t("No exchange in the history contains {0}.", query));
  const items = hits.map(({ entry, excerpt }) => ({ ...itemOf(entry), detail: excerpt }));
  return (await pick(items, query))?.entry;
}

async function pickEntry(entries: readonly HistoryEntry[], placeHolder: string): Promise<HistoryEntry | undefined> {
  return (await pick(entries.map(itemOf), placeHolder))?.entry;
}

function itemOf(entry: HistoryEntry) {
  return {
    entry,
    label: `${outcomeText(entry)} – ${entry.label}`,
    description: new Date(entry.at).toLocaleString(vscode.env.language),
    detail: `${entry.method} ${entry.url}`,
  };
}
