import { Contract, ContractDocuments, type ContractFile } from "./contract.ts";

interface ContractFiles {
  /** The content of a document. As long as it doesn't change, its bytes must be the same object. */
  get(uri: string): ContractFile;
  /** A number that changes with the content of a document; 0 if the document isn't read yet. */
  edition(uri: string): number;
  /** A number that changes when any edition changes. */
  readonly changes: number;
  /** URIs of catalogs for all WSDLs. The array is the same object until the catalogs change. */
  readonly catalogs?: readonly string[] | undefined;
}

interface Known {
  readonly contract: Contract;
  readonly editions: ReadonlyMap<string, number>;
  readonly catalogs: readonly string[] | undefined;
  /** The value of `changes` when the editions were last compared. */
  checked: number;
}

/** Contracts by the URIs of their WSDLs. A contract is rebuilt only after one of its documents has changed. */
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

  unread(uri: string): Contract {
    return new Contract(uri, () => "pending", this.#documents);
  }

  /** The contract, built from the documents that have been read so far. The same object until one of its documents changes. */
  get(uri: string): Contract {
    const cached = this.#cached.get(uri);
    if (cached && this.#isCurrent(cached)) return cached.contract;
    const { catalogs } = this.#files;
    const contract = new Contract(uri, (one) => this.#files.get(one), this.#documents, catalogs);
    const editions = new Map(contract.sources.map((one) => [one, this.#files.edition(one)]));
    this.#cached.set(uri, { contract, editions, catalogs, checked: this.#files.changes });
    return contract;
  }

  /** Forgets all contracts except those at `uris`. Returns the URIs of the documents that the remaining contracts use. */
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
