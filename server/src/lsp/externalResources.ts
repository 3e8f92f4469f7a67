import type { ClientCapabilities, Connection, InitializeParams } from "vscode-languageserver";
import {
  CircumstancesNotification,
  type InitializationOptions,
  ReadFilesRequest,
  WorkspaceWsdlsNotification,
} from "../protocol/protocol.ts";
import {
  catalogsOfSetting,
  createResolver,
  decodeText,
  type ExternalFile,
  fromBase64,
  type HostResolver,
  isAtOrBelow,
} from "../service/languageService.ts";
import { ContractStore } from "./contractStore.ts";
import { type CommonResources, DocumentResources, type RawSettings, type ResourceChoice } from "./documentResources.ts";
import { ExternalFiles } from "./externalFiles.ts";
import { ExternalKeys } from "./externalKeys.ts";
import { FileWatchers, type FindWsdls, FoundWsdls, isInFileSystem, isListChanged } from "./fileWatchers.ts";
import type { ClosedFile } from "./openDocuments.ts";
import { Turns } from "./turns.ts";

/** Maximum rounds of reading files. Several are needed because a path may contain a variable from a file that is read first. */
const maxRounds = 10;

export interface LocalMachine {
  /** `undefined` if the host has no files. Marks a file whose real path is outside of all `folders` (URIs). */
  readonly readFile: ((uri: string, folders: readonly string[]) => ExternalFile) | undefined;
  /** Finds the WSDLs of the workspace for clients that don't announce them. */
  readonly findWsdls: FindWsdls | undefined;
  /** Reads an environment variable; `undefined` if the host has no environment. */
  readonly processEnv: ((name: string) => string | undefined) | undefined;
  sendingNow(): { readonly now: Date };
}

interface ResourceEvents {
  readonly changed: () => void;
  readonly known: () => void;
  /** Whether an address is being typed, so that it isn't read yet. */
  readonly isTyped: (address: string) => boolean;
  /** Runs a function after the received messages. */
  readonly later: (work: () => void) => void;
}

