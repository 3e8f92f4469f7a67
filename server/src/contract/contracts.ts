import { Contract, ContractDocuments, type ContractFile } from "./contract.ts";

/** What a host has read of the documents of contracts. */
interface ContractFiles {
  /** A document's bytes must be the same object for as long as it is the same. */
  get(uri: string): ContractFile;
  /** A number that changes with the content of a document; 0 if it isn't read yet. */
  edition(uri: string): number;
  /** A number that changes when any edition changes. */
  readonly changes: number;
  /** URIs of catalogs for all WSDLs: the same array until they change. */
  readonly catalogs?: readonly string[] | undefined;
}

interface Known {
  readonly contract: Contract;
  readonly editions: ReadonlyMap<string, number>;
  readonly catalogs: readonly string[] | undefined;
  /** `changes` when the editions were last compared. */
  checked: number;
}

/** Contracts by the URIs of their WSDLs. One is rebuilt only after one of its documents has changed. */
export class Contracts {
  readonly #files: ContractFiles;
  readonly #documents = new ContractDocuments();
  readonly #cached = new Map<string, Known>();

  constructor(files: ContractFiles) {
    this.#files = files;
  }

  has(uri: string): boolean {
    return this.#cached.has(uri);
  }

  /** A contract of which nothing has been read. */
  unread(uri: string): Contract {
    return new Contract(uri, () => "pending", this.#documents);
  }

  /** The contract as far as its documents have been read: the same object until one of them changes. */
  get(uri: string): Contract {
    const cached = this.#cached.get(uri);
    if (cached && this.#isCurrent(cached)) return cached.contract;
    const { catalogs } = this.#files;
    const contract = new Contract(uri, (one) => this.#files.get(one), this.#documents, catalogs);
    const editions = new Map(contract.sources.map((one) => [one, this.#files.edition(one)]));
    this.#cached.set(uri, { contract, editions, catalogs, checked: this.#files.changes });
    return contract;
  }

  /** Forgets all other contracts. Returns the documents of these. */
  keep(uris: ReadonlySet<string>): ReadonlySet<string> {
    for (const uri of this.#cached.keys()) if (!uris.has(uri)) this.#cached.delete(uri);
    const documents = new Set([...this.#cached.values()].flatMap(({ editions }) => [...editions.keys()]));
    this.#documents.keep(documents);
    return documents;
  }

  #isCurrent(cached: Known): boolean {
    const { changes, catalogs } = this.#files;
    if (cached.catalogs !== catalogs) return false;
    if (cached.checked === changes) return true;
    for (const [uri, edition] of cached.editions) if (this.#files.edition(uri) !== edition) return false;
    cached.checked = changes;
    return true;
  }
}
