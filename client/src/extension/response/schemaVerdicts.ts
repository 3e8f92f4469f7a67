import * as vscode from "vscode";
import {
  ResponseSchemaRequest,
  type ResponseSchemaResult,
  responseLanguageId,
} from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { valuesIn } from "./bodyLenses.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";

/** What the schemas of its request say about each response, as the server said last. */
export class SchemaVerdicts implements vscode.Disposable {
  readonly #documents: ResponseDocuments;
  readonly #server: LanguageServer;
  readonly #known = new WeakMap<Exchange, SchemaVerdict>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposable: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(documents: ResponseDocuments, server: LanguageServer) {
    this.#documents = documents;
    this.#server = server;
    // They change with the WSDL.
    const diagnosed = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const document of vscode.workspace.textDocuments) {
        const exchange = uris.some((uri) => `${uri}` === `${document.uri}`) && documents.exchangeOf(document.uri);
        if (exchange) void this.#ask(document, exchange);
      }
    });
    this.#disposable = vscode.Disposable.from(diagnosed, this.#changed);
  }

  /** Undefined if the schemas say nothing, or it isn't known yet: then `onDidChange` follows. */
  of(document: vscode.TextDocument, exchange: Exchange): SchemaVerdict | undefined {
    const verdict = this.#known.get(exchange);
    if (verdict === undefined) void this.#ask(document, exchange);
    return verdict;
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  async #ask(document: vscode.TextDocument, exchange: Exchange): Promise<void> {
    // The other views don't show the response as text that is checked.
    if (document.languageId !== responseLanguageId || exchange.message.contract === undefined) return;
    const uri = document.uri.toString();
    const shown = valuesIn(document, await this.#documents.contents.valuesOf(exchange));
    const unknown = shown.filter(({ value }) => value.kind === undefined);
    const values = unknown.map(({ start }) => document.positionAt(start));
    // If the server is down, its start lets VS Code ask again.
    const said = await this.#server.request(ResponseSchemaRequest, { uri, values }).catch(() => undefined);
    if (said === undefined || said === null) return;
    const binary = new Set(unknown.flatMap(({ index }, at) => (said.base64[at] === true ? index : [])));
    const before = this.#known.get(exchange);
    this.#known.set(exchange, { problems: said.problems, binary });
    if (before?.problems !== said.problems || before.binary.size !== binary.size) this.#changed.fire();
  }
}

export interface SchemaVerdict extends Pick<ResponseSchemaResult, "problems"> {
  /** The indexes of the values of unknown kind that are data by their types. */
  readonly binary: ReadonlySet<number>;
}
