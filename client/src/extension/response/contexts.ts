import * as vscode from "vscode";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { followingOf } from "../../core/exchange/following.ts";
import { views } from "../../core/exchange/responsePath.ts";
import type { ResponseDocuments } from "./documents.ts";
import { parseResponseUri, tabUri } from "./responseUri.ts";

/**
 * Keeps the context keys that decide which icons and commands a response has: lists of the tabs that show a view
 * (`soaphttp.raw`), have a response at all, lead somewhere else, or are a Fault.
 */
export class ResponseContexts implements vscode.Disposable {
  readonly #documents: ResponseDocuments;
  readonly #exchanges: ExchangeStore;
  readonly #following: vscode.Disposable;
  #last = 0;

  constructor(documents: ResponseDocuments, exchanges: ExchangeStore) {
    this.#documents = documents;
    this.#exchanges = exchanges;
    this.#following = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        if (opened.length + closed.length > 0) void this.#tell();
      }),
      documents.onDidChangeFile(() => void this.#tell()),
    );
    void this.#tell();
  }

  dispose(): void {
    this.#following.dispose();
  }

  async #tell(): Promise<void> {
    const asked = ++this.#last;
    const ids = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) =>
        input instanceof vscode.TabInputText ? (parseResponseUri(input.uri)?.id ?? []) : [],
      ),
    );
    const found = await Promise.all([...new Set(ids)].map((id) => this.#exchanges.find(id)));
    const exchanges = found.filter((exchange) => exchange !== undefined);
    // The views at once: what follows asks the server.
    for (const view of views)
      set(
        view,
        exchanges.filter((exchange) => this.#documents.viewOf(exchange) === view),
      );
    set(
      "answered",
      exchanges.filter(({ result }) => answerOf(result) !== undefined),
    );
    const leads = (one: Exchange) => one.result.kind === "redirect-hidden" || followingOf(one) !== undefined;
    set("redirects", exchanges.filter(leads));
    const faults = await Promise.all(
      exchanges.map(async (exchange) => ({ exchange, fault: (await this.#documents.presented(exchange))?.fault })),
    );
    if (asked !== this.#last) return;
    const which = faults.filter(({ fault }) => fault !== undefined);
    set(
      "faults",
      which.map(({ exchange }) => exchange),
    );
    set(
      "faultCauses",
      which.filter(({ fault }) => fault?.cause !== undefined).map(({ exchange }) => exchange),
    );
  }
}

function set(name: string, exchanges: readonly Exchange[]): void {
  const uris = exchanges.map((exchange) => tabUri(exchange).toString());
  void vscode.commands.executeCommand("setContext", `soaphttp.${name}`, uris);
}
