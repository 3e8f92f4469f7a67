import * as l10n from "@vscode/l10n";
import type { Circumstances, Settings } from "../protocol/protocol.ts";
import {
  type Contract,
  createResolver,
  type ExternalFile,
  type HostResolver,
  type ResolverHost,
} from "../service/languageService.ts";
import type { ContractStore } from "./contractStore.ts";
import type { ExternalFiles } from "./externalFiles.ts";
import type { ExternalKeys } from "./externalKeys.ts";

/** The values of settings as the client has sent them. */
export type RawSettings = Pick<Settings, "environments" | "wsdl" | "catalogs">;

/** Resources that all documents share. A new object is created after each change. */
export interface CommonResources extends Circumstances, RawSettings {
  readonly roots: readonly string[];
  readonly wsdls: readonly string[];
  /** The hosts and ports of mock services by name, for each document that has started some. */
  readonly mocks: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Separates the key of a document from the environment of a run. */
export const ofEnvironment = "#environment=";

/** The environment and the WSDL for a text that isn't open. */
export interface ResourceChoice {
  readonly environment?: string | undefined;
  readonly wsdl?: string | undefined;
  /** The names of the environment variables that the text may read; by default all. */
  readonly environmentVariables?: readonly string[] | undefined;
}

interface ResourceStores {
  readonly files: ExternalFiles;
  readonly contracts: ContractStore;
  readonly keys: ExternalKeys;
  readonly now: () => Date;
  /** `undefined` if the host has no environment. */
  readonly processEnv: ((name: string) => string | undefined) | undefined;
}

/** The external resources of one document. Records which of them the document has used. */
export class DocumentResources {
  readonly resolver: HostResolver;
  readonly #common: CommonResources;
  readonly #stores: ResourceStores;
  /** The editions of the files that the document used or requested. */
  readonly #files = new Map<string, number>();
  readonly #contracts = new Map<string, Contract>();
  /** The URIs of contracts that no document names. */
  readonly #searched = new Set<string>();
  /** The addresses of contracts that aren't read while they are being typed. */
  readonly #waiting = new Set<string>();
  /** The edition of the keys when the document used them. */
  #keys: number | undefined;

  /** `key`: URI, id of a block, and `ofEnvironment` with an environment. `version` differs for each resolver. */
  constructor(key: string, common: CommonResources, stores: ResourceStores, choice: ResourceChoice, version: string) {
    this.#common = common;
    this.#stores = stores;
    const { trusted, environment, roots, environments, wsdl, wsdls, mocks } = common;
    const get = (one: string) => this.#contract(one);
    const search = (uri: string) => {
      if (!this.#contracts.has(uri)) this.#searched.add(uri);
      return get(uri);
    };
    const [placed = key, named = choice.environment] = key.split(ofEnvironment, 2);
    const [uri = placed] = placed.split(/#\d+$/, 1);
    const chosen = named ?? environment;
    this.resolver = createResolver({
      uri,
      roots,
      environments,
      chosen: typeof chosen === "string" ? [chosen] : [],
      given: new Map([...(mocks.get(placed) ?? [])].map(([name, text]) => [name, { text, ...ofMock }])),
      fileChooses: named === undefined,
      now: stores.now,
      processEnv: (name) => this.#processEnv(name, choice.environmentVariables),
      read: (file) => this.#file(file),
      contracts: trusted ? { get, search, forAll: choice.wsdl, setting: wsdl, workspace: wsdls } : undefined,
      keys: stores.keys.for(() => {
        this.#keys = stores.keys.edition;
      }),
      version,
    });
  }

  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** The URIs of the document's contracts. `searched`: includes contracts that no document names. */
  contracts(searched: boolean): readonly string[] {
    const all = [...this.#contracts.keys()];
    return searched ? all : all.filter((one) => !this.#searched.has(one));
  }

  /** Whether all resources that the document used are unchanged. */
  isCurrent(common: CommonResources): boolean {
    const { files, contracts, keys } = this.#stores;
    if (common !== this.#common || (this.#keys !== undefined && this.#keys !== keys.edition)) return false;
    for (const uri of this.#waiting) if (!contracts.waits(uri)) return false;
    for (const [uri, edition] of this.#files) if (files.edition(uri) !== edition) return false;
    // Contracts that no document names are only compared when all of them have been read.
    const isSearching = contracts.isReading(this.#searched);
    for (const [uri, contract] of this.#contracts) {
      if (isSearching && this.#searched.has(uri) && contract.documents.length === 0) continue;
      if (contracts.get(uri) !== contract) return false;
    }
    return true;
  }

  #contract(uri: string): Contract {
    const { contracts } = this.#stores;
    const contract = contracts.get(uri);
    if (contracts.waits(uri)) this.#waiting.add(uri);
    else this.#contracts.set(uri, contract);
    return contract;
  }

  #file(uri: string): ExternalFile {
    const { files } = this.#stores;
    this.#files.set(uri, files.edition(uri));
    return this.#common.trusted ? files.get(uri) : { kind: "refused", why: restricted() };
  }

  #processEnv(name: string, allowed: readonly string[] | undefined): ReturnType<ResolverHost["processEnv"]> {
    const { processEnv } = this.#stores;
    if (!this.#common.trusted) return { unavailable: restricted() };
    if (allowed && !allowed.includes(name)) {
      const setting = "soaphttp.agents.environmentVariables";
      const why = l10n.t(
        "Agents may read the environment variable {0} only if the setting {1} contains it.",
        name,
        setting,
      );
      return { unavailable: why };
    }
    if (processEnv) return processEnv(name);
    return { unavailable: l10n.t("Environment variables aren't available in a browser.") };
  }
}

/** Properties of the variable that contains the address of a mock service. */
const ofMock = { origin: () => "# @mock", secret: false, literal: true } as const;

export function restricted(): string {
  return l10n.t("Files and environment variables aren't available in Restricted Mode.");
}
