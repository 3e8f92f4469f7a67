import * as l10n from "@vscode/l10n";
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
  type InitializeParams,
} from "vscode-languageserver";
import {
  createResolver,
  type ExternalFile,
  fromBase64,
  type HostResolver,
  type ResolverHost,
} from "../languageService.ts";
import {
  type Circumstances,
  CircumstancesNotification,
  type InitializationOptions,
  ReadFilesRequest,
} from "../protocol.ts";
import { ExternalFiles } from "./externalFiles.ts";

/** What the machine of a host offers. */
export interface LocalMachine {
  /** Reads files for clients that don't; `undefined` if the host has no files. */
  readonly readFile: ((uri: string) => ExternalFile) | undefined;
  /** `undefined` if the host has no environment. */
  readonly processEnv: ((name: string) => string | undefined) | undefined;
}

export interface ResourceEvents {
  /** The same requests may have different results now. */
  readonly changed: () => void;
  /** More files are known than before. */
  readonly known: () => void;
}

/**
 * The external resources of the open documents: environments, the machine and files. They are read when a document that
 * refers to them is analyzed, watched from then on, and kept until they change.
 */
export class ExternalResources {
  readonly #connection: Connection;
  readonly #machine: LocalMachine;
  readonly #events: ResourceEvents;
  readonly #files = new ExternalFiles((uris) => this.#read(uris));
  readonly #resolvers: Resolvers;
  readonly #watchers: FileWatchers;
  #client: ClientCapabilities = {};
  #clientReads = false;

  constructor(connection: Connection, machine: LocalMachine, events: ResourceEvents) {
    this.#connection = connection;
    this.#machine = machine;
    this.#events = events;
    this.#watchers = new FileWatchers(connection);
    this.#resolvers = new Resolvers(this.#files, {
      ...{ trusted: true, environment: null, roots: [], environments: undefined },
      processEnv:
        machine.processEnv ?? (() => ({ unavailable: l10n.t("Environment variables aren't available in a browser.") })),
    });
    connection.onNotification(CircumstancesNotification, (circumstances) => {
      this.#resolvers.change(circumstances);
      void this.#files.reread(this.#files.uris).then(events.changed);
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.#reread(changes.map(({ uri }) => uri)));
  }

  /** @param environments the raw value of the setting */
  initialize(params: InitializeParams, options: Partial<InitializationOptions>, environments: unknown): void {
    this.#client = params.capabilities;
    this.#clientReads = options.readsFiles === true;
    const roots = (params.workspaceFolders ?? []).map(({ uri }) => uri);
    this.#resolvers.change({ ...options.circumstances, roots, environments });
  }

  initialized(): void {
    if (!this.#client.workspace?.workspaceFolders) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(async () => {
      const folders = await this.#connection.workspace.getWorkspaceFolders();
      this.#resolvers.change({ roots: (folders ?? []).map(({ uri }) => uri) });
      this.#events.changed();
    });
  }

  /** Call when the setting has changed; the caller requests the data again. */
  set environments(environments: unknown) {
    this.#resolvers.change({ environments });
  }

  /** The same object for as long as nothing around the document changes. */
  of(uri: string): HostResolver {
    return this.#resolvers.of(uri);
  }

  /** What `make` gives of a document once the files that the document refers to have been read. */
  async settled<T>(uri: string, make: () => T): Promise<T> {
    const before = this.#files.uris.length;
    const made = await this.#files.settled(make, () => this.#resolvers.filesOf(uri));
    this.#watchers.watch(this.#files.uris, this.#client);
    if (this.#files.uris.length !== before) this.#events.known();
    return made;
  }

  /** Reads a document's files again, so that their current content is sent. */
  renew(uri: string): Promise<void> {
    return this.#reread(this.#resolvers.filesOf(uri));
  }

  /** A document is closed. */
  forget(uri: string): void {
    this.#resolvers.forget(uri);
  }

  async #reread(uris: readonly string[]): Promise<void> {
    if (await this.#files.reread(uris)) this.#events.changed();
  }

  /** A client that can't read says so of each file; nothing of that is an error here. */
  async #read(uris: readonly string[]): Promise<readonly ExternalFile[]> {
    if (!this.#clientReads) return uris.map((uri) => this.#machine.readFile?.(uri) ?? { kind: "missing" });
    try {
      const { files } = await this.#connection.sendRequest(ReadFilesRequest, { uris });
      return files.map((file) => (file.kind === "bytes" ? { ...file, bytes: fromBase64(file.bytes) } : file));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return uris.map(() => ({ kind: "refused", why }));
    }
  }
}

/** Asks the client to tell of files that have changed. */
class FileWatchers {
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

/** What is the same for all documents. */
export interface Common extends Circumstances {
  /** URIs of the open folders. */
  readonly roots: readonly string[];
  /** The setting. */
  readonly environments: unknown;
  readonly processEnv: ResolverHost["processEnv"];
}

interface Known {
  readonly resolver: HostResolver;
  readonly common: Common;
  /** The versions of the files that it was created from, or that were requested since. */
  readonly used: Map<string, number>;
}

/** What is around the open documents, each kept for as long as nothing that it is made of changes. */
export class Resolvers {
  readonly #files: ExternalFiles;
  readonly #byUri = new Map<string, Known>();
  #common: Common;
  #made = 0;

  constructor(files: ExternalFiles, common: Common) {
    this.#files = files;
    this.#common = common;
  }

  change(change: Partial<Common>): void {
    this.#common = { ...this.#common, ...change };
  }

  of(uri: string): HostResolver {
    const known = this.#byUri.get(uri);
    const common = this.#common;
    if (known?.common === common && [...known.used].every(([one, edition]) => this.#files.edition(one) === edition)) {
      return known.resolver;
    }
    const used = new Map<string, number>();
    const { trusted, environment, roots, environments, processEnv } = common;
    const resolver = createResolver({
      ...{ uri, roots, environments },
      environment: environment ?? undefined,
      processEnv: trusted ? processEnv : () => ({ unavailable: restricted() }),
      read: (file) => {
        used.set(file, this.#files.edition(file));
        return trusted ? this.#files.get(file) : ({ kind: "refused", why: restricted() } satisfies ExternalFile);
      },
      version: String(++this.#made),
    });
    this.#byUri.set(uri, { resolver, common, used });
    return resolver;
  }

  /** The files that a document used or requested. */
  filesOf(uri: string): readonly string[] {
    return [...(this.#byUri.get(uri)?.used.keys() ?? [])];
  }

  /** A document is closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
    this.#files.keep(new Set([...this.#byUri.keys()].flatMap((open) => this.filesOf(open))));
  }
}

function restricted(): string {
  return l10n.t("Files and environment variables aren't available in Restricted Mode.");
}
