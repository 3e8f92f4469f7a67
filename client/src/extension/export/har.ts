import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { bodyAddress } from "../../core/exchange/responsePath.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import { type HistoryEntry, isHistoryEntry } from "../../core/history/stored.ts";
import { emptyHar, harEntries } from "../../export/har/har.ts";
import { concatBytes } from "../../transport/bytes.ts";
import { registerCommands, uriOrActive } from "../editor/commands.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { Host } from "../editor/host.ts";
import { inform } from "../editor/ui.ts";
import type { History } from "../history/history.ts";
import { entriesOf, type HistoryNode, isHistoryRun } from "../history/historyView.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";
import { folderOf, saveAs } from "../response/saving.ts";

interface HarParts {
  readonly history: Pick<History, "entries" | "exchange">;
  readonly documents: Pick<ResponseDocuments, "exchangeOf">;
  readonly questions: () => Questions;
  readonly host: Host;
  readonly version: string;
}

/** "Export as HAR…" of a response's tab or of entries of the history, and "Export History as HAR…". */
export function registerHarExport(parts: HarParts): vscode.Disposable {
  const { history, documents, questions, host } = parts;
  const save = async (name: string, near: Pick<Exchange, "from"> | undefined, exchanges: Exchanges) => {
    const bytes = await harOf(exchanges, parts);
    if (bytes === undefined) return inform(vscode.l10n.t("The history contains no exchanges."));
    return saveAs(name, folderOf(near), bytes, questions(), host);
  };
  const saveEntries = (entries: readonly HistoryEntry[]) => {
    const [first, ...others] = entries;
    const name = first === undefined || others.length > 0 ? "soaphttp.har" : harName(first);
    return save(name, first, stored(history, entries));
  };
  const saveShown = async (given: unknown) => {
    const uri = uriOrActive(given);
    const exchange = uri && documents.exchangeOf(uri);
    if (exchange === undefined) return inform(vscode.l10n.t("This response is no longer available."));
    return save(harName(exchange), exchange, [exchange]);
  };
  return registerCommands(
    {
      "soaphttp.exportHar": (given?: unknown, selected: readonly HistoryNode[] = []) => {
        if (!isHistoryEntry(given) && !isHistoryRun(given)) return saveShown(given);
        return saveEntries(entriesOf(selected.length > 0 ? selected : [given]));
      },
      "soaphttp.history.exportHar": async () => saveEntries(await history.entries()),
    },
    (reason) => vscode.l10n.t("The exchanges could not be exported: {0}", reason),
  );
}

function harName(exchange: Pick<Exchange, "id" | "label">): string {
  return bodyAddress(exchange, "body", "har").path.slice(1);
}

type Exchanges = AsyncIterable<Exchange> | Iterable<Exchange>;

/** Reads exchanges one after the other, in the order in which they were sent, because all of them may be large. */
async function* stored(
  history: HarParts["history"],
  entries: readonly HistoryEntry[],
): AsyncGenerator<Exchange, void, void> {
  for (const { id } of entries.toSorted((a, b) => a.at - b.at)) {
    const exchange = await history.exchange(id);
    if (exchange !== undefined) yield exchange;
  }
}

/** Returns the bytes of the archive; undefined without exchanges. */
async function harOf(exchanges: Exchanges, { host, version }: HarParts): Promise<Uint8Array | undefined> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for await (const { label, message, result, at } of exchanges) {
    const request = toTransportRequest(message);
    for (const entry of harEntries({ label, request, secrets: message.secrets, at, result }, host.kind)) {
      pieces.push(encoder.encode(`${pieces.length === 0 ? "" : ",\n"}${JSON.stringify(entry)}`));
    }
  }
  if (pieces.length === 0) return undefined;
  const [open, close] = JSON.stringify(emptyHar(version)).split(/(?<="entries":\[)/);
  return concatBytes([encoder.encode(`${open}\n`), ...pieces, encoder.encode(`\n${close}\n`)]);
}
