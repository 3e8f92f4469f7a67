import * as vscode from "vscode";
import { ForgetResponse, PresentRequest, type PresentResult } from "../../../server/src/protocol.ts";
import type { Host } from "../host.ts";
import { type LanguageServer, messageOf } from "../languageServer.ts";
import { failureText } from "../send/failureText.ts";
import { wireText } from "../wire/wireText.ts";
import { detailLines } from "./details.ts";
import { answerOf, type Exchange } from "./exchange.ts";
import type { ExchangeStore } from "./exchangeStore.ts";
import { explanation } from "./faultText.ts";
import { presentFitting } from "./fitting.ts";
import { Parts } from "./parts.ts";
import { plainText, presentParams } from "./presentation.ts";
import type { ResponsePlace } from "./responsePath.ts";
import { parseResponseUri, responseScheme, responseUri } from "./responseUri.ts";

/** What one document holds, and what the server said about it. */
export interface ResponseContent {
  readonly bytes: Uint8Array;
  readonly modified: number;
  /** Undefined where the server had no part in it. */
  readonly presented: PresentResult | undefined;
}

/**
 * The file system of what was received: `soaphttp-response:/<id>/…`, read-only. A file system, not a text provider,
 * because bytes are to be saved as they came, and because its scheme brings the extension up when a tab comes back.
 */
export class ResponseDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #host: Host;
  readonly #server: LanguageServer;
  readonly #exchanges: ExchangeStore;
  readonly #log: vscode.LogOutputChannel;
  readonly #contents = new Map<string, Promise<ResponseContent>>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #following: readonly vscode.Disposable[];

  readonly onDidChangeFile = this.#changed.event;
  readonly parts: Parts;

  constructor(host: Host, server: LanguageServer, exchanges: ExchangeStore, log: vscode.LogOutputChannel) {
    this.#host = host;
    this.#server = server;
    this.#exchanges = exchanges;
    this.#log = log;
    this.parts = new Parts(server);
    this.#following = [
      vscode.workspace.registerFileSystemProvider(responseScheme, this, { isReadonly: true, isCaseSensitive: true }),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) =>
        exchanges.follow(uri.toString(), contentChanges),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())),
      // A new server knows nothing of the responses that are open, and an old one may have been down.
      server.onDidStart(() => this.#presentAnew()),
    ];
  }

  /** The exchange that a document belongs to; undefined where it is of an earlier window. */
  exchangeOf(uri: vscode.Uri): Exchange | undefined {
    const parsed = parseResponseUri(uri);
    return parsed === undefined ? undefined : this.#exchanges.get(parsed.id);
  }

  /** The line that an exchange's request stands in by now, zero-based; undefined where it is gone. */
  lineOf(exchange: Exchange): number | undefined {
    return this.#exchanges.lineOf(exchange);
  }

  /** What a document holds; made when it is asked for, once. */
  content(uri: vscode.Uri): Promise<ResponseContent> {
    const key = uri.toString();
    let content = this.#contents.get(key);
    if (content === undefined) {
      content = this.#make(uri);
      this.#contents.set(key, content);
    }
    return content;
  }

  /** Makes documents anew whose facts have changed since they were opened. */
  refresh(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) {
      this.#contents.delete(uri.toString());
    }
    this.#changed.fire(uris.map((uri) => ({ uri, type: vscode.FileChangeType.Changed })));
  }

  /** The exchange is gone: the server need not know its facts any longer. */
  forget(exchange: Exchange): void {
    for (const key of this.#contents.keys()) {
      if (vscode.Uri.parse(key).path.startsWith(`/${exchange.id}/`)) {
        this.#contents.delete(key);
      }
    }
    for (const view of ["formatted", "raw"] as const) {
      void this.#server.notify(ForgetResponse, { uri: responseUri(exchange, view).toString() });
    }
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, modified } = await this.content(uri);
    return {
      type: vscode.FileType.File,
      ctime: modified,
      mtime: modified,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.content(uri)).bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    for (const one of this.#following) {
      one.dispose();
    }
    this.#changed.dispose();
  }

  async #make(uri: vscode.Uri): Promise<ResponseContent> {
    const parsed = parseResponseUri(uri);
    if (parsed === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const exchange = await this.#exchanges.find(parsed.id);
    if (exchange === undefined) {
      const text = vscode.l10n.t("This response is not kept any more. Send the request again.");
      return { bytes: encode(`${text}\n`), modified: 0, presented: undefined };
    }
    const modified = Date.now();
    const bytes = await this.#bytes(exchange, parsed);
    if (bytes !== undefined) {
      return { bytes, modified, presented: undefined };
    }
    const format = parsed.view === "formatted";
    const presented = await this.#present(exchange, uri, format);
    const text = presented === undefined ? plainText(exchange.result) : format ? explained(presented) : presented.text;
    return { bytes: encode(text), modified, presented };
  }

  async #bytes(exchange: Exchange, { view, index }: ResponsePlace): Promise<Uint8Array | undefined> {
    const { result, at } = exchange;
    switch (view) {
      case "failure":
        return encode(result.kind === "response" ? "" : failureText(result, at, { host: this.#host.kind }));
      case "details":
        return encode(`${detailLines(exchange).join("\n")}\n`);
      case "wire":
        return encode(wireText(exchange, "text", this.#exchanges.surplus(exchange)));
      case "hex":
        return encode(wireText(exchange, "hex", this.#exchanges.surplus(exchange)));
      case "tidy": {
        const { presented } = await this.content(responseUri(exchange, "formatted"));
        return encode(presented?.text.slice(presented.bodyStart) ?? plainText(result));
      }
      case "body":
        return answerOf(result)?.body ?? new Uint8Array();
      case "part": {
        const part = (await this.parts.of(exchange)).parts[index];
        return answerOf(result)?.body.subarray(part?.start ?? 0, part?.end ?? 0) ?? new Uint8Array();
      }
      case "surplus":
        return this.#exchanges.surplus(exchange);
      default:
        return undefined;
    }
  }

  async #present(exchange: Exchange, uri: vscode.Uri, format: boolean): Promise<PresentResult | undefined> {
    const surplus = this.#exchanges.surplus(exchange).length;
    const params = presentParams(exchange, uri.toString(), { format, surplus });
    if (params === undefined) {
      return undefined;
    }
    try {
      const body = answerOf(exchange.result)?.body ?? new Uint8Array();
      return await presentFitting(params, body, (one) => this.#server.request(PresentRequest, one));
    } catch (error) {
      this.#log.warn(`The response is shown without the language server: ${messageOf(error)}`);
      return undefined;
    }
  }

  #presentAnew(): void {
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri);
    this.refresh(open.filter((uri) => ["formatted", "raw"].includes(parseResponseUri(uri)?.view ?? "")));
  }
}

/** With the Fault, where it is one, in words between head and body. */
function explained({ text, bodyStart, fault }: PresentResult): string {
  return fault === undefined ? text : text.slice(0, bodyStart) + explanation(fault) + text.slice(bodyStart);
}

/**
 * With a byte order mark: without it VS Code would read the bytes in the encoding of the setting `files.encoding`.
 * NUL is shown by its picture, because VS Code takes a text that holds it for binary.
 */
function encode(text: string): Uint8Array {
  return new TextEncoder().encode(`\ufeff${text.replaceAll("\u0000", "\u2400")}`);
}
