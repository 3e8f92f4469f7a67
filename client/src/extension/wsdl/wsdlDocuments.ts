import * as vscode from "vscode";
import { type FileRead, isWebAddress, type ReadFilesResult } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { largestContractFile, retainedBytes } from "../../../../server/src/text/limits.ts";
import { type FetchedDocument, fetchableUrl, fetchDocument } from "../../core/wsdl/fetchDocument.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { Tls } from "../keys/tls.ts";
import { readWorkspaceFile, restrictedFile } from "../trust/readFiles.ts";
import { type Consent, placeName } from "./consent.ts";

const readAtOnce = 8;

/** Reads files, and fetches addresses once in each session: only what the user allows, nothing in Restricted Mode. */
export class WsdlDocuments {
  readonly #host: Host;
  readonly #tls: Tls;
  readonly #consent: Consent;
  readonly #userAgent: string;
  /** The documents that were fetched, by address, the oldest first. */
  readonly #fetched = new Map<string, Uint8Array>();
  /** The documents that are being fetched, by address. */
  readonly #fetching = new Map<string, Promise<FetchedDocument>>();
  /** Values of the Authorization header, by origin. */
  readonly #credentials = new Map<string, string>();
  readonly #unauthorized = new Set<string>();
  /** The number of commands that are loading. */
  #commands = 0;
  #reading = 0;
  readonly #waiting: (() => void)[] = [];
  #abort = new AbortController();

  constructor(host: Host, tls: Tls, consent: Consent, version: string) {
    this.#host = host;
    this.#tls = tls;
    this.#consent = consent;
    this.#userAgent = `soaphttp/${version}`;
  }

  /** Reads documents. Resolves with the results in the order of the URIs. */
  async read(uris: readonly string[]): Promise<ReadFilesResult> {
    const { signal } = this.#abort;
    const read = (uri: string) =>
      this.#read(uri, signal).catch((error): FileRead => ({ kind: "refused", why: errorText(error) }));
    return { files: await Promise.all(uris.map((uri) => this.#inTurn(() => read(uri)))) };
  }

  /** Runs a command of the user, during which questions are allowed, such as for the passphrase of a key. */
  async duringCommand<T>(act: () => Promise<T>): Promise<T> {
    this.#commands++;
    try {
      return await act();
    } finally {
      this.#commands--;
    }
  }

  cancel(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Fetches everything again when it is read the next time. */
  forget(): void {
    this.#fetched.clear();
  }

  /** The origins that have refused a request without credentials or with wrong ones since the last call. */
  takeUnauthorized(): readonly string[] {
    const origins = [...this.#unauthorized];
    this.#unauthorized.clear();
    return origins;
  }

  hasCredentials(origin: string): boolean {
    return this.#credentials.has(origin);
  }

  /** Keeps a user name and a password in memory, for Basic authentication (RFC 7617). */
  setCredentials(origin: string, user: string, password: string): void {
    this.#credentials.set(origin, `Basic ${toBase64(new TextEncoder().encode(`${user}:${password}`))}`);
  }

  async #inTurn<T>(read: () => Promise<T>): Promise<T> {
    if (this.#reading < readAtOnce) this.#reading++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#reading--;
    }
  }

  async #read(uri: string, signal: AbortSignal): Promise<FileRead> {
    if (!vscode.workspace.isTrusted) return restrictedFile();
    if (!canBeRead(uri)) return { kind: "refused", why: vscode.l10n.t("It is neither a file nor an http address.") };
    const missing = await this.#consent.missing(uri);
    if (missing !== undefined) {
      const why = vscode.l10n.t("Loading documents from {0} is not allowed yet.", placeName(missing));
      return { kind: "refused", why, unallowed: true };
    }
    if (!isWebAddress(uri)) return readWorkspaceFile(uri, largestContractFile, this.#host, this.#consent.folders);
    const url = fetchableUrl(uri);
    if (typeof url === "string") return { kind: "refused", why: url };
    const cached = this.#fetched.get(uri);
    if (cached !== undefined) return { kind: "bytes", bytes: toBase64(cached) };
    const fetched = await this.#fetchOnce(uri, url.origin, signal);
    return fetched.kind === "bytes"
      ? { kind: "bytes", bytes: toBase64(fetched.bytes) }
      : { kind: "refused", why: fetched.why };
  }

  #fetchOnce(uri: string, origin: string, signal: AbortSignal): Promise<FetchedDocument> {
    const running = this.#fetching.get(uri);
    if (running !== undefined) return running;
    const fetching = this.#fetch(uri, origin, signal).finally(() => this.#fetching.delete(uri));
    this.#fetching.set(uri, fetching);
    return fetching;
  }

  async #fetch(uri: string, origin: string, signal: AbortSignal): Promise<FetchedDocument> {
    const fetched = await fetchDocument(uri, {
      transport: this.#host.transport,
      shell: this.#host.kind,
      userAgent: this.#userAgent,
      authorization: this.#credentials.get(origin),
      signal,
      tls: (host, port) => this.#tls.sendingTo(host, port, undefined, this.#commands > 0),
    });
    if (fetched.kind === "bytes") this.#keep(uri, fetched.bytes);
    if (fetched.kind === "credentials") this.#unauthorized.add(origin);
    return fetched;
  }

  #keep(uri: string, bytes: Uint8Array): void {
    this.#fetched.set(uri, bytes);
    let total = [...this.#fetched.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [oldest, { length }] of this.#fetched) {
      if (total <= retainedBytes) return;
      this.#fetched.delete(oldest);
      total -= length;
    }
  }
}

/** Whether it is an address, or VS Code knows its file system. Examples that can't be read: `urn:` and `classpath:`. */
function canBeRead(uri: string): boolean {
  const { scheme, path } = vscode.Uri.parse(uri);
  return isWebAddress(uri) || (path !== "" && vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined);
}
