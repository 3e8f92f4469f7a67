import * as vscode from "vscode";
import { ForgetResponse, responseLanguageId } from "../../../../server/src/protocol/protocol.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { type ResponseView, setShownView, shownView } from "../../core/exchange/responsePath.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { encodeTab, type ResponseContents } from "./contents.ts";
import { parseResponseUri, responseScheme, tabUri } from "./responseUri.ts";

interface Content {
  readonly bytes: Uint8Array;
  /** A number that differs for each content of a document: VS Code compares it to detect changes. */
  readonly modified: number;
}

/** Maximum milliseconds that VS Code needs to show a document, to read a changed one, and to read a large one. */
const longestShowing = 2000;
const longestReading = 5000;
const longestLargeReading = 60_000;

/** The language of views that don't show the response itself. */
const wireLanguageId = "soaphttp-wire";

/**
 * The read-only file system of responses: `soaphttp-response:/<name>?<id>`. It is a file system, not a text provider, so
 * that bytes can be saved as received, and because its scheme activates the extension when a tab is restored.
 */
export class ResponseDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  readonly contents: ResponseContents;
  readonly #server: LanguageServer;
  readonly #exchanges: ExchangeStore;
  readonly #memory: vscode.Memento;
  readonly #contents = new Map<string, Promise<Content>>();
  /** The tabs with the note that their response is being formatted, each until it shows the response. */
  readonly #formatting = new Map<string, Promise<void>>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #disposables: vscode.Disposable;
  #modified = 0;

  readonly onDidChangeFile = this.#changed.event;

  constructor(contents: ResponseContents, server: LanguageServer, exchanges: ExchangeStore, memory: vscode.Memento) {
    this.contents = contents;
    this.#server = server;
    this.#exchanges = exchanges;
    this.#memory = memory;
    this.#disposables = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(responseScheme, this, { isReadonly: true, isCaseSensitive: true }),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) =>
        exchanges.follow(uri.toString(), contentChanges),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())),
      vscode.workspace.onDidOpenTextDocument((document) => this.#setLanguage(document)),
      // A new server doesn't know the open responses, and they may have been shown without a server.
      server.onDidStart(() => this.#refreshAll()),
      this.#changed,
    );
  }

  /** The exchange of a document; undefined if it isn't from this window. */
  exchangeOf(uri: vscode.Uri): Exchange | undefined {
    const place = parseResponseUri(uri);
    return place && this.#exchanges.get(place.id);
  }

  /** The view that the tab of an exchange shows, or would show. */
  viewOf({ id, result }: Exchange): ResponseView {
    const view = shownView(this.#memory, id);
    return view === "raw" && responseOf(result) === undefined ? "formatted" : view;
  }

  /** Resolves with the document of an exchange's tab when it shows the view, in the view's language. */
  async open(exchange: Exchange, view: ResponseView): Promise<vscode.TextDocument> {
    const uri = tabUri(exchange);
    const key = uri.toString();
    if (this.viewOf(exchange) !== view) {
      setShownView(this.#memory, exchange.id, view);
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === key);
      this.#contents.delete(key);
      const text = new TextDecoder().decode(await this.readFile(uri));
      const shown = document !== undefined && !isSameText(document.getText(), text) ? changed(key) : undefined;
      this.#changed.fire([{ uri, type: vscode.FileChangeType.Changed }]);
      await shown;
    }
    return this.#setLanguage(await vscode.workspace.openTextDocument(uri));
  }

  /** Resolves when the tab of an exchange shows the response itself: a large one is formatted after its tab is opened. */
  async formatted(exchange: Exchange): Promise<void> {
    await this.#formatting.get(tabUri(exchange).toString());
  }

  refresh(exchange: Exchange): void {
    this.#forgetContents(exchange);
    this.#changed.fire([{ uri: tabUri(exchange), type: vscode.FileChangeType.Changed }]);
  }

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
    return (await this.#content(uri)).bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  dispose(): void {
    this.#disposables.dispose();
  }

  #content(uri: vscode.Uri): Promise<Content> {
    const key = uri.toString();
    const open = this.#contents.get(key);
    if (open !== undefined) return open;
    const content = this.#create(uri);
    this.#contents.set(key, content);
    // After a failure, opening the tab again creates it again.
    void content.catch(() => this.#contents.delete(key));
    return content;
  }

  async #create(uri: vscode.Uri): Promise<Content> {
    const place = parseResponseUri(uri);
    if (place === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const exchange = await this.#exchanges.find(place.id);
    this.#modified = Math.max(Date.now(), this.#modified + 1);
    const modified = this.#modified;
    const isFormatting = exchange !== undefined && place.kind === "tab" && this.contents.isFormatting(exchange);
    if (isFormatting && this.viewOf(exchange) === "formatted") this.#format(uri, exchange);
    const bytes =
      exchange === undefined
        ? encodeTab(`${vscode.l10n.t("This response is no longer available. Send the request again.")}\n`)
        : await this.contents.bytes(exchange, place, this.viewOf(exchange));
    return { bytes, modified };
  }

  #format(uri: vscode.Uri, exchange: Exchange): void {
    const key = uri.toString();
    if (this.#formatting.has(key)) return;
    const format = async () => {
      // Formatting uses all processors, so the tab is shown first.
      await visible(key);
      await this.contents.presented(exchange);
      this.#contents.delete(key);
      const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === key);
      const shown = isOpen ? changed(key, longestLargeReading) : undefined;
      this.#changed.fire([{ uri, type: vscode.FileChangeType.Changed }]);
      await shown;
    };
    this.#formatting.set(
      key,
      format().finally(() => this.#formatting.delete(key)),
    );
  }

  /** Sets the language, which VS Code can't detect without a file extension. VS Code may open it at any time. */
  async #setLanguage(document: vscode.TextDocument): Promise<vscode.TextDocument> {
    const place = parseResponseUri(document.uri);
    const exchange = place?.kind === "tab" ? await this.#exchanges.find(place.id) : undefined;
    if (exchange === undefined || document.isClosed) return document;
    const view = this.viewOf(exchange);
    const isResponse = responseOf(exchange.result) !== undefined && (view === "formatted" || view === "raw");
    const language = isResponse ? responseLanguageId : wireLanguageId;
    return document.languageId === language ? document : vscode.languages.setTextDocumentLanguage(document, language);
  }

  #forgetContents(exchange: Exchange): void {
    this.contents.forget(exchange);
    for (const key of this.#contents.keys()) {
      if (parseResponseUri(vscode.Uri.parse(key))?.id === exchange.id) this.#contents.delete(key);
    }
  }

  #refreshAll(): void {
    const exchanges = vscode.workspace.textDocuments.flatMap(({ uri }) => this.exchangeOf(uri) ?? []);
    for (const exchange of new Set(exchanges)) this.refresh(exchange);
  }
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

