import * as vscode from "vscode";
import type { Host } from "../host.ts";
import { messageOf } from "../languageServer.ts";
import type { Exchange } from "../response/exchange.ts";
import { HistoryFiles } from "./historyFiles.ts";
import { redactExchange } from "./redactExchange.ts";
import { type Entry, storedOf } from "./stored.ts";

const defaultLimit = 50;
const mostEver = 500;

/**
 * What was sent in this workspace, in files of the workspace's storage: redacted, bounded in number by a setting, and
 * there again after a reload.
 */
export class History implements vscode.Disposable {
  readonly #files: HistoryFiles;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #entries = new Map<string, Entry>();
  /** Each write waits for the one before, so that the number of files keeps its bound. */
  #writing: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  constructor(
    { storageUri, globalStorageUri }: vscode.ExtensionContext,
    host: Pick<Host, "writeFile">,
    log: vscode.LogOutputChannel,
  ) {
    // A window without a folder has no storage of its own.
    this.#files = new HistoryFiles(storageUri ?? globalStorageUri, host);
    this.#log = log;
  }

  static get enabled(): boolean {
    return setting("enabled") !== false;
  }

  /** Stores an exchange, without what is secret in it, where the author wants that. It never rejects. */
  keep(exchange: Exchange): Promise<void> {
    return History.enabled ? this.#change(() => this.#store(exchange)) : Promise.resolve();
  }

  /** The newest first. */
  async entries(): Promise<readonly Entry[]> {
    await this.#writing;
    const ids = await this.#files.list();
    for (const id of this.#entries.keys()) {
      if (!ids.includes(id)) this.#entries.delete(id);
    }
    const entries: Entry[] = [];
    for (const id of ids) {
      const entry = this.#entries.get(id) ?? (await this.#files.read(id))?.entry;
      if (entry !== undefined) {
        this.#entries.set(id, entry);
        entries.push(entry);
      }
    }
    return entries;
  }

  /** As it was stored; undefined where it isn't kept any more. */
  async exchange(id: string): Promise<Exchange | undefined> {
    await this.#writing;
    const stored = await this.#files.read(id);
    return stored === undefined ? undefined : { ...stored.exchange, stored: stored.entry.request };
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.#change(async () => {
      for (const id of ids) await this.#files.delete(id);
    });
  }

  async clear(): Promise<void> {
    await this.#change(async () => {
      for (const id of await this.#files.list()) await this.#files.delete(id);
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #store(exchange: Exchange): Promise<void> {
    const stored = storedOf(redactExchange(exchange));
    await this.#files.write(stored);
    this.#entries.set(stored.entry.id, stored.entry);
    for (const id of (await this.#files.list()).slice(limit())) await this.#files.delete(id);
  }

  #change(act: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(act).then(
      () => this.#changed.fire(),
      (error: unknown) => {
        this.#log.error("The history could not be changed.", messageOf(error));
        this.#changed.fire();
      },
    );
    return this.#writing;
  }
}

function setting(name: string): unknown {
  return vscode.workspace.getConfiguration("soaphttp.history").get(name);
}

function limit(): number {
  const value = setting("limit");
  return typeof value === "number" && value >= 1 ? Math.min(Math.floor(value), mostEver) : defaultLimit;
}
