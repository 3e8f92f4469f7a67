import * as vscode from "vscode";

/** Milliseconds during which changes are collected. */
const settling = 300;
/** Maximum new files and folders that are examined. If there are more, the whole workspace counts as new. */
const maxStats = 500;
const maxFolders = 10;
/** Further files of a new folder are found when the workspace is searched. */
const maxFiles = 1000;

/** Folders in which many files come and go that nobody edits. */
const ignored = /\/(?:node_modules|\.git)(?:\/|$)/;

export function watchFiles(pattern: vscode.GlobPattern, change: (uri: vscode.Uri) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const events = [watcher.onDidCreate(change), watcher.onDidChange(change), watcher.onDidDelete(change)];
  return vscode.Disposable.from(watcher, ...events);
}

interface ChangedFolders {
  readonly created: readonly vscode.Uri[];
  /** Whether a file is in a folder that was created or deleted, or was deleted itself. */
  readonly affects: (uri: vscode.Uri) => boolean;
}

/** Reports created, deleted and renamed folders of the workspace, which VS Code reports without their files. */
export class FolderChanges implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ChangedFolders>();
  readonly #disposables: vscode.Disposable;
  readonly #created = new Map<string, vscode.Uri>();
  readonly #deleted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher("**", false, true);
    this.#disposables = vscode.Disposable.from(
      ...[this.#changed, watcher],
      watcher.onDidCreate((uri) => {
        this.#created.set(uri.toString(), uri);
        this.#timer ??= setTimeout(() => void this.#tell(), settling);
      }),
      watcher.onDidDelete((uri) => {
        this.#deleted.add(uri.toString());
        this.#timer ??= setTimeout(() => void this.#tell(), settling);
      }),
    );
  }

  /** Calls `change` with the files of changed folders, if any. `glob`: those in new folders; `tracked`: all others. */
  watch(
    glob: () => string,
    tracked: () => Iterable<vscode.Uri>,
    change: (uris: readonly vscode.Uri[]) => void,
  ): vscode.Disposable {
    return this.onDidChange(async ({ created, affects }) => {
      const searches = created.map((folder) =>
        vscode.workspace.findFiles(new vscode.RelativePattern(folder, glob()), undefined, maxFiles),
      );
      const uris = [...[...tracked()].filter(affects), ...(await Promise.all(searches)).flat()];
      if (uris.length > 0) change([...new Map(uris.map((one) => [one.toString(), one])).values()]);
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    const created = [...this.#created.values()].filter(
      (uri) => !ignored.test(uri.path) && !isBelow(uri, this.#created),
    );
    const changed = new Set(this.#deleted);
    this.#created.clear();
    this.#deleted.clear();
    const folders = await foldersOf(created);
    // The path of a workspace's folder may be a slash.
    for (const uri of folders) changed.add(uri.toString().replace(/\/$/, ""));
    if (changed.size === 0) return;
    this.#changed.fire({ created: folders, affects: (uri) => changed.has(uri.toString()) || isBelow(uri, changed) });
  }
}

/** Resolves with the URIs that are folders; if there are many URIs, with the folders of the workspace. */
async function foldersOf(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const all = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  if (uris.length > maxStats) return all();
  const stats = await Promise.allSettled(uris.map((uri) => vscode.workspace.fs.stat(uri)));
  const folders = uris.filter((_, index) => {
    const stat = stats[index];
    return stat?.status === "fulfilled" && (stat.value.type & vscode.FileType.Directory) !== 0;
  });
  return folders.length > maxFolders ? all() : folders;
}

function isBelow(uri: vscode.Uri, folders: { has(uri: string): boolean }): boolean {
  const text = uri.toString();
  for (let end = text.lastIndexOf("/"); end > 0; end = text.lastIndexOf("/", end - 1)) {
    if (folders.has(text.slice(0, end))) return true;
  }
  return false;
}
