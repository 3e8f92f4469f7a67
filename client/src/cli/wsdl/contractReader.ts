import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract, ContractProblem } from "../../../../server/src/contract/contract.ts";
import { Contracts } from "../../../../server/src/contract/contracts.ts";
import { filePath } from "../../../../server/src/node/readFile.ts";
import { toWsdlProblem } from "../../../../server/src/service/languageService.ts";
import type { Console } from "../console.ts";
import { DocumentReader, type Door, type ReadingRules } from "./documentReader.ts";

/** Contracts whose documents are read when they are first needed, each once. */
export class ContractReader {
  readonly #documents: DocumentReader;
  readonly #contracts: Contracts;
  readonly #incomplete = new Set<string>();

  constructor(allowOutside: boolean, console: Pick<Console, "cwd" | "env">, rules?: ReadingRules, door?: Door) {
    this.#documents = new DocumentReader(allowOutside, console, rules, door);
    this.#contracts = new Contracts(this.#documents);
  }

  /** Allows a file that the user names and its folder, or an address that the user names and its whole server. */
  allow(uri: string): void {
    this.#documents.allow(uri);
  }

  /** Allows refused documents on these hosts. Returns whether there were any. */
  allowHosts(hosts: ReadonlySet<string>): boolean {
    return this.#documents.allowHosts(hosts);
  }

  /** Allows refused documents that fulfill a condition. Returns whether there were any. */
  allowWhere(isAllowed: (uri: string) => boolean): boolean {
    return this.#documents.allowWhere(isAllowed);
  }

  /** The contract, except for documents at addresses that haven't been read yet. */
  get(uri: string): Contract {
    const contract = this.#contracts.get(uri);
    if (contract.pending.length > 0) this.#incomplete.add(uri);
    return contract;
  }

  get isIncomplete(): boolean {
    return this.#incomplete.size > 0;
  }

  /** Reads the missing documents of contracts. Resolves with false if none were missing. */
  async complete(): Promise<boolean> {
    const uris = [...this.#incomplete];
    this.#incomplete.clear();
    for (const uri of uris) await this.#load(uri);
    return uris.length > 0;
  }

  /** Reads a WSDL that the user names. Resolves with the reason if it can't be read. */
  async open(uri: string, name: string): Promise<Contract | string> {
    this.allow(uri);
    const contract = await this.#load(uri);
    const { file } = contract;
    if (typeof file === "object" && "bytes" in file) return contract;
    return `${name}: ${typeof file === "object" ? file.refused : "File not found."}`;
  }

  /** Reads the documents of a contract until none refers to an unread one. */
  async #load(uri: string): Promise<Contract> {
    for (;;) {
      const contract = this.#contracts.get(uri);
      if (contract.pending.length === 0) return contract;
      await this.#documents.read(contract.pending);
    }
  }
}

export function wsdlUri(name: string, cwd: string): string {
  return isUrl(name) ? name : pathToFileURL(resolve(cwd, name)).href;
}

/** Reports problems with their file, line and column on standard error. */
export function complainOf(problems: readonly ContractProblem[], console: Console): void {
  for (const { uri, range, message } of problems.slice(0, maxProblems).map(toWsdlProblem)) {
    const { line, character } = range.start;
    console.complain(`${shownName(uri, console.cwd)}:${line + 1}:${character + 1}: ${message}`);
  }
  if (problems.length > maxProblems) console.complain(`${problems.length - maxProblems} more problems.`);
}

const maxProblems = 20;

/** Returns the name of a document as the user would write it. */
export function shownName(uri: string, cwd: string): string {
  if (!uri.startsWith("file:")) return uri;
  const path = filePath(uri);
  if (path === undefined) return uri;
  const shown = relative(cwd, path);
  return shown.startsWith("..") ? path : shown;
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
