import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ContractFile } from "../../../../server/src/contract/contract.ts";
import { largestContractFile } from "../../../../server/src/limits.ts";
import { readAtMost } from "../../../../server/src/node/readFile.ts";
import { fetchDocument } from "../../core/wsdl/fetchDocument.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import { outsideFile } from "../outsideFile.ts";
import { systemErrorText } from "../systemError.ts";
import { version } from "../version.ts";
import type { NewOptions } from "./usage.ts";

/** Reads a WSDL and what it imports: files, and documents of its own server. */
export class DocumentReader {
  readonly #files = new Map<string, ContractFile>();
  readonly #uri: string;
  readonly #command: NewOptions;
  readonly #console: Console;
  readonly #transport: Transport;

  constructor(uri: string, command: NewOptions, console: Console) {
    this.#uri = uri;
    this.#command = command;
    this.#console = console;
    this.#transport = nodeTransport(proxyEnvironment(console.env, () => ({})));
  }

  /** Reads the WSDL itself. In words, where that is not possible. */
  async open(): Promise<string | undefined> {
    const file = await this.#read(this.#uri);
    this.#files.set(this.#uri, file);
    if (typeof file === "object" && "bytes" in file) return undefined;
    const why = typeof file === "object" ? file.refused : "File not found.";
    return `${this.#command.wsdl}: ${why}`;
  }

  /** A file is read at once: one that is named by another one, and so on, needs no round of its own. */
  get(uri: string): ContractFile {
    if (!this.#files.has(uri) && uri.startsWith("file:")) this.#files.set(uri, this.#refusal(uri) ?? readLocal(uri));
    return this.#files.has(uri) ? this.#files.get(uri) : "pending";
  }

  async read(uris: readonly string[]): Promise<void> {
    for (const uri of uris) this.#files.set(uri, this.#refusal(uri) ?? (await this.#read(uri)));
  }

  /** What is imported from elsewhere is read only where the user allows it. */
  #refusal(uri: string): ContractFile {
    if (this.#command.allowOutside) return undefined;
    const isFile = uri.startsWith("file:");
    const inside = isFile
      ? this.#uri.startsWith("file:") && outsideFile(uri, fileURLToPath(this.#uri), this.#console.cwd) === undefined
      : new URL(uri).origin === new URL(this.#uri).origin;
    return inside
      ? undefined
      : { refused: "It is outside of the WSDL's folder or server. Use --allow-outside to read it." };
  }

  async #read(uri: string): Promise<ContractFile> {
    if (uri.startsWith("file:")) return readLocal(uri);
    return /^https?:/.test(uri) ? this.#fetch(uri) : { refused: "Unsupported address." };
  }

  async #fetch(uri: string): Promise<ContractFile> {
    const fetched = await fetchDocument(uri, {
      transport: this.#transport,
      shell: "cli",
      userAgent: `soaphttp/${version}`,
      signal: new AbortController().signal,
    });
    if (fetched.kind === "bytes") return fetched;
    const { kind, why } = fetched;
    return { refused: kind === "credentials" ? `${why} Save the WSDL to a file and specify that.` : why };
  }
}

function readLocal(uri: string): ContractFile {
  try {
    const path = fileURLToPath(uri);
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
