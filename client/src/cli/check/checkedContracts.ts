import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract } from "../../../../server/src/contract/contract.ts";
import type { ContractHost } from "../../../../server/src/service/languageService.ts";
import { lazily } from "../../../../server/src/text/memoized.ts";
import type { Console } from "../console.ts";
import { ContractReader, complainOf, wsdlUri } from "../wsdl/contractReader.ts";
import type { Door } from "../wsdl/documentReader.ts";
import { searchWsdls } from "../wsdl/searchWsdls.ts";
import type { CheckOptions } from "./usage.ts";

export const howToRead = "Use --allow-outside or --wsdl to read it.";

/** The WSDLs of the files that are checked: `--wsdl`, or the WSDLs that they name and the ones below the current folder. */
export class CheckedContracts implements ContractHost {
  readonly setting = undefined;
  readonly forAll: string | undefined;
  readonly #reader: ContractReader;
  readonly #console: Console;
  readonly #reported = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #recent = new Set<string>();
  readonly #found = lazily(() => searchWsdls(this.#console.cwd));
  #workspace: readonly string[] | undefined;

  constructor({ wsdl, allowOutside }: Pick<CheckOptions, "wsdl" | "allowOutside">, console: Console, door?: Door) {
    this.#reader = new ContractReader(allowOutside, console, undefined, door);
    this.#console = console;
    this.forAll = wsdl === undefined ? undefined : wsdlUri(wsdl, console.cwd);
  }

  /** Resolves with why the WSDL of `--wsdl` can't be read, if it can't. */
  async open(name: string | undefined): Promise<string | undefined> {
    if (this.forAll === undefined || name === undefined) return undefined;
    const contract = await this.#reader.open(this.forAll, name);
    return typeof contract === "string" ? contract : undefined;
  }

  allowBeside(file: string): void {
    this.#reader.allow(pathToFileURL(resolve(this.#console.cwd, file)).href);
  }

  get(uri: string): Contract {
    this.#asked.add(uri);
    this.#recent.add(uri);
    return this.#reader.get(uri);
  }

  /** The URIs of all documents of the contracts that were asked for since the last call. */
  takeSources(): readonly string[] {
    const sources = [...this.#recent].flatMap((uri) => [uri, ...this.#reader.get(uri).sources]);
    this.#recent.clear();
    return sources;
  }

  /** Searched at the first request without a named WSDL. */
  get workspace(): readonly string[] {
    this.#workspace ??= this.#search();
    return this.#workspace;
  }

  #search(): readonly string[] {
    const { cwd } = this.#console;
    const { names, leftOut } = this.#found();
    if (leftOut !== undefined) this.#console.complain(leftOut);
    return names.map((name) => wsdlUri(name, cwd));
  }

  /** Whether only a WSDL that a request names can be its contract. */
  get areOnlyNamed(): boolean {
    if (this.forAll !== undefined) return false;
    const { names, leftOut } = this.#found();
    return names.length === 0 && leftOut === undefined;
  }

  /** Also reads missing documents on `hosts`, to which requests are sent. Resolves with false if none were missing. */
  async complete(hosts: readonly string[]): Promise<boolean> {
    const allowed = this.#reader.allowHosts(new Set(hosts));
    return (await this.#reader.complete()) || allowed;
  }

  /** Whether `complete` would read documents, or allow some. */
  isMissing(hosts: readonly string[]): boolean {
    return this.#reader.isIncomplete || this.#reader.allowHosts(new Set(hosts));
  }

  /** Reports the WSDLs that requests name and that must not be read, each once. */
  complainOfUnread(): void {
    for (const uri of this.#asked) {
      const file = this.#reader.get(uri).file;
      if (typeof file !== "object" || !("refused" in file) || !file.unallowed || this.#reported.has(uri)) continue;
      this.#reported.add(uri);
      this.#console.complain(`The WSDL ${uri} isn't read, so its requests aren't checked by it. ${howToRead}`);
    }
  }

  /** Reports the problems of each contract once, on standard error. */
  complainOf(contracts: Iterable<Contract>): void {
    for (const contract of contracts) {
      if (!this.#reported.has(contract.uri)) complainOf(contract.problemsOfReading(), this.#console);
      this.#reported.add(contract.uri);
    }
  }
}
