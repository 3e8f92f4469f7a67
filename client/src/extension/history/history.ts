import * as vscode from "vscode";
import { retainedBytes } from "../../../../server/src/text/limits.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { type HistoryEntry, type Judged, storedOf, unpackExchange } from "../../core/history/stored.ts";
import { importVaultKey, newKey } from "../../core/history/vault.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import { deleteFiles, EncryptedStorage, type HistoryStorage, MemoryStorage } from "./storage.ts";

/** Limits for exchanges that were sent alone, and for runs of tests. */
const limits = { limit: { usual: 50, maximum: 500 }, runs: { usual: 10, maximum: 100 } } as const;
/** Maximum exchanges of all runs together. */
const maxTested = 2000;

const keyName = "soaphttp.history.key";

/**
 * The complete exchanges of this workspace, in encrypted files in the workspace's storage. The key is in VS Code's secret
 * storage; if that isn't permanent, the exchanges are only in memory.
 */
export class History implements vscode.Disposable {
  readonly #storage: Promise<HistoryStorage>;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Changes are made one after the other, so that the number of exchanges stays within the limit. */
  #changes: Promise<void> = Promise.resolve();
  #waiting = 0;
  #lasts = true;

  readonly onDidChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, host: Host, log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#storage = this.#open(context, host);
  }

  static get enabled(): boolean {
    return setting("enabled") !== false;
  }

  /** False if the exchanges are lost when the window closes, because VS Code stores no secrets here, so no key either. */
  get lasts(): boolean {
    return this.#lasts;
  }

  /** Stores an exchange if the history is enabled. Never rejects. */
  keep(exchange: Exchange, judged?: Judged): Promise<void> {
    if (!History.enabled) return Promise.resolve();
    const stored = storedOf(exchange, judged);
    return this.#change(async (storage) => {
      await storage.write(await stored);
      // A run stores hundreds one after the other.
      if (this.#waiting === 1) await deleteSurplus(storage);
    });
  }

  async entries(): Promise<readonly HistoryEntry[]> {
    await this.#changes;
    return (await this.#storage).entries();
  }

  async exchange(id: string): Promise<Exchange | undefined> {
    await this.#changes;
    const packed = await (await this.#storage).read(id);
    return packed && unpackExchange(packed);
  }

  delete(ids: readonly string[]): Promise<void> {
    return this.#change((storage) => storage.delete(ids));
  }

  clear(): Promise<void> {
    return this.#change(async (storage) => storage.delete((await storage.entries()).map(({ id }) => id)));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #open(context: vscode.ExtensionContext, host: Host): Promise<HistoryStorage> {
    try {
      const key = await permanentKey(context);
      // A window without a folder has no storage for its workspace.
      const folder = context.storageUri ?? context.globalStorageUri;
      if (key !== undefined) return new EncryptedStorage(folder, await importVaultKey(key), host);
      await deleteFiles(folder);
    } catch (error) {
      this.#log.error("The key of the history can't be read or stored.", errorText(error));
    }
    this.#lasts = false;
    this.#changed.fire();
    return new MemoryStorage();
  }

  #change(act: (storage: HistoryStorage) => Promise<void>): Promise<void> {
    this.#waiting++;
    this.#changes = Promise.all([this.#storage, this.#changes])
      .then(([storage]) => act(storage))
      .catch((error: unknown) => this.#log.error("The history could not be changed.", errorText(error)))
      .then(() => {
        this.#waiting--;
        if (this.#waiting === 0) this.#changed.fire();
      });
    return this.#changes;
  }
}

/** Runs of tests have limits of their own, because one run has more exchanges than a user sends in days. */
async function deleteSurplus(storage: HistoryStorage): Promise<void> {
  const entries = await storage.entries();
  const single = entries.filter(({ run }) => run === undefined);
  const tested = entries.filter(({ run }) => run !== undefined);
  const runs = new Set([...new Set(tested.map(({ run }) => run))].slice(0, limit("runs")));
  const kept = tested.filter(({ run }) => runs.has(run));
  const deleted = [
    ...surplus(single, limit("limit")),
    ...surplus(kept, maxTested),
    ...tested.filter(({ run }) => !runs.has(run)),
  ];
  await storage.delete(deleted.map(({ id }) => id));
}

/** Returns the entries that exceed a maximum. `entries`: the newest first. */
function surplus(entries: readonly HistoryEntry[], maximum: number): readonly HistoryEntry[] {
  let bytes = 0;
  return entries.filter((entry, index) => {
    bytes += entry.bytes;
    return index >= maximum || (index > 0 && bytes > retainedBytes);
  });
}

/**
 * The key of the files. Undefined if an earlier window stored a key that is gone: then secrets aren't permanent here, and
 * files couldn't be read later. A new key is stored anyway, in case the next window finds it.
 */
async function permanentKey({ secrets, globalState }: vscode.ExtensionContext): Promise<string | undefined> {
  const stored = await secrets.get(keyName);
  if (stored !== undefined) return stored;
  const isLost = globalState.get(keyName) === true;
  const key = newKey();
  await secrets.store(keyName, key);
  await globalState.update(keyName, true);
  return isLost ? undefined : key;
}

function setting(name: string): unknown {
  return vscode.workspace.getConfiguration("soaphttp.history").get(name);
}

function limit(name: keyof typeof limits): number {
  const value = setting(name);
  const { usual, maximum } = limits[name];
  return typeof value === "number" && value >= 1 ? Math.min(Math.floor(value), maximum) : usual;
}
