import {
  type CancellationToken,
  type Connection,
  type Diagnostic,
  type DiagnosticServerCancellationData,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { checkMessages, getDiagnostics } from "../service/languageService.ts";
import type { ExternalResources } from "./externalResources.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import type { Turns } from "./turns.ts";

/** The diagnostics of the open documents. Clients that support it request them; other clients receive them after each change. */
export class Diagnostics {
  readonly #connection: Connection;
  readonly #documents: OpenDocuments;
  readonly #resources: ExternalResources;
  readonly #later: (work: () => void) => void;

  /** `turns` handles response documents one at a time, `later` runs a function after the received messages. */
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
    this.#later = later;
    documents.onDidChangeContent(({ document }) => {
      if (this.#areRequested) return;
      const { version } = document;
      later(() => {
        if (documents.get(document.uri)?.version === version) void this.#publish(document);
      });
    });
    connection.languages.diagnostics.on(async (params, token) => {
      // Waits for a cancelation after the request, because an editor cancels the request when the text changes.
      const isResponse = documents.isResponse(params.textDocument.uri);
      await (isResponse ? turns.next() : new Promise<void>((done) => later(done)));
      return this.#report(params, token);
    });
  }

  get #areRequested(): boolean {
    return this.#documents.client.textDocument?.diagnostic !== undefined;
  }

  refresh(changed: readonly TextDocument[]): void {
    const { client } = this.#documents;
    if (!this.#areRequested) for (const document of changed) void this.#publish(document);
    else if (client.workspace?.diagnostics?.refreshSupport) this.#connection.languages.diagnostics.refresh();
  }

  /** Shows all findings of the request at the cursor, because the user has left it. */
  leave(uri: string): void {
    for (const key of this.#documents.keysOf(uri)) {
      const document = this.#documents.get(key);
      if (document) this.#documents.writing.leave(document);
      this.showAgain(key);
    }
  }

  /** Refreshes the diagnostics of a document if the shown ones are outdated. */
  showAgain(uri: string): void {
    const context = this.#documents.typedContext(uri);
    if (context && this.#documents.writing.isOutdated(context)) this.refresh([context.document]);
  }

  clear(uri: string): void {
    if (!this.#areRequested) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  async #report(
    { textDocument: { uri } }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport | ResponseError<DiagnosticServerCancellationData>> {
    const isRefreshed = this.#documents.client.workspace?.diagnostics?.refreshSupport === true;
    const isStopped = () => token.isCancellationRequested;
    const items = await this.#diagnoseAll(uri, isStopped, !isRefreshed);
    if (!items) return new ResponseError(LSPErrorCodes.RequestCancelled, "no longer wanted");
    return { kind: DocumentDiagnosticReportKind.Full, items };
  }

  async #publish({ uri, version }: TextDocument): Promise<void> {
    const isStopped = () => this.#documents.get(uri)?.version !== version;
    try {
      const diagnostics = await this.#diagnoseAll(uri, isStopped, false);
      if (diagnostics && !isStopped()) void this.#connection.sendDiagnostics({ uri, version, diagnostics });
    } catch (error) {
      logError(this.#connection, error);
    }
  }

  /** The diagnostics of a document. For a Markdown document, the diagnostics of all its blocks. */
  async #diagnoseAll(uri: string, isStopped: () => boolean, searches: boolean): Promise<Diagnostic[] | undefined> {
    const all: Diagnostic[] = [];
    for (const key of this.#documents.keysOf(uri)) {
      const items = await this.#resources.settled(key, () => this.#diagnose(key, isStopped), searches);
      if (!items) return undefined;
      all.push(...items);
    }
    return all;
  }

  /** Handles other messages between two messages of the text. Returns `undefined` if `isStopped` is then true. */
  async #diagnose(uri: string, isStopped: () => boolean): Promise<Diagnostic[] | undefined> {
    if (isStopped()) return undefined;
    const context = isCopy(uri) ? undefined : this.#documents.context(uri);
    if (!context) return [];
    if (context.kind !== "response") {
      const { analysis } = context;
      for (const _ of checkMessages(analysis, lengthOfTurn)) {
        await new Promise<void>((resolve) => this.#later(resolve));
        if (isStopped()) return undefined;
        if (this.#documents.typedContext(uri)?.analysis !== analysis) return this.#diagnose(uri, isStopped);
      }
    }
    this.#documents.writing.show(context.document, context.findings);
    return getDiagnostics(context);
  }
}

/** Characters of messages that are checked before other work is done. */
const lengthOfTurn = 20_000;

/** Whether a document is an old version of another document, or a proposed change of it. */
function isCopy(uri: string): boolean {
  return /^(git|gitlens|chat-[\w-]+|vscode-chat[\w-]*|review|soaphttp-update):/.test(uri);
}

export function logError({ console }: Connection, error: unknown): void {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
