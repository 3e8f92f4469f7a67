import * as vscode from "vscode";
import { ForgetResponse, type PresentResult, responseLanguageId } from "../../../../server/src/protocol.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import type { View } from "../../core/exchange/responsePath.ts";
import { ShownViews } from "../../core/exchange/shownViews.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { encode, ResponseContents } from "./contents.ts";
import type { Parts } from "./parts.ts";
import { parseResponseUri, responseScheme, tabUri } from "./responseUri.ts";

interface Content {
  readonly bytes: Uint8Array;
  /** Never the same for two contents of one document: VS Code compares it to learn whether a file has changed. */
  readonly modified: number;
}

/** How long VS Code may take to read a document that has changed, in milliseconds. */
const longestReading = 5000;

/** The language of views that are not the response itself. */
const wireLanguageId = "soaphttp-wire";

/**
 * The file system of what was received: `soaphttp-response:/<name>?<id>`, read-only. A file system, not a text provider,
 * because bytes are to be saved as they came, and because its scheme brings the extension up when a tab comes back.
 */
export class ResponseDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #exchanges: ExchangeStore;
  readonly #made: ResponseContents;
  readonly #views: ShownViews;
  readonly #contents = new Map<string, Promise<Content>>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #following: readonly vscode.Disposable[];
  #modified = 0;

  readonly onDidChangeFile = this.#changed.event;

  /** `memory`: of the workspace. */
  constructor(
    host: Host,
    server: LanguageServer,
    exchanges: ExchangeStore,
    memory: vscode.Memento,
    log: vscode.LogOutputChannel,
  ) {
    this.#server = server;
    this.#exchanges = exchanges;
    this.#made = new ResponseContents({ host, server, exchanges, log, uriOf: (one) => tabUri(one).toString() });
    this.#views = new ShownViews(memory);
    this.#following = [
      vscode.workspace.registerFileSystemProvider(responseScheme, this, { isReadonly: true, isCaseSensitive: true }),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) =>
        exchanges.follow(uri.toString(), contentChanges),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())),
      vscode.workspace.onDidOpenTextDocument((document) => this.#giveLanguage(document)),
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

  /** The view that the tab of an exchange shows, or would show. */
  viewOf({ id, result }: Pick<Exchange, "id" | "result">): View {
    const view = this.#views.of(id);
    return view === "raw" && answerOf(result) === undefined ? "formatted" : view;
  }

  /** Resolves with the document of an exchange's tab when it shows the view, in the view's language. */
  async open(exchange: Exchange, view: View): Promise<vscode.TextDocument> {
    const uri = tabUri(exchange);
    const key = uri.toString();
    if (this.viewOf(exchange) !== view) {
      this.#views.set(exchange.id, view);
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === key);
      this.#contents.delete(key);
      const text = new TextDecoder().decode((await this.#content(uri)).bytes);
      const shown = document !== undefined && !isSameText(document.getText(), text) ? changed(key) : undefined;
      this.#changed.fire([{ uri, type: vscode.FileChangeType.Changed }]);
      await shown;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    return this.#giveLanguage(document);
  }

  get parts(): Parts {
    return this.#made.parts;
  }

  /** What the server makes of a response, formatted or as it came; undefined where it is down, or nothing came. */
  presented(exchange: Exchange, form: "formatted" | "raw" = "formatted"): Promise<PresentResult | undefined> {
    return this.#made.presented(exchange, form);
  }

  /** What a document holds, as bytes. */
  async bytes(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#content(uri)).bytes;
  }

  /** The facts of an exchange have changed since it was shown. */
  refresh(exchange: Exchange): void {
    this.#forgetContents(exchange);
    this.#changed.fire([{ uri: tabUri(exchange), type: vscode.FileChangeType.Changed }]);
  }

  /** The exchange is gone: the server need not know its facts any longer. */
  forget(exchange: Exchange): void {
    this.#forgetContents(exchange);
    void this.#server.notify(ForgetResponse, { uri: tabUri(exchange).toString() });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, modified } = await this.#content(uri);
    return {
      type: vscode.FileType.File,
      ctime: modified,
      mtime: modified,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.bytes(uri);
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
    for (const one of this.#following) one.dispose();
    this.#changed.dispose();
  }

  #content(uri: vscode.Uri): Promise<Content> {
    const key = uri.toString();
    let content = this.#contents.get(key);
    if (content === undefined) {
      content = this.#make(uri);
      this.#contents.set(key, content);
      // What failed is tried again when the tab is opened again.
      void content.catch(() => this.#contents.delete(key));
    }
    return content;
  }

  async #make(uri: vscode.Uri): Promise<Content> {
    const place = parseResponseUri(uri);
    if (place === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const exchange = await this.#exchanges.find(place.id);
    this.#modified = Math.max(Date.now(), this.#modified + 1);
    const modified = this.#modified;
    if (exchange === undefined) {
      const text = vscode.l10n.t("This response is no longer available. Send the request again.");
      return { bytes: encode(`${text}\n`), modified };
    }
    return { bytes: await this.#made.bytes(exchange, place, this.viewOf(exchange)), modified };
  }

  /** A tab's document has no ending that says its language, and VS Code may open it at any time. */
  async #giveLanguage(document: vscode.TextDocument): Promise<vscode.TextDocument> {
    const place = parseResponseUri(document.uri);
    const exchange = place?.kind === "tab" ? await this.#exchanges.find(place.id) : undefined;
    if (exchange === undefined || document.isClosed) return document;
    const view = this.viewOf(exchange);
    const isResponse = answerOf(exchange.result) !== undefined && (view === "formatted" || view === "raw");
    const language = isResponse ? responseLanguageId : wireLanguageId;
    return document.languageId === language ? document : vscode.languages.setTextDocumentLanguage(document, language);
  }

  #forgetContents(exchange: Exchange): void {
    this.#made.forget(exchange);
    for (const key of this.#contents.keys()) {
      if (parseResponseUri(vscode.Uri.parse(key))?.id === exchange.id) this.#contents.delete(key);
    }
  }

  #presentAnew(): void {
    const exchanges = vscode.workspace.textDocuments.flatMap(({ uri }) => this.exchangeOf(uri) ?? []);
    for (const exchange of new Set(exchanges)) this.refresh(exchange);
  }
}

/** Resolves when a document has another text, or is closed. */
async function changed(key: string): Promise<void> {
  const listening: vscode.Disposable[] = [];
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestReading);
    const tell = (document: vscode.TextDocument) => {
      if (document.uri.toString() === key) resolve();
    };
    listening.push(
      vscode.workspace.onDidChangeTextDocument(({ document }) => tell(document)),
      vscode.workspace.onDidCloseTextDocument(tell),
      new vscode.Disposable(() => clearTimeout(timer)),
    );
  });
  vscode.Disposable.from(...listening).dispose();
}

/** VS Code gives a document line ends of one kind, and takes its byte order mark away. */
function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return plain(one) === plain(other);
}
