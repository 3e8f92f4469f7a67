import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { ContractFile } from "../../../../server/src/contract/contract.ts";
import { readAtMost } from "../../../../server/src/node/readFile.ts";
import { largestContractFile } from "../../../../server/src/text/limits.ts";
import { fetchDocument } from "../../core/wsdl/fetchDocument.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import { fileOutside, filePath } from "../outsideFile.ts";
import { systemErrorText } from "../systemError.ts";
import { version } from "../version.ts";

/** How documents are read for a client other than the user of a terminal. */
export interface ReadingRules {
  /** Whether a file may be read, by its URI. */
  readonly isInside: (uri: string) => boolean;
  /** Why what isn't allowed isn't read, and what to do: sentences. */
  readonly refusal: (uri: string) => string;
  /** The documents that were fetched so far, by address; extended by those that are fetched. */
  readonly fetched: Map<string, ContractFile>;
  readonly signal: AbortSignal;
}

/** Reads WSDLs and what they import: files, and documents of their own servers. */
export class DocumentReader {
  readonly #files = new Map<string, ContractFile>();
  /** By folder, a file in it. */
  readonly #referrers = new Map<string, string>();
  readonly #origins = new Set<string>();
  readonly #named = new Set<string>();
  readonly #allowOutside: boolean;
  readonly #console: Pick<Console, "cwd" | "env">;
  readonly #rules: ReadingRules | undefined;
  #transport: Transport | undefined;
  #changes = 0;

  constructor(allowOutside: boolean, console: Pick<Console, "cwd" | "env">, rules?: ReadingRules) {
    this.#allowOutside = allowOutside;
    this.#console = console;
    this.#rules = rules;
  }

  /** Allows a file that the user names, and what is in its folder; or what is on the server of an address. */
  allow(uri: string): void {
    this.#named.add(uri);
    const path = uri.startsWith("file:") ? filePath(uri) : undefined;
    if (path !== undefined) this.#referrers.set(dirname(path), path);
    else this.#origins.add(originOf(uri));
  }

  /** Allows what was refused and is on one of these hosts. Returns whether something was. */
  allowHosts(hosts: ReadonlySet<string>): boolean {
    return this.allowWhere((uri) => hosts.has(hostOf(uri)));
  }

  /** Allows what was refused and fulfills a condition. Returns whether something was. */
  allowWhere(isAllowed: (uri: string) => boolean): boolean {
    const allowed = [...this.#files].filter(
      ([uri, file]) => typeof file === "object" && "unallowed" in file && isAllowed(uri),
    );
    for (const [uri] of allowed) {
      this.#origins.add(originOf(uri));
      this.#files.delete(uri);
    }
    this.#changes += allowed.length;
    return allowed.length > 0;
  }

  /** A file is read immediately, so that a chain of files that refer to each other needs only one round. */
  get(uri: string): ContractFile {
    if (!this.#files.has(uri)) {
      const refusal = this.#refusal(uri);
      if (refusal || uri.startsWith("file:")) this.#set(uri, refusal ?? readLocal(uri));
    }
    return this.#files.has(uri) ? this.#files.get(uri) : "pending";
  }

  /** 0 if it isn't read yet. */
  edition(uri: string): number {
    return this.#files.has(uri) ? 1 : 0;
  }

  get changes(): number {
    return this.#changes;
  }

  #set(uri: string, file: ContractFile): void {
    this.#files.set(uri, file);
    this.#changes++;
  }

  async read(uris: readonly string[]): Promise<void> {
    for (const uri of uris) this.#set(uri, this.#refusal(uri) ?? (await this.#read(uri)));
  }

  /** What is imported from elsewhere is read only where the user allows it. */
  #refusal(uri: string): ContractFile {
    if (
      this.#allowOutside ||
      (this.#named.has(uri) && (!this.#rules || !uri.startsWith("file:"))) ||
      this.#rules?.fetched.has(uri) ||
      (uri.startsWith("file:") ? this.#isInside(uri) : this.#origins.has(originOf(uri)))
    ) {
      return undefined;
    }
    return {
      refused:
        this.#rules?.refusal(uri) ?? "It is outside of the WSDL's folder or server. Use --allow-outside to read it.",
      unallowed: true,
    };
  }

  #isInside(uri: string): boolean {
    if (this.#rules) return this.#rules.isInside(uri);
    return [...this.#referrers.values()].some((file) => fileOutside(uri, file, this.#console.cwd) === undefined);
  }

  async #read(uri: string): Promise<ContractFile> {
    if (uri.startsWith("file:")) return readLocal(uri);
    return /^https?:/.test(uri) ? this.#fetch(uri) : { refused: "Unsupported address." };
  }

  async #fetch(uri: string): Promise<ContractFile> {
    const known = this.#rules?.fetched.get(uri);
    if (known !== undefined) return known;
    // Most WSDLs are files, which need no connection.
    this.#transport ??= nodeTransport(proxyEnvironment(this.#console.env, () => ({})));
    const fetched = await fetchDocument(uri, {
      transport: this.#transport,
      shell: "cli",
      userAgent: `soaphttp/${version}`,
      signal: this.#rules?.signal ?? new AbortController().signal,
    });
    if (fetched.kind === "bytes") {
      this.#rules?.fetched.set(uri, fetched);
      return fetched;
    }
    const { kind, why } = fetched;
    return { refused: kind === "credentials" ? `${why} Save the WSDL to a file and specify that.` : why };
  }
}

/** As in the address of a request: without brackets; empty for a file. */
function hostOf(uri: string): string {
  return /^https?:/i.test(uri) && URL.canParse(uri) ? new URL(uri).hostname.replace(/^\[|\]$/g, "") : "";
}

function originOf(uri: string): string {
  try {
    return new URL(uri).origin;
  } catch {
    return "";
  }
}

function readLocal(uri: string): ContractFile {
  try {
    const path = filePath(uri);
    if (path === undefined) return { refused: "It is not a valid path." };
    if (!statSync(path).isFile()) return { refused: "Not a file." };
    const bytes = readAtMost(path, largestContractFile);
    return bytes ? { bytes } : { refused: `The file is larger than ${largestContractFile / 1_000_000} MB.` };
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    const why = systemErrorText(error);
    if (why === undefined) throw error;
    return { refused: why };
  }
}
