import * as vscode from "vscode";
import { pack, unpack } from "../../core/history/packing.ts";
import type { HistoryEntry, Stored } from "../../core/history/stored.ts";
import { open, seal } from "../../core/history/vault.ts";
import type { Host } from "../editor/host.ts";
import { deleteStored, writeEditorFile } from "../editor/writeFile.ts";

export interface HistoryStorage {
  write(stored: Stored): Promise<void>;
  /** Resolves with all entries, the newest first. */
  entries(): Promise<readonly HistoryEntry[]>;
  /** Resolves with the bytes for `unpackExchange`; undefined if they were deleted. */
  read(id: string): Promise<Uint8Array | undefined>;
  delete(ids: readonly string[]): Promise<void>;
}

export class MemoryStorage implements HistoryStorage {
  readonly #all = new Map<string, Stored>();

  async write(stored: Stored): Promise<void> {
    this.#all.set(stored.entry.id, stored);
  }

  async entries(): Promise<readonly HistoryEntry[]> {
    return [...this.#all.values()].map(({ entry }) => entry).sort(newestFirst);
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    return this.#all.get(id)?.exchange;
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#all.delete(id);
  }
}

/** Deletes all files of an `EncryptedStorage` whose key is lost. */
export async function deleteFiles(storage: vscode.Uri): Promise<void> {
  await deleteStored(folderIn(storage), { recursive: true });
}

/** Each exchange has two files, so that a list needs to read only the small one. */
const endings = { entry: ".entry", exchange: ".exchange" } as const;
/**
 * Milliseconds after which unreadable files are deleted. Until then, another window may still be writing them, or may have
 * another key: on a remote host, each computer and each browser has its own.
 */
const unreadableTime = 30 * 24 * 60 * 60 * 1000;

/** Keeps exchanges in encrypted files. Missing files aren't errors: another window may have deleted them. */
export class EncryptedStorage implements HistoryStorage {
  readonly #folder: vscode.Uri;
  readonly #key: CryptoKey;
  readonly #host: Pick<Host, "writeFile">;
  readonly #entries = new Map<string, HistoryEntry>();

  constructor(storage: vscode.Uri, key: CryptoKey, host: Pick<Host, "writeFile">) {
    this.#folder = folderIn(storage);
    this.#key = key;
    this.#host = host;
  }

  async write({ entry, exchange }: Stored): Promise<void> {
    // The entry is written last, so that each listed exchange can be read.
    await this.#writeFile(`${entry.id}${endings.exchange}`, exchange);
    await this.#writeFile(`${entry.id}${endings.entry}`, pack(entry));
    this.#entries.set(entry.id, entry);
  }

  /** Deletes old files that can't be read, and files of an earlier version of the extension. */
  async entries(): Promise<readonly HistoryEntry[]> {
    const names = await this.#names();
    const ids = names.filter((name) => name.endsWith(endings.entry)).map(idOf);
    const loaded = await Promise.all(ids.map(async (id) => this.#entries.get(id) ?? (await this.#readEntry(id))));
    const entries = loaded.filter((entry) => entry !== undefined).sort(newestFirst);
    this.#entries.clear();
    for (const entry of entries) this.#entries.set(entry.id, entry);
    const unreadable = names.filter((name) => !this.#entries.has(idOf(name)) && isOld(name));
    await Promise.all(unreadable.map((name) => deleteStored(this.#file(name))));
    return entries;
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    return isId(id) ? this.#readFile(`${id}${endings.exchange}`) : undefined;
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids.filter(isId)) {
      await deleteStored(this.#file(`${id}${endings.entry}`));
      await deleteStored(this.#file(`${id}${endings.exchange}`));
    }
  }

  async #readEntry(id: string): Promise<HistoryEntry | undefined> {
    const packed = await this.#readFile(`${id}${endings.entry}`);
    return packed && (unpack(packed) as HistoryEntry);
  }

  /** The names of this extension's files. Other files in the folder are ignored. */
  async #names(): Promise<readonly string[]> {
    try {
      const files = await vscode.workspace.fs.readDirectory(this.#folder);
      return files.map(([name]) => name).filter((name) => /^[0-9a-z]+-\d+\.(?:entry|exchange|json)$/.test(name));
    } catch {
      return [];
    }
  }

  async #readFile(name: string): Promise<Uint8Array | undefined> {
    try {
      return await open(this.#key, await vscode.workspace.fs.readFile(this.#file(name)), name);
    } catch {
      return undefined;
    }
  }

  async #writeFile(name: string, content: Uint8Array): Promise<void> {
    await writeEditorFile(this.#host, this.#file(name), await seal(this.#key, content, name));
  }

  #file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, name);
  }
}

function folderIn(storage: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(storage, "history");
}

/** The form of ids from `ExchangeStore`: the time in base 36, and a count. */
function isId(id: string): boolean {
  return /^[0-9a-z]+-\d+$/.test(id);
}

function idOf(fileName: string): string {
  return fileName.replace(/\.[a-z]+$/, "");
}

/** Whether a file is from an earlier version, or so old that no window needs it. */
function isOld(name: string): boolean {
  return name.endsWith(".json") || Number.parseInt(name, 36) < Date.now() - unreadableTime;
}

function newestFirst(a: HistoryEntry, b: HistoryEntry): number {
  return b.at - a.at || countOf(b.id) - countOf(a.id);
}

function countOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}
