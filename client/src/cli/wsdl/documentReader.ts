import { dirname } from "node:path";
import type { ContractFile } from "../../../../server/src/contract/contract.ts";
import { readFileAtSync } from "../../../../server/src/node/openFile.ts";
import { filePath, linkToSecrets } from "../../../../server/src/node/readFile.ts";
import { largestContractFile } from "../../../../server/src/text/limits.ts";
import { type FetchOptions, fetchDocument } from "../../core/wsdl/fetchDocument.ts";
import type { Connect } from "../../transport/node/connect.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { TlsOptions, Transport } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import { systemErrorText } from "../systemError.ts";
import { version } from "../version.ts";

export interface ReadingRules {
  /** The folders whose files may be read. */
  readonly folders: readonly string[];
  /** Returns sentences about why a document isn't read, and how the user can allow it. */
  readonly refusal: (uri: string) => string;
  /** The documents that were fetched so far, by address. Each fetched document is added. */
  readonly fetched: Map<string, ContractFile>;
  readonly signal: AbortSignal;
}

export interface Door {
  readonly connect: Connect;
  /** Headers for addresses on a server that the user names. Other servers get no credentials. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly authorization: string | undefined;
  /** Returns the TLS options. `isNamed`: whether the user names the server. */
  readonly tls: (isNamed: boolean) => TlsOptions;
  readonly catalogs: readonly string[];
}

export class DocumentReader {
  readonly catalogs: readonly string[];
  readonly #files = new Map<string, ContractFile>();
  readonly #folders: Set<string>;
  readonly #origins = new Set<string>();
  readonly #named = new Set<string>();
  readonly #allowOutside: boolean;
  readonly #console: Pick<Console, "cwd" | "env">;
  readonly #rules: ReadingRules | undefined;
  readonly #door: Door | undefined;
  #transport: Transport | undefined;
  #changes = 0;

  constructor(allowOutside: boolean, console: Pick<Console, "cwd" | "env">, rules?: ReadingRules, door?: Door) {
    this.#allowOutside = allowOutside;
    this.#console = console;
    this.#rules = rules;
    this.#door = door;
    this.#folders = new Set(rules?.folders);
    this.catalogs = door?.catalogs ?? [];
    for (const uri of this.catalogs) this.allow(uri);
  }

  /** Allows a file that the user names and its folder, or an address that the user names and its whole server. */
  allow(uri: string): void {
    this.#named.add(uri);
    const path = uri.startsWith("file:") ? filePath(uri) : undefined;
    if (path === undefined) this.#origins.add(originOf(uri));
    else if (!this.#rules) this.#folders.add(this.#console.cwd).add(dirname(path));
  }

  allowHosts(hosts: ReadonlySet<string>): boolean {
    return this.allowWhere((uri) => hosts.has(hostOf(uri)));
  }

  /** Allows refused documents that fulfill a condition. Returns whether there were any. */
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
      const isLocal = uri.startsWith("file:");
      const refusal = isLocal ? undefined : this.#refusal(uri);
      if (refusal || isLocal) this.#set(uri, refusal ?? this.#readLocal(uri));
    }
    return this.#files.has(uri) ? this.#files.get(uri) : "pending";
  }

  /** Returns 1 for a document that was read, 0 otherwise. */
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
    for (const uri of uris) this.#set(uri, await this.#read(uri));
  }

  /** Returns the refusal of a document that is imported from elsewhere. It is read only if the user allows it. */
  #refusal(uri: string): ContractFile {
    const isAllowed =
      this.#allowOutside || this.#named.has(uri) || this.#rules?.fetched.has(uri) || this.#origins.has(originOf(uri));
    return isAllowed ? undefined : this.#unallowed(uri);
  }

  #unallowed(uri: string): ContractFile {
    return {
      refused:
        this.#rules?.refusal(uri) ?? "It is outside of the WSDL's folder or server. Use --allow-outside to read it.",
      unallowed: true,
    };
  }

  async #read(uri: string): Promise<ContractFile> {
    if (uri.startsWith("file:")) return this.#readLocal(uri);
    return this.#refusal(uri) ?? (/^https?:/.test(uri) ? this.#fetch(uri) : { refused: "Unsupported address." });
  }

  #readLocal(uri: string): ContractFile {
    const path = filePath(uri);
    if (path === undefined) return { refused: "It is not a valid path." };
    const elsewhere = this.#allowOutside || (this.#named.has(uri) && !this.#rules);
    try {
      const file = readFileAtSync({ path, folders: [...this.#folders], elsewhere, limit: largestContractFile });
      switch (file.kind) {
        case "bytes":
          return { bytes: file.bytes };
        case "missing":
          return undefined;
        case "notFile":
          return { refused: "Not a file." };
        case "secrets":
          return { refused: linkToSecrets(file.path) };
        case "tooLarge":
          return { refused: `The file is larger than ${largestContractFile / 1_000_000} MB.` };
        case "outside":
          return this.#unallowed(uri);
      }
    } catch (error) {
      const why = systemErrorText(error);
      if (why === undefined) throw error;
      return { refused: why };
    }
  }

  /** Only a server that the user names gets credentials. Redirects stay on it. */
  #credentialsFor(uri: string): Pick<FetchOptions, "authorization" | "headers" | "tls"> {
    const door = this.#door;
    if (!door) return {};
    const isNamed = [...this.#named].some((named) => originOf(named) === originOf(uri));
    const tls = () => door.tls(isNamed);
    return isNamed ? { authorization: door.authorization, headers: door.headers, tls } : { tls };
  }

  async #fetch(uri: string): Promise<ContractFile> {
    const cached = this.#rules?.fetched.get(uri);
    if (cached !== undefined) return cached;
    // Most WSDLs are files, which need no connection.
    this.#transport ??= nodeTransport(this.#door?.connect ?? proxyEnvironment(this.#console.env, () => ({})));
    const fetched = await fetchDocument(uri, {
      transport: this.#transport,
      shell: "cli",
      userAgent: `soaphttp/${version}`,
      ...this.#credentialsFor(uri),
      signal: this.#rules?.signal ?? new AbortController().signal,
    });
    if (fetched.kind === "bytes") {
      this.#rules?.fetched.set(uri, fetched);
      return fetched;
    }
    const { kind, why } = fetched;
    return {
      refused:
        kind === "credentials"
          ? `${why} Use --user NAME with soaphttp new, check or mock, or save the WSDL to a file and specify that.`
          : why,
    };
  }
}

/** Returns the host of a URI in the form of a request's address: without brackets; empty for a file. */
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
