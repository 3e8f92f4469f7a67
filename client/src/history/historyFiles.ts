import * as vscode from "vscode";
import type { Host } from "../host.ts";
import { readStored, type Stored, writeStored } from "./stored.ts";

/** Of files written by this extension; others in the folder are left alone. */
const ending = ".json";

/** The folder that holds a file for each exchange. Missing files are no error: another window may have deleted them. */
export class HistoryFiles {
  readonly #folder: vscode.Uri;
  readonly #write: Host["writeFile"] | undefined;

  /** `storage`: the workspace's, which the extension has for itself. */
  constructor(storage: vscode.Uri, { writeFile }: Pick<Host, "writeFile">) {
    this.#folder = vscode.Uri.joinPath(storage, "history");
    this.#write = writeFile;
  }

  async write(stored: Stored): Promise<void> {
    const [file, bytes] = [this.#file(stored.entry.id), writeStored(stored)];
    if (this.#write !== undefined && file.scheme === "file") {
      await this.#write(file, bytes);
      return;
    }
    await vscode.workspace.fs.createDirectory(this.#folder);
    await vscode.workspace.fs.writeFile(file, bytes);
  }

  /** The ids of what is there, the newest first. */
  async list(): Promise<readonly string[]> {
    try {
      const files = await vscode.workspace.fs.readDirectory(this.#folder);
      const ids = files.filter(([name]) => name.endsWith(ending)).map(([name]) => name.slice(0, -ending.length));
      return ids.filter(isId).sort((a, b) => timeOf(b) - timeOf(a) || countOf(b) - countOf(a));
    } catch {
      return [];
    }
  }

  /** Undefined where the file is gone, or can't be read. */
  async read(id: string): Promise<Stored | undefined> {
    if (!isId(id)) return undefined;
    try {
      const stored = readStored(await vscode.workspace.fs.readFile(this.#file(id)));
      return stored?.entry.id === id && stored.exchange.id === id ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  async delete(id: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#file(id));
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError && error.code === "FileNotFound")) throw error;
    }
  }

  #file(id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${id}${ending}`);
  }
}

/** As `ExchangeStore` gives them: the time in base 36, and a count. */
function isId(id: string): boolean {
  return /^[0-9a-z]+-\d+$/.test(id);
}

function timeOf(id: string): number {
  return Number.parseInt(id, 36);
}

function countOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}