/** Environments, the machine and files, which are read when a document refers to them, and watched from then on. */
export class ExternalResources {
  readonly contracts: ContractStore;
  readonly keys: ExternalKeys;
  readonly #connection: Connection;
  readonly #machine: LocalMachine;
  readonly #events: ResourceEvents;
  readonly #files = new ExternalFiles((uris) => this.#read(uris));
  readonly #byUri = new Map<string, DocumentResources>();
  readonly #watchers: FileWatchers;
  #common: CommonResources = {
    trusted: true,
    environment: null,
    roots: [],
    environments: undefined,
    wsdl: undefined,
    catalogs: undefined,
    wsdls: [],
    mocks: new Map(),
  };
  #client: ClientCapabilities = {};
  #clientReads = false;
  /** The found WSDLs; undefined if the client announces them, or if the host has no files. */
  #foundWsdls: FoundWsdls | undefined;
  #created = 0;
  /** Whether a result was returned before all contracts were read. */
  #isPartial = false;

  constructor(connection: Connection, machine: LocalMachine, events: ResourceEvents) {
    this.#connection = connection;
    this.#machine = machine;
    this.#events = events;
    this.#watchers = new FileWatchers(connection);
    this.keys = new ExternalKeys(connection, events.changed);
    this.contracts = new ContractStore(
      (uris) => this.#read(uris, "wsdl"),
      events.isTyped,
      (late) => this.#loaded(late),
      new Turns(events.later),
    );
    connection.onNotification(CircumstancesNotification, (circumstances) => {
      this.#change(circumstances);
      void Promise.all([this.#files, this.contracts.files].map((files) => files.reread(files.uris))).then(
        events.changed,
      );
    });
    connection.onNotification(WorkspaceWsdlsNotification, ({ uris }) => {
      this.#change({ wsdls: uris });
      events.changed();
    });
    connection.onDidChangeWatchedFiles(async ({ changes }) => {
      if (isListChanged(changes, this.#common.wsdls)) this.#foundWsdls?.find(this.#common.roots);
      await this.#reread(changes.map(({ uri }) => uri));
    });
  }

  initialize(params: InitializeParams, options: Partial<InitializationOptions>, settings: RawSettings): void {
    this.#client = params.capabilities;
    this.#clientReads = options.readsFiles === true;
    const rootUri = params.rootUri ? [{ uri: params.rootUri }] : [];
    const roots = (params.workspaceFolders ?? rootUri).map(({ uri }) => uri);
    this.#change({ ...options.circumstances, roots });
    this.configure(settings);
  }

  initialized(): void {
    const { findWsdls } = this.#machine;
    if (findWsdls && !this.#clientReads && this.#common.trusted) {
      this.#foundWsdls = new FoundWsdls(findWsdls, (uris) => {
        this.#change({ wsdls: uris });
        this.#events.changed();
      });
      this.#foundWsdls.watch(this.#connection, this.#client);
      this.#foundWsdls.find(this.#common.roots);
    }
    if (!this.#client.workspace?.workspaceFolders) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(async () => {
      const folders = await this.#connection.workspace.getWorkspaceFolders();
      this.#change({ roots: (folders ?? []).map(({ uri }) => uri) });
      this.#foundWsdls?.find(this.#common.roots);
      this.#events.changed();
    });
  }

  /** Applies settings without notifying anyone. */
  configure({ environments, wsdl, catalogs }: RawSettings): void {
    this.#change({ environments, wsdl, catalogs });
  }

  /** The resolver of a document: the same object until its resources change. `choice` replaces the selected ones. */
  of(uri: string, choice: ResourceChoice = {}): HostResolver {
    const resource = this.#byUri.get(uri);
    const common = this.#common;
    if (resource?.isCurrent(common)) return resource.resolver;
    const stores = {
      files: this.#files,
      contracts: this.contracts,
      keys: this.keys,
      now: () => this.#machine.sendingNow().now,
      processEnv: this.#machine.processEnv,
    };
    const resources = new DocumentResources(uri, common, stores, choice, String(++this.#created));
    this.#byUri.set(uri, resources);
    return resources.resolver;
  }

  /**
   * The result of `compute` after the files of a document have been read. `searches`: whether to also wait for contracts that no
   * document names; otherwise `changed` is called when they have been read.
   */
  async settled<T>(uri: string, compute: () => T | Promise<T>, searches = true): Promise<T> {
    const before = this.#files.uris.length;
    const result = await this.#computed(uri, compute, searches);
    this.#watch();
    if (this.#files.uris.length !== before) this.#events.known();
    return result;
  }

  /** Whether files may be read, because the workspace is trusted. */
  get trusted(): boolean {
    return this.#common.trusted;
  }

  get roots(): readonly string[] {
    return this.#common.roots;
  }

  /** Sets the addresses of the mock services that a document or a block has started, by name; none if they were stopped. */
  setMocks(key: string, addresses: ReadonlyMap<string, string>): void {
    const before = this.#common.mocks.get(key) ?? [];
    if (JSON.stringify([...before]) === JSON.stringify([...addresses])) return;
    const others = [...this.#common.mocks].filter(([one]) => one !== key);
    this.#change({ mocks: new Map(addresses.size > 0 ? [...others, [key, addresses]] : others) });
    this.#events.changed();
  }

  /** Must be called when the findings of documents may have changed. */
  changed(): void {
    this.#events.changed();
  }

  /** Reads a document's files again, so that their current content is sent. */
  async renew(uri: string): Promise<void> {
    await Promise.all([this.#reread(this.filesOf(uri)), this.keys.renew()]);
  }

  /** Reads the WSDLs of a document again, except documents at web addresses. Returns whether one has changed. */
  renewContracts(uri: string): Promise<boolean> {
    const files = this.#contractsOf(uri).flatMap((one) => this.contracts.get(one).sources);
    return this.#reread(files.filter(isInFileSystem));
  }

  /** Must be called after `of` or `settled` for a document that isn't open. What was read is kept until a document is closed. */
  release(uri: string): void {
    this.#byUri.delete(uri);
  }

  /** Must be called when a document is closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
    this.#keepNeeded();
  }

  #keepNeeded(): void {
    const open = [...this.#byUri.values()];
    this.#files.keep(new Set(open.flatMap(({ files }) => files)));
    this.contracts.keep(open.flatMap((one) => one.contracts(true)));
  }

  /** The files with requests that have been read and aren't outside of the permitted folders, each with its resolver. */
  closedFiles(): readonly ClosedFile[] {
    const { roots, environments } = this.#common;
    return this.#files.uris.flatMap((uri) => {
      const file = this.#files.known(uri);
      if (!/\.soaphttp$/i.test(uri) || file.kind !== "bytes" || file.outside !== undefined) return [];
      const resolver = createResolver({
        uri,
        roots,
        environments,
        chosen: [],
        read: (one) => this.#files.known(one),
        processEnv: () => ({ unavailable: "" }),
        version: "",
      });
      return [{ uri, text: decodeText(file.bytes).text, resolver }];
    });
  }

  filesOf(uri: string): readonly string[] {
    return this.#byUri.get(uri)?.files ?? [];
  }

  /** The result of `compute` after its WSDLs have been read, but not other files. `searches`: see `settled`. */
  async withContracts<T>(uri: string, compute: () => T, searches = true): Promise<T> {
    for (let round = 0; ; round++) {
      const result = compute();
      const pending = this.#readingContracts(uri, searches);
      if (pending.length === 0 || round === maxRounds) return result;
      await Promise.all(pending);
    }
  }

  async #computed<T>(uri: string, compute: () => T | Promise<T>, searches: boolean): Promise<T> {
    for (let round = 0; round < maxRounds; round++) {
      const result = await compute();
      const pending = [
        ...this.#files.reading(this.filesOf(uri)),
        ...this.keys.reading(),
        ...this.#readingContracts(uri, searches),
      ];
      if (pending.length === 0) {
        this.#isPartial ||= this.contracts.isReading(this.#contractsOf(uri));
        return result;
      }
      await Promise.all(pending);
    }
    return compute();
  }

  #readingContracts(uri: string, searches: boolean): readonly Promise<void>[] {
    const finding = searches ? this.#foundWsdls?.finding : undefined;
    return finding ? [finding] : this.contracts.reading(this.#contractsOf(uri, searches));
  }

  #watch(): void {
    this.#watchers.watch([...this.#files.uris, ...this.contracts.files.uris], this.roots, this.#client);
  }

  #contractsOf(uri: string, searches = true): readonly string[] {
    return this.#byUri.get(uri)?.contracts(searches) ?? [];
  }

  #loaded(late: boolean): void {
    const isLast = !this.contracts.isReading();
    // All files are registered at once, because each change of the list is a registration with the client.
    if (isLast || late) this.#watch();
    if (!late && !(isLast && this.#isPartial)) return;
    this.#isPartial &&= !isLast;
    this.#events.changed();
  }

  #change(change: Partial<CommonResources>): void {
    this.#common = { ...this.#common, ...change };
    this.contracts.useCatalogs(catalogsOfSetting(this.#common.catalogs, this.#common.roots));
  }

  async #reread(uris: readonly string[]): Promise<boolean> {
    const changed = await Promise.all([this.#files.reread(uris), this.contracts.files.reread(uris)]);
    if (this.contracts.forgetDeleted()) this.#keepNeeded();
    if (changed.includes(true)) this.#events.changed();
    return changed.includes(true);
  }

  /** The open folders, and the folder of an open document outside of them, if it contains the file. */
  #foldersFor(uri: string): readonly string[] {
    const { roots } = this.#common;
    const isInRoot = isAtOrBelow(roots);
    const others = [...this.#byUri.keys()].filter((one) => one.startsWith("file:") && !isInRoot(one));
    const own = others.map((one) => new URL(".", one).href).filter((folder) => uri.startsWith(folder));
    return [...roots, ...own];
  }

  async #read(uris: readonly string[], kind?: "wsdl"): Promise<readonly ExternalFile[]> {
    if (!this.#clientReads) {
      return uris.map((uri) => this.#machine.readFile?.(uri, this.#foldersFor(uri)) ?? { kind: "missing" });
    }
    try {
      const { files } = await this.#connection.sendRequest(ReadFilesRequest, kind ? { uris, kind } : { uris });
      return files.map((file) => (file.kind === "bytes" ? { ...file, bytes: fromBase64(file.bytes) } : file));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return uris.map(() => ({ kind: "refused", why }));
    }
  }
}
