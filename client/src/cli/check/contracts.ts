import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract, ContractProblem } from "../../../../server/src/contract/contract.ts";
import type { ContractHost, Severity } from "../../../../server/src/languageService.ts";
import type { Console } from "../console.ts";
import { filesMatching } from "../files.ts";
import { ContractReader, shownName, wsdlUri } from "../wsdl/contracts.ts";
import { type CheckedFile, documentOf, type PlacedFinding, type RuleSettings } from "./checkedFile.ts";
import type { CheckOptions } from "./usage.ts";

/** The WSDLs of the files that are checked: `--wsdl`, or those that they name and those below the current folder. */
export class CheckedContracts implements ContractHost {
  readonly setting = undefined;
  readonly forAll: string | undefined;
  readonly #reader: ContractReader;
  readonly #cwd: string;
  readonly #reported = new Set<string>();
  #workspace: readonly string[] | undefined;

  constructor({ wsdl, allowOutside }: CheckOptions, console: Console) {
    this.#reader = new ContractReader(allowOutside, console);
    this.#cwd = console.cwd;
    this.forAll = wsdl === undefined ? undefined : wsdlUri(wsdl, console.cwd);
  }

  /** Resolves with why the WSDL of `--wsdl` can't be read, if it can't. */
  async open(name: string | undefined): Promise<string | undefined> {
    if (this.forAll === undefined || name === undefined) return undefined;
    const contract = await this.#reader.open(this.forAll, name);
    return typeof contract === "string" ? contract : undefined;
  }

  /** Allows the WSDLs in the folder of a file that is checked. */
  allowBeside(file: string): void {
    this.#reader.allow(pathToFileURL(resolve(this.#cwd, file)).href);
  }

  get(uri: string): Contract {
    return this.#reader.get(uri);
  }

  /** Searched at first use. */
  get workspace(): readonly string[] {
    this.#workspace ??= filesMatching("**/*.wsdl", this.#cwd).map((name) => wsdlUri(name, this.#cwd));
    return this.#workspace;
  }

  /** Reads the documents at addresses that are still missing. Resolves with false if none were. */
  complete(): Promise<boolean> {
    return this.#reader.complete();
  }

  /** The problems of contracts by their documents, each contract once. */
  problemsOf(contracts: Iterable<Contract>, rules: RuleSettings): readonly CheckedFile[] {
    const setting = rules["wsdl-problem"];
    if (setting === "off") return [];
    return [...contracts].flatMap((contract) => {
      if (this.#reported.has(contract.uri)) return [];
      this.#reported.add(contract.uri);
      return filesOf(contract, setting ?? (contract.endpoints.length > 0 ? "information" : "warning"), this.#cwd);
    });
  }
}

function filesOf(contract: Contract, severity: Severity, cwd: string): readonly CheckedFile[] {
  const texts = new Map(contract.documents.map(({ uri, text }) => [uri, text]));
  const byUri = new Map<string, PlacedFinding[]>();
  for (const problem of contract.problemsOfReading()) {
    const findings = byUri.get(problem.uri) ?? [];
    findings.push(findingOf(problem, severity));
    byUri.set(problem.uri, findings);
  }
  return [...byUri].map(([uri, findings]) => {
    return { name: shownName(uri, cwd), document: documentOf(texts.get(uri) ?? ""), findings };
  });
}

function findingOf({ range: { start, end }, message }: ContractProblem, severity: Severity): PlacedFinding {
  return {
    ...{ line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 },
    ...{ severity, code: "wsdl-problem", message, related: [] },
  };
}
