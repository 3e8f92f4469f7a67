import * as l10n from "@vscode/l10n";
import type { ClientCapabilities, Connection, InitializeParams } from "vscode-languageserver";
import {
  type Circumstances,
  CircumstancesNotification,
  type InitializationOptions,
  ReadFilesRequest,
  type Settings,
  WorkspaceWsdlsNotification,
} from "../protocol/protocol.ts";
import {
  type Contract,
  createResolver,
  type ExternalFile,
  fromBase64,
  type HostResolver,
  type ResolverHost,
} from "../service/languageService.ts";
import { ContractStore } from "./contractStore.ts";
import { ExternalFiles } from "./externalFiles.ts";
import { ExternalKeys } from "./externalKeys.ts";
import { FileWatchers, isInFileSystem } from "./fileWatchers.ts";
import { type FindWsdls, FoundWsdls, isListChanged } from "./foundWsdls.ts";
import { Turns } from "./turns.ts";

/** Maximum rounds of reading files: a path may use a variable from a file, whose text refers to another file. */
const maxRounds = 10;

export interface LocalMachine {
  /** For clients that don't read files; `undefined` if the host has no files. */
  readonly readFile: ((uri: string) => ExternalFile) | undefined;
  /** For clients that don't announce WSDLs. */
  readonly findWsdls: FindWsdls | undefined;
  /** `undefined` if the host has no environment. */
  readonly processEnv: ((name: string) => string | undefined) | undefined;
  sendingNow(): { readonly now: Date };
}

interface ResourceEvents {
  readonly changed: () => void;
  readonly known: () => void;
  /** Asks whether an address is being typed. */
  readonly isTyped: (address: string) => boolean;
  /** Runs the work after received messages. */
  readonly later: (work: () => void) => void;
}

/** The raw values of settings. */
type RawSettings = Pick<Settings, "environments" | "wsdl">;

/** The environment and the WSDL of a text that isn't open. */
interface Choice {
  readonly environment?: string | undefined;
  /** Its URI. */
  readonly wsdl?: string | undefined;
}

interface Common extends Circumstances, RawSettings {
  readonly roots: readonly string[];
  /** URIs of the WSDLs of the workspace. */
  readonly wsdls: readonly string[];
}

interface Known {
  readonly resolver: HostResolver;
  readonly common: Common;
  /** The editions of the files that it used or requested. */
  readonly used: Map<string, number>;
  readonly contracts: Map<string, Contract>;
  /** The URIs of contracts that no document names. */
  readonly searched: Set<string>;
  /** The addresses of contracts that wait until they have been typed. */
  readonly waiting: Set<string>;
  /** The edition of the keys when it used them. */
  readonly keys: { edition: number | undefined };
}

/**
 * The external resources of the open documents: environments, the machine and files. Files are read when a document that
 * refers to them is analyzed, and watched from then on.
 */
