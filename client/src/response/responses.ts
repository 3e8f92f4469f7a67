import * as vscode from "vscode";
import { messageOf } from "../languageServer.ts";
import type { ResponseDocuments } from "./documents.ts";
import { answerOf, type Exchange } from "./exchange.ts";
import type { ExchangeStore } from "./exchangeStore.ts";
import type { View } from "./responsePath.ts";
import { responseScheme, responseUri } from "./responseUri.ts";

/** Opens responses beside their requests, and gives one response of a file the place of the one before. */
export class Responses {
  readonly #documents: ResponseDocuments;
  readonly #exchanges: ExchangeStore;
  readonly #log: vscode.LogOutputChannel;
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
    const shown = this.#showing.then(() => this.#show(exchange, how));
    this.#showing = shown.catch(() => {});
    return shown;
  }

  /** Bytes that follow a complete response arrive after it: they change its facts and its problems, be it shown or not. */
  awaitSurplus(exchange: Exchange): void {
    const { result } = exchange;
    if (result.kind !== "response") {
      return;
    }
    const known = result.surplus.length;
    result.settled.then(
      (settled) => {
        this.#exchanges.settle(exchange.id, settled);
        if (settled.surplus.length > known) {
          this.#documents.refresh([responseUri(exchange, "formatted"), responseUri(exchange, "raw")]);
        }
      },
      (error: unknown) => this.#log.error(messageOf(error)),
    );
  }

  /** Another view of an exchange. `instead`: of the one that is shown, whose tab it takes. */
  async showView(exchange: Exchange, view: View, instead?: vscode.Uri): Promise<vscode.Uri> {
    const uri = responseUri(exchange, view);
    if (instead?.toString() === uri.toString()) {
      return uri;
    }
    const key = instead?.toString();
    const column = responseTabs().find((tab) => uriOf(tab).toString() === key)?.group.viewColumn;
    await this.#open(uri, column ?? vscode.ViewColumn.Active, false);
    if (key !== undefined) {
      await close((tab) => uriOf(tab).toString() === key);
    }
    return uri;
  }

  /** The tabs of an exchange: it is kept as long as one is open. */
  static isShown(exchange: Exchange): boolean {
    const inside = ({ scheme, path }: vscode.Uri) => scheme === responseScheme && path.startsWith(`/${exchange.id}/`);
    return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => urisOf(input).some(inside)));
  }

  async #show(exchange: Exchange, how: "reuse" | "newTab"): Promise<vscode.Uri | undefined> {
    const { result } = exchange;
    if (result.kind === "cancelled" && result.partial === undefined) {
      return undefined;
    }
    const uri = responseUri(exchange, answerOf(result) === undefined ? "failure" : "formatted");
    const mine = (tab: vscode.Tab) => this.#documents.exchangeOf(uriOf(tab))?.from === exchange.from;
    const before = responseTabs().filter(mine);
    const place = before.at(-1) ?? responseTabs().at(-1);
    await this.#open(uri, place?.group.viewColumn ?? vscode.ViewColumn.Beside);
    if (how === "reuse") {
      const old = new Set(before.map((tab) => uriOf(tab).toString()));
      await close((tab) => !tab.isPinned && old.has(uriOf(tab).toString()));
    }
    return uri;
  }

  async #open(uri: vscode.Uri, viewColumn: vscode.ViewColumn, preserveFocus = true): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn, preserveFocus, preview: false });
  }
}

/** The tabs as they are now: VS Code makes a kept one invalid when its group changes. */
function responseTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => uriOf(tab).scheme === responseScheme);
}

/** What a tab shows: a text, the two of a comparison, or a picture in VS Code's preview. */
function urisOf(input: vscode.Tab["input"]): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) {
    return [input.original, input.modified];
  }
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}

function uriOf({ input }: vscode.Tab): vscode.Uri {
  return input instanceof vscode.TabInputText ? input.uri : noUri;
}

const noUri = vscode.Uri.from({ scheme: "none", path: "/" });

async function close(which: (tab: vscode.Tab) => boolean): Promise<void> {
  const tabs = responseTabs().filter(which);
  if (tabs.length > 0) {
    await vscode.window.tabGroups.close(tabs, true);
  }
}
