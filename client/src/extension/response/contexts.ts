import * as vscode from "vscode";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { followingOf } from "../../core/exchange/following.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { parseResponseUri, tabUri } from "./responseUri.ts";

/** Updates the context keys for the icons and commands of responses: lists of tabs, such as `soaphttp.faults`. */
export function registerResponseContexts(documents: ResponseDocuments, exchanges: ExchangeStore): vscode.Disposable {
  let last = 0;
  const update = async (): Promise<void> => {
    const current = ++last;
    const ids = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? (parseResponseUri(input.uri)?.id ?? []) : []));
    const all = await Promise.all([...new Set(ids)].map((id) => exchanges.find(id)));
    const shown = all.filter((exchange) => exchange !== undefined);
    const setKey = (name: string, holds: (exchange: Exchange) => boolean) => {
      const uris = shown.filter(holds).map((exchange) => tabUri(exchange).toString());
      void vscode.commands.executeCommand("setContext", `soaphttp.${name}`, uris);
    };
    // First the keys that don't need the server.
    setKey("hasResponse", ({ result }) => responseOf(result) !== undefined);
    setKey("redirects", (one) => one.result.kind === "redirect-hidden" || followingOf(one) !== undefined);
    setKey("refused", ({ result }) => responseOf(result)?.status === 401);
    const presented = new Map(
      await Promise.all(shown.map(async (one) => [one, await documents.contents.presented(one)] as const)),
    );
    if (current !== last) return;
    setKey("faults", (exchange) => presented.get(exchange)?.fault !== undefined);
    setKey("faultCauses", (exchange) => presented.get(exchange)?.fault?.cause !== undefined);
    setKey("untrusted", (exchange) => presented.get(exchange)?.signature?.untrusted !== undefined);
  };
  void update();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      if (opened.length + closed.length > 0) void update();
    }),
    documents.onDidChangeFile(() => void update()),
  );
}