export class ExternalResources {
  readonly contracts: ContractStore;
  readonly keys: ExternalKeys;
  readonly #connection: Connection;
  readonly #machine: LocalMachine;
  readonly #events: ResourceEvents;
  readonly #files = new ExternalFiles((uris) => this.#read(uris));
  readonly #byUri = new Map<string, Known>();
  readonly #watchers: FileWatchers;
  #common: Common = {
    trusted: true,
    environment: null,
    roots: [],
    environments: undefined,
    wsdl: undefined,
    wsdls: [],
  };
  #client: ClientCapabilities = {};
  #clientReads = false;
  /** Undefined if the client announces them, or if the host has no files. */
  #foundWsdls: FoundWsdls | undefined;
  #created = 0;
  /** Whether a result didn't wait for contracts that are being read. */
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
      if (isListChanged(changes)) this.#foundWsdls?.find(this.#common.roots);
      await this.#reread(changes.map(({ uri }) => uri));
    });
  }

  initialize(params: InitializeParams, options: Partial<InitializationOptions>, settings: RawSettings): void {
    this.#client = params.capabilities;
    this.#clientReads = options.readsFiles === true;
    const rootUri = params.rootUri ? [{ uri: params.rootUri }] : [];
    const roots = (params.workspaceFolders ?? rootUri).map(({ uri }) => uri);
    this.#change({ ...options.circumstances, environments: settings.environments, wsdl: settings.wsdl, roots });
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

  /** Sets the settings, without an event. */
  configure(settings: RawSettings): void {
    this.#change({ environments: settings.environments, wsdl: settings.wsdl });
  }

  /** The same object until the resources of the document change. `choice`: instead of what is selected. */
  of(uri: string, choice: Choice = {}): HostResolver {
    const known = this.#byUri.get(uri);
    const common = this.#common;
    if (known?.common === common && this.#isCurrent(known)) return known.resolver;
    const used = new Map<string, number>();
    const contracts = new Map<string, Contract>();
    const searched = new Set<string>();
    const waiting = new Set<string>();
    const keys: Known["keys"] = { edition: undefined };
    const { trusted, environment, roots, environments, wsdl, wsdls } = common;
    const get = (one: string) => {
      const contract = this.contracts.get(one);
      if (this.contracts.waits(one)) waiting.add(one);
      else contracts.set(one, contract);
      return contract;
    };
    const search = (one: string) => {
      if (!contracts.has(one)) searched.add(one);
      return get(one);
    };
    const resolver = createResolver({
      uri,
      roots,
      environments,
      environment: choice.environment ?? environment ?? undefined,
      now: () => this.#machine.sendingNow().now,
      processEnv: (name) => (trusted ? this.#processEnv(name) : { unavailable: restricted() }),
      read: (file): ExternalFile => {
        used.set(file, this.#files.edition(file));
        return trusted ? this.#files.get(file) : { kind: "refused", why: restricted() };
      },
      contracts: trusted ? { get, search, forAll: choice.wsdl, setting: wsdl, workspace: wsdls } : undefined,
      keys: this.keys.for(() => {
        keys.edition = this.keys.edition;
      }),
      version: String(++this.#created),
    });
    this.#byUri.set(uri, { resolver, common, used, contracts, searched, waiting, keys });
    return resolver;
  }

  /**
   * The result of `compute` after the files of a document have been read. `searches`: whether to wait also for
   * contracts that no document names; otherwise `changed` is called when they have been read.
   */
  async settled<T>(uri: string, compute: () => T, searches = true): Promise<T> {
    const before = this.#files.uris.length;
    const result = await this.#computed(uri, compute, searches);
    this.#watch();
    if (this.#files.uris.length !== before) this.#events.known();
    return result;
  }

  /** Whether files may be read. */
  get trusted(): boolean {
    return this.#common.trusted;
  }

  get roots(): readonly string[] {
    return this.#common.roots;
  }

  /** Call when a document may have other findings now. */
  changed(): void {
    this.#events.changed();
  }

  /** Reads a document's files again, so that their current content is sent. */
  async renew(uri: string): Promise<void> {
    await Promise.all([this.#reread(this.filesOf(uri)), this.keys.renew()]);
  }

  /** Reads the WSDLs of a document again, except for documents at addresses. Returns whether one has changed. */
  renewContracts(uri: string): Promise<boolean> {
    const files = this.#contractsOf(uri).flatMap((one) => [...this.contracts.get(one).files.keys()]);
    return this.#reread(files.filter(isInFileSystem));
  }

  /** Call after `of` or `settled` for a document that isn't open. What was read stays until a document is closed. */
  release(uri: string): void {
    this.#byUri.delete(uri);
  }

  /** Call when a document is closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
    const open = [...this.#byUri.values()];
    this.#files.keep(new Set(open.flatMap(({ used }) => [...used.keys()])));
    this.contracts.keep(open.flatMap(({ contracts }) => [...contracts.keys()]));
  }

  #isCurrent({ used, contracts, searched, waiting, keys }: Known): boolean {
    if (keys.edition !== undefined && keys.edition !== this.keys.edition) return false;
    for (const uri of waiting) if (!this.contracts.waits(uri)) return false;
    for (const [uri, edition] of used) if (this.#files.edition(uri) !== edition) return false;
    // The contracts that are searched count only when all of them have been read.
    const isSearching = this.contracts.isReading(searched);
    for (const [uri, contract] of contracts) {
      if (isSearching && searched.has(uri) && contract.documents.length === 0) continue;
      if (this.contracts.get(uri) !== contract) return false;
    }
    return true;
  }

  /** The URIs of the files that a document refers to. */
  filesOf(uri: string): readonly string[] {
    return [...(this.#byUri.get(uri)?.used.keys() ?? [])];
  }

  /** The result of `compute` after the WSDLs that it uses have been read, but not other files; `searches` as for `settled`. */
  async withContracts<T>(uri: string, compute: () => T, searches = true): Promise<T> {
    for (let round = 0; ; round++) {
      const result = compute();
      const pending = this.#readingContracts(uri, searches);
      if (pending.length === 0 || round === maxRounds) return result;
      await Promise.all(pending);
    }
  }

  async #computed<T>(uri: string, compute: () => T, searches: boolean): Promise<T> {
    for (let round = 0; round < maxRounds; round++) {
      const result = compute();
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
    this.#watchers.watch([...this.#files.uris, ...this.contracts.files.uris], this.#client);
  }

  #contractsOf(uri: string, searches = true): readonly string[] {
    const { contracts, searched } = this.#byUri.get(uri) ?? {};
    const all = [...(contracts?.keys() ?? [])];
    return searches ? all : all.filter((one) => !searched?.has(one));
  }

  /** A contract has been read. */
  #loaded(late: boolean): void {
    const isLast = !this.contracts.isReading();
    // All of them at once: each change of the list is a registration with the client.
    if (isLast || late) this.#watch();
    if (!late && !(isLast && this.#isPartial)) return;
    this.#isPartial &&= !isLast;
    this.#events.changed();
  }

  #change(change: Partial<Common>): void {
    this.#common = { ...this.#common, ...change };
  }

  #processEnv(name: string): ReturnType<ResolverHost["processEnv"]> {
    const { processEnv } = this.#machine;
    if (processEnv) return processEnv(name);
    return { unavailable: l10n.t("Environment variables aren't available in a browser.") };
  }

  /** Returns whether a file has changed. */
  async #reread(uris: readonly string[]): Promise<boolean> {
    const changed = await Promise.all([this.#files.reread(uris), this.contracts.files.reread(uris)]);
    if (changed.includes(true)) this.#events.changed();
    return changed.includes(true);
  }

  async #read(uris: readonly string[], kind?: "wsdl"): Promise<readonly ExternalFile[]> {
    if (!this.#clientReads) return uris.map((uri) => this.#machine.readFile?.(uri) ?? { kind: "missing" });
    try {
      const { files } = await this.#connection.sendRequest(ReadFilesRequest, kind ? { uris, kind } : { uris });
      return files.map((file) => (file.kind === "bytes" ? { ...file, bytes: fromBase64(file.bytes) } : file));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return uris.map(() => ({ kind: "refused", why }));
    }
  }
}

export function restricted(): string {
  return l10n.t("Files and environment variables aren't available in Restricted Mode.");
}
