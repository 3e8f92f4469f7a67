import * as vscode from "vscode";
import { retainedBytes } from "../../../../server/src/limits.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { type Entry, storedOf, unpackExchange } from "../../core/history/stored.ts";
import { Vault } from "../../core/history/vault.ts";
import type { Host } from "../editor/host.ts";
import { messageOf } from "../editor/languageServer.ts";
import { deleteFiles, EncryptedStorage, type HistoryStorage, MemoryStorage } from "./storage.ts";

const defaultLimit = 50;
const maximumLimit = 500;

const keyName = "soaphttp.history.key";

/** What the history needs of VS Code's `ExtensionContext`. */
export type HistoryContext = Pick<
  vscode.ExtensionContext,
  "secrets" | "globalState" | "storageUri" | "globalStorageUri"
>;

/**
 * The exchanges of this workspace, whole, in encrypted files of the workspace's storage. The key is in VS Code's secret
 * storage; where that doesn't last, they are in memory only.
 */
export class History implements vscode.Disposable {
  readonly #storage: Promise<HistoryStorage>;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Each change waits for the one before, so that the number of exchanges keeps its bound. */
  #changes: Promise<void> = Promise.resolve();
  #lasts = true;

  readonly onDidChange = this.#changed.event;

  constructor(context: HistoryContext, host: Pick<Host, "writeFile">, log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#storage = this.#open(context, host);
  }

  static get enabled(): boolean {
    return setting("enabled") !== false;
  }

  /** False where the exchanges are gone with the window: VS Code keeps no secrets here, so no key either. */
  get lasts(): boolean {
    return this.#lasts;
  }

  /** Stores an exchange, where the author wants that. It never rejects. */
  keep(exchange: Exchange): Promise<void> {
    return History.enabled ? this.#change((storage) => store(storage, exchange)) : Promise.resolve();
  }

  /** The newest first. */
  async entries(): Promise<readonly Entry[]> {
    await this.#changes;
    return (await this.#storage).entries();
  }

  /** As it was sent and received; undefined where it isn't kept any more. */
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

  async #open(context: HistoryContext, host: Pick<Host, "writeFile">): Promise<HistoryStorage> {
    try {
      const key = await lastingKey(context);
      // A window without a folder has no storage of its own.
      const folder = context.storageUri ?? context.globalStorageUri;
      if (key !== undefined) return new EncryptedStorage(folder, await Vault.of(key), host);
      await deleteFiles(folder);
    } catch (error) {
      this.#log.error("The key of the history can't be read or stored.", messageOf(error));
    }
    this.#lasts = false;
    this.#changed.fire();
    return new MemoryStorage();
  }

  #change(act: (storage: HistoryStorage) => Promise<void>): Promise<void> {
    this.#changes = Promise.all([this.#storage, this.#changes])
      .then(([storage]) => act(storage))
      .then(
        () => this.#changed.fire(),
        (error: unknown) => {
          this.#log.error("The history could not be changed.", messageOf(error));
          this.#changed.fire();
        },
      );
    return this.#changes;
  }
}

async function store(storage: HistoryStorage, exchange: Exchange): Promise<void> {
  await storage.write(await storedOf(exchange));
  const entries = await storage.entries();
  let bytes = 0;
  const surplus = entries.filter((entry, index) => {
    bytes += entry.bytes;
    return index >= limit() || (index > 0 && bytes > retainedBytes);
  });
  await storage.delete(surplus.map(({ id }) => id));
}

/**
 * The key of the files, made where there is none. Undefined where the one of an earlier window is gone: then secrets don't
 * last here, and what is written now could not be read later. A new one is stored all the same, in case that they do.
 */
async function lastingKey({ secrets, globalState }: HistoryContext): Promise<string | undefined> {
  const stored = await secrets.get(keyName);
  if (stored !== undefined) return stored;
  const isLost = globalState.get(keyName) === true;
  const key = Vault.newKey();
  await secrets.store(keyName, key);
  await globalState.update(keyName, true);
  return isLost ? undefined : key;
}

function setting(name: string): unknown {
  return vscode.workspace.getConfiguration("soaphttp.history").get(name);
}

function limit(): number {
  const value = setting("limit");
  return typeof value === "number" && value >= 1 ? Math.min(Math.floor(value), maximumLimit) : defaultLimit;
}
