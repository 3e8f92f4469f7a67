import * as vscode from "vscode";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import { type ExchangeStore, isSameRequest } from "../../core/exchange/exchangeStore.ts";
import type { ResponseView } from "../../core/exchange/responsePath.ts";
import { errorText } from "../editor/commands.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { parseResponseUri, responseScheme, tabUri } from "./responseUri.ts";

interface Scroll {
  readonly selection: vscode.Selection;
  readonly visible: vscode.Range;
}

const top: Scroll = { selection: new vscode.Selection(0, 0, 0, 0), visible: new vscode.Range(0, 0, 0, 0) };

/** Opens responses beside their requests, one tab per request, and changes the views of tabs. */
export class Responses {
  readonly #documents: ResponseDocuments;
  readonly #exchanges: ExchangeStore;
  readonly #log: vscode.LogOutputChannel;
  /** The selection and the visible range of each view that a tab has shown before. */
  readonly #scrolls = new Map<string, Scroll>();
  /** VS Code can't open a document in a group while another one is being opened there. */
  #showing: Promise<unknown> = Promise.resolve();

  constructor(documents: ResponseDocuments, exchanges: ExchangeStore, log: vscode.LogOutputChannel) {
    this.#documents = documents;
    this.#exchanges = exchanges;
    this.#log = log;
  }

  /**
   * Resolves with the document when it is shown; undefined if there is nothing to show. Simultaneous responses are shown one
   * after the other. Rejects if VS Code can't open it.
   */
  show(exchange: Exchange, how: "reuse" | "newTab"): Promise<vscode.Uri | undefined> {
    return this.#inTurn(() => this.#show(exchange, how));
  }

  /** Updates a response if bytes are received after it was complete, even if it isn't shown. */
  awaitSurplus(exchange: Exchange): void {
    const { result } = exchange;
    if (result.kind !== "response") return;
    const known = result.surplus.length;
    result.settled.then(
      (settled) => {
        this.#exchanges.settle(exchange.id, settled);
        if (settled.surplus.length > known) this.#documents.refresh(exchange);
      },
      (error: unknown) => this.#log.error(errorText(error)),
    );
  }

  /** Shows a view of an exchange in its tab, opens the tab if necessary, and focuses it. */
  showView(exchange: Exchange, view: ResponseView): Promise<vscode.Uri> {
    return this.#inTurn(async () => {
      const uri = tabUri(exchange);
      const key = uri.toString();
      const before = this.#documents.viewOf(exchange);
      const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === key);
      const [visible] = shown?.visibleRanges ?? [];
      if (shown !== undefined && visible !== undefined) {
        this.#scrolls.set(`${key} ${before}`, { selection: shown.selection, visible });
      }
      const column = responseTabs().find((tab) => uriOf(tab)?.toString() === key)?.group.viewColumn;
      const editor = await this.#open(exchange, view, column ?? vscode.ViewColumn.Active, false);
      if (view !== before) {
        const scroll = this.#scrolls.get(`${key} ${view}`) ?? top;
        editor.selection = scroll.selection;
        editor.revealRange(scroll.visible, vscode.TextEditorRevealType.AtTop);
      }
      return uri;
    });
  }

  /** Whether a tab shows a document of an exchange. */
  static isShown({ id }: Exchange): boolean {
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    return inputs.flatMap(urisOf).some((uri) => parseResponseUri(uri)?.id === id);
  }

  async #show(exchange: Exchange, how: "reuse" | "newTab"): Promise<vscode.Uri | undefined> {
    const { result } = exchange;
    if (result.kind === "cancelled" && result.partial === undefined) return undefined;
    // Also those of an earlier window.
    const shown = await Promise.all(responseTabs().map((tab) => this.#exchanges.find(idOf(tab))));
    const before = shown.flatMap((one) => (one && isSameRequest(one, exchange, this.#exchanges) ? [one] : []));
    const last = before.at(-1);
    const view = last === undefined || responseOf(result) === undefined ? "formatted" : this.#documents.viewOf(last);
    const tab = responseTabs().find((one) => idOf(one) === last?.id) ?? responseTabs().at(-1);
    await this.#open(exchange, view, tab?.group.viewColumn ?? vscode.ViewColumn.Beside, true);
    if (how === "reuse") {
      const old = new Set(before.map((one) => tabUri(one).toString()));
      const closing = responseTabs().filter((one) => !one.isPinned && old.has(uriOf(one)?.toString() ?? ""));
      if (closing.length > 0) await vscode.window.tabGroups.close(closing, true);
    }
    return tabUri(exchange);
  }

  async #open(exchange: Exchange, view: ResponseView, viewColumn: vscode.ViewColumn, preserveFocus: boolean) {
    const document = await this.#documents.open(exchange, view);
    return vscode.window.showTextDocument(document, { viewColumn, preserveFocus, preview: false });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#showing.then(act);
    this.#showing = done.catch(() => {});
    return done;
  }
}

/** The current tabs: VS Code invalidates a tab object when its group changes. */
function responseTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => uriOf(tab)?.scheme === responseScheme);
}

/** The documents that a tab shows: a text, both sides of a comparison, or an image in VS Code's preview. */
function urisOf(input: vscode.Tab["input"]): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}

function idOf(tab: vscode.Tab): string {
  const uri = uriOf(tab);
  return (uri && parseResponseUri(uri)?.id) ?? "";
}

function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
