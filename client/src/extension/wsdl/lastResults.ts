import * as vscode from "vscode";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { type Grade, outcomeText } from "../../core/exchange/outcome.ts";
import { gradeOfEntry, type HistoryEntry } from "../../core/history/stored.ts";
import type { History } from "../history/history.ts";
import { timeOf } from "../history/historyView.ts";
import type { Caller } from "./operationUses.ts";

/** The last exchange of a request as a list shows it: `200 OK · 14:03`. */
interface LastResult {
  readonly text: string;
  readonly grade: Grade;
}

export class LastResults implements vscode.Disposable {
  readonly #history: History;
  readonly #exchanges: ExchangeStore;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following: vscode.Disposable;
  #entries: ReadonlyMap<string, HistoryEntry> = new Map();

  readonly onDidChange = this.#changed.event;

  constructor(history: History, exchanges: ExchangeStore) {
    this.#history = history;
    this.#exchanges = exchanges;
    this.#following = history.onDidChange(() => void this.#read());
    void this.#read();
  }

  of({ uri, line }: Caller): LastResult | undefined {
    const entry = this.#entries.get(keyOf(uri.toString(), line));
    return entry && { text: `${outcomeText(entry)} · ${timeOf(entry)}`, grade: gradeOfEntry(entry) };
  }

  dispose(): void {
    vscode.Disposable.from(this.#following, this.#changed).dispose();
  }

  async #read(): Promise<void> {
    const newest = new Map<string, HistoryEntry>();
    // The history lists the newest entries first.
    for (const entry of await this.#history.entries()) {
      // An exchange of this window has followed the edits of its document.
      const key = keyOf(entry.from, this.#exchanges.lineOf(entry) ?? entry.line);
      if (!newest.has(key)) newest.set(key, entry);
    }
    this.#entries = newest;
    this.#changed.fire();
  }
}

function keyOf(uri: string, line: number): string {
  return `${line} ${uri}`;
}
