import * as vscode from "vscode";
import { ForgetResponse, responseLanguageId } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { type MockExchange, responseText } from "./mockResponse.ts";

/** The scheme of the documents of exchanges: `soaphttp-mock:/POST calc.soaphttp?17`; the responses have a fragment. */
const mockScheme = "soaphttp-mock";
const responseFragment = "response";

const maxExchanges = 200;
/** Maximum bytes of the messages that are kept. The last exchange is always kept. */
const maxBytes = 50_000_000;

/** The last exchanges of the mock service, each as two documents with diagnostics: the request and the response. */
export class MockExchanges implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(mockScheme, this);
  readonly #added = new vscode.EventEmitter<void>();
  readonly #server: LanguageServer;
  #all: readonly MockExchange[] = [];

  readonly onDidAdd = this.#added.event;

  constructor(server: LanguageServer) {
    this.#server = server;
  }

  /** Returns all exchanges, the newest first. */
  get all(): readonly MockExchange[] {
    return this.#all;
  }

  add(exchange: MockExchange): void {
    const kept = [exchange];
    let bytes = bytesOf(exchange);
    for (const exchange of this.#all.slice(0, maxExchanges - 1)) {
      bytes += bytesOf(exchange);
      if (bytes > maxBytes) break;
      kept.push(exchange);
    }
    for (const dropped of this.#all.slice(kept.length - 1))
      void this.#server.notify(ForgetResponse, { uri: this.responseUriOf(dropped).toString() });
    this.#all = kept;
    this.#added.fire();
  }

  uriOf({ id, request }: MockExchange): vscode.Uri {
    const last = (request?.target ?? "")
      .split(/[?#;]/, 1)[0]
      ?.split("/")
      .findLast((part) => part !== "");
    const name = [request?.method ?? vscode.l10n.t("Malformed request"), ...(last === undefined ? [] : [last])].join(
      " ",
    );
    const path = `/${name.replace(/[^\w.-]+/g, " ").slice(0, 60)}.soaphttp`;
    return vscode.Uri.from({ scheme: mockScheme, path, query: String(id) });
  }

  responseUriOf(exchange: MockExchange): vscode.Uri {
    const uri = this.uriOf(exchange);
    const path = uri.path.replace(/\.soaphttp$/, "");
    return uri.with({ path: `${path} – ${vscode.l10n.t("Response")}`, fragment: responseFragment });
  }

  async show(exchange: MockExchange): Promise<void> {
    const request = await vscode.workspace.openTextDocument(this.uriOf(exchange));
    await vscode.window.showTextDocument(request, { viewColumn: vscode.ViewColumn.One, preserveFocus: true });
    const opened = await vscode.workspace.openTextDocument(this.responseUriOf(exchange));
    const response = await vscode.languages.setTextDocumentLanguage(opened, responseLanguageId);
    await vscode.window.showTextDocument(response, { viewColumn: vscode.ViewColumn.Two, preserveFocus: true });
  }

  /** Returns the exchange of a document; undefined if it is no longer kept. */
  at({ scheme, query }: vscode.Uri): MockExchange | undefined {
    return scheme === mockScheme ? this.#all.find(({ id }) => String(id) === query) : undefined;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const exchange = this.at(uri);
    if (exchange === undefined) return `# ${vscode.l10n.t("This exchange is no longer available.")}\n`;
    const { text, redact } = exchange;
    return uri.fragment === responseFragment
      ? redact(await responseText(exchange, uri.toString(), this.#server))
      : text;
  }

  dispose(): void {
    vscode.Disposable.from(this.#provider, this.#added).dispose();
  }
}

function bytesOf({ request, response }: MockExchange): number {
  return (request?.body.length ?? 0) + response.bytes.length;
}
