import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
} from "vscode-languageserver";

/** Asks the client to tell of files that have changed. */
export class FileWatchers {
  readonly #connection: Connection;
  #watched = "";
  #registration: Promise<Disposable> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** From now on these, and no others. */
  watch(uris: readonly string[], { workspace }: ClientCapabilities): void {
    const can = workspace?.didChangeWatchedFiles;
    const wanted = [...uris].sort().join("\n");
    if (!can?.dynamicRegistration || wanted === this.#watched) return;
    this.#watched = wanted;
    const before = this.#registration;
    const watchers = uris.map((uri) => watcherOf(uri, can.relativePatternSupport === true));
    const type = DidChangeWatchedFilesNotification.type;
    this.#registration = this.#connection.client.register(type, { watchers });
    // The old one ends when the new one is there: nothing is missed in between.
    void Promise.all([before, this.#registration]).then(
      ([old]) => old?.dispose(),
      () => this.#connection.console.warn("The client does not watch files."),
    );
  }
}

function watcherOf(uri: string, relative: boolean): FileSystemWatcher {
  const slash = uri.lastIndexOf("/");
  const name = decoded(uri.slice(slash + 1)).replace(/[*?{}[\]]/g, "?");
  const folder = uri.slice(0, slash);
  // The slash of a root belongs to its path.
  const baseUri = /^[^:/]+:\/\/[^/]*$/.test(folder) ? `${folder}/` : folder;
  return { globPattern: relative ? { baseUri, pattern: name } : `**/${name}` };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
