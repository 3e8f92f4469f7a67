import { isWebAddress } from "../protocol/protocol.ts";
import { type Contract, Contracts, type ExternalFile, toContractFile } from "../service/languageService.ts";
import { ExternalFiles, type ReadFiles } from "./externalFiles.ts";
import type { Turns } from "./turns.ts";

interface Loading {
  /** Resolves when all documents have been read, except web documents, which may take long. */
  readonly local: Promise<void>;
  readonly whole: Promise<void>;
}

/** Contracts that the open documents and the client's requests use, with their documents. */
export class ContractStore {
  readonly files: ExternalFiles;
  #catalogs: readonly string[] = [];
  readonly #contracts: Contracts;
  readonly #loading = new Map<string, Loading>();
  /** Contracts without documents, which are being read for the first time. */
  readonly #unread = new Map<string, Contract>();
  /** The WSDLs of the client's requests. They stay here until they are deleted. */
  readonly #requested = new Set<string>();
  readonly #isTyped: (address: string) => boolean;
  readonly #loaded: (late: boolean) => void;
  readonly #turns: Turns;

  /**
   * @param isTyped whether an address is being typed. Such an address isn't read, because it may still change
   * @param loaded called when a contract has been read completely; `late`: after `reading` has ended
   * @param turns each contract is created in its own turn, so that other messages are handled in between
   */
  constructor(
    readFiles: ReadFiles,
    isTyped: (address: string) => boolean,
    loaded: (late: boolean) => void,
    turns: Turns,
  ) {
    this.files = new ExternalFiles(readFiles);
    this.#turns = turns;
    this.#isTyped = isTyped;
    const { files } = this;
    const catalogs = () => this.#catalogs;
    this.#contracts = new Contracts({
      get: (uri) => toContractFile(files.get(uri)),
      edition: (uri) => files.edition(uri),
      get changes() {
        return files.changes;
      },
      get catalogs() {
        return catalogs();
      },
    });
    this.#loaded = loaded;
  }

  useCatalogs(uris: readonly string[]): void {
    if (uris.join() !== this.#catalogs.join()) this.#catalogs = uris;
  }

  /** Built from the documents read so far; the same object until it changes. Reads missing ones, unless it waits. */
  get(uri: string): Contract {
    const unread = this.#unread.get(uri);
    if (unread) return unread;
    if (!this.#contracts.has(uri) && !this.waits(uri)) {
      const made = this.#contracts.unread(uri);
      this.#unread.set(uri, made);
      this.#load(uri);
      return made;
    }
    const contract = this.#contracts.get(uri);
    if (contract.pending.length > 0 && !this.waits(uri)) this.#load(uri);
    return contract;
  }

  /** Whether some of these contracts are being read for the first time; by default, any contracts. */
  isReading(uris: Iterable<string> = this.#unread.keys()): boolean {
    for (const uri of uris) if (this.#unread.has(uri)) return true;
    return false;
  }

  /** Whether a contract isn't read because its address is being typed. */
  waits(uri: string): boolean {
    return isWebAddress(uri) && this.#isTyped(uri) && this.#contracts.get(uri).pending.length > 0;
  }

  /** Promises that resolve when these contracts have been read, except their documents at web addresses. */
  reading(uris: readonly string[]): readonly Promise<void>[] {
    return uris.flatMap((uri) => this.#loading.get(uri)?.local ?? []);
  }

  /** The complete contract, for a request of the client. `renew`: reads its documents again. */
  async load(uri: string, renew = false): Promise<Contract> {
    this.#requested.add(uri);
    if (renew) await this.files.reread(this.#contracts.get(uri).sources);
    await this.files.upToDate();
    for (;;) {
      const contract = this.#contracts.get(uri);
      if (contract.pending.length === 0) return contract;
      await this.#load(uri).whole;
    }
  }

  async readNow(uri: string): Promise<ExternalFile> {
    if (this.files.edition(uri) > 0) await this.files.reread([uri]);
    else await this.files.read([uri]);
    return this.files.get(uri);
  }

  /** Forgets the deleted WSDLs of the client's requests, and returns whether there are any. Documents keep theirs. */
  forgetDeleted(): boolean {
    const deleted = [...this.#requested].filter((uri) => this.files.known(uri).kind === "missing");
    for (const uri of deleted) this.#requested.delete(uri);
    return deleted.length > 0;
  }

  /** Forgets the contracts that are used neither by these documents nor by the client's requests. */
  keep(uris: Iterable<string>): void {
    this.files.keep(this.#contracts.keep(new Set([...uris, ...this.#requested])));
  }

  #load(uri: string): Loading {
    const pending = this.#loading.get(uri);
    if (pending) return pending;
    let end: () => void = () => {};
    let late = false;
    const local = new Promise<void>((resolve) => {
      end = resolve;
    });
    const isLocal = () => {
      late = true;
      this.#unread.delete(uri);
      end();
    };
    const whole = this.#readAll(uri, isLocal).finally(() => {
      this.#loading.delete(uri);
      this.#unread.delete(uri);
      end();
      this.#loaded(late);
    });
    const loading = { local, whole };
    this.#loading.set(uri, loading);
    return loading;
  }

  /** Reads the documents of a contract. A document may refer to others, which are read after it. */
  async #readAll(uri: string, isLocal: () => void): Promise<void> {
    for (;;) {
      // The result without this contract is sent before the client is asked for its documents.
      if (!isWebAddress(uri) && (this.#unread.has(uri) || this.files.edition(uri) > 0)) await this.#turns.next();
      const { pending } = this.#contracts.get(uri);
      if (pending.length === 0) return;
      // Web addresses are read last and one by one, because one of them may be slow.
      const files = pending.filter((one) => !isWebAddress(one));
      if (files.length === 0) isLocal();
      await (files.length > 0 ? this.files.read(files) : Promise.all(pending.map((one) => this.files.read([one]))));
    }
  }
}
