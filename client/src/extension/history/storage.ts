import * as vscode from "vscode";
import { pack, unpack } from "../../core/history/packing.ts";
import type { Entry, Stored } from "../../core/history/stored.ts";
import type { Vault } from "../../core/history/vault.ts";
import type { Host } from "../editor/host.ts";

/** Where the history keeps exchanges. */
export interface HistoryStorage {
  write(stored: Stored): Promise<void>;
  /** The newest first. */
  entries(): Promise<readonly Entry[]>;
  /** What `unpackExchange` reads; undefined where it is gone. */
  read(id: string): Promise<Uint8Array | undefined>;
  delete(ids: readonly string[]): Promise<void>;
}

/** For as long as the window is open. */
export class MemoryStorage implements HistoryStorage {
  readonly #all = new Map<string, Stored>();

  async write(stored: Stored): Promise<void> {
    this.#all.set(stored.entry.id, stored);
  }

  async entries(): Promise<readonly Entry[]> {
    return [...this.#all.values()].map(({ entry }) => entry).sort(newestFirst);
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    return this.#all.get(id)?.exchange;
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#all.delete(id);
  }
}

/** Deletes all that an `EncryptedStorage` has written: nobody has its key any more. */
export async function deleteFiles(storage: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(folderIn(storage), { recursive: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Two files for each exchange, so that a list needs to read only the small one. */
const endings = { entry: ".entry", exchange: ".exchange" } as const;
/** How long another window may take to write its files, in milliseconds. */
const writingTime = 60_000;

/** In encrypted files. Missing files are no error: another window may have deleted them. */
export class EncryptedStorage implements HistoryStorage {
  readonly #folder: vscode.Uri;
  readonly #vault: Vault;
  readonly #write: Host["writeFile"] | undefined;
  readonly #known = new Map<string, Entry>();

  /** `storage`: the workspace's, which the extension has for itself. */
  constructor(storage: vscode.Uri, vault: Vault, { writeFile }: Pick<Host, "writeFile">) {
    this.#folder = folderIn(storage);
    this.#vault = vault;
    this.#write = writeFile;
  }

  async write({ entry, exchange }: Stored): Promise<void> {
    // The entry last: what is listed can be read.
    await this.#writeFile(`${entry.id}${endings.exchange}`, exchange);
    await this.#writeFile(`${entry.id}${endings.entry}`, pack(entry));
    this.#known.set(entry.id, entry);
  }

  /** Files that can't be read, of another key or an earlier version of the extension, are deleted. */
  async entries(): Promise<readonly Entry[]> {
    const names = await this.#names();
    const found = await Promise.all(
      names.map(async (name) => {
        const id = name.endsWith(endings.entry) ? name.slice(0, -endings.entry.length) : undefined;
        const entry = id === undefined ? undefined : (this.#known.get(id) ?? (await this.#readEntry(id)));
        if (entry !== undefined) this.#known.set(entry.id, entry);
        return { name, entry };
      }),
    );
    const entries = found.flatMap(({ entry }) => entry ?? []).sort(newestFirst);
    const listed = new Set(entries.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!listed.has(id)) this.#known.delete(id);
    const stray = names.filter((name) => !listed.has(name.replace(/\.[a-z]+$/, "")) && isOld(name));
    await Promise.all(stray.map((name) => this.#deleteFile(name)));
    return entries;
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    return isId(id) ? this.#readFile(`${id}${endings.exchange}`) : undefined;
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids.filter(isId)) {
      await this.#deleteFile(`${id}${endings.entry}`);
      await this.#deleteFile(`${id}${endings.exchange}`);
    }
  }

  async #readEntry(id: string): Promise<Entry | undefined> {
    const packed = isId(id) ? await this.#readFile(`${id}${endings.entry}`) : undefined;
    return packed && (unpack(packed) as Entry);
  }

  /** The names of this extension's files; others in the folder are left alone. */
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
      return await this.#vault.open(await vscode.workspace.fs.readFile(this.#file(name)), name);
    } catch {
      return undefined;
    }
  }

  async #writeFile(name: string, content: Uint8Array): Promise<void> {
    const [file, bytes] = [this.#file(name), await this.#vault.seal(content, name)];
    if (this.#write !== undefined && file.scheme === "file") {
      await this.#write(file, bytes);
      return;
    }
    await vscode.workspace.fs.createDirectory(this.#folder);
    await vscode.workspace.fs.writeFile(file, bytes);
  }

  async #deleteFile(name: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#file(name));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  #file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, name);
  }
}

function folderIn(storage: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(storage, "history");
}

function isMissing(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === "FileNotFound";
}

/** As `ExchangeStore` gives them: the time in base 36, and a count. */
function isId(id: string): boolean {
  return /^[0-9a-z]+-\d+$/.test(id);
}

/** The file of an earlier version, or of an exchange that no window is still writing. */
function isOld(name: string): boolean {
  return name.endsWith(".json") || Number.parseInt(name, 36) < Date.now() - writingTime;
}

function newestFirst(a: Entry, b: Entry): number {
  return b.at - a.at || countOf(b.id) - countOf(a.id);
}

function countOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}
