import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
} from "vscode-languageserver";
import { isWebAddress } from "../protocol/protocol.ts";

/** Above this number of files in a folder, the folder is watched instead. */
const maxWatchers = 10;

/** Watches files through the client. */
export class FileWatchers {
  readonly #connection: Connection;
  #watched = "";
  #registration: Promise<Disposable> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Watches these files, and no others; addresses and names such as `urn:x` can't be watched. */
  watch(uris: readonly string[], { workspace }: ClientCapabilities): void {
    const can = workspace?.didChangeWatchedFiles;
    const files = [...new Set(uris)].filter(isInFileSystem);
    const watched = files.toSorted().join("\n");
    if (!can?.dynamicRegistration || watched === this.#watched) return;
    this.#watched = watched;
    const before = this.#registration;
    const watchers = watchersOf(files, can.relativePatternSupport === true);
    const type = DidChangeWatchedFilesNotification.type;
    this.#registration = this.#connection.client.register(type, { watchers });
    // The old registration ends after the new one has begun, so that no change is missed.
    void Promise.all([before, this.#registration]).then(
      ([old]) => old?.dispose(),
      () => this.#connection.console.warn("The client does not watch files."),
    );
  }
}

function watchersOf(uris: readonly string[], relative: boolean): FileSystemWatcher[] {
  const byFolder = new Map<string, string[]>();
  for (const uri of uris) {
    const folder = uri.slice(0, uri.lastIndexOf("/"));
    const names = byFolder.get(folder) ?? [];
    names.push(decoded(uri.slice(folder.length + 1)).replace(/[*?{}[\]]/g, "?"));
    byFolder.set(folder, names);
  }
  return [...byFolder].flatMap(([folder, names]) => {
    // A root's path is a slash.
    const baseUri = /^[^:/]+:\/\/[^/]*$/.test(folder) ? `${folder}/` : folder;
    const patterns = relative && names.length > maxWatchers ? ["*"] : names;
    return patterns.map((pattern) => ({ globPattern: relative ? { baseUri, pattern } : `**/${pattern}` }));
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Whether files at this URI can be watched: not those at addresses, and not names such as `urn:x`. */
export function isInFileSystem(uri: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(uri) && !isWebAddress(uri);
}
