import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ServedResponse } from "../../../../server/src/protocol/served.ts";
import { shownAtEachEnd } from "../../../../server/src/text/limits.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import type { ServedExchange } from "../../mock/service.ts";

/** The scheme of the documents of exchanges: `soaphttp-mock:/POST calc.soaphttp?17`. */
const mockScheme = "soaphttp-mock";

/** An exchange of a mock service, with the text of its request. */
export interface MockExchange extends ServedExchange {
  readonly id: number;
  /** As the log has it: `POST /calc Add 200 calc.soapmock#sum 3 ms`. */
  readonly line: string;
  /** As a segment of a `.soaphttp` file. */
  readonly text: string;
  /** Found by the checks of requests. */
  readonly errors: number;
}

const maxExchanges = 200;
/** Bytes of the messages that are kept; the last exchange is always kept. */
const maxBytes = 50_000_000;

/** The last exchanges of the mock service, as documents: the request with its diagnostics, then the response. */
export class MockExchanges implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(mockScheme, this);
  readonly #added = new vscode.EventEmitter<void>();
  #all: readonly MockExchange[] = [];

  readonly onDidAdd = this.#added.event;

  /** The newest first. */
  get all(): readonly MockExchange[] {
    return this.#all;
  }

  add(exchange: MockExchange): void {
    const kept = [exchange];
    let bytes = bytesOf(exchange);
    for (const one of this.#all.slice(0, maxExchanges - 1)) {
      bytes += bytesOf(one);
      if (bytes > maxBytes) break;
      kept.push(one);
    }
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

  /** Undefined if it is no longer kept. */
  at({ scheme, query }: vscode.Uri): MockExchange | undefined {
    return scheme === mockScheme ? this.#all.find(({ id }) => String(id) === query) : undefined;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const exchange = this.at(uri);
    if (exchange === undefined) return `# ${vscode.l10n.t("This exchange is no longer available.")}\n`;
    return `${exchange.text.trimEnd()}\n\n${responseComment(exchange.response)}`;
  }

  dispose(): void {
    vscode.Disposable.from(this.#provider, this.#added).dispose();
  }
}

function bytesOf({ request, response }: MockExchange): number {
  return (request?.body.length ?? 0) + response.bytes.length;
}

/** A response below the request, in comment lines that are never read as directives. Ends with a line break. */
function responseComment({ bytes, problem }: ServedResponse): string {
  const shown = bytes.subarray(0, 2 * shownAtEachEnd);
  const left = bytes.length - shown.length;
  const lines = new TextDecoder().decode(shown).split(/\r\n|[\r\n]/);
  return [
    `### ${l10n.t("Response")}`,
    ...(problem === undefined ? [] : [`# ${problem}`]),
    ...lines.map((line) => `# | ${line}`.trimEnd()),
    ...(left === 0 ? [] : [`# ${l10n.t("{0} more", formatBytes(left))}`]),
    "",
  ].join("\n");
}
