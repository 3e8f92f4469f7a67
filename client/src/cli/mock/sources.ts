import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract } from "../../../../server/src/contract/contract.ts";
import {
  type MockFile,
  type MockHost,
  MockService,
  type Resolver,
  sendingNow,
} from "../../../../server/src/service/languageService.ts";
import { secretVariable } from "../../core/sending/secrets.ts";
import type { Console } from "../console.ts";
import { filesOfAll } from "../files.ts";
import type { CommandKeys } from "../keys/commandKeys.ts";
import type { Outside } from "../outside.ts";
import { readSource } from "../sourceFile.ts";
import { WatchedFiles } from "../watchedFiles.ts";
import { ContractReader, complainOf, wsdlUri } from "../wsdl/contractReader.ts";
import type { Door } from "../wsdl/documentReader.ts";
import type { MockOptions } from "./usage.ts";

interface SourceOptions
  extends Pick<MockOptions, "operands" | "wsdls" | "allowOutside" | "lax" | "certificate" | "seed"> {
  /** Called with the URI of each file before it is read. */
  readonly reads?: (uri: string) => void;
  /** Whether the chosen environments may be undefined. */
  readonly lacksEnvironments?: boolean;
}

interface OpenFile {
  readonly file: MockFile;
  readonly resolver: Resolver;
  readonly watched: WatchedFiles;
}

interface OpenContract {
  readonly contract: Contract;
  readonly watched: WatchedFiles;
}

/** The files and WSDLs of a mock service. A file that can't be read or has errors keeps its last version. */
export class MockSources {
  readonly #options: SourceOptions;
  readonly #outside: Outside;
  readonly #console: Console;
  readonly #door: Door;
  readonly #keys: CommandKeys;
  readonly #files = new Map<string, OpenFile>();
  readonly #contracts = new Map<string, OpenContract>();
  /** Files that couldn't be read. They aren't read again before they change. */
  readonly #unreadable = new Map<string, WatchedFiles>();
  #served: readonly Contract[] = [];
  #service: MockService | undefined;
  #edition = 0;

  constructor(options: SourceOptions, outside: Outside, console: Console, door: Door, keys: CommandKeys) {
    this.#options = options;
    this.#outside = outside;
    this.#door = door;
    this.#keys = keys;
    this.#console = console;
  }

  async open(): Promise<MockService | readonly string[]> {
    const { names, problems } = this.#names();
    const wrong = [...problems, ...(await this.#readContracts()), ...(await this.#readFiles(names))];
    if (wrong.length > 0) return wrong;
    const service = new MockService(this.#host(), {
      lax: this.#options.lax,
      scheme: this.#options.certificate === undefined ? "http" : "https",
    });
    this.#service = service;
    const errors = this.#load(service, names);
    return errors.length > 0 ? errors : service;
  }

  /** Reads the changed files and WSDLs again. Resolves with error messages about them. */
  async reload(): Promise<readonly string[]> {
    if (!this.#service) return [];
    const { names } = this.#names();
    const problems = [...(await this.#readContracts()), ...(await this.#readFiles(names))];
    return [...problems, ...this.#load(this.#service, names)].map((one) => `${one} The last version is still served.`);
  }

  #names() {
    return filesOfAll(this.#options.operands, this.#console.cwd, [".soapmock"]);
  }

  #load(service: MockService, names: readonly string[]): readonly string[] {
    const files = names.flatMap((name) => this.#files.get(name)?.file ?? []);
    const shown = new Map(files.map(({ uri, name }) => [uri, name]));
    return service
      .load(files)
      .map(({ uri, line, column, message }) => `${shown.get(uri) ?? uri}:${line}:${column}: ${message}`);
  }

  async #readFiles(names: readonly string[]): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const name of names) {
      const watched = this.#unreadable.get(name) ?? this.#files.get(name)?.watched;
      if (watched && !watched.haveChanged()) continue;
      const problem = await this.#readFile(name);
      if (problem !== undefined) problems.push(problem);
    }
    return problems;
  }

  async #readFile(name: string): Promise<string | undefined> {
    const { allowOutside, reads: readsOfRun, lacksEnvironments = false } = this.#options;
    const { cwd } = this.#console;
    const uri = pathToFileURL(resolve(cwd, name)).href;
    const watched = new WatchedFiles();
    watched.add(uri);
    const reads = (readUri: string) => {
      watched.add(readUri);
      readsOfRun?.(readUri);
    };
    const version = String(++this.#edition);
    const host = { allowOutside, keys: this.#keys.keys, reads, version, lacksEnvironments };
    const opened = await readSource(name, this.#outside, this.#console, host);
    this.#unreadable.delete(name);
    if (typeof opened === "string") {
      this.#unreadable.set(name, watched);
      return opened;
    }
    const { source, resolver } = opened;
    const { text, bodies, encoding, headCharset } = source;
    const shown = name.replace(/^\.\//, "");
    this.#files.set(name, { file: { uri, name: shown, text, bodies, encoding, headCharset }, resolver, watched });
    return undefined;
  }

  async #readContracts(): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const name of this.#options.wsdls) {
      if (this.#contracts.get(name)?.watched.haveChanged() === false) continue;
      const problem = await this.#readContract(name);
      if (problem !== undefined) problems.push(problem);
    }
    return problems;
  }

  async #readContract(name: string): Promise<string | undefined> {
    const { allowOutside } = this.#options;
    const reader = new ContractReader(allowOutside, this.#console, undefined, this.#door);
    const contract = await reader.open(wsdlUri(name, this.#console.cwd), name);
    const before = this.#contracts.get(name);
    const watched = new WatchedFiles();
    for (const uri of typeof contract === "string" ? [wsdlUri(name, this.#console.cwd)] : contract.sources) {
      watched.add(uri);
      this.#options.reads?.(uri);
    }
    const problem = typeof contract === "string" ? contract : whyNotServed(name, contract);
    if (typeof contract === "string" || problem !== undefined) {
      if (before) this.#contracts.set(name, { ...before, watched });
      return problem;
    }
    complainOf(contract.problemsOfReading(), this.#console);
    this.#contracts.set(name, { contract, watched });
    this.#served = [...this.#contracts.values()].map((one) => one.contract);
    return undefined;
  }

  #host(): MockHost {
    const { env } = this.#console;
    const secret = (name: string) => this.#outside.values.get(name) ?? env[secretVariable(name)];
    const resolvers = () => new Map([...this.#files.values()].map(({ file, resolver }) => [file.uri, resolver]));
    return {
      resolver: (uri) => {
        const resolver = resolvers().get(uri);
        if (!resolver) throw new Error("only files that were read are served");
        return resolver;
      },
      contracts: () => this.#served,
      compute: this.#keys.compute,
      sending: () => ({ ...sendingNow(), secret, seed: this.#options.seed }),
    };
  }
}

function whyNotServed(name: string, contract: Contract): string | undefined {
  return contract.operations.length === 0 ? `${name} has no operations.` : undefined;
}
