import {
  type CancellationToken,
  type Connection,
  type DiagnosticServerCancellationData,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { getDiagnostics } from "../service/languageService.ts";
import type { ExternalResources } from "./externalResources.ts";
import { logError } from "./features.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import type { Turns } from "./turns.ts";

/** The diagnostics of the open documents. Clients that can request them do; others get them after each change. */
export class Diagnostics {
  readonly #connection: Connection;
  readonly #documents: OpenDocuments;
  readonly #resources: ExternalResources;

  /**
   * @param turns those of responses
   * @param later runs the work after received messages
   */
  constructor(
    connection: Connection,
    documents: OpenDocuments,
    resources: ExternalResources,
    turns: Turns,
    later: (work: () => void) => void,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#resources = resources;
    documents.onDidChangeContent(({ document }) => {
      if (this.#areRequested) return;
      const { version } = document;
      later(() => {
        if (documents.get(document.uri)?.version === version) void this.#publish(document);
      });
    });
    connection.languages.diagnostics.on(async (params, token) => {
      // Handles a cancellation that follows the request: an editor cancels it when the text changes.
      const isResponse = documents.isResponse(params.textDocument.uri);
      await (isResponse ? turns.next() : new Promise<void>((done) => later(done)));
      return this.#report(params, token);
    });
  }

  get #areRequested(): boolean {
    return this.#documents.client.textDocument?.diagnostic !== undefined;
  }

  /** Computes the diagnostics of documents again. */
  refresh(changed: readonly TextDocument[]): void {
    const { client } = this.#documents;
    if (!this.#areRequested) for (const document of changed) void this.#publish(document);
    else if (client.workspace?.diagnostics?.refreshSupport) this.#connection.languages.diagnostics.refresh();
  }

  /** Shows all findings of the request at the cursor. */
  leave(uri: string): void {
    const document = this.#documents.get(uri);
    if (document) this.#documents.writing.leave(document);
    this.showAgain(uri);
  }

  /** Refreshes the diagnostics of a document if others are shown than there are now. */
  showAgain(uri: string): void {
    const context = this.#documents.typedContext(uri);
    if (context && this.#documents.writing.isOutdated(context)) this.refresh([context.document]);
  }

  /** Removes the diagnostics of a document that was closed. */
  clear(uri: string): void {
    if (!this.#areRequested) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  async #report(
    { textDocument: { uri } }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport | ResponseError<DiagnosticServerCancellationData>> {
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, "no longer wanted");
    const isRefreshed = this.#documents.client.workspace?.diagnostics?.refreshSupport === true;
    const items = await this.#resources.settled(uri, () => this.#of(uri), !isRefreshed);
    return { kind: DocumentDiagnosticReportKind.Full, items };
  }

  async #publish({ uri, version }: TextDocument): Promise<void> {
    try {
      const diagnostics = await this.#resources.settled(uri, () => this.#of(uri), false);
      if (this.#documents.get(uri)?.version !== version) return;
      void this.#connection.sendDiagnostics({ uri, version, diagnostics });
    } catch (error) {
      logError(this.#connection, error);
    }
  }

  #of(uri: string) {
    const context = isCopy(uri) ? undefined : this.#documents.context(uri);
    if (!context) return [];
    this.#documents.writing.show(context.document, context.findings);
    return getDiagnostics(context);
  }
}

/** Whether a document shows an old version of another document, or a proposal for it. */
function isCopy(uri: string): boolean {
  return /^(git|gitlens|chat-[\w-]+|vscode-chat[\w-]*|review|soaphttp-update):/.test(uri);
}
