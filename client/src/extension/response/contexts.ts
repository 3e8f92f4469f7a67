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
export function registerResponseContexts(documents: ResponseDocuments, exchanges: ExchangeStore): vscode.Disposable {
  let last = 0;
  const update = async (): Promise<void> => {
    const asked = ++last;
    const ids = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) =>
        input instanceof vscode.TabInputText ? (parseResponseUri(input.uri)?.id ?? []) : [],
      ),
    );
    const found = await Promise.all([...new Set(ids)].map((id) => exchanges.find(id)));
    const shown = found.filter((exchange) => exchange !== undefined);
    const setWhere = (name: string, holds: (exchange: Exchange) => boolean) => set(name, shown.filter(holds));
    // The views at once: what follows asks the server.
    for (const view of views) setWhere(view, (exchange) => documents.viewOf(exchange) === view);
    setWhere("answered", ({ result }) => answerOf(result) !== undefined);
    setWhere("redirects", (one) => one.result.kind === "redirect-hidden" || followingOf(one) !== undefined);
    const faults = new Map(
      await Promise.all(shown.map(async (one) => [one, (await documents.presented(one))?.fault] as const)),
    );
    if (asked !== last) return;
    setWhere("faults", (exchange) => faults.get(exchange) !== undefined);
    setWhere("faultCauses", (exchange) => faults.get(exchange)?.cause !== undefined);
  };
  void update();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      if (opened.length + closed.length > 0) void update();
    }),
    documents.onDidChangeFile(() => void update()),
  );
}

function set(name: string, exchanges: readonly Exchange[]): void {
  const uris = exchanges.map((exchange) => tabUri(exchange).toString());
  void vscode.commands.executeCommand("setContext", `soaphttp.${name}`, uris);
}
