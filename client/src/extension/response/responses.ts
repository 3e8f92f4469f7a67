import * as vscode from "vscode";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import { type ExchangeStore, isSameRequest } from "../../core/exchange/exchangeStore.ts";
import type { ResponseView } from "../../core/exchange/responsePath.ts";
import { queue } from "../../core/queue.ts";
import { errorText } from "../editor/commands.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { parseResponseUri, responseScheme, tabUri } from "./responseUri.ts";

interface Scroll {
  readonly selection: vscode.Selection;
  readonly visible: vscode.Range;
}

const top: Scroll = { selection: new vscode.Selection(0, 0, 0, 0), visible: new vscode.Range(0, 0, 0, 0) };

/**
 * Opens responses beside their requests, and changes the views of tabs. The next response replaces the last one, whose tab is a
 * preview as VS Code has it for files: it stays if the user keeps it open, pins it or moves it to another group.
 */
export class Responses {
  readonly #documents: ResponseDocuments;
  readonly #exchanges: ExchangeStore;
  readonly #log: vscode.LogOutputChannel;
  /** The selection and the visible range of each view that a tab has shown before. */
  readonly #scrolls = new Map<string, Scroll>();
  /** The tab of the last response, needed if VS Code's previews are turned off. */
  #last: string | undefined;
  /** VS Code can't open a document in a group while another one is being opened there. */
  readonly #inTurn = queue();

  constructor(documents: ResponseDocuments, exchanges: ExchangeStore, log: vscode.LogOutputChannel) {
    this.#documents = documents;
    this.#exchanges = exchanges;
    this.#log = log;
  }

  /**
   * Resolves with the document when it is shown and formatted; undefined if there is nothing to show. Simultaneous responses are shown one
   * after the other. Rejects if VS Code can't open it.
   */
  async show(exchange: Exchange, how: "reuse" | "newTab"): Promise<vscode.Uri | undefined> {
    const uri = await this.#inTurn(() => this.#show(exchange, how));
    await this.#documents.formatted(exchange);
    return uri;
  }

  /** Updates a response if bytes are received after it was complete, even if it isn't shown. */
  awaitSurplus(exchange: Exchange): void {
    const { result } = exchange;
    if (result.kind !== "response") return;
    const surplusBefore = result.surplus.length;
    result.settled.then(
      (settled) => {
        this.#exchanges.settle(exchange.id, settled);
        if (settled.surplus.length > surplusBefore) this.#documents.refresh(exchange);
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
      const tabs = responseTabs();
      const tab = tabs.find((one) => uriOf(one)?.toString() === key) ?? tabs.findLast((one) => this.#isReused(one));
      const viewColumn = tab?.group.viewColumn ?? vscode.ViewColumn.Active;
      const editor = await this.#open(exchange, view, { viewColumn, preserveFocus: false, preview: true });
      if (view !== before) {
        const scroll = this.#scrolls.get(`${key} ${view}`) ?? top;
        editor.selection = scroll.selection;
        editor.revealRange(scroll.visible, vscode.TextEditorRevealType.AtTop);
      }
      return uri;
    });
  }

  static isShown({ id }: Exchange): boolean {
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    return inputs.flatMap(urisOf).some((uri) => parseResponseUri(uri)?.id === id);
  }

  async #show(exchange: Exchange, how: "reuse" | "newTab"): Promise<vscode.Uri | undefined> {
    const { result } = exchange;
    if (result.kind === "cancelled" && result.partial === undefined) return undefined;
    // Tabs may also show exchanges of an earlier window.
    const shown = await Promise.all(responseTabs().map((tab) => this.#exchanges.find(idOf(tab))));
    const reused = responseTabs().filter((tab) => this.#isReused(tab));
    const same = shown.findLast((one) => one && isSameRequest(one, exchange, this.#exchanges));
    const last = same ?? shown.find((one) => one?.id === idOf(reused.at(-1)));
    const view = last === undefined || responseOf(result) === undefined ? "formatted" : this.#documents.viewOf(last);
    const tab = reused.at(-1) ?? responseTabs().at(-1);
    const viewColumn = tab?.group.viewColumn ?? vscode.ViewColumn.Beside;
    await this.#open(exchange, view, { viewColumn, preserveFocus: true, preview: how === "reuse" });
    const uri = tabUri(exchange);
    if (how === "reuse") {
      // VS Code itself has replaced a preview in the same group.
      const old = reused.filter((one) => !one.isPreview || one.group.viewColumn !== viewColumn).map(uriOf);
      const others = new Set(old.map(String).filter((one) => one !== uri.toString()));
      const closing = responseTabs().filter((one) => others.has(String(uriOf(one))));
      if (closing.length > 0) await vscode.window.tabGroups.close(closing, true);
      this.#last = uri.toString();
    }
    return uri;
  }

  /** Whether the next response takes the place of the one in this tab. */
  #isReused(tab: vscode.Tab): boolean {
    if (tab.isPinned) return false;
    const hasPreviews = vscode.workspace.getConfiguration("workbench.editor").get("enablePreview") !== false;
    return tab.isPreview || (!hasPreviews && uriOf(tab)?.toString() === this.#last);
  }

  async #open(exchange: Exchange, view: ResponseView, options: vscode.TextDocumentShowOptions) {
    const document = await this.#documents.open(exchange, view);
    return vscode.window.showTextDocument(document, options);
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

function idOf(tab: vscode.Tab | undefined): string {
  const uri = tab && uriOf(tab);
  return (uri && parseResponseUri(uri)?.id) ?? "";
}

function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
