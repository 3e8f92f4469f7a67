import * as vscode from "vscode";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import { type ExchangeStore, isSameRequest } from "../../core/exchange/exchangeStore.ts";
import type { View } from "../../core/exchange/responsePath.ts";
import { messageOf } from "../editor/languageServer.ts";
import type { ResponseDocuments } from "./documents.ts";
import { parseResponseUri, responseScheme, tabUri } from "./responseUri.ts";

/** Opens responses beside their requests, one tab per request, and switches what a tab shows. */
export class Responses {
  readonly #documents: ResponseDocuments;
  readonly #exchanges: ExchangeStore;
  readonly #log: vscode.LogOutputChannel;
  /** What was selected and seen in each view of a tab that has shown another one since. */
  readonly #places = new Map<string, Place>();
  /** VS Code refuses to open a document in a group where another one is just being opened. */
  #showing: Promise<unknown> = Promise.resolve();

  constructor(documents: ResponseDocuments, exchanges: ExchangeStore, log: vscode.LogOutputChannel) {
    this.#documents = documents;
    this.#exchanges = exchanges;
    this.#log = log;
  }

  /**
   * Resolves with the document that is shown, when it is shown; undefined where there is nothing to show. Of responses that
   * come at once, each waits for the one before. Rejects where VS Code can't open it.
   */
  show(exchange: Exchange, how: "reuse" | "newTab"): Promise<vscode.Uri | undefined> {
    return this.#inTurn(() => this.#show(exchange, how));
  }

  /** Bytes that follow a complete response arrive after it: they change its facts and its problems, be it shown or not. */
  awaitSurplus(exchange: Exchange): void {
    const { result } = exchange;
    if (result.kind !== "response") return;
    const known = result.surplus.length;
    result.settled.then(
      (settled) => {
        this.#exchanges.settle(exchange.id, settled);
        if (settled.surplus.length > known) this.#documents.refresh(exchange);
      },
      (error: unknown) => this.#log.error(messageOf(error)),
    );
  }

  /** Shows a view of an exchange in its tab, which is opened where there is none, and gets the focus. */
  showView(exchange: Exchange, view: View): Promise<vscode.Uri> {
    return this.#inTurn(async () => {
      const uri = tabUri(exchange);
      const key = uri.toString();
      const before = this.#documents.viewOf(exchange);
      const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === key);
      const [visible] = shown?.visibleRanges ?? [];
      if (shown !== undefined && visible !== undefined) {
        this.#places.set(`${key} ${before}`, { selection: shown.selection, visible });
      }
      const column = responseTabs().find((tab) => uriOf(tab).toString() === key)?.group.viewColumn;
      const editor = await this.#open(exchange, view, column ?? vscode.ViewColumn.Active, false);
      if (view !== before) {
        const { selection, visible: range } = this.#places.get(`${key} ${view}`) ?? top;
        editor.selection = selection;
        editor.revealRange(range, vscode.TextEditorRevealType.AtTop);
      }
      return uri;
    });
  }

  /** Whether a tab shows something of an exchange: it is kept as long as one does. */
  static isShown({ id }: Exchange): boolean {
    return vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input }) => urisOf(input).some((uri) => parseResponseUri(uri)?.id === id)),
    );
  }

  async #show(exchange: Exchange, how: "reuse" | "newTab"): Promise<vscode.Uri | undefined> {
    const { result } = exchange;
    if (result.kind === "cancelled" && result.partial === undefined) return undefined;
    // Also those of an earlier window.
    const shown = await Promise.all(responseTabs().map((tab) => this.#exchanges.find(idOf(tab))));
    const before = shown.flatMap((one) => (one && isSameRequest(one, exchange, this.#exchanges) ? [one] : []));
    const last = before.at(-1);
    const view = last === undefined || answerOf(result) === undefined ? "formatted" : this.#documents.viewOf(last);
    const place = responseTabs().find((tab) => idOf(tab) === last?.id) ?? responseTabs().at(-1);
    await this.#open(exchange, view, place?.group.viewColumn ?? vscode.ViewColumn.Beside);
    if (how === "reuse") {
      const old = new Set(before.map((one) => tabUri(one).toString()));
      await close((tab) => !tab.isPinned && old.has(uriOf(tab).toString()));
    }
    return tabUri(exchange);
  }

  async #open(
    exchange: Exchange,
    view: View,
    viewColumn: vscode.ViewColumn,
    preserveFocus = true,
  ): Promise<vscode.TextEditor> {
    const document = await this.#documents.open(exchange, view);
    return vscode.window.showTextDocument(document, { viewColumn, preserveFocus, preview: false });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#showing.then(act);
    this.#showing = done.catch(() => {});
    return done;
  }
}

interface Place {
  readonly selection: vscode.Selection;
  readonly visible: vscode.Range;
}

const top: Place = { selection: new vscode.Selection(0, 0, 0, 0), visible: new vscode.Range(0, 0, 0, 0) };

/** The tabs as they are now: VS Code makes a kept one invalid when its group changes. */
function responseTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => uriOf(tab).scheme === responseScheme);
}

/** What a tab shows: a text, the two of a comparison, or a picture in VS Code's preview. */
function urisOf(input: vscode.Tab["input"]): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}

function idOf(tab: vscode.Tab): string {
  return parseResponseUri(uriOf(tab))?.id ?? "";
}

function uriOf({ input }: vscode.Tab): vscode.Uri {
  return input instanceof vscode.TabInputText ? input.uri : noUri;
}

const noUri = vscode.Uri.from({ scheme: "none", path: "/" });

async function close(which: (tab: vscode.Tab) => boolean): Promise<void> {
  const tabs = responseTabs().filter(which);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
