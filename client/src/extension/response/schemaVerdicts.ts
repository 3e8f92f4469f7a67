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

export type SchemaVerdicts = ReturnType<typeof schemaVerdicts>;

/** The last verdict of the server about each response, based on the schemas of its request. */
export function schemaVerdicts(documents: ResponseDocuments, server: LanguageServer) {
  const verdicts = new WeakMap<Exchange, SchemaVerdict>();
  const changed = new vscode.EventEmitter<void>();
  const ask = async (document: vscode.TextDocument, exchange: Exchange): Promise<void> => {
    // Only this view shows the response as text that can be checked.
    if (document.languageId !== responseLanguageId || exchange.message.contract === undefined) return;
    const uri = document.uri.toString();
    const shown = valuesIn(document, await documents.contents.valuesOf(exchange));
    const unknown = shown.filter(({ value }) => value.kind === undefined);
    const values = unknown.map(({ start }) => document.positionAt(start));
    // If the server is down, VS Code asks for the lenses again when it starts.
    const result = await server.request(ResponseSchemaRequest, { uri, values }).catch(() => undefined);
    if (result === undefined || result === null) return;
    const binary = new Set(unknown.flatMap(({ index }, at) => (result.base64[at] === true ? index : [])));
    const before = verdicts.get(exchange);
    verdicts.set(exchange, { problems: result.problems, binary });
    if (before?.problems !== result.problems || before.binary.size !== binary.size) changed.fire();
  };
  // The verdicts change with the WSDL, whose changes also update the diagnostics.
  const diagnosed = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const document of vscode.workspace.textDocuments) {
      const exchange = uris.some((uri) => `${uri}` === `${document.uri}`) && documents.exchangeOf(document.uri);
      if (exchange) void ask(document, exchange);
    }
  });
  return {
    onDidChange: changed.event,
    /** Undefined if the schemas don't apply, or while the server hasn't responded: then `onDidChange` follows. */
    of(document: vscode.TextDocument, exchange: Exchange): SchemaVerdict | undefined {
      const verdict = verdicts.get(exchange);
      if (verdict === undefined) void ask(document, exchange);
      return verdict;
    },
    dispose: () => vscode.Disposable.from(diagnosed, changed).dispose(),
  };
}

export interface SchemaVerdict extends Pick<ResponseSchemaResult, "problems"> {
  /** The indexes of the values of unknown kind that are data by their types. */
  readonly binary: ReadonlySet<number>;
}
