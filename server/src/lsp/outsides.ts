import * as l10n from "@vscode/l10n";
import type { ClientCapabilities, Connection, InitializeParams } from "vscode-languageserver";
import { fromBase64, type KnownOutside, type OutsideFile } from "../languageService.ts";
import { CircumstancesNotification, type InitializationOptions, ReadFilesRequest } from "../protocol.ts";
import { FileWatchers } from "./fileWatchers.ts";
import { OutsideFiles } from "./outsideFiles.ts";
import { AllSurroundings } from "./surroundings.ts";

/** What of the machine a host has. */
export interface Machine {
  /** For clients that don't read files themselves; `undefined` where the host has none. */
  readonly readFile: ((uri: string) => OutsideFile) | undefined;
  /** `undefined` where the host has no environment. */
  readonly processEnv: ((name: string) => string | undefined) | undefined;
}

export interface OutsideEvents {
  /** The same questions about documents may have other answers now. */
  readonly changed: () => void;
  /** More is known than when a document was looked at first. */
  readonly known: () => void;
}

/**
 * What stands around the open documents, in environments, on the machine and in files: read when a document is looked
 * at that refers to it, watched from then on, and kept for as long as nothing changes.
 */
export class Outsides {
  readonly #connection: Connection;
  readonly #machine: Machine;
  readonly #events: OutsideEvents;
  readonly #files = new OutsideFiles((uris) => this.#read(uris));
  readonly #surroundings: AllSurroundings;
  readonly #watchers: FileWatchers;
  #client: ClientCapabilities = {};
  #clientReads = false;

  constructor(connection: Connection, machine: Machine, events: OutsideEvents) {
    this.#connection = connection;
    this.#machine = machine;
    this.#events = events;
    this.#watchers = new FileWatchers(connection);
    this.#surroundings = new AllSurroundings(this.#files, {
      ...{ trusted: true, environment: null, roots: [], environments: undefined },
      processEnv:
        machine.processEnv ?? (() => ({ unavailable: l10n.t("Environment variables aren't available in a browser.") })),
    });
    connection.onNotification(CircumstancesNotification, (circumstances) => {
      this.#surroundings.change(circumstances);
      void this.#files.reread(this.#files.uris).then(events.changed);
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.#reread(changes.map(({ uri }) => uri)));
  }

  /** @param environments the raw value of the setting */
  initialize(params: InitializeParams, options: Partial<InitializationOptions>, environments: unknown): void {
    this.#client = params.capabilities;
    this.#clientReads = options.readsFiles === true;
    const roots = (params.workspaceFolders ?? []).map(({ uri }) => uri);
    this.#surroundings.change({ ...options.circumstances, roots, environments });
  }

  initialized(): void {
    if (!this.#client.workspace?.workspaceFolders) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(async () => {
      const folders = await this.#connection.workspace.getWorkspaceFolders();
      this.#surroundings.change({ roots: (folders ?? []).map(({ uri }) => uri) });
      this.#events.changed();
    });
  }

  /** Call when the setting has changed; the caller requests the data again. */
  set environments(environments: unknown) {
    this.#surroundings.change({ environments });
  }

  /** The same object for as long as nothing around the document changes. */
  of(uri: string): KnownOutside {
    return this.#surroundings.of(uri);
  }

  /** What `make` gives of a document once the files that the document refers to have been read. */
  async settled<T>(uri: string, make: () => T): Promise<T> {
    const before = this.#files.uris.length;
    const made = await this.#files.settled(make, () => this.#surroundings.filesOf(uri));
    this.#watchers.watch(this.#files.uris, this.#client);
    if (this.#files.uris.length !== before) this.#events.known();
    return made;
  }

  /** Reads a document's files again, so that their current content is sent. */
  renew(uri: string): Promise<void> {
    return this.#reread(this.#surroundings.filesOf(uri));
  }

  /** A document is closed. */
  forget(uri: string): void {
    this.#surroundings.forget(uri);
  }

  async #reread(uris: readonly string[]): Promise<void> {
    if (await this.#files.reread(uris)) this.#events.changed();
  }

  /** A client that can't read says so of each file; nothing of that is an error here. */
  async #read(uris: readonly string[]): Promise<readonly OutsideFile[]> {
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