/** Resolves when a document's text has changed, or it is closed. */
function changed(key: string, longest = longestReading): Promise<void> {
  return happened(longest, (done) => {
    const check = (document: vscode.TextDocument) => document.uri.toString() === key && done();
    return [
      vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
      vscode.workspace.onDidCloseTextDocument(check),
    ];
  });
}

function visible(key: string): Promise<void> {
  return happened(longestShowing, (done) => {
    const check = (editors: readonly vscode.TextEditor[]) =>
      editors.some(({ document }) => document.uri.toString() === key) && done();
    check(vscode.window.visibleTextEditors);
    return [vscode.window.onDidChangeVisibleTextEditors(check)];
  });
}

/** Resolves when `listen` calls its argument, or at the latest after some milliseconds. */
async function happened(longest: number, listen: (done: () => void) => readonly vscode.Disposable[]): Promise<void> {
  let listening: readonly vscode.Disposable[] = [];
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longest);
    listening = [...listen(resolve), new vscode.Disposable(() => clearTimeout(timer))];
  });
  vscode.Disposable.from(...listening).dispose();
}

/** Compares texts as VS Code reads them: with one kind of line endings, and without a byte order mark. */
function isSameText(first: string, second: string): boolean {
  const normalized = (text: string) => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return normalized(first) === normalized(second);
}
