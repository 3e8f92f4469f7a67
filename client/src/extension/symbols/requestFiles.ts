import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { largestListedFile } from "../../../../server/src/text/limits.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import { requestFiles } from "../languages/httpFiles.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";
import { inTurns } from "./bounded.ts";

export interface RequestFile<T> {
  readonly uri: vscode.Uri;
  readonly content: T;
}

interface RequestText {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly isOpen: boolean;
}

/** Maximum number of files. Further and larger files are ignored, so that a list appears soon. */
const maxFiles = 500;
const readAtOnce = 8;

/** Whether a document is a copy, not a file: an old version in a comparison, or a message that was sent or received. */
export function isCopy({ scheme }: vscode.Uri): boolean {
  return copies.test(scheme);
}

const copies = /^(?:git|gitlens|review|chat-.*|vscode-chat.*|soaphttp-mock|soaphttp-response|soaphttp-update)$/;

/** The requests of the workspace's files and the open documents. Unchanged files are read once, at the first call. */
export class RequestFiles<T> {
  readonly #host: Host;
  readonly #log: vscode.LogOutputChannel;
  readonly #contentOf: (file: RequestText, token: vscode.CancellationToken | undefined) => Promise<T>;
  readonly #files = new Map<string, { readonly stamp: string; readonly file: RequestFile<T> }>();

  constructor(
    host: Host,
    log: vscode.LogOutputChannel,
    contentOf: (file: RequestText, token: vscode.CancellationToken | undefined) => Promise<T>,
  ) {
    this.#host = host;
    this.#log = log;
    this.#contentOf = contentOf;
  }

  /** The open documents, then the files in the order in which VS Code finds them. Unreadable files are omitted. */
  async all(token?: vscode.CancellationToken): Promise<readonly RequestFile<T>[]> {
    const open = vscode.workspace.textDocuments.filter(
      (document) => document.languageId === languageId && !isCopy(document.uri),
    );
    const opened = new Set(open.map(({ uri }) => uri.toString()));
    const uris = await vscode.workspace.findFiles(requestFiles(), undefined, maxFiles, token);
    const closed = uris.filter((uri) => !opened.has(uri.toString()));
    const reads = [
      // The version isn't enough as a key, because VS Code uses the names of unsaved documents again.
      ...open.map((document) => async () => {
        const text = document.getText();
        const stamp = `version ${document.version} ${text.length}`;
        return this.#read(document.uri, stamp, true, async () => text, token);
      }),
      ...closed.map((uri) => () => this.#ofFile(uri, token)),
    ].slice(0, maxFiles);
    const isStopped = () => token?.isCancellationRequested === true;
    const files = await inTurns(reads, readAtOnce, isStopped, (read) => read());
    if (!isStopped()) {
      const present = new Set([...opened, ...closed.map((uri) => uri.toString())]);
      for (const key of this.#files.keys()) if (!present.has(key)) this.#files.delete(key);
    }
    return files.filter((file) => file !== undefined);
  }

  /** The files and documents of the last call of `all`. */
  get uris(): readonly vscode.Uri[] {
    return [...this.#files.values()].map(({ file }) => file.uri);
  }

  /** Forgets everything that was read. Call this when the content of unchanged files may be different. */
  forget(): void {
    this.#files.clear();
  }

  async #ofFile(uri: vscode.Uri, token: vscode.CancellationToken | undefined): Promise<RequestFile<T> | undefined> {
    try {
      const { mtime, size } = await vscode.workspace.fs.stat(uri);
      if (size > largestListedFile) return undefined;
      return await this.#read(uri, `${mtime} ${size}`, false, () => this.#textOf(uri), token);
    } catch (error) {
      // The file may have been deleted.
      this.#log.debug(`The requests of ${uri} are not listed: ${errorText(error)}`);
      return undefined;
    }
  }

  async #textOf(uri: vscode.Uri): Promise<string> {
    const file = await readWorkspaceFile(uri.toString(), largestListedFile, this.#host);
    if (file.kind === "bytes") return new TextDecoder().decode(fromBase64(file.bytes));
    throw new Error(file.kind === "refused" ? file.why : file.kind);
  }

  async #read(
    uri: vscode.Uri,
    stamp: string,
    isOpen: boolean,
    read: () => Promise<string>,
    token: vscode.CancellationToken | undefined,
  ): Promise<RequestFile<T> | undefined> {
    const key = uri.toString();
    const cached = this.#files.get(key);
    if (cached?.stamp === stamp) return cached.file;
    const text = await read();
    if (text.length > largestListedFile) return undefined;
    const file = { uri, content: await this.#contentOf({ uri, text, isOpen }, token) };
    this.#files.set(key, { stamp, file });
    return file;
  }
}
