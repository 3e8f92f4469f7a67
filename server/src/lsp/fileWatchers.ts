import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  FileChangeType,
  type FileEvent,
  type FileSystemWatcher,
  WatchKind,
} from "vscode-languageserver";
import { isWebAddress } from "../protocol/protocol.ts";
import { isAtOrBelow } from "../service/languageService.ts";

/** Maximum watched files in a folder; if there are more, the folder is watched instead. */
const maxWatchers = 10;

export class FileWatchers {
  readonly #connection: Connection;
  #watched = "";
  #registration: Promise<Disposable> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Web addresses aren't watched. Folders below the roots are: editors report only a deleted or renamed folder. */
  watch(uris: readonly string[], roots: readonly string[], { workspace }: ClientCapabilities): void {
    const can = workspace?.didChangeWatchedFiles;
    const files = [...new Set(uris)].filter(isInFileSystem);
    const folders = foldersOf(files, roots);
    const watched = [...files, ...folders].toSorted().join("\n");
    if (!can?.dynamicRegistration || watched === this.#watched) return;
    this.#watched = watched;
    const before = this.#registration;
    const relative = can.relativePatternSupport === true;
    const kind = WatchKind.Create | WatchKind.Delete;
    const ofFolders = watchersOf(folders, relative).map((one) => ({ ...one, kind }));
    const watchers = [...watchersOf(files, relative), ...ofFolders];
    const type = DidChangeWatchedFilesNotification.type;
    this.#registration = this.#connection.client.register(type, { watchers });
    // The new registration begins before the old one ends, so that no change is missed.
    void Promise.all([before, this.#registration]).then(
      ([old]) => old?.dispose(),
      () => this.#connection.console.warn("The client does not watch files."),
    );
  }
}

function watchersOf(uris: readonly string[], relative: boolean): FileSystemWatcher[] {
  const byFolder = new Map<string, string[]>();
  for (const uri of uris) {
    const folder = parentOf(uri);
    const names = byFolder.get(folder) ?? [];
    names.push(decoded(uri.slice(folder.length + 1)).replace(/[*?{}[\]]/g, "?"));
    byFolder.set(folder, names);
  }
  return [...byFolder].flatMap(([folder, names]) => {
    // The path of a root is `/`.
    const baseUri = /^[^:/]+:\/\/[^/]*$/.test(folder) ? `${folder}/` : folder;
    const patterns = relative && names.length > maxWatchers ? ["*"] : names;
    return patterns.map((pattern) => ({ globPattern: relative ? { baseUri, pattern } : `**/${pattern}` }));
  });
}

/** The folders of the files, up to the folders of the workspace. */
function foldersOf(files: readonly string[], roots: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  // The path of a root may be `/`.
  const tops = roots.map((one) => one.replace(/\/$/, ""));
  for (const file of files) {
    const root = tops.find((one) => file.startsWith(`${one}/`));
    if (root === undefined) continue;
    let folder = parentOf(file);
    for (; folder.length > root.length && !folders.has(folder); folder = parentOf(folder)) folders.add(folder);
  }
  return [...folders];
}

function parentOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf("/"));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Whether files at a URI can be watched, which excludes web addresses and names such as `urn:x`. */
export function isInFileSystem(uri: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(uri) && !isWebAddress(uri);
}

/** Finds the WSDLs below folders; must not reject. */
export type FindWsdls = (folders: readonly string[]) => Promise<readonly string[]>;

/** For clients that don't announce their WSDLs. Searches at the start, and when one may be new or deleted. */
export class FoundWsdls {
  readonly #find: FindWsdls;
  readonly #onFound: (uris: readonly string[]) => void;
  #finding: Promise<void> | undefined;

  /** `onFound`: called with the URIs of the WSDLs. */
  constructor(find: FindWsdls, onFound: (uris: readonly string[]) => void) {
    this.#find = find;
    this.#onFound = onFound;
  }

  /** Resolves when the search has ended; `undefined` if there is none. */
  get finding(): Promise<void> | undefined {
    return this.#finding;
  }

  find(folders: readonly string[]): void {
    const finding: Promise<void> = this.#find(folders).then((uris) => {
      // A later search has begun in the meantime.
      if (this.#finding !== finding) return this.#finding;
      this.#finding = undefined;
      this.#onFound(uris);
      return undefined;
    });
    this.#finding = finding;
  }

  watch(connection: Connection, { workspace }: ClientCapabilities): void {
    if (!workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
    const watchers = [{ globPattern: "**/*.wsdl", kind: WatchKind.Create | WatchKind.Delete }];
    void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => {
      connection.console.warn("The client does not watch files.");
    });
  }
}

/** Whether a WSDL was created or deleted, or a folder that contains a known WSDL. */
export function isListChanged(changes: readonly FileEvent[], wsdls: readonly string[]): boolean {
  const uris = changes.flatMap(({ type, uri }) => (type === FileChangeType.Changed ? [] : uri));
  return uris.some((uri) => uri.endsWith(".wsdl")) || wsdls.some(isAtOrBelow(uris));
}
